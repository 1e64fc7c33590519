//! The environment of one site: which locals and operand-stack slots the method needs when the program goes on, their
//! verification types, the monitors it holds, and the objects it is constructing.
//!
//! At a chain call the stack slots are those under receiver and arguments; at one that passes through JDK frames these
//! belong to the environment too, since the replay makes the same call. What is live is live when the call has come
//! back, by a return or by an exception. A held monitor's local counts as live, and so does `this` of a constructor,
//! which its caller takes from there.

use super::error::{Error, Result};
use crate::analysis::liveness::Liveness;
use crate::analysis::monitors::Monitors;
use crate::analysis::types::{SlotType, Types};
use crate::classfile::descriptor::parse_method;
use crate::classfile::opcode::{INVOKESTATIC, MONITORENTER};
use crate::classfile::{ClassFile, Constant, LocalEntry, Operand};
use crate::plan::{ChainMethod, Site, Slot, SlotKind, Through, Unfinished};
use crate::program::class::access;
use crate::program::{Body, Cfg, Class, MethodId, Program};

/// What follows an instruction in the chain.
#[derive(Clone, Copy)]
pub(super) enum Next {
    /// Nothing: it is the checkpoint.
    Nothing,
    /// It calls this method.
    Call(MethodId),
    /// It calls what calls the next method, and may go on working.
    Through { works: bool },
}

/// The environment of the instruction at `item`.
pub(super) fn site(program: &Program, id: MethodId, item: usize, next: Next) -> Result<Site> {
    let callee = if let Next::Call(callee) = next { Some(callee) } else { None };
    let place = || program.describe(id);
    let class =
        program.get(id.class).ok_or_else(|| Error::refused(place(), "the class of this method cannot be read"))?;
    let method =
        program.method(id).ok_or_else(|| Error::refused(place(), "the class of this method cannot be read"))?;
    let body = program.body(id)?;
    let cfg = Cfg::new(&body)?;
    let types = Types::new(program, class, method, &body, &cfg)?;
    let liveness = Liveness::new(&body, &cfg)?;
    let view = View { class, body: &body, types: &types };
    let state = types
        .before(item)?
        .ok_or_else(|| Error::refused(place(), "no path of the method leads to this place; choose another line"))?;

    let under = match callee {
        Some(callee) => state.stack.len() - passed_slots(program, callee),
        None => state.stack.len(),
    };
    let (live_locals, live_stack) = match next {
        Next::Call(_) | Next::Through { .. } => {
            (liveness.live_after_call(item)?, liveness.live_stack_under_call(item)?)
        }
        Next::Nothing => (liveness.live_locals_before(item)?, liveness.live_stack_before(item)?),
    };
    let receiver = callee.filter(|callee| !is_static(program, *callee)).and_then(|_| state.stack.get(under));
    let mut locals = view.locals(&state.locals, item, |slot| live_locals.contains(slot));
    let stack = view.slots(&state.stack[..under], |slot| live_stack.get(slot).copied().unwrap_or(true));
    let monitors = held_monitors(&body, &cfg, item, &mut locals, &place())?;
    keep_this_of_constructor(&method.name, &mut locals);
    let site = Site {
        line: body.line(item).unwrap_or(0),
        offset: view.offset(item),
        receiver: receiver.and_then(|slot| view.kind(slot)),
        unfinished: view.unfinished(&state.stack[..under], receiver)?,
        locals,
        stack,
        through: match next {
            Next::Through { works } => Some(Through { works, ..through(class, &body, item, &place())? }),
            _ => None,
        },
        monitors,
    };
    refuse_unfinished(&site, callee.is_some_and(|callee| is_constructor(program, callee)), &place())?;
    refuse_unnamable(program, class, &site, &place())?;
    Ok(site)
}

/// What the call instruction at `item` takes from the stack, or the entry of a monitor.
fn through(class: &Class, body: &Body, item: usize, place: &str) -> Result<Through> {
    let unreadable = || Error::refused(place, "the call cannot be read");
    let insn = body.insn(item).ok_or_else(unreadable)?;
    if insn.op == MONITORENTER {
        return Ok(Through { passed: 1, descriptor: "()V".to_owned(), works: false });
    }
    let Operand::Constant(index) = insn.operand else { return Err(unreadable()) };
    let descriptor = class.file.member(index).map_err(|_| unreadable())?.descriptor;
    let parameters = parse_method(&descriptor).ok_or_else(unreadable)?.parameters.len() as u16;
    Ok(Through { passed: parameters + u16::from(insn.op != INVOKESTATIC), descriptor, works: false })
}

fn is_static(program: &Program, id: MethodId) -> bool {
    program.method(id).is_some_and(|method| method.access & access::STATIC != 0)
}

fn is_constructor(program: &Program, id: MethodId) -> bool {
    program.method(id).is_some_and(|method| method.name == "<init>")
}

/// Stack slots of receiver and arguments of a call of the method.
fn passed_slots(program: &Program, callee: MethodId) -> usize {
    let descriptor = program.method(callee).and_then(|method| parse_method(&method.descriptor));
    let arguments = descriptor.map_or(0, |descriptor| usize::from(descriptor.slots()));
    arguments + usize::from(!is_static(program, callee))
}

/// What is asked about one method.
struct View<'a> {
    class: &'a Class,
    body: &'a Body,
    types: &'a Types<'a>,
}

impl View<'_> {
    fn offset(&self, item: usize) -> u32 {
        self.body.offset(item).unwrap_or(0)
    }

    /// The kind of a slot; none for unusable ones.
    fn kind(&self, slot: &SlotType) -> Option<SlotKind> {
        Some(match slot {
            SlotType::Top => return None,
            SlotType::Int => SlotKind::Int,
            SlotType::Float => SlotKind::Float,
            SlotType::Long => SlotKind::Long,
            SlotType::Double => SlotKind::Double,
            SlotType::Null => SlotKind::Null,
            SlotType::UninitializedThis => SlotKind::UninitializedThis,
            SlotType::Object(name) => SlotKind::Object(name.to_string()),
            SlotType::Uninitialized(item) => SlotKind::Uninitialized(self.offset(*item)),
        })
    }

    /// The usable slots among `slots`; `live` is asked with slot numbers.
    fn slots(&self, slots: &[SlotType], live: impl Fn(usize) -> bool) -> Vec<Slot> {
        let usable = slots.iter().enumerate().filter_map(|(index, slot)| Some((index, self.kind(slot)?)));
        usable.map(|(index, kind)| Slot { index: index as u16, kind, live: live(index), name: None }).collect()
    }

    /// The same for locals, with the names that they have at the instruction.
    fn locals(&self, slots: &[SlotType], item: usize, live: impl Fn(usize) -> bool) -> Vec<Slot> {
        let mut found = self.slots(slots, live);
        found.iter_mut().for_each(|slot| slot.name = self.variable(slot.index, item));
        found
    }

    /// The name of the variable that is in the local at the instruction.
    fn variable(&self, local: u16, item: usize) -> Option<String> {
        let covers = |entry: &&LocalEntry| {
            let range = self.body.item_of(entry.start)..self.body.item_of(entry.end);
            entry.local == local && range.contains(&item)
        };
        let entry = self.body.code.locals.iter().find(covers)?;
        name(&self.class.file, entry.name)
    }

    /// The `new` instructions whose objects lie on the stack without being the receiver of a constructor of the chain.
    fn unfinished(&self, stack: &[SlotType], receiver: Option<&SlotType>) -> Result<Vec<Unfinished>> {
        let mut found: Vec<Unfinished> = Vec::new();
        for slot in stack.iter().filter(|slot| Some(*slot) != receiver) {
            let SlotType::Uninitialized(item) = slot else { continue };
            let offset = self.offset(*item);
            if found.iter().all(|object| object.offset != offset) {
                let state = self.types.before(*item)?.unwrap_or_default();
                found.push(Unfinished { offset, locals: self.locals(&state.locals, *item, |_| false) });
            }
        }
        Ok(found)
    }
}

fn name(class: &ClassFile, index: u16) -> Option<String> {
    match class.constant(index) {
        Ok(Constant::Utf8(name)) => Some(name),
        _ => None,
    }
}

/// The locals that hold the objects of the held monitors, which are needed from now on.
fn held_monitors(body: &Body, cfg: &Cfg, item: usize, locals: &mut [Slot], place: &str) -> Result<Vec<u16>> {
    let mut held = Vec::new();
    for monitor in Monitors::new(body, cfg)?.held_before(item)? {
        let slot = monitor.local.and_then(|local| locals.iter_mut().find(|slot| usize::from(slot.index) == local));
        let Some(slot) = slot else {
            let line = body.line(monitor.item).unwrap_or(0);
            let why = format!(
                "the object locked on line {line} is not in a local variable; choose a line outside of that block"
            );
            return Err(Error::refused(place, why));
        };
        slot.live = true;
        held.push(slot.index);
    }
    Ok(held)
}

/// The caller of a constructor of the chain finds the object in its frame.
fn keep_this_of_constructor(method: &str, locals: &mut [Slot]) {
    if let (true, Some(this)) = (method == "<init>", locals.first_mut()) {
        this.live = true;
    }
}

/// Refuses what no code can restore: an unfinished object in a local, or `this` before `super(…)`.
fn refuse_unfinished(site: &Site, constructs: bool, place: &str) -> Result<()> {
    for slot in &site.locals {
        let why = match &slot.kind {
            SlotKind::UninitializedThis if !(constructs && site.receiver == Some(SlotKind::UninitializedThis)) => {
                "the object is not constructed yet: super(…) or this(…) has not returned; choose a later line"
            }
            SlotKind::Uninitialized(_) if Some(&slot.kind) != site.receiver.as_ref() => {
                "a local holds an object under construction; choose another line"
            }
            _ => continue,
        };
        return Err(Error::refused(place, why));
    }
    Ok(())
}

/// Refuses a value of a class that code of this class may not name (JVMS §5.4.4): the replay casts to it. Such is what two
/// public classes have in common, as `StringBuilder` and `StringBuffer` do.
fn refuse_unnamable(program: &Program, class: &Class, site: &Site, place: &str) -> Result<()> {
    let restored = site.locals.iter().chain(&site.stack).filter(|slot| slot.live);
    for slot in restored {
        if let Some(element) = unnamable(program, class, &slot.kind) {
            let what = slot.name.as_ref().map_or_else(|| "a value".to_owned(), |name| format!("the variable `{name}`"));
            let element = element.replace('/', ".");
            let why = format!(
                "{what} has the type {element}, which is not public; declare a public type, or choose another line"
            );
            return Err(Error::refused(place, &why));
        }
    }
    Ok(())
}

/// The class in a slot's type that code of this class may not name.
fn unnamable<'k>(program: &Program, class: &Class, kind: &'k SlotKind) -> Option<&'k str> {
    let SlotKind::Object(name) = kind else { return None };
    let element = name.trim_start_matches('[');
    let element = element.strip_prefix('L').filter(|_| element != name).map_or(element, |it| it.trim_end_matches(';'));
    let found = program.class(element).and_then(|id| program.get(id))?;
    (found.file.access & access::PUBLIC == 0 && found.package() != class.package()).then_some(element)
}

/// Has the locals of a method captured and restored that nothing reads as the code is, but for those that no code can restore.
pub(super) fn keep_all(program: &Program, element: &mut ChainMethod) {
    let Some(class) = program.class(&element.method.class).and_then(|id| program.get(id)) else { return };
    for local in &mut element.site.locals {
        local.live |= unnamable(program, class, &local.kind).is_none();
    }
}
