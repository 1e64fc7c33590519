//! Files and processes: what the commands of `jcp` do, without their arguments and messages.
//!
//! | module | does |
//! |---|---|
//! | [`inputs`] | what is read: options, application, class path, JDK, regions, checkpoints and jars of before |
//! | [`outputs`] | what is written: jars, plans, pages and lists |
//! | [`runs`] | running programs, and what they leave |
//! | [`instrument`] | from the options to both jars |
//! | [`refresh`] | decides whether the next run captures or replays |
//! | [`run`] | the next run itself, at a place that is given or chosen |
//! | [`fixtures`] | which test classes have a place for a checkpoint, as their sources mark it |
//! | [`fork`] | the same for the JVM that a build tool starts |
//! | [`renew`] | a replaying jar of an edited program for checkpoints that are there |
//! | [`points_to`] | points-to analysis and questions to it |
//! | [`verify`] | runs all three and compares |
//! | [`report`] | one HTML page about a region and its checkpoint |
//! | [`suggest`] | finds places for a checkpoint in a profile of a run |
//! | [`explain`] | what was decided for a region, and why |
//! | [`observe`] | runs a program that records what it does, and checks an analysis by it |
//! | [`doctor`] | which JDKs there are, and whether jcp can work here |
//! | [`error`], [`progress`] | what goes wrong; what a command tells while it works |
//!
//! Invariants: commands import inputs, outputs and runs, which import no command; outputs and runs import inputs and not each
//! other (`tests/suite/tidy.rs` checks it). Nothing here prints, long steps are told to a [`Progress`].

pub mod doctor;
pub mod error;
pub mod explain;
pub mod explore;
pub mod fixtures;
pub mod fork;
pub mod inputs;
pub mod instrument;
pub mod observe;
pub mod outputs;
pub mod points_to;
pub mod progress;
pub mod refresh;
pub mod renew;
pub mod report;
pub mod run;
pub mod runs;
pub mod slice;
pub mod suggest;
pub mod verify;

pub use error::{DriverError, Reason};
pub use inputs::options::InstrumentOptions;
pub use inputs::{jdk, names, summaries, trust};
pub use instrument::Instrumented;
pub use outputs::common::RUNTIME_JAR;
pub use progress::{Progress, Silent};
pub use runs::launch;
