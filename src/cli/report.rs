//! `jcp report`: the words around [`crate::driver::report`].
//! Notes go to standard error; the region and the page's name are the result.

use serde_json::json;

use super::args::ReportArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::report::report;

/// Runs the command; returns its exit code.
pub fn run(arguments: &ReportArguments, asides: Asides) -> Result<u8, DriverError> {
    let steps = asides.steps();
    let done = arguments.options().and_then(|options| report(&options, &steps));
    drop(steps);
    let done = done?;
    for note in &done.notes {
        asides.note(note);
    }
    if arguments.program.json {
        output::json(&json!({ "region": done.region, "page": done.page, "notes": done.notes }))?;
    } else {
        output::result(&format!("region    {}\npage      {}\n", done.region, done.page.display()))?;
    }
    Ok(exit::OK)
}
