//! The values of a frame: which of them a shadow frame keeps, in which order, and their verification types.
//!
//! Capture puts the values of [`captured`] one after another; replay gets them by their number in it. Both sides compute
//! the order from the plan alone.

use super::error::{Error, Result};
use crate::classfile::descriptor::{MethodDescriptor, parse_method};
use crate::classfile::{Code, Frame, Handler, Item, Label, VType};
use crate::plan::{ChainMethod, Site, Slot, SlotKind};

/// Where a captured value lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The receiver of the chain call.
    Receiver,
    /// The local in `site.locals[i]`.
    Local(usize),
    /// The operand-stack slot in `site.stack[i]`.
    Stack(usize),
}

/// The values that the shadow frame of a site keeps, in order.
pub(super) fn captured(site: &Site) -> Vec<(Source, &SlotKind)> {
    let receiver = site.receiver.iter().map(|kind| (Source::Receiver, kind));
    let locals = site.locals.iter().enumerate().filter(|(_, slot)| slot.live);
    let stack = site.stack.iter().enumerate().filter(|(_, slot)| slot.live);
    receiver
        .chain(locals.map(|(i, slot)| (Source::Local(i), &slot.kind)))
        .chain(stack.map(|(i, slot)| (Source::Stack(i), &slot.kind)))
        .filter(|(_, kind)| is_value(kind))
        .collect()
}

/// The named locals among a site's captured values that are primitive or strings: number, name, and I, J, F, D, or S for a string.
pub fn variables(site: &Site) -> Vec<(usize, &str, char)> {
    let kind = |kind: &SlotKind| match kind {
        SlotKind::Int => Some('I'),
        SlotKind::Long => Some('J'),
        SlotKind::Float => Some('F'),
        SlotKind::Double => Some('D'),
        SlotKind::Object(class) if class == "java/lang/String" => Some('S'),
        _ => None,
    };
    let named = captured(site).into_iter().enumerate().filter_map(|(number, (source, of))| match source {
        Source::Local(at) => Some((number, site.locals[at].name.as_deref()?, kind(of)?)),
        _ => None,
    });
    named.collect()
}

/// What people call the site's captured values, in order: `local "x"`, `local 3` without a name, `stack 0`, `receiver`.
pub fn slot_names(site: &Site) -> Vec<String> {
    let name = |source| match source {
        Source::Receiver => "receiver".to_owned(),
        Source::Local(at) => match &site.locals[at].name {
            Some(name) => format!("local \"{name}\""),
            None => format!("local {}", site.locals[at].index),
        },
        Source::Stack(at) => format!("stack {at}"),
    };
    captured(site).into_iter().map(|(source, _)| name(source)).collect()
}

/// Whether the slot holds something that can be stored: not null, which needs no storing, and not an object under
/// construction, which no code may pass on.
fn is_value(kind: &SlotKind) -> bool {
    !matches!(kind, SlotKind::Null | SlotKind::UninitializedThis | SlotKind::Uninitialized(_))
}

/// The number of the value from `source` in the site's shadow frame.
pub(super) fn number(site: &Site, source: Source) -> Option<usize> {
    captured(site).iter().position(|(from, _)| *from == source)
}

/// How many locals the kind takes.
pub(super) fn width(kind: &SlotKind) -> u16 {
    if matches!(kind, SlotKind::Long | SlotKind::Double) { 2 } else { 1 }
}

/// The slot kind of a field or parameter descriptor.
pub(super) fn kind_of_descriptor(descriptor: &str) -> SlotKind {
    match descriptor.as_bytes().first() {
        Some(b'J') => SlotKind::Long,
        Some(b'F') => SlotKind::Float,
        Some(b'D') => SlotKind::Double,
        Some(b'[') => SlotKind::Object(descriptor.to_owned()),
        Some(b'L') => SlotKind::Object(descriptor[1..descriptor.len() - 1].to_owned()),
        _ => SlotKind::Int,
    }
}

/// The parts of a method descriptor.
pub(super) fn parsed(descriptor: &str) -> Result<MethodDescriptor<'_>> {
    parse_method(descriptor)
        .ok_or_else(|| Error::Plan { method: descriptor.to_owned(), problem: "this is not a method descriptor".into() })
}

/// The kinds of a method's parameters, without the receiver.
pub(super) fn parameters(descriptor: &str) -> Result<Vec<SlotKind>> {
    Ok(parsed(descriptor)?.parameters.iter().map(|parameter| kind_of_descriptor(parameter)).collect())
}

/// The verification type of a kind.
pub(super) fn vtype(code: &Code, kind: &SlotKind) -> Result<VType> {
    Ok(match kind {
        SlotKind::Int => VType::Int,
        SlotKind::Long => VType::Long,
        SlotKind::Float => VType::Float,
        SlotKind::Double => VType::Double,
        SlotKind::Null => VType::Null,
        SlotKind::Object(name) => VType::Object(name.clone()),
        SlotKind::UninitializedThis => VType::UninitializedThis,
        SlotKind::Uninitialized(offset) => VType::Uninitialized(label_of_new(code, *offset)?),
    })
}

/// The label that stands directly before the `new` at `offset`.
fn label_of_new(code: &Code, offset: u32) -> Result<Label> {
    let at = position(code, offset, "new")?;
    match at.checked_sub(1).map(|before| &code.items[before]) {
        Some(Item::Label(label)) => Ok(*label),
        _ => Err(Error::Plan { method: format!("new at {offset}"), problem: "no label stands before it".into() }),
    }
}

/// Places a label before every `new` whose unfinished object the site's frame holds, where there is none.
pub(super) fn pin_unfinished(code: &mut Code, site: &Site) -> Result<()> {
    let kinds = site.locals.iter().chain(&site.stack).map(|slot| &slot.kind).chain(&site.receiver);
    for kind in kinds {
        let SlotKind::Uninitialized(offset) = kind else { continue };
        let at = position(code, *offset, "new")?;
        if at == 0 || !matches!(code.items[at - 1], Item::Label(_)) {
            let label = code.new_label();
            code.items.insert(at, Item::Label(label));
        }
    }
    Ok(())
}

/// Where the original instruction at `offset` stands in `items`.
pub(super) fn position(code: &Code, offset: u32, what: &str) -> Result<usize> {
    let here = |item: &Item| matches!(item, Item::Insn { offset: at, .. } if *at == offset);
    code.items.iter().position(here).ok_or_else(|| Error::Plan {
        method: what.to_owned(),
        problem: format!("no instruction at bytecode offset {offset}"),
    })
}

/// The locals of a frame from slots in ascending order, gaps filled with `Top`.
pub(super) fn frame_locals(code: &Code, slots: &[Slot]) -> Result<Vec<VType>> {
    let mut locals = Vec::new();
    let mut next = 0;
    for slot in slots {
        locals.extend((next..slot.index).map(|_| VType::Top));
        locals.push(vtype(code, &slot.kind)?);
        next = slot.index + width(&slot.kind);
    }
    Ok(locals)
}

/// Puts `kind` at local `index` of a frame's locals, which so far end before it.
pub(super) fn append_local(locals: &mut Vec<VType>, index: u16, kind: VType) {
    let used: u16 = locals.iter().map(|kind| if matches!(kind, VType::Long | VType::Double) { 2 } else { 1 }).sum();
    locals.extend((used..index).map(|_| VType::Top));
    locals.push(kind);
}

/// The frame just before a site's instruction, without receiver and arguments.
pub(super) fn frame_before(code: &Code, site: &Site) -> Result<Frame> {
    let stack = site.stack.iter().map(|slot| vtype(code, &slot.kind)).collect::<Result<_>>()?;
    Ok(Frame { locals: frame_locals(code, &site.locals)?, stack })
}

/// The frame right after the chain call of `depth` returned: what it took gone, the result on the stack, and a
/// constructor's object initialised wherever it is.
pub(super) fn frame_after_call(code: &Code, chain: &[ChainMethod], depth: usize) -> Result<Frame> {
    let site = constructed(chain, depth);
    let mut frame = frame_before(code, &site)?;
    let called = match (&site.through, chain.get(depth + 1)) {
        (Some(through), _) => {
            frame.stack.truncate(frame.stack.len().saturating_sub(usize::from(through.passed)));
            &through.descriptor
        }
        (None, Some(callee)) => &callee.method.descriptor,
        (None, None) => return Ok(frame),
    };
    let result = parsed(called)?.result;
    if result != "V" {
        frame.stack.push(vtype(code, &kind_of_descriptor(result))?);
    }
    Ok(frame)
}

/// The site of `depth` as it is after its chain call: if that is a constructor, its object is initialised.
pub(super) fn constructed(chain: &[ChainMethod], depth: usize) -> Site {
    let mut site = chain[depth].site.clone();
    let Some(callee) = chain.get(depth + 1) else { return site };
    if !is_constructor(callee) || site.through.is_some() {
        return site;
    }
    let Some(receiver) = site.receiver.clone() else { return site };
    // `this(…)` and `super(…)` make an object of the caller's own class
    let class = match receiver {
        SlotKind::UninitializedThis => &chain[depth].method.class,
        _ => &callee.method.class,
    };
    for slot in site.locals.iter_mut().chain(&mut site.stack).filter(|slot| slot.kind == receiver) {
        slot.kind = SlotKind::Object(class.clone());
    }
    site
}

/// The exception-table entries that cover the instruction at `at`, in order.
pub(super) fn covering_handlers(code: &Code, at: usize) -> Vec<Handler> {
    let covers = |handler: &&Handler| {
        let (start, end) = (code.position(handler.start), code.position(handler.end));
        start.is_some_and(|start| start < at) && end.is_some_and(|end| end > at)
    };
    code.handlers.iter().filter(covers).cloned().collect()
}

/// Whether the element is a constructor.
pub(super) fn is_constructor(element: &ChainMethod) -> bool {
    element.method.name == "<init>"
}

/// A label with a frame among those that stand right at `at`, if there is one.
pub(super) fn framed_label(code: &Code, at: usize) -> Option<Label> {
    let labels = |items: &[Item]| -> Vec<Label> {
        items.iter().map_while(|item| if let Item::Label(label) = item { Some(*label) } else { None }).collect()
    };
    let before: Vec<Item> = code.items[..at].iter().rev().cloned().collect();
    let mut here = labels(&before);
    here.extend(labels(&code.items[at..]));
    here.into_iter().find(|label| code.frames.contains_key(label))
}
