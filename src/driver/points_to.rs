//! `jcp points-to`: what references may point to and calls may run, for people and scripts.
//!
//! Steps: find the JDK, load the application, find `main`, analyse, answer the questions. Times are wall-clock seconds
//! by phase; memory is the process's peak resident set, where the system tells it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::DriverError;
use super::inputs::application::Application;
use super::inputs::options::InstrumentOptions;
use super::inputs::summaries::Cache;
use super::inputs::{class_path, jdk, loaded, regions};
use super::outputs::{files, overwrites};
use super::progress::{Progress, peak_memory};
use crate::analysis::ir::{Var, variables_of_local};
use crate::analysis::models::entry_points::EntryPoints;
use crate::analysis::models::natives::Natives;
use crate::analysis::models::{ModelError, Models};
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{
    Allocations, Budget, Exceeded, Metrics, PointsTo, Precision, points_to_named, points_to_under,
};
use crate::program::{MethodId, Program};
use crate::region;

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct PointsToOptions {
    /// The program, as for `jcp instrument`; regions are left out.
    pub program: InstrumentOptions,
    /// How callers are told apart.
    pub sensitivity: Sensitivity,
    /// Which objects are told apart where callers are not; none: as usual.
    pub allocations: Option<Allocations>,
    /// `Class.method:local`, several.
    pub queries: Vec<String>,
    /// `Class.method`, several.
    pub callers: Vec<String>,
    /// Where to write all reachable methods and call-graph edges.
    pub dump: Option<PathBuf>,
    /// A folder with models to be used instead of jcp's own: no selective contexts, no summaries.
    pub models: Option<PathBuf>,
    /// Wall-clock time that the analysis may take.
    pub time: Option<Duration>,
    /// Bytes that the analysis may take, roughly.
    pub memory: Option<u64>,
    /// Where summaries of the JDK and answers about programs are kept.
    pub cache: Cache,
}

/// The answers.
#[derive(Debug, Clone)]
pub struct PointsToReport {
    /// How callers were told apart.
    pub sensitivity: Sensitivity,
    /// The four usual measures.
    pub metrics: Metrics,
    /// Seconds by phase, in order; the last is `total`.
    pub seconds: Vec<(&'static str, f64)>,
    /// Peak resident set, bytes; none where it is not known.
    pub peak_memory: Option<u64>,
    /// Instances of methods under contexts; nodes, edges and merged nodes of the constraint graph.
    pub size: [usize; 4],
    /// Blocks of sets that travelled along edges, those for the summaries included.
    pub work: u64,
    /// Whether the analysis started from summaries of the JDK.
    pub summaries: bool,
    /// For each query what was found: a title and lines.
    pub answers: Vec<(String, Vec<String>)>,
    /// Where precision or soundness was given up.
    pub diagnostics: Vec<String>,
}

/// Runs the analysis and answers.
pub fn run(options: &PointsToOptions, progress: &dyn Progress) -> Result<PointsToReport, DriverError> {
    let start = Instant::now();
    let precision = precision(options)?;
    let application = Application::of(&options.program)?;
    let found = jdk::find(options.program.jdk.as_deref())?;
    progress.step("reading classes");
    let entries = class_path::of(&application.classpath, application.nested, found.feature_number())?;
    if let Some(file) = &options.dump {
        let models = options.models.iter().flat_map(|folder| MODEL_FILES.map(|name| folder.join(name)));
        overwrites::check(file, &options.program, &entries, &models.collect::<Vec<_>>())?;
    }
    let program = loaded::load_application(&application, &entries, &found.home)?;
    let main = region::find_main(&program, &application.main.replace('.', "/"))
        .ok_or_else(|| DriverError::Input(format!("class {} has no main method", application.main)))
        .map_err(|error| loaded::with_left_out(error, &application, &program))?;
    check_questions(options, &program)?;
    let read = start.elapsed();
    progress.step("points-to analysis");
    let budget = budget(options);
    let models = options.models.as_deref().map(models).transpose()?;
    let cache = if precision.uses_summaries() { &options.cache } else { &Cache::Off };
    let answer = if let Some(models) = models {
        points_to_under(models, &program, main, options.sensitivity, &budget)
    } else {
        let known = cache.known(&found, &budget);
        let named = regions::resolve_named(&options.program, &program)?;
        points_to_named(&program, main, precision, &budget, &known, &named)
    };
    let mut answer = answer.map_err(|error| exceeded(&error))?;
    let solved = start.elapsed();
    progress.step("answering");
    let metrics = answer.metrics();
    let answers = answers(options, &answer)?;
    if let Some(file) = &options.dump {
        files::write(file, dump(&mut answer).as_bytes())?;
    }
    let total = start.elapsed();
    let (nodes, edges, merged) = answer.size();
    Ok(PointsToReport {
        sensitivity: options.sensitivity,
        metrics,
        seconds: vec![
            ("read", read.as_secs_f64()),
            ("points_to", solved.saturating_sub(read).as_secs_f64()),
            ("answer", total.saturating_sub(solved).as_secs_f64()),
            ("total", total.as_secs_f64()),
        ],
        peak_memory: peak_memory(),
        work: answer.work(),
        summaries: answer.started_from_summaries(),
        size: [answer.instances(), nodes, edges, merged],
        answers,
        diagnostics: program.diagnostics().iter().chain(answer.diagnostics()).cloned().collect(),
    })
}

fn precision(options: &PointsToOptions) -> Result<Precision, DriverError> {
    let sensitivity = options.sensitivity;
    match options.allocations {
        None => Ok(sensitivity.into()),
        Some(allocations) if sensitivity == Sensitivity::Insensitive => Ok(Precision { sensitivity, allocations }),
        Some(_) => Err(DriverError::Usage(
            "--objects goes with --context insensitive: under contexts each instruction makes an object of its own"
                .to_owned(),
        )),
    }
}

fn budget(options: &PointsToOptions) -> Budget {
    let mut budget = options.time.map_or_else(Budget::default, Budget::of_time);
    if let Some(bytes) = options.memory {
        budget.memory = bytes;
    }
    budget
}

/// The files of a folder with models.
const MODEL_FILES: [&str; 2] = ["natives.txt", "entry-points.txt"];

/// The models in a folder.
fn models(folder: &Path) -> Result<Models, DriverError> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map_err(|error| DriverError::Input(format!("{}: {error}", path.display())))
    };
    let wrong = |error: ModelError| DriverError::Input(format!("{}: {error}", folder.display()));
    let [natives, entry_points] = MODEL_FILES;
    Ok(Models {
        natives: Natives::parse(natives, &read(natives)?).map_err(wrong)?,
        entry_points: EntryPoints::parse(entry_points, &read(entry_points)?).map_err(wrong)?,
    })
}

/// The error with the options that help.
fn exceeded(error: &Exceeded) -> DriverError {
    let help = match error {
        Exceeded::Time => "give a larger --time, or use --context insensitive",
        Exceeded::Memory => "give a larger --memory, or use --context insensitive",
        Exceeded::Work | Exceeded::Unknown(_) => "use --context insensitive",
    };
    DriverError::refused(format!("{error}; {help}"))
}

/// Says before the analysis what nobody can answer.
fn check_questions(options: &PointsToOptions, program: &Program) -> Result<(), DriverError> {
    for query in &options.queries {
        let (method, local) = parts(query)?;
        for id in methods_named(program, method)? {
            variables(program, id, local)?;
        }
    }
    options.callers.iter().try_for_each(|name| methods_named(program, name).map(drop))
}

/// Method and local of a query.
fn parts(query: &str) -> Result<(&str, &str), DriverError> {
    query.rsplit_once(':').ok_or_else(|| {
        DriverError::Usage(format!(
            "--query {query}: expected Class.method:local, with the local's name or slot number"
        ))
    })
}

/// The variables that a local may hold; it has to hold some.
fn variables(program: &Program, method: MethodId, local: &str) -> Result<Vec<Var>, DriverError> {
    let vars = variables_of_local(program, method, local);
    if vars.is_empty() {
        let name = program.describe(method);
        return Err(DriverError::Input(format!("{name} has no local `{local}` that holds a reference")));
    }
    Ok(vars)
}

fn answers(options: &PointsToOptions, answer: &PointsTo<'_>) -> Result<Vec<(String, Vec<String>)>, DriverError> {
    let program = answer.program();
    let mut found = Vec::new();
    for query in &options.queries {
        let (method, local) = parts(query)?;
        for id in methods_named(program, method)? {
            found.push((format!("{}:{local}", program.describe(id)), local_objects(answer, id, local)?));
        }
    }
    for name in &options.callers {
        for id in methods_named(program, name)? {
            let lines = answer.callers(id).into_iter().map(|(caller, offset)| place(program, caller, offset));
            found.push((format!("callers of {}", program.describe(id)), lines.collect()));
        }
    }
    Ok(found)
}

/// `a.b.C.m:12`, or with the offset where lines are not known.
fn place(program: &Program, method: MethodId, offset: u32) -> String {
    program.line_at(method, offset).map_or_else(
        || format!("{}@{offset}", program.describe(method)),
        |line| format!("{}:{line}", program.describe(method)),
    )
}

/// The methods that `Class.method` or `Class.method(Types)` names, the descriptor as in class files.
fn methods_named(program: &Program, name: &str) -> Result<Vec<MethodId>, DriverError> {
    let (path, descriptor) = name.find('(').map_or((name, None), |at| (&name[..at], Some(&name[at..])));
    let missing = || DriverError::Input(format!("no such method: {name}"));
    let (class, method) = path.rsplit_once('.').ok_or_else(missing)?;
    let class = program.find(&class.replace('.', "/")).ok_or_else(missing)?;
    let methods = class.methods_named(method);
    let found: Vec<MethodId> = methods
        .filter(|(_, info)| descriptor.is_none_or(|descriptor| info.descriptor.starts_with(descriptor)))
        .map(|(id, _)| id)
        .collect();
    if found.is_empty() { Err(missing()) } else { Ok(found) }
}

fn local_objects(answer: &PointsTo<'_>, method: MethodId, local: &str) -> Result<Vec<String>, DriverError> {
    let mut all = crate::analysis::points_to::ObjectSet::default();
    for var in variables(answer.program(), method, local)? {
        all.add_all(&answer.objects(method, var), None);
    }
    let mut lines: Vec<String> = all.iter().map(|object| answer.describe(object)).collect();
    lines.sort();
    Ok(lines)
}

/// `METHOD name`, `EDGE caller offset callee`, `CAST method offset` of casts that may fail and `POLY method offset` of
/// polymorphic calls, tab-separated, in the order of names.
fn dump(answer: &mut PointsTo<'_>) -> String {
    let (casts, polymorphic) = (answer.may_fail_casts(), answer.polymorphic_calls());
    let program = answer.program();
    let name = |id: MethodId| {
        let info = program.method(id);
        info.map_or_else(String::new, |info| format!("{}.{}{}", program.name(id.class), info.name, info.descriptor))
    };
    let names: BTreeMap<MethodId, String> = answer.reachable().into_iter().map(|id| (id, name(id))).collect();
    let mut lines: Vec<String> = names.values().map(|name| format!("METHOD\t{name}\n")).collect();
    for (caller, name) in &names {
        lines.extend(answer.calls(*caller).map(|(offset, callee)| {
            format!("EDGE\t{name}\t{offset}\t{}\n", names.get(&callee).map_or("?", String::as_str))
        }));
    }
    for (kind, sites) in [("CAST", casts), ("POLY", polymorphic)] {
        lines.extend(sites.iter().map(|(method, offset)| format!("{kind}\t{}\t{offset}\n", names[method])));
    }
    lines.sort();
    lines.concat()
}
