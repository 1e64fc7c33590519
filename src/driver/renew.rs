//! `jcp instrument --since CAPTURE.jar`: a replaying jar of an edited program for checkpoints that its older version left.
//!
//! The capturing jar carries what its checkpoints rest on ([`Premises`], one bincode record). The edited program is read and
//! planned as for a capture; if its own premises agree with the old ones where it counts ([`planner::adopt`]), the replaying
//! jar is written by the old plan, else nothing is, and all that is in the way is told.

use super::instrument::{InstrumentOptions, Prepared, plan_error, prepare};
use super::launch::Launch;
use super::{DriverError, Progress, Reason};
use crate::plan::Premises;
use crate::planner;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where both jars have what their checkpoints rest on.
pub(super) const PREMISES: &str = "META-INF/jcp/premises";

/// Larger records than this are damage, bytes.
const LIMIT: usize = 1 << 30;

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
    let old = read(since)?;
    let prunes = old.plans.regions.iter().any(|plan| !plan.pruned_fields.is_empty());
    let mut options = options.clone();
    options.extent.prune_fields = prunes;
    let mut prepared = prepare(&options, progress)?;
    progress.step("comparing");
    let new = prepared.premises()?;
    prepared.plans = planner::adopt(&prepared.program, &old, &new).map_err(|misfits| {
        let reason = |misfit: planner::Misfit| Reason { why: misfit.to_string(), ..Reason::default() };
        DriverError::Refused(misfits.into_iter().map(reason).collect())
    })?;
    progress.step("rewriting");
    let replay_jar = prepared.outputs(Some(&old)).write_replaying(&prepared.folder)?;
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

impl Prepared {
    /// What this program's own checkpoints rest on.
    pub(super) fn premises(&self) -> Result<Premises, DriverError> {
        let mut premises = planner::premises(&self.program, &self.regions, &self.plans, &self.before);
        if let Ok(premises) = &mut premises {
            premises.ids = self.plans.regions.iter().map(|plan| self.outputs(None).id(plan)).collect();
        }
        premises.map_err(plan_error)
    }
}

/// The record as it stands in the jars.
pub(super) fn record(premises: &Premises) -> Result<Vec<u8>, DriverError> {
    bincode::serde::encode_to_vec(premises, configuration()).map_err(|error| DriverError::Internal(error.to_string()))
}

fn configuration() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<LIMIT>()
}

/// What the checkpoints of a jar rest on.
fn read(jar: &Path) -> Result<Premises, DriverError> {
    let input = |why: String| DriverError::Input(format!("{}: {why}", jar.display()));
    let file = std::fs::File::open(jar).map_err(|error| input(error.to_string()))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|error| input(error.to_string()))?;
    let mut content = Vec::new();
    let entry = archive.by_name(PREMISES).map_err(|error| match error {
        zip::result::ZipError::FileNotFound => input(format!(
            "no capturing jar of jcp {}: it has no {PREMISES}; capture with this version",
            env!("CARGO_PKG_VERSION")
        )),
        error => input(error.to_string()),
    })?;
    entry.take(LIMIT as u64).read_to_end(&mut content).map_err(|error| input(error.to_string()))?;
    let decoded = bincode::serde::decode_from_slice(&content, configuration());
    let (premises, _): (Premises, _) = decoded.map_err(|error| input(format!("{PREMISES} cannot be read: {error}")))?;
    Ok(premises)
}
