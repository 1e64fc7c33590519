//! `jcp instrument`: turns an application into a capturing and a replaying jar.
//!
//! Steps: find the JDK, load the application, parse and resolve the region, plan, rewrite, write both jars.

use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use super::application::Application;
use super::class_path::{self, Entry};
use super::jdk::JdkHome;
use super::launch::Launch;
use super::outputs::{self, Outputs};
use super::summaries::Cache;
use super::unpacked;
use super::{DriverError, Progress, java_paths, jdk, names};
use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Budget, uses_summaries};
use crate::analysis::summaries::Summaries;
use crate::checkpoint::FrameNames;
use crate::classfile::code::Changes;
use crate::classfile::jimage::Jdk;
use crate::plan::{self, Plans, Premises, StaticCounts};
use crate::planner::{self, Before};
use crate::program::Program;
use crate::program::source::ClassSource;
use crate::region::{self, Region, RegionError};

/// Class files of Java N have the version N + 44.
const VERSION_OF_JAVA_0: u16 = 44;

/// Which arrival at the region start is captured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Instance {
    /// The first.
    #[default]
    First,
    /// The last of the run; every arrival is captured, the last one stays.
    Last,
    /// The N-th, counted from 1.
    Number(u64),
    /// Each K-th, from the K-th on; 1: all. Each leaves a checkpoint of its own.
    Every(u64),
    /// The first one when so many seconds have gone by since the start, or since the last capture; each leaves a checkpoint
    /// of its own.
    Seconds(u64),
}

impl Instance {
    /// An error if one run may leave several checkpoints.
    pub(super) fn check_single(self) -> Result<(), DriverError> {
        if !matches!(self, Self::Every(_) | Self::Seconds(_)) {
            return Ok(());
        }
        let what = "one checkpoint is compared with one run";
        Err(DriverError::Usage(format!("--instance {self}: {what}; choose `first`, `last` or a number")))
    }
}

impl FromStr for Instance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::First),
            "last" => Ok(Self::Last),
            "all" => Ok(Self::Every(1)),
            other => {
                let positive = |text: &str| text.parse().ok().filter(|number: &u64| *number > 0);
                let every = other.strip_prefix("every:");
                let seconds = every.and_then(|every| every.strip_suffix('s')).and_then(positive).map(Self::Seconds);
                let step = || every.and_then(positive).map(Self::Every);
                let found = seconds.or_else(step).or_else(|| positive(other).map(Self::Number));
                found.ok_or("expected `first`, `last`, `all`, `every:K`, `every:30s` or a number from 1".to_string())
            }
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::Last => f.write_str("last"),
            Self::Number(n) => write!(f, "{n}"),
            Self::Every(1) => f.write_str("all"),
            Self::Every(step) => write!(f, "every:{step}"),
            Self::Seconds(seconds) => write!(f, "every:{seconds}s"),
        }
    }
}

/// What to instrument and where to put the result.
#[derive(Debug, Clone, Default)]
pub struct InstrumentOptions {
    /// The executable jar, or a jar of the class path; may be left out if `classpath` and `main` are given.
    pub app: Option<PathBuf>,
    /// Region patterns.
    pub regions: Vec<String>,
    /// Files with one pattern a line.
    pub region_files: Vec<PathBuf>,
    /// The arrival to capture.
    pub instance: Instance,
    /// How many checkpoints stay where several are captured; all if absent.
    pub keep: Option<u32>,
    /// Whether both jars can write the state in which a region, or the program, ends (`jcp verify --state`).
    pub states: bool,
    /// Folder for the jars; the current one if absent.
    pub out_dir: Option<PathBuf>,
    /// Class path of a program that is not one executable jar.
    pub classpath: Option<String>,
    /// Its main class.
    pub main: Option<String>,
    /// The JDK to analyse against and run on.
    pub jdk: Option<PathBuf>,
    /// Where to dump the plan as JSON.
    pub plan_file: Option<PathBuf>,
    /// How statics are selected.
    pub selector: StaticsSelector,
    /// Whether instance fields are left out that no code after the checkpoint reads.
    pub prune_fields: bool,
    /// Whether more is captured than this version of the program needs, for edited ones.
    pub editable: bool,
    /// Where summaries of JDKs are kept.
    pub cache: Cache,
    /// From where the replay's clock goes on: this JVM's time, unless said otherwise.
    pub clock: Clock,
    /// From where the JDK's generators of random numbers go on: the checkpoint, unless said otherwise.
    pub seeds: Seeds,
}

/// From where the replay's clock goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock(pub plan::Time);

impl Default for Clock {
    fn default() -> Self {
        Self(plan::Time::Fresh)
    }
}

/// From where the JDK's generators of random numbers go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seeds(pub plan::Time);

impl Default for Seeds {
    fn default() -> Self {
        Self(plan::Time::Replay)
    }
}

/// How statics are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticsSelector(pub planner::Selector);

impl StaticsSelector {
    /// By points-to and Mod/Use analysis, as long as that does not take too long.
    pub fn mod_use(sensitivity: Sensitivity) -> Self {
        Self(planner::Selector::ModUse { sensitivity })
    }
}

impl Default for StaticsSelector {
    fn default() -> Self {
        Self::mod_use(Sensitivity::Insensitive)
    }
}

/// Two jars and what was decided about them.
#[derive(Debug, Clone)]
pub struct Instrumented {
    /// The jar that captures.
    pub capture_jar: PathBuf,
    /// The jar that replays.
    pub replay_jar: PathBuf,
    /// How to run the capturing jar.
    pub capture: Launch,
    /// How to run the replaying jar.
    pub replay: Launch,
    /// Name of the checkpoint file written into the working directory by default.
    pub checkpoint_name: String,
    /// The region in full, as resolved.
    pub region: String,
    /// Static fields that are captured.
    pub statics: usize,
    /// Those of them that are of libraries.
    pub library_statics: usize,
    /// Static fields that anything reachable from `main` reads or writes.
    pub reachable_statics: StaticCounts,
    /// Instance fields that are not captured, since no code after the checkpoint reads them.
    pub pruned_fields: usize,
    /// Instance fields of the application's classes; zero where none were to be left out.
    pub instance_fields: usize,
    /// Instructions put into methods and taken from them, clones counted against their originals: in the capturing and in the
    /// replaying jar.
    pub changes: [Changes; 2],
    /// Static fields of the JDK that the selection found, whatever the models say of them.
    pub jdk_statics: usize,
    /// Local variables and stack slots that are captured, over the whole chain.
    pub locals: usize,
    /// Control-decision-making points of the chain.
    pub cdmps: usize,
    /// Methods that were cloned.
    pub clones: usize,
    /// Methods that would have been cloned had the chains not been merged.
    pub unmerged_clones: usize,
    /// The regions behind the first.
    pub others: Vec<OtherRegion>,
    /// The names of the frames at each region's end; none where it has none.
    pub end_frames: Vec<Vec<FrameNames>>,
    /// Local variables and stack slots that hold a value at the sites, captured or not.
    pub slots: usize,
    /// Wall-clock seconds by phase.
    pub seconds: Vec<(&'static str, f64)>,
    /// Peak resident set so far, bytes; none where the system does not tell.
    pub peak_memory: Option<u64>,
    /// What the user should know besides: one line each.
    pub diagnostics: Vec<String>,
    /// The same about the JDK, whatever the program.
    pub jdk_notes: Vec<String>,
}

/// A region behind the first.
#[derive(Debug, Clone, Serialize)]
pub struct OtherRegion {
    /// The region in full, as resolved.
    pub region: String,
    /// Name of its checkpoint file.
    pub checkpoint: String,
    /// Static fields that are captured.
    pub statics: usize,
    /// Local variables and stack slots that are captured.
    pub locals: usize,
}

impl OtherRegion {
    fn of(plan: &plan::Plan) -> Self {
        Self {
            region: plan.region.clone(),
            checkpoint: format!("{}.jcp", plan.name),
            statics: plan.captured_statics(),
            locals: plan.captured_slots(),
        }
    }
}

/// An application that has been analysed, ready to be rewritten.
pub(super) struct Prepared {
    pub(super) application: Application,
    pub(super) jdk: JdkHome,
    pub(super) entries: Vec<Entry>,
    pub(super) folder: PathBuf,
    pub(super) program: Program,
    pub(super) regions: Vec<Region>,
    pub(super) plans: Plans,
    /// What may run before the checkpoints.
    pub(super) before: Before,
    /// Seconds by phase.
    pub(super) seconds: Vec<(&'static str, f64)>,
}

/// Writes both jars.
pub fn instrument(options: &InstrumentOptions, progress: &dyn Progress) -> Result<Instrumented, DriverError> {
    let prepared = prepare(options, progress)?;
    progress.step("rewriting");
    let start = Instant::now();
    let premises = prepared.premises()?;
    let ([capture_jar, replay_jar], changes) = prepared.outputs(Some(&premises)).write(&prepared.folder)?;
    let launches = [prepared.launch(&capture_jar)?, prepared.launch(&replay_jar)?];
    let Prepared { regions, plans, mut seconds, .. } = prepared;
    seconds.push(("rewrite", start.elapsed().as_secs_f64()));
    let mut diagnostics: Vec<String> = Vec::new();
    for line in
        regions.iter().flat_map(|region| &region.notes).chain(plans.regions.iter().flat_map(|plan| &plan.diagnostics))
    {
        if !diagnostics.contains(line) {
            diagnostics.push(line.clone());
        }
    }
    let plan = plans.first();
    let [capture, replay] = launches;
    Ok(Instrumented {
        capture,
        replay,
        capture_jar,
        replay_jar,
        checkpoint_name: format!("{}.jcp", plan.name),
        others: plans.regions[1..].iter().map(OtherRegion::of).collect(),
        end_frames: plans.regions.iter().map(|plan| names::of_chain(&plan.end)).collect(),
        unmerged_clones: plans.unmerged_clones(),
        statics: plan.captured_statics(),
        library_statics: plan.captured_library_statics(),
        reachable_statics: plan.reachable_statics,
        pruned_fields: plan.pruned_fields.len(),
        instance_fields: plan.instance_fields,
        changes,
        jdk_statics: plan.jdk_statics.len(),
        locals: plan.captured_slots(),
        cdmps: plan.cdmps.len(),
        clones: plans.forest.clones(),
        slots: plan.slots(),
        seconds,
        peak_memory: super::points_to::peak_memory(),
        region: plan.region.clone(),
        diagnostics,
        jdk_notes: plan.jdk_notes.clone(),
    })
}

/// An application that has been read, with the JDK that it is analysed against.
pub(super) struct Loaded {
    pub(super) application: Application,
    pub(super) jdk: JdkHome,
    pub(super) entries: Vec<Entry>,
    pub(super) program: Program,
}

impl Loaded {
    /// Finds the JDK and reads the application; `check` may object before classes are read.
    pub(super) fn of(
        options: &InstrumentOptions,
        progress: &dyn Progress,
        check: impl FnOnce(&Application, &[Entry]) -> Result<(), DriverError>,
    ) -> Result<Self, DriverError> {
        let application = Application::of(options)?;
        let jdk = jdk::find(options.jdk.as_deref())?;
        progress.step("reading classes");
        let entries = class_path::entries(&application, feature(&jdk))?;
        check(&application, &entries)?;
        let program = load_application(&application, &entries, &jdk.home)?;
        Ok(Self { application, jdk, entries, program })
    }

    /// The regions that the options name, at least one.
    pub(super) fn regions(&self, options: &InstrumentOptions) -> Result<Vec<Region>, DriverError> {
        if options.regions.is_empty() && options.region_files.is_empty() {
            return Err(DriverError::Usage("no region: give --region or --regions".to_string()));
        }
        let program = &self.program;
        let regions = resolve(options, program, &self.application.main)
            .map_err(|error| with_left_out(error, &self.application, program))?;
        regions.iter().try_for_each(|region| check_versions(program, region, feature(&self.jdk)))?;
        Ok(regions)
    }

    /// The one region that the options name.
    pub(super) fn region(&self, options: &InstrumentOptions) -> Result<Region, DriverError> {
        let mut regions = self.regions(options)?;
        if regions.len() > 1 {
            return Err(DriverError::Usage("give one region: they are explained one by one".to_string()));
        }
        Ok(regions.remove(0))
    }

    /// What the planner is asked.
    pub(super) fn request(&self, options: &InstrumentOptions) -> planner::Request {
        planner::Request {
            name: self.application.name.clone(),
            main: self.application.main.replace('.', "/"),
            instance: match options.instance {
                Instance::First => plan::Instance::Number(1),
                Instance::Number(number) => plan::Instance::Number(number),
                Instance::Last => plan::Instance::Last,
                Instance::Every(step) => plan::Instance::Every(step),
                Instance::Seconds(seconds) => plan::Instance::Seconds(seconds),
            },
            keep: options.keep,
            states: options.states,
            clock: options.clock.0,
            seeds: options.seeds.0,
            jdk: feature(&self.jdk),
            selector: options.selector.0,
            prune_fields: options.prune_fields,
            editable: options.editable,
            summaries: summaries(options, &self.jdk),
        }
    }
}

fn feature(jdk: &JdkHome) -> u16 {
    u16::try_from(jdk.feature).unwrap_or(u16::MAX)
}

/// Loads, resolves and plans; makes the folder for the outputs.
pub(super) fn prepare(options: &InstrumentOptions, progress: &dyn Progress) -> Result<Prepared, DriverError> {
    if options.regions.is_empty() && options.region_files.is_empty() {
        return Err(DriverError::Usage("no region: give --region or --regions".to_string()));
    }
    let start = Instant::now();
    let folder = options.out_dir.clone().unwrap_or_else(|| PathBuf::from("."));
    let folder = std::path::absolute(&folder).map_err(DriverError::io("cannot use", &folder))?;
    java_paths::check(&folder)?; // the JVM is to load from the jars in it
    let loaded = Loaded::of(options, progress, |application, entries| {
        outputs::check_targets(application, entries, &folder, options.plan_file.as_deref())
    })?;
    let read = start.elapsed();
    progress.step("resolving the region");
    let regions = loaded.regions(options)?;
    let resolved = start.elapsed();
    progress.step("analysing");
    let request = loaded.request(options);
    let (plans, before) = planner::plans(&loaded.program, &regions, &request).map_err(plan_error)?;
    let seconds = vec![
        ("read", read.as_secs_f64()),
        ("resolve", resolved.saturating_sub(read).as_secs_f64()),
        ("analyse", start.elapsed().saturating_sub(resolved).as_secs_f64()),
    ];
    if let Some(file) = &options.plan_file {
        write_plans(&plans, file)?;
    }
    std::fs::create_dir_all(&folder).map_err(DriverError::io("cannot make", &folder))?;
    let Loaded { application, jdk, entries, program } = loaded;
    Ok(Prepared { application, jdk, entries, folder, program, regions, plans, before, seconds })
}

/// What the points-to analysis starts from, if the options say that there is one that can.
pub(super) fn summaries(options: &InstrumentOptions, jdk: &JdkHome) -> Option<Arc<Summaries>> {
    match options.selector.0 {
        planner::Selector::ModUse { sensitivity } if uses_summaries(sensitivity) => {
            options.cache.summaries(jdk, &Budget::default())
        }
        _ => None,
    }
}

impl Prepared {
    /// What its jars are made of.
    pub(super) fn outputs<'a>(&'a self, premises: Option<&'a Premises>) -> Outputs<'a> {
        let Self { plans, program, entries, application, .. } = self;
        Outputs { plans, program, entries, application, premises }
    }

    /// How one of its jars is run.
    pub(super) fn launch(&self, jar: &Path) -> Result<Launch, DriverError> {
        let is_unpacked = unpacked::is_wanted(&self.application, &self.entries);
        let front = if is_unpacked { unpacked::unpack(jar)? } else { jar.to_path_buf() };
        Ok(Launch::instrumented(&self.jdk.java(), &self.application, &front))
    }
}

/// The program, with a word on entries of the class path that do not exist.
pub(super) fn load_application(
    application: &Application,
    entries: &[Entry],
    home: &Path,
) -> Result<Program, DriverError> {
    let mut program = load(entries, home)?;
    absent(application).for_each(|line| program.add_diagnostic(line));
    Ok(program)
}

/// A line for each entry of the class path that does not exist.
fn absent(application: &Application) -> impl Iterator<Item = String> {
    let absent = application.classpath.iter().filter(|path| !path.exists());
    absent.map(|path| format!("{}: no such class-path entry; passed over, as the JVM does", path.display()))
}

pub(super) fn load(entries: &[Entry], home: &Path) -> Result<Program, DriverError> {
    let library = Jdk::open(home).map_err(|error| DriverError::Input(error.to_string()))?;
    let sources = entries.iter().map(|entry| Box::new(entry.clone()) as Box<dyn ClassSource>).collect();
    Program::new(sources, Box::new(library)).map_err(|error| DriverError::Input(error.to_string()))
}

/// The regions that the options name.
fn resolve(options: &InstrumentOptions, program: &Program, main: &str) -> Result<Vec<Region>, DriverError> {
    let mut patterns = Vec::new();
    // for each pattern: how an error in it is shown
    let mut renderers: Vec<Box<dyn Fn(RegionError) -> String>> = Vec::new();
    for text in &options.regions {
        let parsed = region::parse(text).map_err(|error| DriverError::Input(error.render(text)))?;
        patterns.push(parsed);
        let text = text.clone();
        renderers.push(Box::new(move |error| error.render(&text)));
    }
    for file in &options.region_files {
        let content = std::fs::read_to_string(file)
            .map_err(|error| DriverError::Input(format!("{}: {error}", file.display())))?;
        let parsed = region::parse_file(&file.display().to_string(), &content)
            .map_err(|error| DriverError::Input(error.render()))?;
        for region in parsed {
            patterns.push(region.pattern.clone());
            renderers.push(Box::new(move |error| region.locate(error).render()));
        }
    }
    region::resolve_all(&patterns, program, main).map_err(|(number, error)| {
        let unsupported = error.problem.is_unsupported();
        let text = renderers.get(number).map_or_else(|| error.to_string(), |render| render(error.clone()));
        let plain = text.trim_end().trim_start_matches("error: ");
        if unsupported { DriverError::refused(plain) } else { DriverError::Input(text) }
    })
}

/// A class that is not found may be one that was left out, or of an entry that does not exist: then the error says so.
pub(super) fn with_left_out(error: DriverError, application: &Application, program: &Program) -> DriverError {
    const MOST: usize = 5;
    let DriverError::Input(mut text) = error else { return error };
    let simple =
        |line: &str| line.split(": ").next().and_then(|name| name.rsplit(['/', '$']).next()).map(str::to_owned);
    let named = |line: &&String| simple(line).is_some_and(|name| text.contains(&name));
    let left_out: Vec<String> = program.diagnostics().iter().filter(named).take(MOST).cloned().collect();
    for line in left_out.into_iter().chain(absent(application).take(MOST)) {
        text = format!("{}\n  note: {line}", text.trim_end());
    }
    DriverError::Input(text)
}

/// The JVM does not load a class file that is newer than itself (JVMS §4.1), so none may be in the chain.
fn check_versions(program: &Program, region: &Region, feature: u16) -> Result<(), DriverError> {
    let newest = feature.saturating_add(VERSION_OF_JAVA_0);
    let ends = region.end.iter().flat_map(|end| end.methods());
    match region
        .methods()
        .chain(ends)
        .filter_map(|method| program.get(method.class))
        .find(|class| class.file.major > newest)
    {
        Some(class) => Err(DriverError::Input(format!(
            "{}: class file of version {}, but JDK {feature} loads none above {newest}; name a newer JDK with --jdk",
            class.name().replace('/', "."),
            class.file.major
        ))),
        None => Ok(()),
    }
}

pub(super) fn plan_error(error: planner::Error) -> DriverError {
    match error {
        planner::Error::Refused { method, why } => DriverError::refused(format!("{method}: {why}")),
        // code that the analyses do not support, such as `jsr`
        planner::Error::Program(error @ crate::program::Error::Code { .. }) => DriverError::refused(error.to_string()),
        planner::Error::Program(error) => DriverError::Input(error.to_string()),
    }
}

/// One region's plan as it is; of several, all with the forest of their chains.
fn write_plans(plans: &Plans, file: &Path) -> Result<(), DriverError> {
    let json = match plans.regions.as_slice() {
        [plan] => serde_json::to_string_pretty(plan),
        _ => serde_json::to_string_pretty(plans),
    };
    let json = json.map_err(|error| DriverError::Internal(error.to_string()))?;
    outputs::write_file(file, json.as_bytes())
}
