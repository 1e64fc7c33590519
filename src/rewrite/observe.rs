//! The observing form of the capturing jar: hooks that tell the runtime (`Observe`) what a run really does; or, for edited
//! programs, only the notes of [`super::entered`].
//!
//! A hook stands at the start of each method, and before each call, each use of a static field or read of an instance
//! field, and each store into an
//! object or array. It leaves the operand stack as it was and makes no branch, so no stack-map frame changes; it stands behind
//! the labels of its instruction, so that every way to the instruction passes it. Before `super(…)` a hook has only numbers:
//! stores into an object that is not constructed yet have none.
//!
//! Hooks go into the code before the capturing hooks do, since the latter find their places by the original offsets, which
//! stay; only at the checkpoint they go in later, so that they run behind the snapshot.

use super::catalogue::{Catalogue, ClassSites, MethodSites, SiteKind};
use super::emit::Emitter;
use super::entered::EnteredMethods;
use super::error::Result;
use super::hook_table::{Hook, METHOD_ENTERED, MUTATED, OBSERVE, OBSERVED_HALTING, RECEIVER, SITE_REACHED};
use super::slots::{kind_of_descriptor, parameters, width};
use crate::classfile::opcode::{
    self, AASTORE, BASTORE, DASTORE, DUP, DUP_X2, DUP2, DUP2_X1, FASTORE, IASTORE, INVOKEVIRTUAL, LASTORE, POP, POP2,
    PUTFIELD, SASTORE,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, Operand, VType};
use crate::plan::{Plans, SlotKind};
use std::collections::BTreeSet;

/// Puts the hooks into one class, if the run is to be observed.
pub(super) struct Observer<'c> {
    sites: Option<&'c ClassSites>,
    entered: Option<EnteredMethods>,
    /// Methods whose code has been set.
    done: BTreeSet<usize>,
}

impl<'c> Observer<'c> {
    /// One that puts no hooks.
    pub(super) fn none() -> Self {
        Self { sites: None, entered: None, done: BTreeSet::new() }
    }

    /// One that notes which methods of the class are entered, if the plans say so.
    pub(super) fn of_entries(plans: &Plans, class: &ClassFile) -> Self {
        Self { sites: None, entered: EnteredMethods::of(plans, class), done: BTreeSet::new() }
    }

    /// Whether it puts no hooks but at the starts of methods.
    pub(super) fn is_none(&self) -> bool {
        self.sites.is_none()
    }

    /// One for the class.
    pub(super) fn of(catalogue: &'c Catalogue, class: &ClassFile) -> Self {
        Self { sites: catalogue.classes.get(&class.name), entered: None, done: BTreeSet::new() }
    }

    /// Puts the hooks into code of the method with this number.
    pub(super) fn observe(&self, code: &mut Code, editor: &mut ClassEditor, method: usize) -> Result<()> {
        if let Some(entered) = &self.entered {
            return entered.note(code, editor, method);
        }
        let Some(numbers) = self.sites.and_then(|sites| sites.get(&method)) else { return Ok(()) };
        let free = free_local(code, editor.class, method)?;
        let unfinished = stores_before_super(editor.class, method)?;
        let items = std::mem::take(&mut code.items);
        let mut hooks = Hooks { numbers, free, unfinished, highest: free, emit: Emitter::new(code, editor) };
        hooks.number(&METHOD_ENTERED, numbers.number)?; // –
        for item in items {
            if let Item::Insn { insn, offset } = &item
                && *offset != u32::MAX
                && numbers.hooked
            {
                hooks.before(insn, *offset)?;
            }
            hooks.emit.items.push(item);
        }
        let Hooks { highest, emit: Emitter { items, .. }, .. } = hooks;
        code.items = items;
        code.max_locals = code.max_locals.max(highest);
        Ok(())
    }

    /// Notes that the method's code has been set.
    pub(super) fn is_set(&mut self, method: usize) {
        self.done.insert(method);
    }

    /// Puts the hooks into all methods that nothing else changed.
    pub(super) fn rest(&self, editor: &mut ClassEditor) -> Result<()> {
        let noted = 0..self.entered.as_ref().map_or(0, |entered| entered.count);
        let methods = self.sites.iter().flat_map(|sites| sites.keys().copied()).chain(noted);
        for method in methods.filter(|method| !self.done.contains(method)) {
            let Some(mut code) = editor.code(method)? else { continue };
            self.observe(&mut code, editor, method)?;
            editor.set_code(method, &code)?;
        }
        Ok(())
    }
}

/// The first local that nothing uses: behind those of the code and the parameter that marks a clone.
fn free_local(code: &Code, class: &ClassFile, method: usize) -> Result<u16> {
    let info = &class.methods[method];
    let entry = 1 + parameters(&info.descriptor)?.iter().map(width).sum::<u16>() + 1;
    let used = code.insns().filter_map(|(_, insn)| opcode::local_access(insn));
    let used = used.map(|local| local.slot + local.kind.slots()).max().unwrap_or(0);
    Ok(code.max_locals.max(entry).max(used))
}

/// Offsets of the stores of a constructor into its object before `super(…)` has made it one. Without frames (old class
/// files): all its stores into fields of its class.
fn stores_before_super(class: &ClassFile, method: usize) -> Result<BTreeSet<u32>> {
    let Some(code) = class.code(method)?.filter(|_| class.methods[method].name == "<init>") else {
        return Ok(BTreeSet::new());
    };
    let own = |insn: &Insn| match insn.operand {
        Operand::Constant(index) if insn.op == PUTFIELD => {
            class.member(index).ok().filter(|member| member.class == class.name)
        }
        _ => None,
    };
    let stores: Vec<_> = code.insns().filter_map(|(at, insn)| Some((at, own(insn)?))).collect();
    let frames = class.frames_before(method, &code, &stores.iter().map(|(at, _)| *at).collect())?;
    let unfinished = |at: usize| {
        let under = frames.get(&at).and_then(|frame| frame.stack.iter().rev().nth(1));
        under.is_none_or(|under| *under == VType::UninitializedThis)
    };
    let offset = |at: usize| if let Item::Insn { offset, .. } = code.items[at] { offset } else { u32::MAX };
    Ok(stores.iter().filter(|(at, _)| unfinished(*at)).map(|(at, _)| offset(*at)).collect())
}

/// Whether the instruction stores into an array.
pub(super) fn is_array_store(op: u8) -> bool {
    (IASTORE..=SASTORE).contains(&op)
}

/// The hooks of one method as they are put in.
struct Hooks<'h, 'e, 'c> {
    numbers: &'h MethodSites,
    /// The first local for temporaries, and the first behind all.
    free: u16,
    highest: u16,
    unfinished: BTreeSet<u32>,
    emit: Emitter<'e, 'c>,
}

impl Hooks<'_, '_, '_> {
    /// What stands before the instruction.
    fn before(&mut self, insn: &Insn, offset: u32) -> Result<()> {
        match (insn.op, &insn.operand) {
            (PUTFIELD, Operand::Constant(index)) if !self.unfinished.contains(&offset) => {
                let member = self.emit.editor.class.member(*index)?;
                self.store(&kind_of_descriptor(&member.descriptor))
            }
            (LASTORE, _) => self.array_store(&SlotKind::Long),
            (DASTORE, _) => self.array_store(&SlotKind::Double),
            (IASTORE | FASTORE | AASTORE | BASTORE..=SASTORE, _) => {
                self.copy_third(); // …, array, index, value, array
                self.mutated()
            }
            _ => self.site(insn, offset),
        }
    }

    fn site(&mut self, insn: &Insn, offset: u32) -> Result<()> {
        let Some((number, kind)) = self.numbers.sites.get(&offset).copied() else { return Ok(()) };
        let Operand::Constant(index) = insn.operand else { return Ok(()) };
        if kind != SiteKind::Receiver {
            return self.number(&SITE_REACHED, number);
        }
        let member = self.emit.editor.class.member(index)?;
        if (insn.op, member.class.as_str(), member.name.as_str()) == (INVOKEVIRTUAL, "java/lang/Runtime", "halt") {
            self.emit.hook(OBSERVE, &OBSERVED_HALTING)?; // …, runtime, status
        }
        let arguments = parameters(&member.descriptor)?;
        self.receiver(&arguments, number)
    }

    /// Hands over the receiver, which lies under the arguments.
    fn receiver(&mut self, arguments: &[SlotKind], number: u32) -> Result<()> {
        let tell = |hooks: &mut Self| hooks.number(&RECEIVER, number);
        match arguments.iter().map(width).sum() {
            0 => {
                self.emit.op(DUP); // …, receiver, receiver
                tell(self)
            }
            1 => {
                self.copy_second(); // …, receiver, argument, receiver
                tell(self)
            }
            2 => {
                self.copy_third(); // …, receiver, argument(s), receiver
                tell(self)
            }
            _ => {
                let locals = self.spill(arguments); // …, receiver
                self.emit.op(DUP); // …, receiver, receiver
                tell(self)?; // …, receiver
                for (kind, local) in arguments.iter().zip(locals) {
                    self.emit.load(kind, local);
                }
                Ok(()) // …, receiver, arguments
            }
        }
    }

    /// Before `putfield`: object and value lie on the stack.
    fn store(&mut self, value: &SlotKind) -> Result<()> {
        match width(value) {
            2 => self.copy_third(),
            _ => self.copy_second(),
        } // …, object, value, object
        self.mutated()
    }

    /// Before a store of a long or double: array, index and value lie on the stack.
    fn array_store(&mut self, value: &SlotKind) -> Result<()> {
        let locals = self.spill(std::slice::from_ref(value)); // …, array, index
        self.copy_second(); // …, array, index, array
        self.mutated()?; // …, array, index
        self.emit.load(value, locals[0]); // …, array, index, value
        Ok(())
    }

    /// Copies what lies under one slot.
    fn copy_second(&mut self) {
        self.emit.op(DUP2); // …, a, b, a, b
        self.emit.op(POP); // …, a, b, a
    }

    /// Copies what lies under two slots, be they two values or a long one.
    fn copy_third(&mut self) {
        self.emit.op(DUP2_X1); // …, bc, a, bc
        self.emit.op(POP2); // …, bc, a
        self.emit.op(DUP_X2); // …, a, bc, a
    }

    fn mutated(&mut self) -> Result<()> {
        self.emit.hook(OBSERVE, &MUTATED)
    }

    /// Calls a hook with a number.
    fn number(&mut self, hook: &Hook, number: u32) -> Result<()> {
        self.emit.index(number as usize)?;
        self.emit.hook(OBSERVE, hook)
    }

    /// Moves the topmost values, given bottom first, to temporaries.
    fn spill(&mut self, kinds: &[SlotKind]) -> Vec<u16> {
        let mut next = self.free;
        let mut locals = Vec::new();
        for kind in kinds {
            locals.push(next);
            next += width(kind);
        }
        for (kind, local) in kinds.iter().zip(&locals).rev() {
            self.emit.store(kind, *local);
        }
        self.highest = self.highest.max(next);
        locals
    }
}
