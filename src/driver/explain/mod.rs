//! `jcp explain`: what was decided for a region, and why, for people and scripts.
//!
//! The chain, with the environment of each site and the control-decision-making points of each method, and the selected
//! statics come from the plan; for one static, [`field`] adds the write and the read that make it needed, [`reaches`] the way of its value to the output. A region that is
//! refused is an answer too: the reason, and what can be changed.

mod field;
mod reaches;

use serde::Serialize;

use super::error::{DriverError, Reason};
use super::inputs::loaded::Loaded;
use super::inputs::options::InstrumentOptions;
use super::instrument::prepared::plan_error;
use super::progress::Progress;
use crate::analysis::mod_use::ModUse;
use crate::analysis::points_to::{Budget, UnknownCall, unknown_calls};
use crate::plan::{Cdmp, ChainMethod, Dispatch, Plan, Slot, SlotKind, type_name};
use crate::planner::{self, Task};
use crate::program::Program;
use crate::region::{Region, find_main};
pub use field::FieldAnswer;

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct ExplainOptions {
    /// The program and its region.
    pub instrument: InstrumentOptions,
    /// `Class.field`: why it is captured, or why not.
    pub field: Option<String>,
}

/// The answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The region in full; empty if it was refused before it was understood.
    pub region: String,
    /// Why it is refused; empty if it is not.
    pub refused: Vec<Refusal>,
    /// The methods from the root to the one with the checkpoint.
    pub chain: Vec<Element>,
    /// The static fields that are captured.
    pub statics: Vec<Static>,
    /// How many statics of the JDK are kept by their models.
    pub jdk_statics: usize,
    /// What was asked about a field.
    pub field: Option<FieldAnswer>,
    /// Calls by reflection that the analysis knows too little of, as options that limit them.
    pub unknown: Vec<String>,
    /// What else is to be known.
    pub notes: Vec<String>,
}

/// A reason for a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// What is in the way.
    pub reason: String,
    /// What can be done.
    pub change: String,
}

/// A method of the chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Element {
    /// Its class and name.
    pub method: String,
    /// The source file, if the class file names it.
    pub file: Option<String>,
    /// The line of its site: the call of the next method, or the checkpoint; 0 if unknown.
    pub line: u16,
    /// Offset of that instruction, bytes.
    pub offset: u32,
    /// How it is reached: `root`, `static`, `special`, `virtual`, or `through` frames that are not the program's.
    pub reached: &'static str,
    /// The receiver's type at a call that has one.
    pub receiver: Option<String>,
    /// The local variables that hold a value there.
    pub locals: Vec<Variable>,
    /// The operand stack, bottom first; at a call what lies under receiver and arguments.
    pub stack: Vec<Variable>,
    /// Locals that hold the objects of entered monitors, by number.
    pub monitors: Vec<u16>,
    /// The points that decide whether the site is reached.
    pub decisions: Vec<Decision>,
}

/// A local variable or a slot of the operand stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Number of the local, or position in the stack.
    pub index: u16,
    /// Its name, if it is a local and the class file tells.
    pub name: Option<String>,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether it is needed after the checkpoint, and so captured.
    pub live: bool,
}

/// A control-decision-making point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// Its line, 0 if unknown.
    pub line: u16,
    /// Offset of its instruction, bytes.
    pub offset: u32,
    /// `predicate`, `switch`, `throw` or `call`.
    pub kind: String,
}

/// A static field that is captured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Static {
    /// Its class and name.
    pub field: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether code before the checkpoint may modify it; if not, it holds what the class starts with.
    pub modified: bool,
    /// Who reads it.
    pub reason: String,
}

/// Explains.
pub fn explain(options: &ExplainOptions, progress: &dyn Progress) -> Result<Explanation, DriverError> {
    let loaded = Loaded::of(&options.instrument, progress, |_, _| Ok(()))?;
    let asked = options.field.as_deref().map(|name| field::named(&loaded.program, name)).transpose()?;
    progress.step("resolving the region");
    let region = match loaded.region(&options.instrument) {
        Ok(region) => region,
        Err(error) => return refused(String::new(), error),
    };
    progress.step("analysing");
    match planned(options, &loaded, &region, asked, progress) {
        Ok(explanation) => Ok(explanation),
        Err(error) => refused(region.describe(&loaded.program), error),
    }
}

fn planned(
    options: &ExplainOptions,
    loaded: &Loaded,
    region: &Region,
    asked: Option<crate::program::FieldId>,
    progress: &dyn Progress,
) -> Result<Explanation, DriverError> {
    let program = &loaded.program;
    let task = loaded.task(&options.instrument)?;
    let from_main = find_main(program, &task.main) == Some(region.root());
    let answer = if from_main { planner::analyse(program, region.root(), &task) } else { None };
    let analysis = answer.as_ref().and_then(|answer| answer.as_ref().ok()).map(ModUse::new);
    let plan = match (&analysis, &answer) {
        (Some(analysis), _) => planner::plan_on(program, region, &task, Ok(analysis)),
        (None, Some(Err(exceeded))) => planner::plan_on(program, region, &task, Err(exceeded)),
        _ => planner::plan(program, region, &task),
    };
    let plan = plan.map_err(plan_error)?;
    let parts = planner::parts(program, region).map_err(plan_error)?;
    let why = |id| field::Asked { program, plan: &plan, analysis: analysis.as_ref(), parts: &parts }.why(id);
    let mut asked = asked.map(|id| (id, why(id)));
    if let (Some((id, answer)), Some(analysis)) = (&mut asked, &analysis)
        && answer.captured
        && !answer.read_by.is_empty()
    {
        progress.step("following its value");
        answer.reaches = reaches::path(analysis.answer, region, *id);
    }
    let asked = asked.map(|(_, answer)| answer);
    let unknown = match (&answer, &analysis) {
        (Some(Err(_)), _) => unknown(program, region, &task, progress),
        (_, Some(analysis)) => analysis.answer.unknown_calls(),
        _ => Vec::new(),
    };
    let unknown = unknown.iter().map(as_option).collect();
    Ok(Explanation { unknown, ..of_plan(program, region, &plan, asked) })
}

/// The calls by reflection of which too little is known, where all that they may reach is too much.
fn unknown(program: &Program, region: &Region, task: &Task, progress: &dyn Progress) -> Vec<UnknownCall> {
    progress.step("looking for calls by reflection");
    unknown_calls(program, region.root(), &Budget::of_selection(), task.known.jdk.as_ref(), &task.named)
}

/// What can be given to jcp for such a call, and why.
fn as_option(call: &UnknownCall) -> String {
    let of = if call.is_of_classes { "classes" } else { "methods" };
    format!("--reflection '{} -> p.q.*': {}, of which {} {of} of the program fit", call.place, call.does, call.count)
}

/// The plan in words.
fn of_plan(program: &Program, region: &Region, plan: &Plan, field: Option<FieldAnswer>) -> Explanation {
    let statics = plan.statics.iter().map(|field| Static {
        field: format!("{}.{}", field.class.replace('/', "."), field.name),
        kind: type_name(&field.descriptor),
        modified: field.modified,
        reason: field.reason.clone(),
    });
    let depths = plan.chain.iter().enumerate();
    Explanation {
        region: plan.region.clone(),
        chain: depths.map(|(depth, element)| of_element(program, element, depth, &plan.cdmps)).collect(),
        statics: statics.collect(),
        jdk_statics: plan.jdk_statics.len(),
        field,
        unknown: Vec::new(),
        notes: region.notes.iter().chain(&plan.precision).chain(&plan.diagnostics).cloned().collect(),
        refused: Vec::new(),
    }
}

fn of_element(program: &Program, element: &ChainMethod, depth: usize, cdmps: &[Cdmp]) -> Element {
    let class = program.find(&element.method.class);
    let variables = |slots: &[Slot]| slots.iter().map(variable).collect();
    let decides = |cdmp: &&Cdmp| usize::from(cdmp.depth) == depth;
    let decision = |cdmp: &Cdmp| Decision { line: cdmp.line, offset: cdmp.offset, kind: cdmp.kind.clone() };
    Element {
        method: element.method.with_types(),
        file: class.and_then(|class| class.file.source_file.clone()),
        line: element.site.line,
        offset: element.site.offset,
        reached: match element.dispatch {
            Dispatch::Root => "root",
            Dispatch::Thread => "thread",
            Dispatch::Static => "static",
            Dispatch::Special => "special",
            Dispatch::Virtual => "virtual",
            Dispatch::Through => "through",
        },
        receiver: element.site.receiver.as_ref().map(kind_name),
        locals: variables(&element.site.locals),
        stack: element.site.stack.iter().map(|slot| Variable { name: None, ..variable(slot) }).collect(),
        monitors: element.site.monitors.clone(),
        decisions: cdmps.iter().filter(decides).map(decision).collect(),
    }
}

fn variable(slot: &Slot) -> Variable {
    Variable { index: slot.index, name: slot.name.clone(), kind: kind_name(&slot.kind), live: slot.live }
}

/// `a.b.C.m(int,java.lang.String)`.
fn kind_name(kind: &SlotKind) -> String {
    match kind {
        SlotKind::Int => "int".to_owned(),
        SlotKind::Long => "long".to_owned(),
        SlotKind::Float => "float".to_owned(),
        SlotKind::Double => "double".to_owned(),
        SlotKind::Null => "null".to_owned(),
        SlotKind::Object(name) if name.starts_with('[') => type_name(name),
        SlotKind::Object(name) => name.replace('/', "."),
        SlotKind::UninitializedThis => "this before super(…)".to_owned(),
        SlotKind::Uninitialized(offset) => format!("new object of @{offset}, not constructed yet"),
    }
}

/// A refusal as an answer; other errors stay what they are.
fn refused(region: String, error: DriverError) -> Result<Explanation, DriverError> {
    let DriverError::Refused(reasons) = error else { return Err(error) };
    let refused = reasons.iter().map(refusal).collect();
    Ok(Explanation { region, refused, ..Explanation::default() })
}

/// Messages of refusals name the way out behind a semicolon, where there is one.
fn refusal(reason: &Reason) -> Refusal {
    const ANOTHER: &str = "choose another line or chain; `jcp suggest` lists places that can be captured";
    let text = reason.to_string();
    let whole = |text: String| Refusal { reason: text, change: ANOTHER.to_owned() };
    match text.split_once("; ") {
        Some((why, change)) if !text.contains('\n') => Refusal { reason: why.to_owned(), change: change.to_owned() },
        _ => whole(text),
    }
}
