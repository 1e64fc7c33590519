//! An application that has been read: its classes with those of the JDK, the regions in it, and the planner's task.
//!
//! Entries of the class path that do not exist, and classes that cannot be read, are no errors: the JVM passes over them, too. An
//! error that may come from one of them says so.

use std::path::Path;

use super::application::Application;
use super::class_path::{self, Entry};
use super::jdk::{self, JdkHome};
use super::nested;
use super::options::InstrumentOptions;
use super::regions;
use crate::driver::error::DriverError;
use crate::driver::progress::Progress;
use crate::planner::Task;
use crate::program::Program;
use crate::region::Region;

/// An application that has been read, with the JDK that it is analysed against.
pub struct Loaded {
    /// What is run.
    pub application: Application,
    /// The JDK that it is analysed against and runs on.
    pub jdk: JdkHome,
    /// Its class path.
    pub entries: Vec<Entry>,
    /// Its classes, and those of the JDK.
    pub program: Program,
}

impl Loaded {
    /// Finds the JDK and reads the application; `check` may object before classes are read.
    pub fn of(
        options: &InstrumentOptions,
        progress: &dyn Progress,
        check: impl FnOnce(&Application, &[Entry]) -> Result<(), DriverError>,
    ) -> Result<Self, DriverError> {
        let application = Application::of(options)?;
        let jdk = jdk::find(options.jdk.as_deref())?;
        progress.step("reading classes");
        let entries = class_path::of(&application.classpath, application.nested, jdk.feature_number())?;
        check(&application, &entries)?;
        let program = load_application(&application, &entries, &jdk.home)?;
        Ok(Self { application, jdk, entries, program })
    }

    /// The regions that the options name, at least one.
    pub fn regions(&self, options: &InstrumentOptions) -> Result<Vec<Region>, DriverError> {
        regions::check(options)?;
        let program = &self.program;
        let regions = regions::resolve(options, program, &self.application.main)
            .map_err(|error| with_left_out(error, &self.application, program))?;
        regions.iter().try_for_each(|region| regions::check_versions(program, region, self.jdk.feature_number()))?;
        Ok(regions)
    }

    /// The one region that the options name.
    pub fn region(&self, options: &InstrumentOptions) -> Result<Region, DriverError> {
        let mut regions = self.regions(options)?;
        if regions.len() > 1 {
            return Err(DriverError::Usage("give one region: jcp explain explains one at a time".to_string()));
        }
        Ok(regions.remove(0))
    }

    /// What the planner is to do.
    pub fn task(&self, options: &InstrumentOptions) -> Result<Task, DriverError> {
        Ok(Task {
            threads: regions::resolve_threads(options, &self.program)?,
            named: regions::resolve_named(options, &self.program)?,
            name: self.application.name.clone(),
            main: self.application.main.replace('.', "/"),
            jdk: self.jdk.feature_number(),
            request: options.request.clone(),
            extent: options.extent,
            known: options.known(&self.jdk),
        })
    }
}

/// The program, with a word on entries of the class path that do not exist.
pub fn load_application(application: &Application, entries: &[Entry], home: &Path) -> Result<Program, DriverError> {
    let mut program = class_path::program(entries, home)?;
    absent(application).for_each(|line| program.add_diagnostic(line));
    Ok(program)
}

/// A line for each entry of the class path that does not exist.
fn absent(application: &Application) -> impl Iterator<Item = String> {
    let absent = application.classpath.iter().filter(|path| !path.exists());
    absent.map(|path| {
        format!("{}: this class-path entry does not exist; jcp ignores it, as the JVM does", path.display())
    })
}

/// A class that is not found may be one that was left out, or of an entry that does not exist: then the error says so.
pub fn with_left_out(error: DriverError, application: &Application, program: &Program) -> DriverError {
    const MOST: usize = 5;
    let DriverError::Input(mut text) = error else { return error };
    let simple =
        |line: &str| line.split(": ").next().and_then(|name| name.rsplit(['/', '$']).next()).map(str::to_owned);
    let named = |line: &&String| simple(line).is_some_and(|name| text.contains(&name));
    let left_out: Vec<String> = program.diagnostics().iter().filter(named).take(MOST).cloned().collect();
    let inside = application.executable.as_deref().and_then(nested::note);
    for line in left_out.into_iter().chain(absent(application).take(MOST)).chain(inside) {
        text = format!("{}\n  note: {line}", text.trim_end());
    }
    DriverError::Input(text)
}
