//! An application that has been analysed: the state between planning and rewriting.
//!
//! Each command that instruments goes on from here: with both jars, with one, or with a page about the plan.

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::driver::error::DriverError;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::class_path::Entry;
use crate::driver::inputs::jdk::JdkHome;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::inputs::{java_paths, regions};
use crate::driver::outputs::parts::{Added, Parts};
use crate::driver::outputs::{common, files, targets, unpacked};
use crate::driver::progress::Progress;
use crate::driver::runs::launch::Launch;
use crate::plan::{Plans, Premises, ThreadChain};
use crate::planner::{self, Before};
use crate::program::Program;
use crate::region::Region;

/// An application that has been analysed, ready to be rewritten.
pub struct Prepared {
    /// What is run.
    pub application: Application,
    /// The JDK that it is analysed against and runs on.
    pub jdk: JdkHome,
    /// Its class path.
    pub entries: Vec<Entry>,
    /// Where its jars go.
    pub folder: PathBuf,
    /// Its classes, and those of the JDK.
    pub program: Program,
    /// The regions in it.
    pub regions: Vec<Region>,
    /// The runtime's files, as both jars have them.
    pub runtime: Added,
    /// What was decided for them.
    pub plans: Plans,
    /// What may run before the checkpoints.
    pub before: Before,
    /// Seconds by phase.
    pub seconds: Vec<(&'static str, f64)>,
}

/// Loads, resolves and plans; makes the folder for the outputs.
pub fn prepare(options: &InstrumentOptions, progress: &dyn Progress) -> Result<Prepared, DriverError> {
    prepare_with(options, None, progress)
}

/// The same with the chains of threads that an older version of the program has, instead of those that the options name.
pub fn prepare_since(
    options: &InstrumentOptions,
    threads: &[ThreadChain],
    progress: &dyn Progress,
) -> Result<Prepared, DriverError> {
    let options = InstrumentOptions { threads: Vec::new(), ..options.clone() };
    prepare_with(&options, Some(threads), progress)
}

fn prepare_with(
    options: &InstrumentOptions,
    threads: Option<&[ThreadChain]>,
    progress: &dyn Progress,
) -> Result<Prepared, DriverError> {
    regions::check(options)?;
    let start = Instant::now();
    let folder = options.out_dir.clone().unwrap_or_else(|| PathBuf::from("."));
    let folder = std::path::absolute(&folder).map_err(DriverError::io("cannot use", &folder))?;
    java_paths::check(&folder)?; // the JVM is to load from the jars in it
    let loaded = Loaded::of(options, progress, |application, entries| {
        targets::check(application, entries, &folder, options.plan_file.as_deref())
    })?;
    let read = start.elapsed();
    progress.step("resolving the region");
    let regions = loaded.regions(options)?;
    let resolved = start.elapsed();
    progress.step("analysing");
    let mut task = loaded.task(options)?;
    if let Some(threads) = threads {
        task.threads = regions::same_threads(threads, &loaded.program);
    }
    let (mut plans, before) = planner::plans(&loaded.program, &regions, &task).map_err(plan_error)?;
    let seconds = vec![
        ("read", read.as_secs_f64()),
        ("resolve", resolved.saturating_sub(read).as_secs_f64()),
        ("analyse", start.elapsed().saturating_sub(resolved).as_secs_f64()),
    ];
    if let Some(file) = &options.plan_file {
        write_plans(&plans, file)?;
    }
    if options.notes_run {
        plans.noted = planner::noted(&loaded.program);
        plans.surroundings.clone_from(&options.surroundings);
    }
    std::fs::create_dir_all(&folder).map_err(DriverError::io("cannot create", &folder))?;
    let Loaded { application, jdk, entries, program } = loaded;
    common::check(&program)?;
    let runtime = options.cache.runtime(&jdk, || common::runtime(&program))?;
    Ok(Prepared { application, jdk, entries, folder, program, regions, runtime, plans, before, seconds })
}

impl Prepared {
    /// What its jars are made of.
    pub fn parts<'a>(&'a self, premises: Option<&'a Premises>) -> Parts<'a> {
        let Self { plans, program, entries, application, runtime, .. } = self;
        Parts { plans, program, entries, application, runtime, premises }
    }

    /// What this program's own checkpoints rest on.
    pub fn premises(&self) -> Result<Premises, DriverError> {
        let mut premises = planner::premises(&self.program, &self.regions, &self.plans, &self.before);
        if let Ok(premises) = &mut premises {
            premises.ids = self.plans.regions.iter().map(|plan| common::id(&self.parts(None), plan)).collect();
        }
        premises.map_err(plan_error)
    }

    /// How one of its jars is run.
    pub fn launch(&self, jar: &Path) -> Result<Launch, DriverError> {
        let is_unpacked = unpacked::is_wanted(&self.application, &self.entries);
        let front = if is_unpacked { unpacked::unpack(jar)? } else { jar.to_path_buf() };
        Ok(Launch::instrumented(&self.jdk.java(), &self.application, &front))
    }
}

/// By whose fault no plan could be made.
pub fn plan_error(error: planner::Error) -> DriverError {
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
    files::write(file, json.as_bytes())
}
