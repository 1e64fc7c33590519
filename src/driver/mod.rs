//! Files and processes: what the commands of `jcp` do, without their arguments and messages.
//!
//! | module | does |
//! |---|---|
//! | [`application`] | which jars and which main class make up the program |
//! | [`class_path`] | what the class path holds |
//! | [`jdk`] | finds the JDK to analyse against and to run on |
//! | [`launch`] | the command lines of original, capturing and replaying run |
//! | [`instrument`] | from the options to both jars; `outputs` writes them, `unpacked` as folders, too |
//! | [`trust`] | whether a checkpoint is one of the user's, as a replay will ask; the key |
//! | [`refresh`] | decides whether the next run captures or replays |
//! | [`renew`] | a replaying jar of an edited program for checkpoints that are there |
//! | [`points_to`] | points-to analysis and questions to it |
//! | [`summaries`] | the cache folder for what is known of JDKs |
//! | [`verify`] | runs all three and compares |
//! | [`names`] | what the frames of a checkpoint are called |
//! | [`report`] | one HTML page about a region and its checkpoint |
//! | [`suggest`] | finds places for a checkpoint in a profile of a run |
//! | [`explain`] | what was decided for a region, and why |
//! | [`observe`] | runs a program that records what it does, and checks an analysis by it |
//!
//! Invariants: every output is written beside its final name and renamed; nothing here prints, long steps are told to a
//! [`Progress`].

pub mod application;
pub mod class_path;
mod contents;
pub mod doctor;
pub mod error;
pub mod explain;
pub mod instrument;
mod java_paths;
pub mod jdk;
pub mod launch;
pub mod names;
pub mod observe;
mod outputs;
mod overwrites;
mod plan_text;
pub mod points_to;
pub mod refresh;
pub mod renew;
pub mod report;
pub mod suggest;
pub mod summaries;
pub mod trust;
mod unpacked;
pub mod verify;

pub use error::{DriverError, Reason};
pub use instrument::{InstrumentOptions, Instrumented};

/// The compiled Java runtime (`runtime-java/`) as a jar: goes into both output jars.
pub const RUNTIME_JAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/jcp-runtime.jar"));

/// Is told which step a command has reached.
pub trait Progress {
    /// A step begins: a few words such as `replay run`.
    fn step(&self, name: &str);
}

/// Progress that nobody sees.
pub struct Silent;

impl Progress for Silent {
    fn step(&self, _: &str) {}
}
