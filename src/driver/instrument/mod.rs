//! `jcp instrument`: turns an application into a capturing and a replaying jar.
//!
//! Steps: find the JDK, load the application, parse and resolve the region, plan ([`prepared`]), rewrite, write both jars.

pub mod prepared;

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use crate::checkpoint::Names;
use crate::classfile::code::Changes;
use crate::driver::error::DriverError;
use crate::driver::inputs::names;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::outputs::jars;
use crate::driver::progress::{Progress, peak_memory};
use crate::driver::runs::launch::Launch;
use crate::plan::{self, StaticCounts};
use prepared::{Prepared, prepare};

/// Two jars and what was decided about them.
#[derive(Debug, Clone)]
pub struct Instrumented {
    /// The jar that captures.
    pub capture_jar: PathBuf,
    /// The jar that replays.
    pub replay_jar: PathBuf,
    /// How to run the capturing jar.
    pub capture: Launch,
    /// How to run the replaying jar.
    pub replay: Launch,
    /// Name of the checkpoint file written into the working directory by default.
    pub checkpoint_name: String,
    /// The region in full, as resolved.
    pub region: String,
    /// Static fields that are captured.
    pub statics: usize,
    /// Those of them that are of libraries.
    pub library_statics: usize,
    /// Static fields that anything reachable from `main` reads or writes.
    pub reachable_statics: StaticCounts,
    /// Instance fields that are not captured, since no code after the checkpoint reads them.
    pub pruned_fields: usize,
    /// Instance fields of the application's classes; zero where none were to be left out.
    pub instance_fields: usize,
    /// Instructions put into methods and taken from them, clones counted against their originals: in the capturing and in the
    /// replaying jar.
    pub changes: [Changes; 2],
    /// Static fields of the JDK that the selection found, whatever the models say of them.
    pub jdk_statics: usize,
    /// Local variables and stack slots that are captured, over the whole chain.
    pub locals: usize,
    /// Control-decision-making points of the chain.
    pub cdmps: usize,
    /// Methods that were cloned.
    pub clones: usize,
    /// Methods that would have been cloned had the chains not been merged.
    pub unmerged_clones: usize,
    /// The regions behind the first.
    pub others: Vec<OtherRegion>,
    /// The names of what is compared at each region's end: its frames, none where it has none, and those of other threads.
    pub end_names: Vec<Names>,
    /// Local variables and stack slots that hold a value at the sites, captured or not.
    pub slots: usize,
    /// Wall-clock seconds by phase.
    pub seconds: Vec<(&'static str, f64)>,
    /// Peak resident set so far, bytes; none where the system does not tell.
    pub peak_memory: Option<u64>,
    /// What the user should know besides: one line each.
    pub diagnostics: Vec<String>,
    /// Where the analysis takes the program to do more than it does, each once.
    pub precision: Vec<String>,
    /// The same about the JDK, whatever the program.
    pub jdk_notes: Vec<String>,
}

/// A region behind the first.
#[derive(Debug, Clone, Serialize)]
pub struct OtherRegion {
    /// The region in full, as resolved.
    pub region: String,
    /// Name of its checkpoint file.
    pub checkpoint: String,
    /// Static fields that are captured.
    pub statics: usize,
    /// Those of libraries among them.
    pub library_statics: usize,
    /// Static fields of the JDK that are modified before the checkpoint and used after it.
    pub jdk_statics: usize,
    /// Local variables and stack slots that are captured.
    pub locals: usize,
    /// Local variables and stack slots that hold a value.
    pub slots: usize,
    /// Control-decision-making points.
    pub cdmps: usize,
}

impl OtherRegion {
    fn of(plan: &plan::Plan) -> Self {
        Self {
            region: plan.region.clone(),
            checkpoint: format!("{}.jcp", plan.name),
            statics: plan.captured_statics(),
            library_statics: plan.captured_library_statics(),
            jdk_statics: plan.jdk_statics.len(),
            locals: plan.captured_slots(),
            slots: plan.slots(),
            cdmps: plan.cdmps.len(),
        }
    }
}

/// The lines in their order.
fn each_once<'l>(lines: impl Iterator<Item = &'l String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        if !found.contains(line) {
            found.push(line.clone());
        }
    }
    found
}

/// Writes both jars.
pub fn instrument(options: &InstrumentOptions, progress: &dyn Progress) -> Result<Instrumented, DriverError> {
    let prepared = prepare(options, progress)?;
    progress.step("rewriting");
    let start = Instant::now();
    let premises = prepared.premises()?;
    let ([capture_jar, replay_jar], changes) = jars::write(&prepared.parts(Some(&premises)), &prepared.folder)?;
    let launches = [prepared.launch(&capture_jar)?, prepared.launch(&replay_jar)?];
    let Prepared { regions, plans, mut seconds, .. } = prepared;
    seconds.push(("rewrite", start.elapsed().as_secs_f64()));
    let notes = regions.iter().flat_map(|region| &region.notes);
    let diagnostics = each_once(notes.chain(plans.regions.iter().flat_map(|plan| &plan.diagnostics)));
    let precision = each_once(plans.regions.iter().flat_map(|plan| &plan.precision));
    let plan = plans.first();
    let [capture, replay] = launches;
    Ok(Instrumented {
        capture,
        replay,
        capture_jar,
        replay_jar,
        checkpoint_name: format!("{}.jcp", plan.name),
        others: plans.regions[1..].iter().map(OtherRegion::of).collect(),
        end_names: plans.regions.iter().map(|plan| names::at_end(plan, &plans.threads)).collect(),
        unmerged_clones: plans.unmerged_clones(),
        statics: plan.captured_statics(),
        library_statics: plan.captured_library_statics(),
        reachable_statics: plan.reachable_statics,
        pruned_fields: plan.pruned_fields.len(),
        instance_fields: plan.instance_fields,
        changes,
        jdk_statics: plan.jdk_statics.len(),
        locals: plan.captured_slots(),
        cdmps: plan.cdmps.len(),
        clones: plans.forest.clones(),
        slots: plan.slots(),
        seconds,
        peak_memory: peak_memory(),
        region: plan.region.clone(),
        diagnostics,
        precision,
        jdk_notes: plan.jdk_notes.clone(),
    })
}
