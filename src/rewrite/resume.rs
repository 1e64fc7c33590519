//! The resume block: restores one frame of the captured stack and joins the original code.
//!
//! The block of a clone is its first code, the root's stands behind the question whether this is the activation that
//! counts. It gets every local (dead ones get defaults, so that the original stack-map frames hold), enters the monitors
//! that the frame held, gets the operand stack and then
//! * at a chain call: calls the next clone, in the ranges of the handlers that cover the original call, and jumps right
//!   behind that call; at one that passes through JDK frames makes that very call again ([`super::passing`]);
//! * at the checkpoint: tells the runtime that the program goes on, and jumps to the checkpoint's instruction.
//!
//! Where several regions start below a context, it has a *way* for each call or checkpoint, and asks the runtime which of
//! them the restored checkpoint takes. Nothing else decides at run time where to go: a snapshot has one stack, and its
//! sites are those of the plan.

use super::emit::Emitter;
use super::hook_table::{
    ENTER, FRAME, GET, LIVE, OBJECT, PASSED, REACHED, REPLAY, RESUMING, RESUMING_WAY, ROOT, STATES, TAKES, of_kind,
};
use super::slots::{
    Source, captured, constructed, covering_handlers, frame_after_call, frame_before, frame_locals, framed_label,
    is_constructor, number, parameters, position, vtype,
};
use super::{CloneCall, Error, Result, below, clone_call, clone_descriptor, passing};
use crate::classfile::opcode::{
    ACONST_NULL, Access, DUP, GOTO, IFEQ, IFNE, ILOAD, INVOKESPECIAL, INVOKEVIRTUAL, ISTORE, MONITORENTER, local_access,
};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Handler, Insn, Item, Label, LineEntry, LocalEntry, VType};
use crate::plan::{ChainMethod, Node, Place, Plans, Site, Slot, SlotKind};

/// A call or checkpoint at which a context resumes.
struct Way<'p> {
    chain: &'p [ChainMethod],
    depth: usize,
    /// The number of the context that is called; none at the checkpoint.
    child: Option<usize>,
    /// What the runtime knows it by ([`code_of`]).
    code: i32,
    /// Whether `this` is in its local from the start and stays there: then messages of the JVM name it so.
    keeps_this: bool,
}

/// What the runtime knows a way by: the number of the context that it calls, or for a checkpoint minus its offset in the
/// code, minus 1.
fn code_of(child: Option<usize>, site: &Site) -> i32 {
    match child {
        Some(child) => i32::try_from(child).unwrap_or(i32::MAX),
        None => -1 - site.offset.cast_signed(),
    }
}

/// The ways of a region's chain, by depth.
pub fn ways(plans: &Plans, region: usize) -> Vec<i32> {
    let mut at = Some(0);
    let mut ways = Vec::new();
    for element in &plans.regions[region].chain {
        let Some(node) = at.map(|at: usize| &plans.forest.nodes[at]) else { break };
        let points = node.points.iter().filter(|point| point.offset == element.site.offset);
        let next = plans.regions[region].chain.get(ways.len() + 1);
        let called = |child: &usize| next.is_some_and(|next| plans.forest.nodes[*child].method == next.method);
        at = points.flat_map(|point| point.calls.iter().map(|call| call.child)).find(called);
        ways.push(code_of(at, &element.site));
    }
    ways
}

impl Way<'_> {
    fn site(&self) -> &Site {
        &self.chain[self.depth].site
    }

    /// Whether the slot needs no restoring.
    fn is_there(&self, slot: &Slot) -> bool {
        self.keeps_this && slot.index == 0
    }
}

/// The ways of a context.
fn ways_at<'p>(plans: &'p Plans, node: &Node, code: &Code) -> Result<Vec<Way<'p>>> {
    let element = node.element(plans);
    let is_receiver = node.clone > 0 && !element.is_static && !is_constructor(element);
    let writes_this = |item: &Item| {
        let Item::Insn { insn, .. } = item else { return false };
        local_access(insn).is_some_and(|local| local.access == Access::Store && local.slot == 0)
    };
    let is_kept = is_receiver && !code.items.iter().any(writes_this);
    let mut ways = Vec::new();
    for point in &node.points {
        let way = |place: Place, child| {
            let (chain, depth) = (plans.chain(place), node.depth);
            let site = &chain[depth].site;
            Way { chain, depth, child, code: code_of(child, site), keeps_this: is_kept && site.unfinished.is_empty() }
        };
        if let Some(region) = point.starts.first() {
            ways.push(way(Place { region: *region, of_end: false }, None));
        }
        for call in point.calls.iter().filter(|call| plans.forest.nodes[call.child].starts) {
            ways.push(way(call.place, Some(call.child)));
            if plans.forest.nodes[call.child].method.name == "<init>" {
                refuse_parting_constructor(plans, call.child)?;
            }
        }
    }
    Ok(ways)
}

/// Refuses a constructor below which regions start in different places: its caller takes the object from the frame of
/// the first one in which it is initialised, and that must be known when rewriting.
fn refuse_parting_constructor(plans: &Plans, child: usize) -> Result<()> {
    let node = &plans.forest.nodes[child];
    let starting = |point: &&crate::plan::Point| {
        !point.starts.is_empty() || point.calls.iter().any(|call| plans.forest.nodes[call.child].starts)
    };
    if node.points.iter().filter(starting).count() > 1 {
        let problem = "regions start at several places of a constructor; instrument for one region at a time";
        return Err(Error::Plan { method: node.method.display(), problem: problem.into() });
    }
    Ok(())
}

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
        called.push(if let Some(child) = way.child {
            let shows = plans.first().request.states && plans.forest.nodes[child].ends;
            Some(restore_at_call(&mut emit, way, (child, shows), &joined.original, on_stack)?)
        } else {
            restore_at_checkpoint(&mut emit, way, on_stack)?;
            None
        });
        emit.branch(GOTO, joined.label);
        if let Some(other) = other {
            emit.place_with(other, entry_frame(element)?);
            blocks.push(other);
        }
    }
    if node.clone == 0 {
        emit.place_with(start, entry_frame(element)?);
        if let Some(active) = active.filter(|_| context > 0) {
            ask_if_reached(&mut emit, context, active)?; // –
        }
    } else {
        emit.place(start);
    }
    let items = emit.items;
    code.items.splice(0..0, items);
    let asks = ways.len() > 1;
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

/// In a method that is instrumented in place, on the way to a region's end: asks whether the chain has called it.
pub(super) fn ask_if_reached(emit: &mut Emitter, context: usize, active: u16) -> Result<()> {
    emit.index(context)?; // context
    emit.hook(REPLAY, &REACHED)?; // reached
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
        passing::check_exceptions(code, editor, way.site(), (from, to), &covering)?;
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

/// The label where the resume block joins the original code: right behind the call, or before the checkpoint.
fn join_label(code: &mut Code, way: &Way, at: usize) -> Result<Label> {
    let checkpoint = way.child.is_none();
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

/// Restores everything and lets the program go on.
fn restore_at_checkpoint(emit: &mut Emitter, way: &Way, on_stack: usize) -> Result<()> {
    let site = way.site();
    for (i, slot) in site.locals.iter().enumerate().filter(|(_, slot)| !way.is_there(slot)) {
        get(emit, &slot.kind, number(site, Source::Local(i)))?;
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, site.monitors.as_slice());
    for i in on_stack..site.stack.len() {
        push_stack(emit, site, i)?; // …, value
    }
    emit.hook(REPLAY, &LIVE)
}

/// Restores what the frame needs after its chain call, and calls the next clone. The first `on_stack` stack slots are
/// there already. `shows`: the state at an end that lies deeper is to have the frame too. Returns the labels around the call.
fn restore_at_call(
    emit: &mut Emitter,
    way: &Way,
    (child, shows): (usize, bool),
    original: &Insn,
    on_stack: usize,
) -> Result<(Label, Label)> {
    let site = way.site();
    let after = constructed(way.chain, way.depth);
    for (i, slot) in after.locals.iter().enumerate().filter(|(_, slot)| !way.is_there(slot)) {
        if slot.kind == site.locals[i].kind {
            get(emit, &slot.kind, number(site, Source::Local(i)))?;
        } else {
            get_constructed(emit, way)?;
        }
        emit.store(&slot.kind, slot.index);
    }
    enter_monitors(emit, &site.monitors);
    for (i, slot) in after.stack.iter().enumerate().skip(on_stack) {
        if slot.kind == site.stack[i].kind {
            push_stack(emit, site, i)?; // …, value
        } else {
            get_constructed(emit, way)?; // …, object
        }
    }
    if shows {
        emit.index(way.depth)?;
        emit.hook(STATES, &ENTER)?;
        for (slot, (_, kind)) in captured(site).into_iter().enumerate() {
            get(emit, kind, Some(slot))?; // …, value
            emit.put(STATES, kind)?; // …
        }
    }
    if site.through.is_some() {
        return passing::call_again(emit, child, original); // …, result
    }
    call_clone(emit, way, original)
}

/// Calls the next clone with the captured receiver and default arguments. Returns the labels around the call.
fn call_clone(emit: &mut Emitter, way: &Way, original: &Insn) -> Result<(Label, Label)> {
    let (site, caller, callee) = (way.site(), &way.chain[way.depth], &way.chain[way.depth + 1]);
    let mut call = clone_call(emit.editor.class, original, callee)?;
    if is_constructor(callee) {
        call = CloneCall { op: INVOKEVIRTUAL, owner: callee.method.class.clone(), interface: false };
        get_constructed(emit, way)?; // …, receiver
        emit.cast(&callee.method.class)?;
    } else if let Some(number) = number(site, Source::Receiver) {
        emit.index(number)?;
        emit.hook(REPLAY, &GET[OBJECT])?;
        let own = call.op == INVOKESPECIAL;
        emit.cast(if own { &caller.method.class } else { &callee.method.class })?; // …, receiver
    }
    for kind in parameters(&callee.method.descriptor)? {
        emit.default(&kind); // …, receiver, arguments
    }
    emit.op(ACONST_NULL); // …, receiver, arguments, null
    let from = emit.here();
    let descriptor = clone_descriptor(emit.editor, callee, 0)?;
    emit.invoke(call.op, &call.owner, clone_name(callee), &descriptor, call.interface)?; // …, result
    let to = emit.here();
    Ok((from, to))
}

/// Pushes the stack slot `i` of the site; a second reference to an unfinished object doubles the first.
fn push_stack(emit: &mut Emitter, site: &Site, i: usize) -> Result<()> {
    let slot = &site.stack[i];
    if !matches!(slot.kind, SlotKind::Uninitialized(_)) {
        return get(emit, &slot.kind, number(site, Source::Stack(i)));
    }
    if i == 0 || site.stack[i - 1].kind != slot.kind {
        let problem = "an unfinished object lies on the operand stack in a way that jcp does not know; choose another \
                       call or line";
        return Err(Error::Plan { method: format!("line {}", site.line), problem: problem.into() });
    }
    emit.op(DUP); // …, object, object
    Ok(())
}

/// Makes the unfinished objects under the site's operand stack: each by the very `new` of the original code, since the
/// verifier knows such an object by its instruction. A stage fills the stack up to the object and jumps to its `new`;
/// behind that the code asks whether it is resuming, and comes back. Returns how many stack slots are there at the end.
fn make_unfinished(emit: &mut Emitter, way: &Way, checks: &mut Vec<(u32, i32, Label)>) -> Result<usize> {
    let site = way.site();
    let mut on_stack = 0;
    for object in &site.unfinished {
        let kind = SlotKind::Uninitialized(object.offset);
        let Some(place) = site.stack.iter().position(|slot| slot.kind == kind) else { continue };
        for slot in &object.locals {
            emit.default(&slot.kind);
            emit.store(&slot.kind, slot.index);
        }
        for i in on_stack..place {
            push_stack(emit, site, i)?; // …, value
        }
        let frame = |code: &Code, slots: &[Slot]| -> Result<Frame> {
            let stack = slots.iter().map(|slot| vtype(code, &slot.kind)).collect::<Result<_>>()?;
            Ok(Frame { locals: frame_locals(code, &object.locals)?, stack })
        };
        let VType::Uninitialized(new) = vtype(emit.code, &kind)? else { unreachable!("the kind is unfinished") };
        let (before, after) = (frame(emit.code, &site.stack[..place])?, frame(emit.code, &site.stack[..=place])?);
        let target = framed_label(emit.code, position(emit.code, object.offset, "new")?).unwrap_or(new);
        emit.code.frames.entry(target).or_insert(before);
        emit.branch(GOTO, target);
        let back = emit.code.new_label();
        emit.place_with(back, after); // …, object
        checks.push((object.offset, way.code, back));
        on_stack = place + 1;
    }
    Ok(on_stack)
}

/// Behind the `new` at `offset`: comes back to the resume block if the program is resuming, and takes this way.
fn come_back(code: &mut Code, editor: &mut ClassEditor, offset: u32, way: Option<i32>, back: Label) -> Result<()> {
    let at = position(code, offset, "new")?;
    let mut emit = Emitter::new(code, editor);
    if let Some(way) = way {
        emit.int(way)?; // …, object, way
        emit.hook(REPLAY, &RESUMING_WAY)?; // …, object, resuming
    } else {
        emit.hook(REPLAY, &RESUMING)?; // …, object, resuming
    }
    emit.branch(IFNE, back); // …, object
    let items = emit.items;
    code.items.splice(at + 1..=at, items);
    Ok(())
}

/// Pushes the object that the chain's constructor call at `depth` makes: `this` of the first deeper frame in which it is
/// initialised.
fn get_constructed(emit: &mut Emitter, way: &Way) -> Result<()> {
    let (chain, depth) = (way.chain, way.depth);
    let mut inner = depth + 1;
    while chain[inner].site.locals.first().is_some_and(|slot| slot.kind == SlotKind::UninitializedThis) {
        inner += 1;
    }
    let element = &chain[inner];
    let this = number(&element.site, Source::Local(0)).ok_or_else(|| Error::Plan {
        method: element.method.display(),
        problem: "a constructor's frame must keep `this`".into(),
    })?;
    emit.index(inner)?;
    emit.hook(REPLAY, &FRAME)?;
    emit.index(this)?;
    emit.hook(REPLAY, &GET[OBJECT])?; // object
    emit.index(depth)?;
    emit.hook(REPLAY, &FRAME)?; // object
    // `this(…)` and `super(…)` make an object of the caller's own class
    let caller = &chain[depth];
    let own = matches!(caller.site.receiver, Some(SlotKind::UninitializedThis));
    emit.cast(if own { &caller.method.class } else { &chain[depth + 1].method.class })
}

/// What the element's clone is called here: a constructor's clone is an ordinary method, since its object exists.
pub(super) fn clone_name(element: &ChainMethod) -> &str {
    if is_constructor(element) { "init" } else { &element.method.name }
}

/// Pushes the value of a slot of this kind: the captured one, or a default for a dead one.
fn get(emit: &mut Emitter, kind: &SlotKind, number: Option<usize>) -> Result<()> {
    let Some(number) = number else {
        emit.default(kind); // default
        return Ok(());
    };
    emit.index(number)?;
    emit.hook(REPLAY, of_kind(&GET, kind))?; // value
    if let SlotKind::Object(class) = kind {
        emit.cast(class)?;
    }
    Ok(())
}

/// Enters the monitors of the objects in these locals, outermost first.
fn enter_monitors(emit: &mut Emitter, locals: &[u16]) {
    for local in locals {
        emit.load(&SlotKind::Object(String::new()), *local); // object
        emit.op(MONITORENTER); // –
    }
}

/// The frame at the start of the method (JVMS §4.10.1.6).
fn entry_frame(element: &ChainMethod) -> Result<Frame> {
    let mut locals = Vec::new();
    if !element.is_static {
        locals.push(VType::Object(element.method.class.clone()));
    }
    for kind in parameters(&element.method.descriptor)? {
        locals.push(super::slots::vtype(&Code::default(), &kind)?);
    }
    Ok(Frame { locals, stack: Vec::new() })
}
