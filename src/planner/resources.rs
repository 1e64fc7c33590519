//! Whether resources of the class path that a checkpoint may rest on are the same in an edited program.
//!
//! Where it is known what the run did that left the checkpoint, those count that it asked its loader for, and all below a folder that it asked
//! for; all of them if it came to the places of its class path in another way. Else all count if code that may run before the
//! checkpoint asks for any, but for what a build writes about itself.
//!
//! Lists of service providers are compared by what they name, not here. Left out: files that the program opened by their own names.

use super::asking::Asking;
use super::misfit::Misfit;
use super::since_run::Run;
use crate::plan::Premises;
use std::collections::{BTreeMap, BTreeSet};

/// What differs from the older version, and counts.
pub fn changed_resources(old: &Premises, now: &BTreeMap<String, u128>, run: Option<&Run>) -> Vec<Misfit> {
    let before = &old.resources;
    let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let asking = run.map(|run| Asking::of(old, run));
    let differ = names.into_iter().filter(|name| before.get(*name) != now.get(*name));
    let counts = |name: &String| {
        let why = match &asking {
            Some(asking) => asking.of_resource(name)?,
            None if is_of_build(name) => return None,
            None => format!("{} may ask for it before the checkpoint", old.opens.as_ref()?),
        };
        let how = match (before.get(name), now.get(name)) {
            (None, _) => "is new",
            (_, None) => "was removed",
            _ => "changed",
        };
        Some(Misfit::Met(format!("the resource \"{name}\" {how}, and {why}")))
    };
    differ.filter_map(counts).collect()
}

/// Whether a build writes it anew each time.
fn is_of_build(name: &str) -> bool {
    name == "META-INF/MANIFEST.MF" || name.starts_with("META-INF/maven/")
}
