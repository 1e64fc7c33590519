//! `jcp fork`: the words around [`crate::driver::fork`].
//!
//! The JVM has jcp's streams, and jcp ends as it does. So nothing but lines on standard error is said, and with `--quiet` not
//! even these: the folder has them.

use super::args::ForkArguments;
use super::output::Asides;
use crate::driver::DriverError;
use crate::driver::fork::fork;
use crate::driver::runs::foreground;

/// Runs the JVM; returns its exit code.
pub fn run(arguments: &ForkArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let fork = fork(&arguments.options(), &steps);
    drop(steps);
    asides.note(&fork.said);
    let status = foreground::run(&fork.command)?;
    fork.after().iter().for_each(|line| asides.note(line));
    Ok(foreground::code(status))
}
