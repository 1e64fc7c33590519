//! Classes of a program whose interleavings are explored: before each access that threads may share, each call by which they communicate, and each use
//! of a class whose initialiser others may see, a hook of `jcp.explore` decides who runs.
//!
//! Hooks stand before monitors are entered and left, before fields and elements are read and written, behind objects that are made (by which they
//! get names that are the same in each execution), and around calls ([`super::explore_calls`]). A synchronized method enters its monitor by instructions
//! ([`super::explore_monitors`]), since a hook is to stand before it.
//!
//! Invariant: an instruction that no hook belongs to stays as it is. Left out: fields of an object before its superclass's constructor has run, which no other thread has seen.

use super::access;
use super::emit::Emitter;
use super::error::Result;
use super::explore_calls::{self, Calls};
use super::explore_monitors;
use super::explore_start::Starting;
use crate::classfile::opcode::{
    self, AALOAD, AASTORE, ACONST_NULL, ALOAD, ANEWARRAY, ATHROW, DALOAD, DASTORE, DUP, DUP_X2, DUP2, DUP2_X1, DUP2_X2,
    GETFIELD, GETSTATIC, IALOAD, IASTORE, IFEQ, INVOKESPECIAL, INVOKESTATIC, JSR, LALOAD, LASTORE, MONITORENTER,
    MONITOREXIT, MULTIANEWARRAY, NEW, NEWARRAY, NOP, POP, POP2, PUTFIELD, PUTSTATIC, RET, RETURN, SALOAD, SASTORE,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Constant, Frame, Insn, Item, MemberRef, Operand, VType};
use crate::plan::{Exploration, ExploredCall, SharedField, Started};

/// The hooks.
pub(super) const HOOKS: &str = "jcp/explore/Hooks";

/// Why a method with `jsr` is refused.
const OLD_SUBROUTINES: &str = "a method with the instructions jsr and ret, which jcp does not follow; take a version compiled for Java 7 or later";

/// The class with its hooks; `start`: the methods on the stack where each execution begins, `main` first; none: at the beginning of `main`.
pub fn explore_class(class: &ClassFile, plan: &Exploration, start: &[Started]) -> Result<Vec<u8>> {
    let mut editor = ClassEditor::new(class);
    let mut calls = Calls::default();
    for (method, info) in class.methods.iter().enumerate() {
        let Some(mut code) = editor.code(method)? else { continue };
        if code.insns().any(|(_, insn)| matches!(insn.op, JSR | RET)) {
            code = refusing(&mut editor, OLD_SUBROUTINES, code.max_locals)?;
        }
        let starting = Starting::of(start, &class.name, &info.name, &info.descriptor);
        let is_open = info.name == "<init>";
        let mut exploring = Method { class, plan, calls: &mut calls, made: Vec::new(), is_open, starting };
        exploring.rewrite(&mut code, &mut editor)?;
        if let Some(starting) = exploring.starting.take() {
            starting.block(&mut code, &mut editor)?;
        }
        explore_monitors::enter_by_instructions(&mut code, &mut editor, method)?;
        if info.name == "<clinit>" {
            explore_monitors::tell_initialiser(&mut code, &mut editor)?;
        }
        if info.name == "finalize" && info.descriptor == "()V" && info.access & access::STATIC == 0 {
            leave_if_collected(&mut code, &mut editor)?;
        }
        editor.set_code(method, &code)?;
    }
    calls.redirect_handles(&mut editor, plan)?;
    calls.add_to(&mut editor)?;
    Ok(editor.finish()?)
}

/// One method.
struct Method<'a> {
    class: &'a ClassFile,
    plan: &'a Exploration,
    calls: &'a mut Calls,
    /// Objects under construction: the class that is made, and whether a second reference to it lies on the stack.
    made: Vec<bool>,
    /// Whether this is a constructor that has not called its superclass's yet.
    is_open: bool,
    /// What it has where executions begin.
    starting: Option<Starting<'a>>,
}

impl Method<'_> {
    fn rewrite(&mut self, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let old = std::mem::take(&mut code.items);
        let mut items = Vec::with_capacity(2 * old.len());
        for (at, item) in old.iter().enumerate() {
            let Item::Insn { insn, offset } = item else {
                items.push(item.clone());
                continue;
            };
            let mut emit = Emitter::new(code, editor);
            let named = self.member(insn);
            if let Some(starting) = &mut self.starting {
                starting.before_hooks(&mut emit, *offset)?;
            }
            self.before(&mut emit, insn, named.as_ref())?;
            if let Some(starting) = &mut self.starting {
                let call = named.as_ref().filter(|member| !self.plan.calls.contains_key(member));
                starting.before_call(&mut emit, (insn.op, *offset), call)?;
            }
            items.append(&mut emit.items);
            let op = insn.op;
            let insn = self.instead(emit.editor, insn, named.as_ref())?;
            items.push(Item::Insn { insn: insn.clone(), offset: *offset });
            self.cast(&mut emit, op, named.as_ref())?;
            self.behind(&mut emit, &insn, named.as_ref(), old.get(at + 1))?;
            items.append(&mut emit.items);
        }
        code.items = items;
        Ok(())
    }

    fn member(&self, insn: &Insn) -> Option<MemberRef> {
        let Operand::Constant(index) = insn.operand else { return None };
        match self.class.constant(index) {
            Ok(Constant::Member(member)) => Some(member),
            _ => None,
        }
    }

    /// The number of the class that an instruction may initialise, if others may see that. A class's own code runs when it is initialised.
    fn used(&self, insn: &Insn, named: Option<&MemberRef>) -> Option<u32> {
        let number = match (insn.op, &insn.operand) {
            (GETSTATIC | PUTSTATIC | INVOKESTATIC, _) => *self.plan.uses.get(named?)?,
            (NEW, Operand::Constant(index)) => match self.class.constant(*index) {
                Ok(Constant::Class(name)) => self.plan.initialised.get(&name)?.number,
                _ => return None,
            },
            _ => return None,
        };
        let own = self.plan.initialised.get(&self.class.name);
        (!own.is_some_and(|it| it.above.contains(&number))).then_some(number)
    }

    fn before(&self, emit: &mut Emitter, insn: &Insn, named: Option<&MemberRef>) -> Result<()> {
        if let Some(number) = self.used(insn, named) {
            use_of(emit, number)?; // …
        }
        if named.is_some_and(|member| opcode::is_invoke(insn.op) && self.plan.own_values.contains(member)) {
            emit.invoke(INVOKESTATIC, HOOKS, "ofThread", "()V", false)?; // …
        }
        match insn.op {
            MONITORENTER | MONITOREXIT => {
                emit.op(DUP); // …, monitor, monitor
                let hook = if insn.op == MONITORENTER { "enter" } else { "exit" };
                emit.invoke(INVOKESTATIC, HOOKS, hook, "(Ljava/lang/Object;)V", false) // …, monitor
            }
            IALOAD..=SALOAD => {
                emit.op(DUP2); // …, array, index, array, index
                emit.index(usize::from(insn.op - IALOAD))?;
                emit.invoke(INVOKESTATIC, HOOKS, "readElement", "(Ljava/lang/Object;II)V", false) // …, array, index
            }
            IASTORE..=SASTORE => store_element(emit, insn.op),
            op if opcode::is_invoke(op) => match named.and_then(|member| Some((member, self.call(op, member)?))) {
                Some((_, ExploredCall::Refused { why })) => refuse(emit, why),
                Some((member, call)) if op == INVOKESPECIAL => explore_calls::before_special(emit, member, call),
                _ => Ok(()),
            },
            op if opcode::is_field(op) => {
                let Some((member, field)) = named.and_then(|it| Some((it, self.plan.fields.get(it)?))) else {
                    return Ok(());
                };
                if self.is_open && op == PUTFIELD {
                    return Ok(());
                }
                field_access(emit, op, &member.descriptor, *field)
            }
            _ => Ok(()),
        }
    }

    fn call(&self, op: u8, member: &MemberRef) -> Option<&ExploredCall> {
        if op == INVOKESPECIAL { self.plan.special.get(member) } else { self.plan.calls.get(member) }
    }

    /// What stands in the place of the instruction.
    fn instead(&mut self, editor: &mut ClassEditor, insn: &Insn, named: Option<&MemberRef>) -> Result<Insn> {
        let made = |name: &str| self.plan.made.get(name);
        if insn.op == NEW
            && let Operand::Constant(index) = insn.operand
            && let Ok(Constant::Class(name)) = self.class.constant(index)
            && let Some(other) = made(&name)
        {
            return Ok(Insn::constant(NEW, editor.class_ref(other)?));
        }
        let Some(member) = named.filter(|_| opcode::is_invoke(insn.op)) else { return Ok(insn.clone()) };
        if insn.op == INVOKESPECIAL {
            // a constructor of a class of the program's that extends such a class calls the class's own
            let is_made = member.name == "<init>" && !self.made.is_empty();
            return match made(&member.class).filter(|_| is_made) {
                Some(other) => {
                    let index = editor.method_ref(other, "<init>", &member.descriptor, false)?;
                    Ok(Insn::constant(INVOKESPECIAL, index))
                }
                None => match self.plan.special.get(member) {
                    Some(call @ ExploredCall::Replaced { .. }) => self.calls.instead(editor, insn.op, member, call),
                    _ => Ok(insn.clone()),
                },
            };
        }
        match self.plan.calls.get(member) {
            Some(ExploredCall::Refused { .. }) | None => Ok(insn.clone()),
            Some(call) => self.calls.instead(editor, insn.op, member, call),
        }
    }

    fn cast(&self, emit: &mut Emitter, op: u8, named: Option<&MemberRef>) -> Result<()> {
        match named.filter(|_| opcode::is_invoke(op)).and_then(|member| self.call(op, member)) {
            Some(ExploredCall::Replaced { cast: Some(class), .. }) => emit.cast(class), // …, result
            _ => Ok(()),
        }
    }

    fn behind(
        &mut self,
        emit: &mut Emitter,
        insn: &Insn,
        named: Option<&MemberRef>,
        next: Option<&Item>,
    ) -> Result<()> {
        const CREATED: &str = "(Ljava/lang/Object;)V";
        match insn.op {
            NEW => {
                let is_doubled = matches!(next, Some(Item::Insn { insn, .. }) if insn.op == DUP);
                self.made.push(is_doubled);
                Ok(())
            }
            INVOKESPECIAL if named.is_some_and(|member| member.name == "<init>") => match self.made.pop() {
                Some(true) => {
                    emit.op(DUP); // …, object, object
                    emit.invoke(INVOKESTATIC, HOOKS, "created", CREATED, false) // …, object
                }
                Some(false) => Ok(()),
                None => {
                    self.is_open = false;
                    emit.insn(Insn::local(ALOAD, 0)); // …, this
                    emit.invoke(INVOKESTATIC, HOOKS, "created", CREATED, false) // …
                }
            },
            NEWARRAY | ANEWARRAY | MULTIANEWARRAY => {
                emit.op(DUP); // …, array, array
                emit.invoke(INVOKESTATIC, HOOKS, "created", CREATED, false) // …, array
            }
            _ => Ok(()),
        }
    }
}

/// Lets a finalizer that the JVM calls do nothing: when it calls it is no matter of the schedule.
fn leave_if_collected(code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
    let this = VType::Object(editor.class.name.clone());
    let old = std::mem::take(&mut code.items);
    let mut emit = Emitter::new(code, editor);
    let goes_on = emit.code.new_label();
    emit.invoke(INVOKESTATIC, HOOKS, "isCollected", "()Z", false)?; // whether
    emit.branch(IFEQ, goes_on); // –
    emit.op(RETURN);
    emit.place_with(goes_on, Frame { locals: vec![this], stack: Vec::new() }); // –
    emit.op(NOP); // what stands here may have a label of its own
    let mut items = emit.items;
    items.extend(old);
    code.items = items;
    Ok(())
}

/// Ends the exploration if the program comes here.
fn refuse(emit: &mut Emitter, why: &str) -> Result<()> {
    emit.string(why)?; // …, why
    emit.invoke(INVOKESTATIC, HOOKS, "refuse", "(Ljava/lang/String;)V", false) // …
}

/// Code that only refuses.
pub(super) fn refusing(editor: &mut ClassEditor, why: &str, max_locals: u16) -> Result<Code> {
    let mut code = Code { max_locals, ..Code::default() };
    let mut emit = Emitter::new(&mut code, editor);
    refuse(&mut emit, why)?; // –
    emit.op(ACONST_NULL);
    emit.op(ATHROW);
    code.items = emit.items;
    Ok(code)
}

/// The hook before what may initialise a class.
pub(super) fn use_of(emit: &mut Emitter, number: u32) -> Result<()> {
    emit.index(number as usize)?; // …, number
    emit.invoke(INVOKESTATIC, HOOKS, "use", "(I)V", false) // …
}

/// The hook before an element is written.
fn store_element(emit: &mut Emitter, op: u8) -> Result<()> {
    if matches!(op, LASTORE | DASTORE) {
        emit.op(DUP2_X2); // …, value, array, index, value
        emit.op(POP2); // …, value, array, index
        emit.op(DUP2_X2); // …, array, index, value, array, index
    } else {
        emit.op(DUP_X2); // …, value, array, index, value
        emit.op(POP); // …, value, array, index
        emit.op(DUP2_X1); // …, array, index, value, array, index
    }
    emit.index(usize::from(op - IASTORE))?;
    emit.invoke(INVOKESTATIC, HOOKS, "writeElement", "(Ljava/lang/Object;II)V", false) // …, array, index, value
}

/// The hook before a field is read or written.
fn field_access(emit: &mut Emitter, op: u8, descriptor: &str, field: SharedField) -> Result<()> {
    let is_write = matches!(op, PUTFIELD | PUTSTATIC);
    let is_static = matches!(op, GETSTATIC | PUTSTATIC);
    match op {
        GETFIELD => emit.op(DUP), // …, object, object
        PUTFIELD if matches!(descriptor, "J" | "D") => {
            emit.op(DUP2_X1); // …, value, object, value
            emit.op(POP2); // …, value, object
            emit.op(DUP_X2); // …, object, value, object
        }
        PUTFIELD => {
            emit.op(DUP2); // …, object, value, object, value
            emit.op(POP); // …, object, value, object
        }
        _ => {}
    }
    emit.index(field.location as usize)?;
    let name = format!(
        "{}{}{}",
        if is_write { "write" } else { "read" },
        if field.is_volatile { "Volatile" } else { "" },
        if is_static { "Static" } else { "" }
    );
    let descriptor = if is_static { "(I)V" } else { "(Ljava/lang/Object;I)V" };
    emit.invoke(INVOKESTATIC, HOOKS, &name, descriptor, false) // as before
}

// the instructions that a hook counts from stand in rows
const _: () = assert!(LALOAD == IALOAD + 1 && DALOAD == IALOAD + 3 && AALOAD == IALOAD + 4 && SALOAD == IALOAD + 7);
const _: () = assert!(AASTORE == IASTORE + 4);
