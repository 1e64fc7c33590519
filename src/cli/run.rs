//! `jcp run`: the words around [`crate::driver::run`].
//!
//! Each line about what a run does goes to standard error before the program starts; all else is the program's own. The exit status
//! is the program's, too. A replay that cannot start has not begun to run the program: then it is captured again.

use super::args::RunArguments;
use super::output::Asides;
use crate::driver::DriverError;
use crate::driver::run::{Kind, next};
use crate::driver::runs::foreground;

/// With this a replay ends that cannot start.
const NOT_POSSIBLE: u8 = 78;

/// Runs the program; returns its exit code.
pub fn run(arguments: &RunArguments, asides: Asides) -> Result<u8, DriverError> {
    let mut options = arguments.options();
    loop {
        let steps = asides.steps();
        let run = next(&options, &steps)?;
        drop(steps);
        run.said.iter().for_each(|line| asides.note(line));
        let before = run.refused.metadata().and_then(|file| file.modified()).ok();
        let status = foreground::code(foreground::run(&run.command)?);
        let after = run.refused.metadata().and_then(|file| file.modified()).ok();
        if run.kind != Kind::Replay || status != NOT_POSSIBLE || before == after {
            return Ok(status);
        }
        options.fresh = false;
    }
}
