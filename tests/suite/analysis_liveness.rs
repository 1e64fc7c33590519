//! Liveness against its definition, on random code: a slot is live before an instruction if some path shows a use of
//! its value. Paths are searched forwards, by following the value; the analysis goes backwards.

use jcp::analysis::liveness::Liveness;
use jcp::classfile::opcode::{self as op, Access};
use jcp::classfile::{Code, Handler, Insn, Item, Label};
use jcp::program::effect::shuffle;
use jcp::program::{Body, Cfg, EdgeKind};
use proptest::prelude::*;
use std::collections::BTreeSet;

const LOCALS: u16 = 4;
/// Slots on the stack at every label, so that any label can be jumped to and be a handler.
const BASE: usize = 1;

/// A random statement: instructions chosen by numbers, then a jump.
#[derive(Clone, Debug)]
struct Statement {
    choices: Vec<u8>,
    jump: u8,
    target: usize,
    handler: Option<usize>,
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let statement = (prop::collection::vec(any::<u8>(), 0..6), any::<u8>(), 0usize..6, prop::option::of(0usize..6));
    let statement = statement.prop_map(|(choices, jump, target, handler)| Statement { choices, jump, target, handler });
    prop::collection::vec(statement, 1..6)
}

/// The instructions that a number chooses at this height; all leave at least [`BASE`] slots.
fn choose(choice: u8, height: usize) -> Insn {
    let local = u16::from(choice / 16) % LOCALS;
    let wanted = match choice % 16 {
        0 | 1 => Insn::local(op::ILOAD, local),
        2 | 3 => Insn::local(op::ISTORE, local),
        4 => Insn::local(op::LLOAD, local % (LOCALS - 1)),
        5 => Insn::local(op::LSTORE, local % (LOCALS - 1)),
        6 => Insn::simple(op::DUP),
        7 => Insn::simple(op::DUP_X1),
        8 => Insn::simple(op::DUP2),
        9 => Insn::simple(op::SWAP),
        10 => Insn::simple(op::IADD),
        11 => Insn::simple(op::IDIV),
        12 => Insn::simple(op::POP),
        13 => Insn::simple(op::DUP2_X1),
        14 => Insn::simple(op::DUP_X2),
        _ => Insn::simple(op::POP2),
    };
    let (pops, pushes) = fixed(&wanted);
    if height >= pops && height - pops + pushes >= BASE { wanted } else { Insn::simple(op::ICONST_0) }
}

fn fixed(insn: &Insn) -> (usize, usize) {
    match op::opcode(insn.op).map(|row| row.effect) {
        Some(op::Effect::Fixed(pops, pushes)) => (pops.into(), pushes.into()),
        _ => (0, 0),
    }
}

/// Method code with one label before each statement and one before the final return.
fn code_of(statements: &[Statement]) -> Code {
    let mut code = Code { max_locals: LOCALS, ..Code::default() };
    let labels: Vec<Label> = (0..=statements.len()).map(|_| code.new_label()).collect();
    let mut items = vec![insn(Insn::simple(op::ICONST_0))];
    for (statement, label) in statements.iter().zip(&labels) {
        items.push(Item::Label(*label));
        let mut height = BASE;
        for choice in &statement.choices {
            let chosen = choose(*choice, height);
            let (pops, pushes) = fixed(&chosen);
            height = height - pops + pushes;
            items.push(insn(chosen));
        }
        items.extend((BASE..height).map(|_| insn(Insn::simple(op::POP))));
        let target = labels[statement.target % labels.len()];
        match statement.jump % 4 {
            0 => items.push(insn(Insn::branch(op::GOTO, target))),
            1 => items.extend([insn(Insn::simple(op::DUP)), insn(Insn::branch(op::IFEQ, target))]),
            2 => items.extend([insn(Insn::local(op::ILOAD, 0)), insn(Insn::branch(op::IFNE, target))]),
            _ => {}
        }
    }
    for (number, statement) in statements.iter().enumerate() {
        if let Some(handler) = statement.handler {
            let handler = labels[handler % labels.len()];
            code.handlers.push(Handler { start: labels[number], end: labels[number + 1], handler, catch_type: 1 });
        }
    }
    items.extend([Item::Label(labels[statements.len()]), insn(Insn::simple(op::IRETURN))]);
    code.items = items;
    code
}

fn insn(insn: Insn) -> Item {
    Item::Insn { insn, offset: u32::MAX }
}

/// Where a value lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Local(usize),
    /// Heights of all its copies.
    Stack(BTreeSet<usize>),
}

/// What becomes of a value in one instruction.
enum Fate {
    Used,
    Gone,
    Moved(Place),
}

fn fate(body: &Body, item: usize, height: usize, place: &Place) -> Fate {
    let Some(insn) = body.insn(item) else { return Fate::Gone };
    match place {
        Place::Local(slot) => match op::local_access(insn) {
            Some(at) if (usize::from(at.slot)..usize::from(at.slot + at.kind.slots())).contains(slot) => {
                if at.access == Access::Store { Fate::Gone } else { Fate::Used }
            }
            _ => Fate::Moved(place.clone()),
        },
        Place::Stack(copies) => {
            let base = height - body.effect(item).pops;
            let taken: BTreeSet<usize> = copies.iter().copied().filter(|at| *at >= base).collect();
            let mut left: BTreeSet<usize> = copies - &taken;
            if let Some(sources) = shuffle(insn.op) {
                let copied = sources.iter().enumerate().filter(|(_, source)| taken.contains(&(base + **source)));
                left.extend(copied.map(|(place, _)| base + place));
            } else if !taken.is_empty() && !matches!(insn.op, op::POP | op::POP2) {
                return Fate::Used;
            }
            if left.is_empty() { Fate::Gone } else { Fate::Moved(Place::Stack(left)) }
        }
    }
}

/// Searches all paths from before the instruction for a use of the value at the place.
fn used(body: &Body, cfg: &Cfg, live: &Liveness<'_>, item: usize, place: Place) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![(item, place)];
    while let Some((item, place)) = work.pop() {
        if !seen.insert((item, place.clone())) {
            continue;
        }
        let block = cfg.block_of(body, item).expect("an instruction");
        let last = cfg.last(body, block) == item;
        let edges = cfg.blocks[block].successors.iter().filter(|_| last);
        if let Place::Local(_) = place {
            let thrown = edges.clone().filter(|edge| matches!(edge.kind, EdgeKind::Exception(_)));
            work.extend(thrown.map(|edge| (cfg.items(body, edge.to)[0], place.clone())));
        }
        match fate(body, item, live.depth_before(item).expect("reached"), &place) {
            Fate::Used => return true,
            Fate::Gone => {}
            Fate::Moved(place) if last => {
                let normal = edges.filter(|edge| !matches!(edge.kind, EdgeKind::Exception(_)));
                work.extend(normal.map(|edge| (cfg.items(body, edge.to)[0], place.clone())));
            }
            Fate::Moved(place) => work.push((body.next_insn(item).expect("inside a block"), place)),
        }
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn live_is_what_some_path_uses(statements in statements()) {
        let body = Body::from_code("random", code_of(&statements)).expect("a body");
        let cfg = Cfg::new(&body).expect("a graph");
        let live = Liveness::new(&body, &cfg).expect("liveness");
        for &item in body.insns() {
            let Some(height) = live.depth_before(item) else { continue };
            let locals = live.live_locals_before(item).expect("liveness");
            for slot in 0..usize::from(LOCALS) {
                let expected = used(&body, &cfg, &live, item, Place::Local(slot));
                prop_assert_eq!(locals.contains(slot), expected, "local {} before item {} of {:?}", slot, item, body.code.items);
            }
            let stack = live.live_stack_before(item).expect("liveness");
            prop_assert_eq!(stack.len(), height);
            for (slot, live_here) in stack.into_iter().enumerate() {
                let expected = used(&body, &cfg, &live, item, Place::Stack(BTreeSet::from([slot])));
                prop_assert_eq!(live_here, expected, "stack slot {} before item {} of {:?}", slot, item, body.code.items);
            }
        }
    }
}
