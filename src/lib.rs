//! jcp: checkpoint and replay of Java programs by bytecode instrumentation.
//!
//! Pipeline: class files and jars → program → region and analyses → plan → rewriting → two jars.
//!
//! | layer | computes | may import |
//! |---|---|---|
//! | [`util`] | typed indices, graphs, dominators, hexadecimal digits | – |
//! | [`classfile`] | bytes ↔ constants, labelled code, frames; jars; the JDK's image | `util` |
//! | [`program`] | classes, methods, hierarchy, control-flow graphs | the above |
//! | [`region`], [`analysis`] | patterns and their places; data flow, control dependence, call graph | the above |
//! | [`plan`], [`planner`] | plain data: all that rewriting is told | the above |
//! | [`rewrite`] | capturing and replaying class files | `util`, `classfile`, `plan` |
//! | [`checkpoint`] | reading checkpoint files | `util` |
//! | [`explore`] | which schedules to run so that every end state is seen | `util` |
//! | [`driver`] | files and processes: instrument, verify | all |
//! | [`cli`] | arguments, messages, exit codes | all |

pub mod analysis;
pub mod checkpoint;
pub mod classfile;
pub mod cli;
pub mod driver;
pub mod explore;
pub mod plan;
pub mod planner;
pub mod program;
pub mod region;
pub mod rewrite;
pub mod util;
