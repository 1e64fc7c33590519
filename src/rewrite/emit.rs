//! Emitting instructions: a list of items that grows, with the class's constants at hand.
//!
//! Emitted items carry no original offset; a label with a frame is placed with it, since nothing here computes frames.
//! What an emitted sequence does to the operand stack is drawn beside the calls.

use super::error::Result;
use super::hook_table::{FIRST_HOOK, Hook, PUT, START_HASHES, of_kind};
use crate::classfile::opcode::{
    ACONST_NULL, ALOAD, ASTORE, BIPUSH, CHECKCAST, DCONST_0, DLOAD, DSTORE, DUP, FCONST_0, FLOAD, FSTORE, ICONST_0,
    ILOAD, INVOKESPECIAL, INVOKESTATIC, ISTORE, LCONST_0, LDC, LDC_W, LLOAD, LSTORE, NEW, SIPUSH,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Insn, Item, Label, Operand};
use crate::plan::SlotKind;

/// The marker class of clones. One of the JDK that no program makes arrays of: the launcher lists the methods of the main
/// class, and a class of the runtime would be loaded from the jar then, which takes identity hashes.
pub(super) const CONTEXT: &str = "java/lang/reflect/MalformedParametersException";
/// The runtime's package. It comes before all other constants that are added to a class: the runtime tells by it which texts are the
/// program's (`runtime-java`, `RandomSequence`).
pub(super) const RUNTIME: &str = "jcp/runtime";
/// Instructions to be put into a method.
pub(super) struct Emitter<'e, 'c> {
    pub(super) code: &'e mut Code,
    pub(super) editor: &'e mut ClassEditor<'c>,
    pub(super) items: Vec<Item>,
}

impl<'e, 'c> Emitter<'e, 'c> {
    pub(super) fn new(code: &'e mut Code, editor: &'e mut ClassEditor<'c>) -> Self {
        Self { code, editor, items: Vec::new() }
    }

    pub(super) fn insn(&mut self, insn: Insn) {
        self.items.push(Item::Insn { insn, offset: u32::MAX });
    }

    pub(super) fn op(&mut self, op: u8) {
        self.insn(Insn::simple(op));
    }

    pub(super) fn branch(&mut self, op: u8, target: Label) {
        self.insn(Insn::branch(op, target));
    }

    pub(super) fn place(&mut self, label: Label) {
        self.items.push(Item::Label(label));
    }

    /// Places a new label.
    pub(super) fn here(&mut self) -> Label {
        let label = self.code.new_label();
        self.place(label);
        label
    }

    /// Places `label` with its frame.
    pub(super) fn place_with(&mut self, label: Label, frame: Frame) {
        self.place(label);
        self.code.frames.insert(label, frame);
    }

    /// Pushes an int: the shortest form.
    pub(super) fn int(&mut self, value: i32) -> Result<()> {
        let insn = match value {
            // iconst_m1 to iconst_5 stand in a row
            -1..=5 => Insn::simple(ICONST_0.wrapping_add_signed(value as i8)),
            -128..=127 => Insn { op: BIPUSH, operand: Operand::Immediate(value as i16) },
            -32768..=32767 => Insn { op: SIPUSH, operand: Operand::Immediate(value as i16) },
            _ => Insn::constant(LDC, self.editor.integer(value)?),
        };
        self.insn(insn);
        Ok(())
    }

    /// Pushes the number of a site or of a slot in its frame. Both are small: a frame has no 2^31 slots.
    pub(super) fn index(&mut self, number: usize) -> Result<()> {
        self.int(i32::try_from(number).unwrap_or(i32::MAX))
    }

    /// Pushes a string.
    pub(super) fn string(&mut self, text: &str) -> Result<()> {
        let index = self.editor.string(text)?;
        self.insn(Insn::constant(LDC, index));
        Ok(())
    }

    /// Calls a static method of a runtime class.
    pub(super) fn hook(&mut self, class: &str, hook: &Hook) -> Result<()> {
        debug_assert!(hook.classes.contains(&class), "{class} has no {}", hook.name);
        let named = super::own_names::hook(class, hook.name, hook.descriptor);
        if named.marked {
            self.op(ACONST_NULL);
        }
        self.invoke(INVOKESTATIC, class, &named.name, &named.descriptor, false)
    }

    /// Gives the topmost value to the shadow frame that was entered last.
    pub(super) fn put(&mut self, class: &str, kind: &SlotKind) -> Result<()> {
        self.hook(class, of_kind(&PUT, kind))
    }

    /// The first hook of a run, with identity hashes that were taken before any class of the runtime was loaded: loading
    /// takes some too, which the runtime puts back (`runtime-java`, `HashGenerator`).
    pub(super) fn first_hook(&mut self) -> Result<()> {
        let object = self.editor.class_ref("java/lang/Object")?;
        for _ in 0..2 {
            self.insn(Insn::constant(NEW, object));
            self.op(DUP); // …, object, object
            self.invoke(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false)?; // …, object
            self.invoke(INVOKESTATIC, "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", false)?; // …, hash
        }
        self.hook(FIRST_HOOK, &START_HASHES) // –
    }

    pub(super) fn invoke(&mut self, op: u8, class: &str, name: &str, descriptor: &str, interface: bool) -> Result<()> {
        let index = self.editor.method_ref(class, name, descriptor, interface)?;
        self.insn(Insn::constant(op, index));
        Ok(())
    }

    pub(super) fn load(&mut self, kind: &SlotKind, local: u16) {
        let op = match kind {
            SlotKind::Int => ILOAD,
            SlotKind::Long => LLOAD,
            SlotKind::Float => FLOAD,
            SlotKind::Double => DLOAD,
            _ => ALOAD,
        };
        self.insn(Insn::local(op, local));
    }

    pub(super) fn store(&mut self, kind: &SlotKind, local: u16) {
        let op = match kind {
            SlotKind::Int => ISTORE,
            SlotKind::Long => LSTORE,
            SlotKind::Float => FSTORE,
            SlotKind::Double => DSTORE,
            _ => ASTORE,
        };
        self.insn(Insn::local(op, local));
    }

    /// Pushes the kind's default value.
    pub(super) fn default(&mut self, kind: &SlotKind) {
        self.op(match kind {
            SlotKind::Int => ICONST_0,
            SlotKind::Long => LCONST_0,
            SlotKind::Float => FCONST_0,
            SlotKind::Double => DCONST_0,
            _ => ACONST_NULL,
        });
    }

    /// The monitor of a synchronized method: `this`, or the class.
    pub(super) fn monitor(&mut self, is_static: bool, class: &str) -> Result<()> {
        if is_static {
            let index = self.editor.class_ref(class)?;
            self.insn(Insn::constant(LDC_W, index)); // …, class
        } else {
            self.insn(Insn::local(ALOAD, 0)); // …, this
        }
        Ok(())
    }

    /// Casts the reference on the stack.
    pub(super) fn cast(&mut self, class: &str) -> Result<()> {
        if class != "java/lang/Object" {
            let index = self.editor.class_ref(class)?;
            self.insn(Insn::constant(CHECKCAST, index));
        }
        Ok(())
    }
}
