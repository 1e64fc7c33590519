//! The hooks in the methods of the chains: shadow frames and snapshots in the capturing jar, the ends of regions in both.
//!
//! Before a chain call that leads to a region's start the method enters its shadow frame and puts what it will need after the
//! call (`enter` and `putX`). Entering depth i drops every deeper frame, so a frame needs no leaving: neither a return nor
//! an exception has code of its own, and the exception table stays the original's, but for calls that pass through JDK
//! frames ([`super::passing`]). A call that leads to an end alone only reaches the clone; if states are to be compared, both
//! jars keep such frames for it too, in a place of their own, and put that of the end when they get there.
//!
//! What is instrumented in place knows whether it is the activation that counts ([`super::root`]); any other activation runs the
//! original calls.
//!
//! Points are done before calls, and calls leave an instruction with the original offset where further contexts may be
//! called, so that several hooks at one instruction find it.

use super::clones::{CloneCall, FROM_START, clone_call, clone_descriptor};
use super::emit::Emitter;
use super::error::{Error, Result};
use super::hook_table::{ARRIVE, CAPTURE, END, ENTER, LEAVE, SELECTS, SNAPSHOT, STATES};
use super::link::Link;
use super::root::is_active;
use super::slots::{
    Source, append_local, captured, frame_after_call, frame_before, framed_label, parameters, pin_unfinished, position,
    vtype, width,
};
use super::spill::{Spilled, end, reload, spill_from};
use super::{in_place, passing};
use crate::classfile::opcode::{ACONST_NULL, GOTO, IFEQ};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{Code, Frame, Insn, Item, Label, VType};
use crate::plan::{ChainMethod, Dispatch, Node, Place, Plans, Point, Site, SlotKind};

/// What the hooks of one context need.
pub(super) struct Hooks<'p> {
    pub(super) plans: &'p Plans,
    pub(super) node: &'p Node,
    /// The runtime's class that has the hooks.
    pub(super) runtime: &'static str,
    /// In a method instrumented in place: the local that tells whether this is the activation that counts, unless that is asked at each call.
    pub(super) active: Option<u16>,
    /// Whether it is.
    pub(super) asks_again: bool,
    /// Those of all contexts that the method stands for in place, and whether this is the last of them.
    actives: Vec<u16>,
    is_last: bool,
    /// The first local that is free for temporaries.
    temporaries: u16,
}

impl<'p> Hooks<'p> {
    /// Those of a context. Gives `new` instructions that its frames name a label.
    pub(super) fn new(plans: &'p Plans, node: &'p Node, runtime: &'static str, code: &mut Code) -> Result<Self> {
        for point in &node.points {
            pin_unfinished(code, site(plans, node, point.place))?;
        }
        let element = node.element(plans);
        // the marker parameter may lie behind all locals of the original
        let parameters = parameters(&element.method.descriptor)?;
        let entry = u16::from(!element.is_static) + parameters.iter().map(width).sum::<u16>() + 1;
        let free = code.max_locals.max(entry);
        // one that says whether it is active, and the whole stack at calls
        if usize::from(free) + 1 + usize::from(code.max_stack) > usize::from(u16::MAX) {
            let problem =
                "the frame of this method has no room for the locals that jcp needs; choose a chain without it";
            return Err(Error::Plan { method: element.method.display(), problem: problem.into() });
        }
        let is_main = node.dispatch == Dispatch::Root && plans.first().below.is_none();
        let asks = runtime == CAPTURE || node.ends || plans.first().request.states && is_main;
        let asks_again = runtime == CAPTURE && element.clone == 0 && in_place::asks_again(plans, node);
        let active = (element.clone == 0 && asks && !asks_again).then_some(free);
        let temporaries = free + u16::from(active.is_some());
        let actives = active.into_iter().collect();
        Ok(Self { plans, node, runtime, active, asks_again, actives, is_last: true, temporaries })
    }

    /// Those of contexts that one method stands for in place.
    pub(super) fn of_all(
        plans: &'p Plans,
        nodes: &[(usize, &'p Node)],
        runtime: &'static str,
        code: &mut Code,
    ) -> Result<Vec<Self>> {
        let all = nodes.iter().map(|(_, node)| Self::new(plans, node, runtime, code));
        let mut all = all.collect::<Result<Vec<_>>>()?;
        for (hooks, place) in all.iter_mut().zip(0..) {
            hooks.active = hooks.active.map(|first| first + place);
        }
        let actives: Vec<u16> = all.iter().filter_map(|hooks| hooks.active).collect();
        let temporaries = all.iter().map(|hooks| hooks.temporaries).max().unwrap_or(0) + all.len() as u16 - 1;
        let last = all.len() - 1;
        for (number, hooks) in all.iter_mut().enumerate() {
            (hooks.actives, hooks.is_last, hooks.temporaries) = (actives.clone(), number == last, temporaries);
        }
        Ok(all)
    }

    /// At its instruction: ends, then starts.
    pub(super) fn point(&mut self, point: &Point, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        for region in &point.ends {
            self.end(*region, point, code, editor)?;
        }
        if self.runtime == CAPTURE {
            for region in &point.starts {
                self.checkpoint(*region, code, editor)?;
            }
            if let Some(thread) = point.waits.first().filter(|thread| self.plans.is_loop(Place::Wait(**thread))) {
                self.rest(*thread, code, editor)?;
            }
        }
        Ok(())
    }

    /// The calls that lead to a start, or to an end; in the replaying jar only the latter.
    pub(super) fn calls(&mut self, point: &Point, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let mut passing = Vec::new();
        for call in &point.calls {
            let child = &self.plans.forest.nodes[call.child];
            if self.runtime != CAPTURE && !child.ends {
                continue;
            }
            let keeps = self.runtime == CAPTURE && child.starts;
            let shows = child.ends && self.plans.first().request.states;
            let (chain, depth) = (self.plans.chain(call.place), self.node.depth);
            let link = Link { chain, depth, child: call.child, keeps, shows };
            if link.site().through.is_some() {
                passing.push(link);
            } else {
                self.chain_call(link, code, editor)?;
            }
        }
        if let Some(thread) = point.waits.iter().find(|thread| self.keeps_around(**thread)) {
            return self.wait(*thread, (point, &passing), code, editor); // the call that is left where dispatch reaches no clone
        }
        // last: it leaves no instruction for another context
        if passing.is_empty() { Ok(()) } else { self.passing_call(&passing, code, editor) }
    }

    /// Tells that a region ends, and with what, if states are to be compared.
    fn end(&self, region: usize, point: &Point, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let at = position(code, point.offset, &self.node.method.display())?;
        let site = site(self.plans, self.node, Place::End(region));
        let frame = self.at_call(frame_before(code, site)?);
        let mut emit = Emitter::new(code, editor);
        if self.plans.first().request.states {
            let go_on = emit.code.new_label();
            self.branch_if_inactive(&mut emit, go_on)?; // …
            let stack: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();
            let spilled = self.spill(&mut emit, &stack); // –
            self.put_frame(&mut emit, STATES, (site, None, &spilled))?;
            reload(&mut emit, &spilled); // …
            if self.may_be_inactive() {
                emit.place_with(go_on, frame);
            }
        }
        is_active(&mut emit, self.active)?; // …, active
        emit.index(region)?; // …, active, region
        emit.hook(self.runtime, &END)?; // …
        let items = emit.items;
        pin_new_at(code, at, items);
        Ok(())
    }

    /// Puts `arrive` and the snapshot before the checkpoint's instruction.
    fn checkpoint(&self, region: usize, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let site = site(self.plans, self.node, Place::Start(region));
        let arrives = |emit: &mut Emitter| {
            emit.index(region)?; // …, region
            emit.hook(CAPTURE, &ARRIVE) // …, arrived
        };
        self.with_frame_before(site, (code, editor), arrives, |emit| {
            emit.index(region)?; // region
            emit.hook(CAPTURE, &SNAPSHOT) // –
        })
    }

    /// Puts a question before the site's instruction and, if it is answered with yes, the site's frame and the hooks that need it. The operand
    /// stack is empty then.
    pub(super) fn with_frame_before(
        &self,
        site: &Site,
        (code, editor): (&mut Code, &mut ClassEditor),
        ask: impl FnOnce(&mut Emitter) -> Result<()>,
        hooks: impl FnOnce(&mut Emitter) -> Result<()>,
    ) -> Result<()> {
        let at = position(code, site.offset, &self.node.method.display())?;
        let frame = self.at_call(frame_before(code, site)?);
        let go_on = code.new_label();
        let mut emit = Emitter::new(code, editor);
        self.branch_if_inactive(&mut emit, go_on)?; // …
        ask(&mut emit)?; // …, answer
        emit.branch(IFEQ, go_on); // …
        let stack: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();
        let spilled = self.spill(&mut emit, &stack); // –
        self.put_frame(&mut emit, CAPTURE, (site, None, &spilled))?;
        hooks(&mut emit)?; // –
        self.leave(&mut emit, &[CAPTURE])?;
        reload(&mut emit, &spilled); // …
        emit.place_with(go_on, frame);
        let items = emit.items;
        pin_new_at(code, at, items);
        Ok(())
    }

    /// Puts the shadow frame before the chain call and lets the call reach the clone.
    fn chain_call(&mut self, link: Link, code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let (site, callee) = (link.site(), link.callee());
        let at = position(code, site.offset, &link.caller().method.display())?;
        let Item::Insn { insn: original, .. } = code.items[at].clone() else { unreachable!("an instruction's place") };
        let call = clone_call(editor.class, &original, callee)?;
        let arguments = parameters(&callee.method.descriptor)?;
        let full = self.with_arguments(code, site, &arguments)?;
        let before = self.at_call(frame_before(code, site)?);
        let after = self.at_call(frame_after_call(code, link.chain, link.depth)?);
        let existing = framed_label(code, at + 1);
        let done = existing.unwrap_or_else(|| code.new_label());
        let untouched = code.new_label();

        let mut emit = Emitter::new(code, editor);
        self.branch_if_inactive(&mut emit, untouched)?; // …, receiver, arguments
        let arguments = self.spill(&mut emit, &arguments);
        let receiver = site.receiver.iter().cloned().collect::<Vec<_>>();
        let receiver = spill_from(&mut emit, &receiver, end(&arguments, self.temporaries));
        let under: Vec<SlotKind> = site.stack.iter().map(|slot| slot.kind.clone()).collect();
        let wanted = (link.keeps || link.shows) && site.stack.iter().any(|slot| slot.live);
        let under = if wanted {
            spill_from(&mut emit, &under, end(&receiver, end(&arguments, self.temporaries)))
        } else {
            Vec::new()
        };
        for class in link.kept() {
            self.put_frame(&mut emit, class, (site, receiver.first(), &under))?;
        }
        reload(&mut emit, &under); // …
        let moved: Vec<&Spilled> = arguments.iter().chain(&receiver).collect();
        if callee.dispatch == Dispatch::Virtual {
            self.call_if_selected(&mut emit, link, before, &moved, (&original, &call), done)?;
        } else {
            reload(&mut emit, &receiver);
            reload(&mut emit, &arguments);
            emit.op(ACONST_NULL); // …, receiver, arguments, null
            self.call_clone(&mut emit, callee, &call)?; // …, result
            self.leave(&mut emit, &link.kept())?;
        }
        if self.may_be_inactive() {
            emit.branch(GOTO, done);
            emit.place_with(untouched, full);
            emit.items.push(self.left(original, site));
        }
        if existing.is_none() {
            let jumped_to = self.may_be_inactive() || callee.dispatch == Dispatch::Virtual;
            if jumped_to { emit.place_with(done, after) } else { emit.place(done) }
        }
        let items = emit.items;
        code.items.splice(at..=at, items);
        Ok(())
    }

    /// Puts the shadow frame before a call that passes through JDK frames, and lets the runtime know of it, and which contexts
    /// it may reach.
    fn passing_call(&mut self, links: &[Link], code: &mut Code, editor: &mut ClassEditor) -> Result<()> {
        let link = links.iter().find(|link| link.keeps).unwrap_or(&links[0]);
        let callees: Vec<usize> = links.iter().map(|link| link.child).collect();
        let kept = Link { shows: links.iter().any(|link| link.shows), ..*link }.kept();
        let runtime = self.runtime;
        let around = self.around_call((link.chain, link.depth), &kept, (code, editor), |emit, spilled, original| {
            reload(emit, spilled); // …, receiver, arguments
            passing::call_noted(emit, &callees, original, runtime) // …, result
        })?;
        passing::note_exceptions(code, editor, around.locals, around.called, (&around.covering, runtime))
    }

    /// Calls the clone if dispatch would reach the chain's method, else whatever the original call reaches.
    fn call_if_selected(
        &self,
        emit: &mut Emitter,
        link: Link,
        mut frame: Frame,
        moved: &[&Spilled],
        (original, call): (&Insn, &CloneCall),
        done: Label,
    ) -> Result<()> {
        for value in moved {
            let kind = vtype(emit.code, &value.kind)?;
            append_local(&mut frame.locals, value.local, kind);
        }
        let (receiver, arguments) = moved.split_last().expect("a virtual call has a receiver");
        let other = emit.code.new_label();
        emit.load(&receiver.kind, receiver.local);
        emit.index(link.child)?; // …, receiver, callee
        emit.hook(self.runtime, &SELECTS)?; // …, selected
        emit.branch(IFEQ, other);
        reload(emit, [*receiver]);
        emit.cast(&link.callee().method.class)?;
        reload(emit, arguments.iter().copied());
        emit.op(ACONST_NULL); // …, receiver, arguments, null
        self.call_clone(emit, link.callee(), call)?; // …, result
        self.leave(emit, &link.kept())?;
        emit.branch(GOTO, done);
        emit.place_with(other, frame);
        reload(emit, [*receiver]);
        reload(emit, arguments.iter().copied());
        // another context may be called here
        emit.items.push(Item::Insn { insn: original.clone(), offset: link.site().offset }); // …, result
        self.leave(emit, &link.kept())
    }

    /// Behind a chain call: the shadow frames of these classes let go of what they keep.
    pub(super) fn leave(&self, emit: &mut Emitter, kept: &[&str]) -> Result<()> {
        for class in kept {
            emit.index(self.node.depth)?;
            emit.hook(class, &LEAVE)?;
        }
        Ok(())
    }

    /// Calls the clone of `callee`.
    fn call_clone(&self, emit: &mut Emitter, callee: &ChainMethod, call: &CloneCall) -> Result<()> {
        let more = if self.runtime == CAPTURE { 0 } else { FROM_START };
        let descriptor = clone_descriptor(emit.editor, callee, more)?;
        emit.invoke(call.op, &call.owner, &callee.method.name, &descriptor, call.interface)
    }

    /// The original instruction for an activation that does not count.
    pub(super) fn left(&self, original: Insn, site: &Site) -> Item {
        in_place::left(original, site.offset, self.is_last)
    }

    /// The frame with the locals that tell which activation it is: all frames have them.
    pub(super) fn at_call(&self, mut frame: Frame) -> Frame {
        for active in &self.actives {
            append_local(&mut frame.locals, *active, VType::Int);
        }
        frame
    }

    /// The frame just before the chain call, with receiver and arguments.
    fn with_arguments(&self, code: &Code, site: &Site, arguments: &[SlotKind]) -> Result<Frame> {
        let mut frame = self.at_call(frame_before(code, site)?);
        for kind in site.receiver.iter().chain(arguments) {
            frame.stack.push(vtype(code, kind)?);
        }
        Ok(frame)
    }

    /// Moves the topmost stack values, given bottom first, to temporaries.
    pub(super) fn spill(&self, emit: &mut Emitter, kinds: &[SlotKind]) -> Vec<Spilled> {
        spill_from(emit, kinds, self.temporaries)
    }

    /// Enters the shadow frame of a site and puts its values, of which the receiver and the stack are spilled.
    pub(super) fn put_frame(
        &self,
        emit: &mut Emitter,
        class: &str,
        (site, receiver, stack): (&Site, Option<&Spilled>, &[Spilled]),
    ) -> Result<()> {
        emit.index(self.node.depth)?;
        emit.hook(class, &ENTER)?;
        for (source, kind) in captured(site) {
            let local = match source {
                Source::Receiver => receiver.map(|value| value.local),
                Source::Local(i) => Some(site.locals[i].index),
                Source::Stack(i) => stack.get(i).map(|value| value.local),
            };
            emit.load(kind, local.expect("a live stack is spilled")); // value
            emit.put(class, kind)?; // –
        }
        Ok(())
    }
}

/// The site of a context in one of its chains.
pub(super) fn site<'p>(plans: &'p Plans, node: &Node, place: Place) -> &'p Site {
    &plans.chain(place)[node.depth].site
}

/// Inserts `items` before the instruction at `at`, which keeps, if it is a `new`, a label of its own: frames name a
/// `new` by the label that stands directly before it.
fn pin_new_at(code: &mut Code, at: usize, mut items: Vec<Item>) {
    let labels: Vec<Label> = code.items[..at]
        .iter()
        .rev()
        .map_while(|item| if let Item::Label(label) = item { Some(*label) } else { None })
        .collect();
    let own = code.new_label();
    items.push(Item::Label(own));
    code.items.splice(at..at, items);
    for frame in code.frames.values_mut() {
        for kind in frame.locals.iter_mut().chain(&mut frame.stack) {
            if matches!(kind, VType::Uninitialized(label) if labels.contains(label)) {
                *kind = VType::Uninitialized(own);
            }
        }
    }
}
