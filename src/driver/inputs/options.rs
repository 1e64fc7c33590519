//! The options of the commands that instrument, or analyse as if they did.
//!
//! Plain data, as the command line gives it; [`super::application`] and [`super::loaded`] say what it means.

use std::path::PathBuf;

use super::jdk::JdkHome;
use super::summaries::Cache;
use crate::analysis::points_to::{Budget, Known, Precision};
use crate::driver::error::{DriverError, Reason};
use crate::plan::Request;
use crate::planner::{Extent, Selector};

/// How often a capture is tried with threads that the last one has told: one may wait elsewhere in the next run.
pub const ROUNDS: usize = 5;

/// What to instrument and where to put the result.
#[derive(Debug, Clone, Default)]
pub struct InstrumentOptions {
    /// The executable jar, or a jar of the class path; may be left out if `classpath` and `main` are given.
    pub app: Option<PathBuf>,
    /// Region patterns.
    pub regions: Vec<String>,
    /// Files with one pattern a line.
    pub region_files: Vec<PathBuf>,
    /// Chains of threads that may wait at the checkpoint.
    pub threads: Vec<String>,
    /// What calls by reflection reach: `Class.method:line -> p.q.*`.
    pub reflection: Vec<String>,
    /// What is asked of the runs.
    pub request: Request,
    /// How much of the state is captured.
    pub extent: Extent,
    /// Whether the capturing run notes what it does, for edited versions of the program.
    pub notes_run: bool,
    /// Starts of the names of classes that run the program and are no part of it.
    pub surroundings: Vec<String>,
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
    /// Where summaries of JDKs and answers about programs are kept.
    pub cache: Cache,
}

impl InstrumentOptions {
    /// An error if one run may leave several checkpoints.
    pub fn check_single(&self) -> Result<(), DriverError> {
        let instance = self.request.instance;
        if !instance.is_several() {
            return Ok(());
        }
        let what = "this command takes one checkpoint only";
        Err(DriverError::Usage(format!("--instance {instance}: {what}; choose `first`, `last` or a number")))
    }

    /// Adds the chains of threads for which a capturing run was refused; false if there is no new one.
    pub fn add_threads(&mut self, reasons: &[Reason]) -> bool {
        let known = self.threads.len();
        for reason in reasons {
            if !reason.thread.is_empty() && !self.threads.contains(&reason.thread) {
                self.threads.push(reason.thread.clone());
            }
        }
        self.threads.len() > known
    }

    /// What is known before the points-to analysis begins, if it is asked for and there is something.
    pub fn known(&self, jdk: &JdkHome) -> Known {
        match self.extent.selector {
            Selector::ModUse { sensitivity } if Precision::of_selection(sensitivity).uses_summaries() => {
                self.cache.known(jdk, &Budget::default())
            }
            _ => Known::default(),
        }
    }
}
