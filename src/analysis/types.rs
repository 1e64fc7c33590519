//! Verification types of locals and operand-stack slots before every instruction (JVMS §4.10.1).
//!
//! Where the code has the stack-map frames that the type checker needs, the state at a frame is the frame, and straight-
//! line code is simulated from there on: that is exactly what the JVM's verifier knows at each instruction. Code without
//! frames (class files before version 50, and version 50 that falls back) is inferred by a forward data-flow analysis as
//! in §4.10.2: two classes meet in their closest common superclass, interfaces count as `Object`.
//!
//! States are kept at block starts and at frames, and simulated in between. Slots are counted as in
//! [`super::liveness`]: long and double have two, the second one is `Top`.

use super::dataflow::{Analysis, Forward, JoinSemiLattice, solve};
use super::stack_depth::StackDepths;
use super::type_step::TypeStep;
use crate::classfile::descriptor;
use crate::classfile::{Code, Frame, Insn, Item, Label, MethodInfo, VType, opcode};
use crate::program::{Body, Cfg, Class, Edge, EdgeKind, Error, Program, Result, access};
use std::sync::Arc;

/// The verification type of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SlotType {
    /// No usable value, or the second half of a long or double.
    Top,
    /// int, and smaller.
    Int,
    /// float.
    Float,
    /// First half of a long.
    Long,
    /// First half of a double.
    Double,
    /// The null reference.
    Null,
    /// `this` in a constructor before `super(…)`.
    UninitializedThis,
    /// An object of the class (internal name, or an array descriptor).
    Object(Arc<str>),
    /// The result of the `new` at this item, not yet constructed.
    Uninitialized(usize),
}

/// The types of all slots at one point.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TypeState {
    /// All `max_locals` locals.
    pub locals: Vec<SlotType>,
    /// The stack, bottom first.
    pub stack: Vec<SlotType>,
}

impl SlotType {
    /// An object of the class.
    pub fn object(name: &str) -> Self {
        Self::Object(name.into())
    }

    /// The slots of a value of a field descriptor; none for `V`.
    pub fn of_descriptor(descriptor: &str) -> Vec<Self> {
        descriptor::vtype(descriptor).map_or(Vec::new(), |vtype| Self::of_vtype(&vtype, |_| 0))
    }

    /// The slots of an entry of a frame; `item` tells the place of a `new` from its label.
    pub fn of_vtype(vtype: &VType, item: impl Fn(Label) -> usize) -> Vec<Self> {
        match vtype {
            VType::Top => vec![Self::Top],
            VType::Int => vec![Self::Int],
            VType::Float => vec![Self::Float],
            VType::Long => vec![Self::Long, Self::Top],
            VType::Double => vec![Self::Double, Self::Top],
            VType::Null => vec![Self::Null],
            VType::UninitializedThis => vec![Self::UninitializedThis],
            VType::Object(name) => vec![Self::object(name)],
            VType::Uninitialized(label) => vec![Self::Uninitialized(item(*label))],
        }
    }

    /// How many slots the value takes that starts with this one.
    pub fn slots(&self) -> usize {
        if matches!(self, Self::Long | Self::Double) { 2 } else { 1 }
    }

    /// Whether it is a reference, constructed or not.
    pub fn is_reference(&self) -> bool {
        matches!(self, Self::Null | Self::Object(_) | Self::UninitializedThis | Self::Uninitialized(_))
    }
}

impl TypeState {
    /// What holds at the entry of a method.
    pub fn at_entry(class: &Class, method: &MethodInfo, max_locals: usize) -> Option<Self> {
        let mut locals = Vec::new();
        if method.access & access::STATIC == 0 {
            let constructor = method.name == "<init>" && class.file.super_name.is_some();
            locals.push(if constructor { SlotType::UninitializedThis } else { SlotType::object(class.name()) });
        }
        for parameter in descriptor::parse_method(&method.descriptor)?.parameters {
            locals.extend(SlotType::of_descriptor(parameter));
        }
        (locals.len() <= max_locals).then(|| {
            locals.resize(max_locals, SlotType::Top);
            Self { locals, stack: Vec::new() }
        })
    }

    /// The state that a frame of the body describes.
    pub fn of_frame(frame: &Frame, body: &Body) -> Self {
        let item = |label| body.insn_at(label).unwrap_or(usize::MAX);
        let slots = |entries: &[VType]| entries.iter().flat_map(|entry| SlotType::of_vtype(entry, item)).collect();
        let mut locals: Vec<SlotType> = slots(&frame.locals);
        locals.resize(body.code.max_locals.into(), SlotType::Top);
        Self { locals, stack: slots(&frame.stack) }
    }
}

/// The types of a method.
pub struct Types<'a> {
    body: &'a Body,
    step: TypeStep<'a>,
    /// States before items, ascending; in between they are simulated. None: control does not come from above.
    known: Vec<(usize, Option<TypeState>)>,
    /// Whether they were inferred, for want of frames.
    pub inferred: bool,
}

impl<'a> Types<'a> {
    /// The types of a method of `class`, from its frames if it has them, else inferred.
    pub fn new(program: &Program, class: &'a Class, method: &MethodInfo, body: &'a Body, cfg: &Cfg) -> Result<Self> {
        if class.file.major < 50 || !has_frames(body, cfg) {
            return Self::infer(program, class, method, body, cfg);
        }
        let step = TypeStep { body, class };
        let mut types = Self { body, step, known: Vec::new(), inferred: false };
        let mut state = Some(entry(class, method, body)?);
        types.known.push((0, state.clone()));
        for (at, item) in body.code.items.iter().enumerate() {
            match item {
                Item::Label(label) => {
                    if let Some(frame) = body.code.frames.get(label) {
                        state = Some(TypeState::of_frame(frame, body));
                        types.known.push((at, state.clone()));
                    }
                }
                Item::Insn { insn, .. } => {
                    if let Some(state) = &mut state {
                        types.step.apply(state, at, insn)?;
                    }
                    if !opcode::falls_through(insn.op) {
                        state = None;
                        types.known.push((at + 1, None));
                    }
                }
            }
        }
        Ok(types)
    }

    /// The types of a method by data flow, whether it has frames or not.
    pub fn infer(program: &Program, class: &'a Class, method: &MethodInfo, body: &'a Body, cfg: &Cfg) -> Result<Self> {
        StackDepths::new(body, cfg)?;
        let inference = Inference { program, entry: entry(class, method, body)?, step: TypeStep { body, class } };
        let results = solve(inference, body, cfg)?;
        let known = cfg.blocks.indices().map(|block| {
            let state = results.at_start(block).map(|typed| typed.state.clone());
            (cfg.items(body, block)[0], state)
        });
        Ok(Self { body, step: TypeStep { body, class }, known: known.collect(), inferred: true })
    }

    /// The types before the instruction; none where control never comes.
    pub fn before(&self, item: usize) -> Result<Option<TypeState>> {
        let place = self.known.partition_point(|(at, _)| *at <= item);
        let Some((start, Some(state))) = place.checked_sub(1).map(|place| &self.known[place]) else { return Ok(None) };
        let mut state = state.clone();
        for at in *start..item {
            if let Some(insn) = self.body.insn(at) {
                self.step.apply(&mut state, at, insn)?;
            }
        }
        Ok(Some(state))
    }

    /// The types behind the instruction when it does not throw; none where control never comes.
    pub fn after(&self, item: usize) -> Result<Option<TypeState>> {
        let mut state = self.before(item)?;
        if let (Some(state), Some(insn)) = (&mut state, self.body.insn(item)) {
            self.step.apply(state, item, insn)?;
        }
        Ok(state)
    }
}

fn entry(class: &Class, method: &MethodInfo, body: &Body) -> Result<TypeState> {
    TypeState::at_entry(class, method, body.code.max_locals.into())
        .ok_or_else(|| Error::code(&body.method, 0, "max_locals is too small for the parameters"))
}

/// Whether every reachable place that control reaches other than from above has a frame.
fn has_frames(body: &Body, cfg: &Cfg) -> bool {
    let framed = |code: &Code, number: usize| {
        let end = body.insns()[number];
        let start = number.checked_sub(1).map_or(0, |before| body.insns()[before] + 1);
        code.items[start..end].iter().any(|item| matches!(item, Item::Label(label) if code.frames.contains_key(label)))
    };
    cfg.blocks.iter().all(|block| {
        let jumped_to =
            block.predecessors.iter().any(|edge| cfg.is_reachable(edge.from) && edge.kind != EdgeKind::Fallthrough);
        !jumped_to || framed(&body.code, block.insns.start)
    })
}

/// Inference without frames.
struct Inference<'a> {
    program: &'a Program,
    entry: TypeState,
    step: TypeStep<'a>,
}

/// A state that can be joined: classes meet by the program's hierarchy.
#[derive(Clone)]
struct Typed<'a> {
    state: TypeState,
    program: &'a Program,
}

impl<'a> Analysis for Inference<'a> {
    type Domain = Typed<'a>;
    type Direction = Forward;
    const NAME: &'static str = "types";

    fn boundary(&self) -> Typed<'a> {
        Typed { state: self.entry.clone(), program: self.program }
    }

    fn transfer(&self, typed: &mut Typed<'a>, item: usize, insn: &Insn) -> Result<()> {
        self.step.apply(&mut typed.state, item, insn)
    }

    fn exceptional(&self, typed: &mut Typed<'a>, edge: &Edge) -> Result<()> {
        typed.state.stack = vec![self.step.caught(edge)?];
        Ok(())
    }
}

impl JoinSemiLattice for Typed<'_> {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        let mine = self.state.locals.iter_mut().chain(&mut self.state.stack);
        for (slot, theirs) in mine.zip(other.state.locals.iter().chain(&other.state.stack)) {
            if slot != theirs {
                let met = meet(self.program, slot, theirs);
                changed |= met != *slot;
                *slot = met;
            }
        }
        changed
    }
}

/// The closest type above both.
fn meet(program: &Program, first: &SlotType, second: &SlotType) -> SlotType {
    match (first, second) {
        _ if first == second => first.clone(),
        (SlotType::Null, SlotType::Object(_)) => second.clone(),
        (SlotType::Object(_), SlotType::Null) => first.clone(),
        (SlotType::Object(a), SlotType::Object(b)) => SlotType::object(&meet_classes(program, a, b)),
        _ => SlotType::Top,
    }
}

/// The closest class above two different classes or arrays.
fn meet_classes(program: &Program, first: &str, second: &str) -> String {
    const OBJECT: &str = "java/lang/Object";
    match (first.strip_prefix('['), second.strip_prefix('[')) {
        (Some(a), Some(b)) if is_reference(a) && is_reference(b) => {
            let element = meet_classes(program, descriptor::class_name(a), descriptor::class_name(b));
            if element.starts_with('[') { format!("[{element}") } else { format!("[L{element};") }
        }
        (None, None) if first == second => first.to_owned(),
        (None, None) => {
            let ids = program.class(first).zip(program.class(second));
            let above = ids.and_then(|(a, b)| program.common_superclass(a, b));
            above.map_or(OBJECT, |id| program.name(id)).to_owned()
        }
        _ => OBJECT.to_owned(),
    }
}

fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}
