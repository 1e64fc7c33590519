//! `--slice`: marks the steps of a failing schedule whose lines are on the thin slice of the failure, so that they stand out from steps that have no part in it.
//!
//! A step is marked by the line at which it begins. What it does besides, up to its end, is not looked at.

use super::report::Failure;
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::summaries::Cache;
use crate::driver::slice::failing::{line, lines_behind};

/// Marks the steps, and notes the lines.
pub fn mark(failure: &mut Failure, loaded: &Loaded, cache: &Cache) -> Result<(), DriverError> {
    let mut stacks: Vec<&[String]> = failure.blocked.iter().map(|one| one.stack.as_slice()).collect();
    stacks.push(&failure.stack);
    if stacks.iter().all(|stack| stack.is_empty()) {
        // an exit: where the last step stands
        stacks.extend(failure.steps.last().map(|step| step.stack.as_slice()));
    }
    let lines = lines_behind(loaded, &stacks, cache)?;
    for step in &mut failure.steps {
        step.sliced = step.stack.first().and_then(|frame| line(frame)).is_some_and(|line| lines.contains(&line));
    }
    failure.slice = lines.into_iter().map(|(class, line)| format!("{class}:{line}")).collect();
    Ok(())
}
