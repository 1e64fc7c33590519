//! Takes out what a reduced method does for nothing: values that are pushed and popped at once, jumps to the next instruction.
//!
//! Only within straight code: a push before a label that something jumps to stays. Unreachable code is removed before each round
//! ([`super::reach`]), until nothing changes.

use super::reach::remove_unreachable;
use crate::classfile::opcode::{self, ACONST_NULL, Access, DUP, DUP2, GOTO, POP, POP2, SIPUSH};
use crate::classfile::opcode::{DCONST_0, DCONST_1, LCONST_0, LCONST_1};
use crate::classfile::{Code, Insn, Item, Label, Operand};
use std::collections::BTreeSet;

/// Takes it out.
pub(super) fn tidy(code: &mut Code) {
    loop {
        remove_unreachable(code);
        if !(cancel(code) | drop_jumps(code)) {
            break;
        }
    }
}

/// The labels that control comes to by jumps.
fn targets(code: &Code) -> BTreeSet<Label> {
    let jumps = code.insns().flat_map(|(_, insn)| insn.operand.targets());
    jumps.chain(code.handlers.iter().map(|handler| handler.handler)).collect()
}

/// How many slots an instruction pushes that does nothing else.
fn pushes(insn: &Insn) -> Option<u16> {
    if let Some(local) = opcode::local_access(insn) {
        return (local.access == Access::Load).then(|| local.kind.slots());
    }
    match insn.op {
        LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 | DUP2 => Some(2),
        ACONST_NULL..=SIPUSH | DUP => Some(1),
        _ => None,
    }
}

/// Pushes that are popped at once.
fn cancel(code: &mut Code) -> bool {
    let targets = targets(code);
    let mut out: Vec<Item> = Vec::with_capacity(code.items.len());
    let mut changed = false;
    for item in std::mem::take(&mut code.items) {
        let mut left = match &item {
            Item::Insn { insn, .. } if insn.op == POP => 1,
            Item::Insn { insn, .. } if insn.op == POP2 => 2,
            _ => 0,
        };
        let whole = left;
        while left > 0
            && let Some((at, slots)) = last_push(&out, &targets)
            && slots <= left
        {
            out.remove(at);
            left -= slots;
        }
        changed |= left < whole;
        match (whole, left) {
            (0, _) => out.push(item),
            (_, 0) => {}
            (2, 1) => out.push(Item::Insn { insn: Insn::simple(POP), offset: u32::MAX }),
            _ => out.push(item),
        }
    }
    code.items = out;
    changed
}

/// The place of the last instruction, if it only pushes, and what it pushes.
fn last_push(out: &[Item], targets: &BTreeSet<Label>) -> Option<(usize, u16)> {
    for (at, item) in out.iter().enumerate().rev() {
        match item {
            Item::Label(label) if targets.contains(label) => return None,
            Item::Label(_) => {}
            Item::Insn { insn, .. } => return pushes(insn).map(|slots| (at, slots)),
        }
    }
    None
}

/// Jumps to the next instruction.
fn drop_jumps(code: &mut Code) -> bool {
    let before = code.items.len();
    let is_idle = |at: usize| {
        let Item::Insn { insn: Insn { op: GOTO, operand: Operand::Branch(target) }, .. } = &code.items[at] else {
            return false;
        };
        let behind = code.items[at + 1..].iter().take_while(|item| matches!(item, Item::Label(_)));
        behind.into_iter().any(|item| *item == Item::Label(*target))
    };
    let idle: BTreeSet<usize> = (0..before).filter(|at| is_idle(*at)).collect();
    let mut at = 0;
    code.items.retain(|_| {
        at += 1;
        !idle.contains(&(at - 1))
    });
    code.items.len() < before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::opcode::{ICONST_0, ILOAD, RETURN};

    fn code(insns: &[Insn]) -> Code {
        let items = insns.iter().map(|insn| Item::Insn { insn: insn.clone(), offset: 0 }).collect();
        Code { items, label_count: 8, ..Code::default() }
    }

    #[test]
    fn what_is_pushed_and_popped_goes() {
        let simple = Insn::simple;
        let pairs = [Insn::local(ILOAD, 4), simple(ICONST_0), simple(DUP), simple(POP2), simple(POP), simple(RETURN)];
        let mut code = code(&pairs);
        tidy(&mut code);
        assert_eq!(code.insns().count(), 1, "{code:?}");
    }

    #[test]
    fn half_of_a_long_value_stays() {
        let mut code = code(&[Insn::simple(LCONST_0), Insn::simple(POP), Insn::simple(RETURN)]);
        tidy(&mut code);
        assert_eq!(code.insns().count(), 3);
    }

    #[test]
    fn a_value_that_a_jump_may_bring_stays() {
        let label = Label(0);
        let mut code =
            code(&[Insn::simple(ICONST_0), Insn::simple(POP), Insn::branch(opcode::IFEQ, label), Insn::simple(RETURN)]);
        code.items.insert(1, Item::Label(label));
        tidy(&mut code);
        assert_eq!(code.insns().count(), 4);
    }
}
