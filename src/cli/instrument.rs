//! `jcp instrument`: the words around [`crate::driver::instrument`].
//!
//! As text, the two commands to run come last, to be pasted; as JSON they are lists of words.

use std::fmt::Write;

use serde_json::json;

use super::args::InstrumentArguments;
use super::output::Asides;
use super::{exit, output};
use crate::driver::launch::Launch;
use crate::driver::renew::{self, Renewed, Since};
use crate::driver::{DriverError, Instrumented, instrument};

/// Runs the command; returns its exit code.
pub fn run(arguments: &InstrumentArguments, asides: Asides) -> Result<u8, DriverError> {
    let options = arguments.options()?;
    let steps = asides.steps();
    if let Some(since) = &arguments.since {
        let since = Since { jar: since.clone(), checkpoint: arguments.checkpoint.as_deref(), resources: None };
        let done = renew::renew(&options, &since, &steps)?;
        drop(steps);
        return renewed(&done, arguments.program.json, asides);
    }
    let done = instrument::instrument(&options, &steps)?;
    drop(steps);
    if arguments.program.json {
        output::json(&as_json(&done))?;
    } else {
        output::result(&as_text(&done, asides.verbose))?;
    }
    for line in &done.diagnostics {
        asides.note(line);
    }
    asides.precision(&done.precision);
    Ok(exit::OK)
}

/// Tells of a replaying jar for older checkpoints.
fn renewed(done: &Renewed, json: bool, asides: Asides) -> Result<u8, DriverError> {
    if json {
        output::json(&json!({
            "region": done.region,
            "replay_jar": done.replay_jar,
            "replay_command": words(&done.replay),
            "checkpoint": done.checkpoint_name,
            "methods_before": done.methods_before,
            "diagnostics": done.diagnostics,
        }))?;
    } else {
        let mut text = String::new();
        let _ = writeln!(text, "region    {}", done.region);
        let may = if done.is_fact { "ran" } else { "may run" };
        let _ = writeln!(text, "before    {} methods {may} before the checkpoint, all unchanged", done.methods_before);
        let _ = writeln!(text, "replay    {}", done.replay.shell(&[], &[]));
        let _ =
            writeln!(text, "          the checkpoint is {}; -Djcp.checkpoint=FILE names another", done.checkpoint_name);
        output::result(&text)?;
    }
    for line in &done.diagnostics {
        asides.note(line);
    }
    Ok(exit::OK)
}

/// A command as a list of words.
fn words(launch: &Launch) -> Vec<String> {
    launch.command(&[], &[]).iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

fn as_text(done: &Instrumented, verbose: bool) -> String {
    let mut text = String::new();
    let Instrumented { region, statics, locals, cdmps, clones, .. } = done;
    let _ = writeln!(text, "region    {region}");
    let _ = writeln!(text, "captured  {statics} static fields, {locals} locals");
    if verbose {
        let _ = writeln!(text, "chain     {cdmps} decision points, {clones} clones");
    }
    for other in &done.others {
        let _ = writeln!(text, "region    {}", other.region);
        let _ = writeln!(text, "captured  {} static fields, {} locals", other.statics, other.locals);
    }
    if verbose && done.unmerged_clones > *clones {
        let percent = 100 - 100 * clones / done.unmerged_clones;
        let _ = writeln!(text, "merged    {} clones into {clones}, {percent} % fewer", done.unmerged_clones);
    }
    if done.instance_fields > 0 {
        let _ = writeln!(text, "left out  {} of {} instance fields", done.pruned_fields, done.instance_fields);
    }
    if verbose && done.jdk_statics > 0 {
        let (statics, notes) = (done.jdk_statics, done.jdk_notes.len());
        let _ = writeln!(text, "JDK       {statics} static fields kept by models, {notes} notes (--plan FILE has all)");
    }
    let _ = writeln!(text, "capture   {}", done.capture.shell(&[], &[]));
    let _ = writeln!(text, "replay    {}", done.replay.shell(&[], &[]));
    if done.others.is_empty() {
        let _ =
            writeln!(text, "          the checkpoint is {}; -Djcp.checkpoint=FILE names another", done.checkpoint_name);
    } else {
        let others = done.others.iter().map(|other| other.checkpoint.as_str());
        let names = std::iter::once(done.checkpoint_name.as_str()).chain(others).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "          the checkpoints are {names}; -Djcp.region=N replays only the N-th");
    }
    text
}

fn as_json(done: &Instrumented) -> serde_json::Value {
    json!({
        "region": done.region,
        "capture_jar": done.capture_jar,
        "replay_jar": done.replay_jar,
        "capture_command": words(&done.capture),
        "replay_command": words(&done.replay),
        "checkpoint": done.checkpoint_name,
        "statics": done.statics,
        "library_statics": done.library_statics,
        "reachable_statics": done.reachable_statics,
        "pruned_fields": done.pruned_fields,
        "instance_fields": done.instance_fields,
        "capture_instructions": done.changes[0],
        "replay_instructions": done.changes[1],
        "jdk_statics": done.jdk_statics,
        "locals": done.locals,
        "slots": done.slots,
        "seconds": done.seconds.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
        "peak_memory_bytes": done.peak_memory,
        "cdmps": done.cdmps,
        "clones": done.clones,
        "unmerged_clones": done.unmerged_clones,
        "other_regions": done.others,
        "diagnostics": done.diagnostics,
        "precision": done.precision,
        "jdk_notes": done.jdk_notes,
    })
}
