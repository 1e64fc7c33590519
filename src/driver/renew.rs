//! `jcp instrument --since CAPTURE.jar`: a replaying jar of an edited program for checkpoints that its older version left.
//!
//! The capturing jar carries what its checkpoints rest on ([`premises`]). The edited program is read and
//! planned as for a capture; if its own premises agree with the old ones where it counts ([`planner::adopt`]), the replaying
//! jar is written by the old plan, else nothing is, and all that is in the way is told. Other threads of the checkpoint have the
//! chains of the old plan.

use super::error::{DriverError, Reason};
use super::inputs::class_path::Entry;
use super::inputs::options::InstrumentOptions;
use super::inputs::{facts, reached};
use super::instrument::prepared::prepare_since;
use super::outputs::{jars, premises};
use super::progress::Progress;
use super::runs::launch::Launch;
use crate::checkpoint::Checkpoint;
use crate::plan::Premises;
use crate::planner;
use std::collections::BTreeMap;
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
    /// Methods of the application that may run before the checkpoint, or did: the same as in the older version.
    pub methods_before: usize,
    /// Whether they did.
    pub is_fact: bool,
    /// What the user should know besides: one line each.
    pub diagnostics: Vec<String>,
}

/// The older version.
#[derive(Debug)]
pub struct Since<'a> {
    /// Its jar, which jcp made.
    pub jar: PathBuf,
    /// The one of its checkpoints that counts, by what its run did.
    pub checkpoint: Option<&'a Path>,
    /// What tells the contents of the resources that this run found; none if they were those of the jar.
    pub resources: Option<&'a BTreeMap<String, u128>>,
}

impl Since<'_> {
    fn read(&self) -> Result<(Premises, Option<planner::Run>), DriverError> {
        let mut old = premises::read(&self.jar)?;
        let run = self.checkpoint.map(|file| run_of(file, &old)).transpose()?.flatten();
        if let Some(found) = self.resources {
            old.resources.clone_from(found);
        }
        Ok((old, run))
    }
}

/// What counts for the checkpoint of the resources that differ now, if the classes are the same.
pub fn resources_since(
    since: &Since,
    (entries, now): (&[Entry], &BTreeMap<String, u128>),
) -> Result<Vec<String>, DriverError> {
    let (old, run) = since.read()?;
    let mut run = run.filter(|run| planner::is_known(&old, run));
    run.iter_mut().for_each(|run| reached::reach(run, entries));
    Ok(planner::changed_resources(&old, now, run.as_ref()).iter().map(ToString::to_string).collect())
}

/// Writes the replaying jar of the edited program for the older version's checkpoints, or for that one alone that is given.
pub fn renew(options: &InstrumentOptions, since: &Since, progress: &dyn Progress) -> Result<Renewed, DriverError> {
    let (old, mut run) = since.read()?;
    let prunes = old.plans.regions.iter().any(|plan| !plan.pruned_fields.is_empty());
    let mut options = options.clone();
    options.extent.prune_fields = prunes;
    options.notes_run = !old.plans.noted.is_empty();
    let mut prepared = prepare_since(&options, &old.plans.threads, progress)?;
    progress.step("comparing");
    let new = prepared.premises()?;
    run.iter_mut().for_each(|run| reached::reach(run, &prepared.entries));
    prepared.plans = planner::adopt(&prepared.program, &old, &new, run.as_ref()).map_err(|misfits| {
        let reason =
            |misfit: planner::Misfit| Reason { why: misfit.to_string(), remedy: misfit.remedy(), ..Reason::default() };
        DriverError::Refused(misfits.into_iter().map(reason).collect())
    })?;
    progress.step("rewriting");
    let replay_jar = jars::write_replaying(&prepared.parts(Some(&old)), &prepared.folder)?;
    let replay = prepared.launch(&replay_jar)?;
    let plan = prepared.plans.first();
    let may_run =
        || old.classes.values().flat_map(|class| class.methods.values()).filter(|it| it.code.is_some()).count();
    let ran = |run: &planner::Run| run.entered.iter().filter(|count| **count > 0).count();
    Ok(Renewed {
        replay,
        replay_jar,
        region: plan.region.clone(),
        checkpoint_name: format!("{}.jcp", plan.name),
        methods_before: run.as_ref().map_or_else(may_run, ran),
        is_fact: run.is_some(),
        diagnostics: plan.diagnostics.clone(),
    })
}

/// What the run did that left the checkpoint; none if its jar did not note it.
fn run_of(file: &Path, old: &Premises) -> Result<Option<planner::Run>, DriverError> {
    let checkpoint = Checkpoint::open(file).map_err(|error| DriverError::Input(error.to_string()))?;
    if !old.ids.contains(&checkpoint.header().plan) {
        return Err(DriverError::Input(format!(
            "{} is no checkpoint of the jar given with --since; give one that this jar left",
            file.display()
        )));
    }
    Ok(facts::of(&checkpoint).filter(|_| old.plans.regions.len() == 1))
}
