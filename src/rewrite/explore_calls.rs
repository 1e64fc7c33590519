//! Calls of a program whose interleavings are explored: those that a helper takes over, and those that are told of before and behind.
//!
//! A call that is told of goes through a static method that is added to the class, one for each method that is called so:
//!
//! ```text
//! static R jcp$N(C receiver, …) { Hooks.call(receiver, …); try { return receiver.method(…) } finally { Hooks.returned(receiver) } }
//! ```

use super::access;
use super::emit::Emitter;
use super::error::Result;
use super::explore::{HOOKS, refusing, use_of};
use crate::classfile::class::MethodHandle;
use crate::classfile::descriptor::{self, Kind};
use crate::classfile::opcode::{
    self, ACONST_NULL, ALOAD, ATHROW, DUP, ICONST_0, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, NEW,
    RETURN,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Constant, Frame, Handler, Insn, MemberRef, VType};
use crate::plan::{Content, Exploration, ExploredCall, Part};
use std::collections::BTreeMap;

/// The hooks for parts of objects.
const PARTS: &str = "jcp/explore/Parts";

/// The methods that are added to a class, by what they call.
#[derive(Default)]
pub(super) struct Calls {
    added: BTreeMap<(u8, MemberRef), (String, ExploredCall)>,
    /// Those that initialise a class, which is told: what they call, their names, and the class's number.
    uses: BTreeMap<(u8, MemberRef), (String, u32)>,
}

impl Calls {
    /// What stands in the place of a call.
    pub(super) fn instead(
        &mut self,
        editor: &mut ClassEditor,
        op: u8,
        member: &MemberRef,
        call: &ExploredCall,
    ) -> Result<Insn> {
        if let ExploredCall::Replaced { class, descriptor, .. } = call {
            let index = editor.method_ref(class, &member.name, descriptor, false)?;
            return Ok(Insn::constant(INVOKESTATIC, index));
        }
        let index = self.added(editor, op, member, call)?;
        Ok(Insn::constant(INVOKESTATIC, index))
    }

    /// The constant of the method that is added for a call.
    fn added(&mut self, editor: &mut ClassEditor, op: u8, member: &MemberRef, call: &ExploredCall) -> Result<u16> {
        let number = self.added.len();
        let (name, _) = self
            .added
            .entry((op, member.clone()))
            .or_insert_with(|| (format!("jcp${number}${}", member.name), call.clone()));
        let is_interface = editor.class.access & access::INTERFACE != 0;
        let class = editor.class.name.clone();
        Ok(editor.method_ref(&class, name, &with_receiver(op, member), is_interface)?)
    }

    /// Lets method references go the same ways as calls.
    pub(super) fn redirect_handles(&mut self, editor: &mut ClassEditor, plan: &Exploration) -> Result<()> {
        let lambdas = lambdas(editor.class)?;
        for (index, handle) in editor.method_handles() {
            let Some(call) = plan.calls.get(&handle.member) else {
                if lambdas.contains(&handle) {
                    self.redirect_use(editor, plan, index, handle)?;
                }
                continue;
            };
            let MethodHandle { kind, member } = handle;
            let op = match kind {
                5 => INVOKEVIRTUAL,
                6 => INVOKESTATIC,
                9 => INVOKEINTERFACE,
                _ => continue,
            };
            let method = self.added(editor, op, &member, call)?;
            editor.refer_to_static(index, method);
        }
        Ok(())
    }

    /// Lets a method reference that may initialise a class tell so, as an instruction does.
    fn redirect_use(
        &mut self,
        editor: &mut ClassEditor,
        plan: &Exploration,
        index: u16,
        MethodHandle { kind, member }: MethodHandle,
    ) -> Result<()> {
        let (op, number) = match kind {
            6 => (INVOKESTATIC, plan.uses.get(&member).copied()),
            8 => (NEW, plan.initialised.get(&member.class).map(|it| it.number)),
            _ => return Ok(()),
        };
        let own = plan.initialised.get(&editor.class.name);
        let Some(number) = number.filter(|number| !own.is_some_and(|it| it.above.contains(number))) else {
            return Ok(());
        };
        let descriptor = result_of(op, &member);
        let class = editor.class.name.clone();
        let count = self.uses.len();
        let (name, _) = self.uses.entry((op, member)).or_insert_with(|| (format!("jcp$use${count}"), number));
        let is_interface = editor.class.access & access::INTERFACE != 0;
        let method = editor.method_ref(&class, name, &descriptor, is_interface)?;
        editor.refer_to_static(index, method);
        Ok(())
    }

    /// Adds the methods.
    pub(super) fn add_to(&self, editor: &mut ClassEditor) -> Result<()> {
        let is_interface = editor.class.access & access::INTERFACE != 0;
        let visible = if is_interface { access::PUBLIC } else { access::PRIVATE };
        let flags = visible | access::STATIC | access::SYNTHETIC;
        for ((op, member), (name, call)) in &self.added {
            let code = match call {
                ExploredCall::Told { text, location, is_write, is_view, content } => {
                    told(editor, *op, member, (text, *location, *is_write, *is_view), content)?
                }
                ExploredCall::Access { text, part, is_write, content } => {
                    access_part(editor, *op, member, (text, *part, *is_write), content)?
                }
                ExploredCall::Refused { why } => {
                    let descriptor = with_receiver(*op, member);
                    refusing(editor, why, descriptor::parse_method(&descriptor).map_or(0, |it| it.slots()))?
                }
                ExploredCall::Replaced { class, descriptor, cast } => {
                    replaced(editor, (class, &member.name, descriptor), cast.as_deref())?
                }
            };
            editor.add_method(flags, name, &with_receiver(*op, member), &code)?;
        }
        for ((op, member), (name, number)) in &self.uses {
            let code = using(editor, *op, member, *number)?;
            editor.add_method(flags, name, &result_of(*op, member), &code)?;
        }
        Ok(())
    }
}

/// A method that only calls a helper, for method references.
fn replaced(
    editor: &mut ClassEditor,
    (class, name, descriptor): (&str, &str, &str),
    cast: Option<&str>,
) -> Result<Code> {
    let parsed = descriptor::parse_method(descriptor);
    let result = parsed.as_ref().and_then(descriptor::MethodDescriptor::result_kind);
    let mut code = Code::default();
    let mut emit = Emitter::new(&mut code, editor);
    let mut slot = 0;
    for kind in parsed.iter().flat_map(descriptor::MethodDescriptor::kinds) {
        emit.insn(opcode::load(kind, slot));
        slot += kind.slots();
    }
    emit.invoke(INVOKESTATIC, class, name, descriptor, false)?; // result
    if let Some(class) = cast {
        emit.cast(class)?; // result
    }
    emit.op(result.map_or(RETURN, return_of));
    let items = emit.items;
    (code.items, code.max_locals) = (items, slot);
    Ok(code)
}

/// What lambdas and method references call. Other handles may be asked what they are.
fn lambdas(class: &ClassFile) -> Result<Vec<MethodHandle>> {
    let bootstraps = class.bootstraps()?.into_iter();
    let made = bootstraps.filter(|it| it.method.member.class == "java/lang/invoke/LambdaMetafactory");
    let handle = |constant| match constant {
        Constant::MethodHandle(handle) => Some(handle),
        _ => None,
    };
    Ok(made.flat_map(|it| it.arguments).filter_map(handle).collect())
}

/// `static R jcp$use$N(…) { Hooks.use(number); return C.method(…) or new C(…) }`
fn using(editor: &mut ClassEditor, op: u8, member: &MemberRef, number: u32) -> Result<Code> {
    let descriptor = result_of(op, member);
    let parsed = descriptor::parse_method(&descriptor);
    let result = parsed.as_ref().and_then(descriptor::MethodDescriptor::result_kind);
    let mut code = Code::default();
    let mut emit = Emitter::new(&mut code, editor);
    use_of(&mut emit, number)?; // –
    if op == NEW {
        let class = emit.editor.class_ref(&member.class)?;
        emit.insn(Insn::constant(NEW, class)); // new
        emit.op(DUP); // new, new
    }
    let mut slot = 0;
    for kind in parsed.iter().flat_map(descriptor::MethodDescriptor::kinds) {
        emit.insn(opcode::load(kind, slot)); // …, arguments
        slot += kind.slots();
    }
    let call = if op == NEW { INVOKESPECIAL } else { op };
    emit.invoke(call, &member.class, &member.name, &member.descriptor, member.interface)?; // result
    emit.op(result.map_or(RETURN, return_of));
    let items = emit.items;
    (code.items, code.max_locals) = (items, slot);
    Ok(code)
}

/// The descriptor of a static method that does the same: a constructor's result is the object.
fn result_of(op: u8, member: &MemberRef) -> String {
    if op == NEW { member.descriptor.replace(")V", &format!(")L{};", member.class)) } else { member.descriptor.clone() }
}

/// The descriptor of a static method that gets the receiver, if there is one, first.
fn with_receiver(op: u8, member: &MemberRef) -> String {
    if op == INVOKESTATIC {
        return member.descriptor.clone();
    }
    let rest = member.descriptor.trim_start_matches('(');
    let class = &member.class;
    if class.starts_with('[') { format!("({class}{rest}") } else { format!("(L{class};{rest}") }
}

fn told(
    editor: &mut ClassEditor,
    op: u8,
    member: &MemberRef,
    (text, location, is_write, is_view): (&str, u32, bool, bool),
    content: &[Content],
) -> Result<Code> {
    let receiver = VType::Object(member.class.clone());
    let parsed = descriptor::parse_method(&member.descriptor);
    let kinds: Vec<Kind> = parsed.iter().flat_map(descriptor::MethodDescriptor::kinds).collect();
    let result = parsed.as_ref().and_then(descriptor::MethodDescriptor::result_kind);
    let slots = 1 + kinds.iter().map(|kind| kind.slots()).sum::<u16>();
    let mut code = Code { max_locals: slots, ..Code::default() };
    let mut emit = Emitter::new(&mut code, editor);
    emit.insn(Insn::local(ALOAD, 0)); // receiver
    emit.string(text)?; // receiver, text
    emit.index(location as usize)?; // receiver, text, location
    emit.int(i32::from(is_write))?; // receiver, text, location, is write
    emit.invoke(INVOKESTATIC, HOOKS, "call", "(Ljava/lang/Object;Ljava/lang/String;IZ)V", false)?; // –
    let start = emit.here();
    arguments(&mut emit, (text, 1), &kinds, content)?; // –
    if !content.is_empty() {
        emit.insn(Insn::local(ALOAD, 0)); // receiver
        emit.int(i32::from(is_write))?; // receiver, is write
        emit.invoke(INVOKESTATIC, HOOKS, "again", "(Ljava/lang/Object;Z)V", false)?; // –
    }
    emit.insn(Insn::local(ALOAD, 0));
    let mut slot = 1;
    for kind in kinds {
        emit.insn(opcode::load(kind, slot));
        slot += kind.slots();
    }
    emit.invoke(op, &member.class, &member.name, &member.descriptor, op == INVOKEINTERFACE || member.interface)?; // result
    let end = emit.here();
    if is_view {
        emit.op(DUP); // result, result
        emit.insn(Insn::local(ALOAD, 0)); // result, result, receiver
        emit.invoke(INVOKESTATIC, HOOKS, "view", "(Ljava/lang/Object;Ljava/lang/Object;)V", false)?; // result
    }
    returned(&mut emit)?; // result
    emit.op(result.map_or(RETURN, return_of));
    let handler = emit.code.new_label();
    let thrown = VType::Object("java/lang/Throwable".to_owned());
    emit.place_with(handler, Frame { locals: vec![receiver], stack: vec![thrown] }); // thrown
    returned(&mut emit)?; // thrown
    emit.op(ATHROW);
    let items = emit.items;
    code.items = items;
    code.handlers.push(Handler { start, end, handler, catch_type: 0 });
    Ok(code)
}

/// `static R jcp$N(C receiver, …) { Hooks.element(…) or the like; return receiver.method(…) }`
fn access_part(
    editor: &mut ClassEditor,
    op: u8,
    member: &MemberRef,
    (text, part, is_write): (&str, Part, bool),
    content: &[Content],
) -> Result<Code> {
    let descriptor = with_receiver(op, member);
    let parsed = descriptor::parse_method(&descriptor);
    let kinds: Vec<Kind> = parsed.iter().flat_map(descriptor::MethodDescriptor::kinds).collect();
    let result = parsed.as_ref().and_then(descriptor::MethodDescriptor::result_kind);
    let mut code = Code::default();
    let mut emit = Emitter::new(&mut code, editor);
    let is_write = i32::from(is_write);
    match part {
        Part::Element => {
            emit.insn(Insn::local(ALOAD, 0)); // receiver
            emit.insn(opcode::load(Kind::Int, 1)); // receiver, index
            emit.string(text)?; // receiver, index, text
            emit.int(is_write)?; // receiver, index, text, is write
            emit.invoke(INVOKESTATIC, PARTS, "element", "(Ljava/lang/Object;ILjava/lang/String;Z)V", false)?; // –
        }
        Part::Field => {
            emit.insn(Insn::local(ALOAD, 0)); // handle
            let has_owner = kinds.get(1) == Some(&Kind::Ref);
            emit.insn(if has_owner { Insn::local(ALOAD, 1) } else { Insn::simple(ACONST_NULL) }); // handle, owner
            let has_index = has_owner && kinds.get(2) == Some(&Kind::Int);
            emit.insn(if has_index { opcode::load(Kind::Int, 2) } else { Insn::simple(ICONST_0) }); // handle, owner, index
            emit.string(text)?; // handle, owner, index, text
            emit.int(is_write)?; // handle, owner, index, text, is write
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;ILjava/lang/String;Z)V";
            emit.invoke(INVOKESTATIC, PARTS, "field", descriptor, false)?; // –
        }
        Part::Reflected => {
            emit.insn(Insn::local(ALOAD, 0)); // array
            emit.insn(opcode::load(Kind::Int, 1)); // array, index
            emit.string(text)?; // array, index, text
            emit.int(is_write)?; // array, index, text, is write
            emit.invoke(INVOKESTATIC, PARTS, "reflected", "(Ljava/lang/Object;ILjava/lang/String;Z)V", false)?; // –
        }
        Part::Invoked => {
            emit.insn(Insn::local(ALOAD, 0)); // method
            emit.insn(Insn::local(ALOAD, 1)); // method, its receiver
            emit.string(text)?; // method, its receiver, text
            emit.int(is_write)?; // method, its receiver, text, is write
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;Z)V";
            emit.invoke(INVOKESTATIC, PARTS, "invoked", descriptor, false)?; // –
        }
        Part::Arguments => {
            let receiver = u16::from(op != INVOKESTATIC);
            arguments(&mut emit, (text, receiver), &kinds[usize::from(receiver)..], content)?; // –
        }
        Part::View | Part::Locked => {}
    }
    let mut slot = 0;
    for kind in kinds {
        emit.insn(opcode::load(kind, slot));
        slot += kind.slots();
    }
    emit.invoke(op, &member.class, &member.name, &member.descriptor, op == INVOKEINTERFACE || member.interface)?; // result
    if matches!(part, Part::View | Part::Locked) {
        emit.op(DUP); // result, result
        emit.insn(Insn::local(ALOAD, 0)); // result, result, argument
        let hook = if part == Part::View { "view" } else { "backed" };
        emit.invoke(INVOKESTATIC, HOOKS, hook, "(Ljava/lang/Object;Ljava/lang/Object;)V", false)?; // result
    }
    emit.op(result.map_or(RETURN, return_of));
    let items = emit.items;
    (code.items, code.max_locals) = (items, slot);
    Ok(code)
}

/// The hooks for what is in arguments; the first one, after those before, is in the local `slot`.
fn arguments(emit: &mut Emitter, (text, mut slot): (&str, u16), kinds: &[Kind], content: &[Content]) -> Result<()> {
    for (parameter, kind) in kinds.iter().enumerate() {
        if let Some(Content { is_write, .. }) = content.iter().find(|it| it.parameter == parameter) {
            emit.insn(Insn::local(ALOAD, slot)); // argument
            argument(emit, text, *is_write)?; // –
        }
        slot += kind.slots();
    }
    Ok(())
}

/// `…, argument → …`
fn argument(emit: &mut Emitter, text: &str, is_write: bool) -> Result<()> {
    emit.string(text)?; // argument, text
    emit.int(i32::from(is_write))?; // argument, text, is write
    emit.invoke(INVOKESTATIC, PARTS, "argument", "(Ljava/lang/Object;Ljava/lang/String;Z)V", false) // –
}

/// The hooks before a constructor or a superclass's method is called. The receiver is `this`; of a constructor's arguments the last one is looked at, which lies on top of the stack.
pub(super) fn before_special(emit: &mut Emitter, member: &MemberRef, call: &ExploredCall) -> Result<()> {
    match call {
        ExploredCall::Told { text, is_write, .. } => {
            emit.insn(Insn::local(ALOAD, 0)); // …, this
            argument(emit, text, *is_write) // …
        }
        ExploredCall::Access { text, content, .. } => {
            let count = descriptor::parse_method(&member.descriptor).map_or(0, |it| it.parameters.len());
            let Some(last) = content.iter().find(|it| it.parameter + 1 == count) else { return Ok(()) };
            emit.op(DUP); // …, argument, argument
            argument(emit, text, last.is_write) // …, argument
        }
        _ => Ok(()),
    }
}

fn returned(emit: &mut Emitter) -> Result<()> {
    emit.insn(Insn::local(ALOAD, 0)); // …, receiver
    emit.invoke(INVOKESTATIC, HOOKS, "returned", "(Ljava/lang/Object;)V", false) // …
}

fn return_of(kind: Kind) -> u8 {
    match kind {
        Kind::Int => opcode::IRETURN,
        Kind::Long => opcode::LRETURN,
        Kind::Float => opcode::FRETURN,
        Kind::Double => opcode::DRETURN,
        Kind::Ref => opcode::ARETURN,
    }
}
