//! The resume block: restores one frame of the captured stack and joins the original code.
//!
//! The block of a clone is its first code, the root's stands behind the question whether this is the activation that
//! counts. It gets every local (dead ones get defaults, so that the original stack-map frames hold), enters the monitors
//! that the frame held, gets the operand stack and then
//! * at a chain call: calls the next clone, in the ranges of the handlers that cover the original call, and jumps right
//!   behind that call; at one that passes through JDK frames makes that very call again ([`super::passing`]);
//! * at the call in which a thread waits: makes that call again ([`super::waits`]);
//! * at the loop in which a thread is held: holds it until main goes on, and jumps to the loop's first instruction;
//! * in a method whose monitor a thread has waited for, and has entered: jumps to the method's first instruction;
//! * at the checkpoint: tells the runtime that the program goes on, and jumps to the checkpoint's instruction.
//!
//! Where several regions start below a context, it has a *way* for each call or checkpoint, and asks the runtime which of
//! them the restored checkpoint takes. Nothing else decides at run time where to go: a snapshot has one stack, and its
//! sites are those of the plan.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{BEGINS, CAME, FRAME, LIVE, PASSED, REACHED, REPLAY, REPLAY_WAITS, ROOT, STATES};
use super::hook_table::{STATES_BEGINS, TAKES, WOKEN};
use super::restore::{restore_at_call, restore_before};
use super::slots::{covering_handlers, frame_after_call, frame_before, framed_label, parameters, position, vtype};
use super::unfinished::{come_back, make_unfinished};
use super::waits::restore_at_wait;
use super::ways::{Way, ways_at};
use super::{below, passing};
use crate::classfile::opcode::{GOTO, IFEQ, ILOAD, ISTORE};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Insn, Item, Label, LineEntry, LocalEntry, VType};
use crate::plan::{ChainMethod, Dispatch, Node, Plans, Site};

/// Puts the resume block of a context before its code. `active`: the local that is to know whether the activation
/// counts.
pub(super) fn resume(
    code: &mut Code,
    editor: &mut ClassEditor,
    plans: &Plans,
    (context, node): (usize, &Node),
    active: Option<u16>,
) -> Result<()> {
    let element = node.element(plans);
    let ways = ways_at(plans, node, code)?;
    let mut joined = Vec::new();
    for way in &ways {
        joined.push(Joined::new(code, way)?);
    }
    let start = code.new_label();
    let mut checks = Vec::new();
    let mut called = Vec::new();

    let mut emit = Emitter::new(code, editor);
    let mut blocks = vec![emit.here()];
    if node.clone == 0 {
        ask_if_resumed(&mut emit, plans, (context, node), active, start)?;
    }
    emit.index(node.depth)?;
    emit.hook(REPLAY, &FRAME)?; // –
    for (number, (way, joined)) in ways.iter().zip(&joined).enumerate() {
        let other = (number + 1 < ways.len()).then(|| emit.code.new_label());
        if let Some(other) = other {
            emit.int(way.code)?;
            emit.hook(REPLAY, &TAKES)?; // taken
            emit.branch(IFEQ, other); // –
        }
        let on_stack = make_unfinished(&mut emit, way, &mut checks)?;
        called.push(if way.waits {
            Some(restore_at_wait(&mut emit, way, (joined.label, &joined.original), on_stack)?)
        } else if let Some(child) = way.child {
            let shows = plans.first().request.states && plans.forest.nodes[child].ends;
            Some(restore_at_call(&mut emit, way, (child, shows), &joined.original, on_stack)?) // …, result
        } else {
            restore_before(&mut emit, way, on_stack)?;
            goes_on(&mut emit, way)?;
            None
        });
        if !way.waits {
            emit.branch(GOTO, joined.label);
        }
        if let Some(other) = other {
            emit.place_with(other, entry_frame(element)?);
            blocks.push(other);
        }
    }
    if node.clone == 0 {
        emit.place_with(start, entry_frame(element)?);
        if let Some(active) = active.filter(|_| context > 0) {
            ask_if_reached(&mut emit, (context, node), active)?; // –
        }
    } else {
        emit.place(start);
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    let same = plans.forest.nodes.iter().filter(|other| other.clone == 0 && other.method == node.method);
    let asks = ways.len() > 1 || node.clone == 0 && same.count() > 1;
    for (offset, way, back) in checks {
        come_back(code, editor, offset, asks.then_some(way), back)?;
    }
    for (((way, joined), called), block) in ways.iter().zip(joined).zip(called).zip(blocks).rev() {
        if let Some(range) = called {
            cover(code, editor, way, joined, range)?;
        }
        if way.site().line > 0 {
            code.lines.insert(0, LineEntry { start: block, line: way.site().line });
        }
    }
    Ok(())
}

/// Before a loop or the first instruction: main goes on first. At the checkpoint: main goes on.
fn goes_on(emit: &mut Emitter, way: &Way) -> Result<()> {
    if way.is_loop {
        emit.hook(REPLAY, &REPLAY_WAITS)?; // …
    }
    emit.hook(REPLAY, if way.is_loop || way.is_entry { &WOKEN } else { &LIVE }) // …
}

/// At the start of a method that is instrumented in place: goes to `start` if this is not the activation that is resumed.
fn ask_if_resumed(
    emit: &mut Emitter,
    plans: &Plans,
    (context, node): (usize, &Node),
    active: Option<u16>,
    start: Label,
) -> Result<()> {
    if context == 0 {
        emit.hook(REPLAY, &ROOT)?; // counts
    } else if node.dispatch == Dispatch::Thread {
        emit.index(context)?; // context
        emit.hook(REPLAY, &BEGINS)?; // counts
    } else {
        emit.index(context)?; // context
        emit.hook(REPLAY, &PASSED)?; // counts
    }
    if let Some(active) = active {
        emit.insn(Insn::local(ISTORE, active)); // –
        emit.insn(Insn::local(ILOAD, active)); // counts
    }
    emit.branch(IFEQ, start); // –
    if context == 0 && plans.first().below.is_some() {
        below::enter(emit, node.element(plans), start)?;
    }
    Ok(())
}

/// In a method that is instrumented in place: asks whether the chain to a region's end has called it, or whether frames of another thread are kept.
pub(super) fn ask_if_reached(emit: &mut Emitter, (context, node): (usize, &Node), active: u16) -> Result<()> {
    if node.dispatch == Dispatch::Thread {
        emit.hook(STATES, &STATES_BEGINS)?; // kept
    } else {
        emit.index(context)?; // context
        emit.hook(REPLAY, &REACHED)?; // reached
    }
    emit.insn(Insn::local(ISTORE, active)); // –
    Ok(())
}

/// What a way needs of the original code around its instruction.
struct Joined {
    original: Insn,
    /// Where the resume block joins.
    label: Label,
    covering: Vec<Handler>,
    variables: [Vec<LocalEntry>; 2],
}

impl Joined {
    fn new(code: &mut Code, way: &Way) -> Result<Self> {
        let at = position(code, way.site().offset, &way.chain[way.depth].method.display())?;
        let Item::Insn { insn: original, .. } = code.items[at].clone() else { unreachable!("an instruction's place") };
        let covering = covering_handlers(code, at);
        let variables =
            [variables_at(code, &code.locals, at, way.site()), variables_at(code, &code.local_types, at, way.site())];
        Ok(Self { original, label: join_label(code, way, at)?, covering, variables })
    }
}

/// Lets the handlers of the original call cover the call of the resume block, and debuggers see the caller's variables while
/// the callee runs.
fn cover(
    code: &mut Code,
    editor: &mut ClassEditor,
    way: &Way,
    joined: Joined,
    (from, to): (Label, Label),
) -> Result<()> {
    let Joined { covering, variables, .. } = joined;
    if way.site().through.is_some() {
        let hook = if way.waits { &WOKEN } else { &CAME };
        passing::check_exceptions(code, editor, way.site(), (from, to), &covering, hook)?;
    } else {
        code.handlers.extend(covering.into_iter().map(|handler| Handler { start: from, end: to, ..handler }));
    }
    let again = |entries: &[LocalEntry]| -> Vec<LocalEntry> {
        entries.iter().map(|entry| LocalEntry { start: from, end: to, ..*entry }).collect()
    };
    code.locals.extend(again(&variables[0]));
    code.local_types.extend(again(&variables[1]));
    Ok(())
}

/// The label where the resume block joins the original code: right behind the call, or before the checkpoint or loop.
fn join_label(code: &mut Code, way: &Way, at: usize) -> Result<Label> {
    let checkpoint = way.child.is_none() && !way.waits;
    let at = if checkpoint { at } else { at + 1 };
    if let Some(label) = framed_label(code, at) {
        return Ok(label);
    }
    let frame =
        if checkpoint { frame_before(code, way.site())? } else { frame_after_call(code, way.chain, way.depth)? };
    let label = code.new_label();
    // before the labels that stand there: the last one must stay directly before a `new`
    let mut place = at;
    while place > 0 && matches!(code.items[place - 1], Item::Label(_)) {
        place -= 1;
    }
    code.items.insert(place, Item::Label(label));
    code.frames.insert(label, frame);
    Ok(label)
}

/// Those of the entries that cover the instruction at `at` and whose variables the site restores.
fn variables_at(code: &Code, entries: &[LocalEntry], at: usize, site: &Site) -> Vec<LocalEntry> {
    let covers = |entry: &&LocalEntry| {
        let (start, end) = (code.position(entry.start), code.position(entry.end));
        let restored = site.locals.iter().any(|slot| slot.live && slot.index == entry.local);
        restored && start.is_some_and(|start| start < at) && end.is_some_and(|end| end > at)
    };
    entries.iter().filter(covers).cloned().collect()
}

/// The frame at the start of the method (JVMS §4.10.1.6).
fn entry_frame(element: &ChainMethod) -> Result<Frame> {
    let mut locals = Vec::new();
    if !element.is_static {
        locals.push(VType::Object(element.method.class.clone()));
    }
    for kind in parameters(&element.method.descriptor)? {
        locals.push(vtype(&Code::default(), &kind)?);
    }
    Ok(Frame { locals, stack: Vec::new() })
}
