//! `jcp instrument --since CAPTURE.jar`: a replaying jar of an edited program for checkpoints that its older version left.
//!
//! The capturing jar carries what its checkpoints rest on ([`premises`]). The edited program is read and
//! planned as for a capture; if its own premises agree with the old ones where it counts ([`planner::adopt`]), the replaying
//! jar is written by the old plan, else nothing is, and all that is in the way is told. Other threads of the checkpoint have the
//! chains of the old plan.

use super::error::{DriverError, Reason};
use super::inputs::options::InstrumentOptions;
use super::instrument::prepared::prepare_since;
use super::outputs::{jars, premises};
use super::progress::Progress;
use super::runs::launch::Launch;
use crate::planner;
use std::path::{Path, PathBuf};

/// A replaying jar for older checkpoints.
#[derive(Debug, Clone)]
pub struct Renewed {
    /// The jar.
    pub replay_jar: PathBuf,
    /// How to run it.
    pub replay: Launch,
    /// The region in full, as resolved in the edited program.
    pub region: String,
    /// Name of the checkpoint file that it reads by default.
    pub checkpoint_name: String,
    /// Methods of the application that may run before the checkpoint: the same as in the older version.
    pub methods_before: usize,
    /// What the user should know besides: one line each.
    pub diagnostics: Vec<String>,
}

/// Writes the replaying jar of the edited program for the checkpoints of `since`, a jar that jcp made.
pub fn renew(options: &InstrumentOptions, since: &Path, progress: &dyn Progress) -> Result<Renewed, DriverError> {
    let old = premises::read(since)?;
    let prunes = old.plans.regions.iter().any(|plan| !plan.pruned_fields.is_empty());
    let mut options = options.clone();
    options.extent.prune_fields = prunes;
    let mut prepared = prepare_since(&options, &old.plans.threads, progress)?;
    progress.step("comparing");
    let new = prepared.premises()?;
    prepared.plans = planner::adopt(&prepared.program, &old, &new).map_err(|misfits| {
        let reason =
            |misfit: planner::Misfit| Reason { why: misfit.to_string(), remedy: misfit.remedy(), ..Reason::default() };
        DriverError::Refused(misfits.into_iter().map(reason).collect())
    })?;
    progress.step("rewriting");
    let replay_jar = jars::write_replaying(&prepared.parts(Some(&old)), &prepared.folder)?;
    let replay = prepared.launch(&replay_jar)?;
    let plan = prepared.plans.first();
    let run = old.classes.values().flat_map(|class| class.methods.values()).filter(|method| method.code.is_some());
    Ok(Renewed {
        replay,
        replay_jar,
        region: plan.region.clone(),
        checkpoint_name: format!("{}.jcp", plan.name),
        methods_before: run.count(),
        diagnostics: plan.diagnostics.clone(),
    })
}
