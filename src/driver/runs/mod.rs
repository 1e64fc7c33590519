//! Runs of programs: their command lines, the processes, and what they leave.
//!
//! | module | does |
//! |---|---|
//! | [`launch`] | the command lines of original, capturing and replaying run |
//! | [`java_command`] | a command line of another tool, taken apart |
//! | [`scratch`] | the folder in which runs take place, and their working directories |
//! | [`run`] | one run: starting it, waiting for it |
//! | [`foreground`] | a run in the place of jcp itself |
//! | [`evidence`] | what the runtime leaves behind |
//!
//! Invariant: nothing here imports outputs or commands.

pub mod evidence;
pub mod foreground;
pub mod java_command;
pub mod launch;
pub mod run;
pub mod scratch;
