//! `jcp fixtures`: the words around [`crate::driver::fixtures`].
//!
//! As text a line for each test class, with tabs between: the class, its region (empty if it has none), and then why not.

use serde_json::json;

use super::args::FixturesArguments;
use super::{exit, output};
use crate::driver::DriverError;
use crate::driver::fixtures::fixtures;

/// Runs the command; returns its exit code.
pub fn run(arguments: &FixturesArguments) -> Result<u8, DriverError> {
    let found = fixtures(&arguments.options())?;
    if arguments.json {
        let tests = found.iter().map(|test| match &test.region {
            Ok(region) => json!({ "test": test.class, "region": region }),
            Err(why) => json!({ "test": test.class, "problem": why }),
        });
        output::json(&tests.collect())?;
    } else {
        let lines = found.iter().map(|test| match &test.region {
            Ok(region) => format!("{}\t{region}\n", test.class),
            Err(why) => format!("{}\t\t{why}\n", test.class),
        });
        output::result(&lines.collect::<String>())?;
    }
    Ok(exit::OK)
}
