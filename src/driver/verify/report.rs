//! The result of a verification, as plain data: `--json` prints it as it is.
//!
//! Times are seconds; `capture_s` is without the copying that only the verification needs.

use std::path::PathBuf;

use serde::Serialize;

use super::compare::{Difference, Passed};
use super::state::Compared;
use crate::classfile::code::Changes;
use crate::driver::error::Reason;
use crate::driver::instrument::Instrumented;
use crate::driver::runs::evidence::{CaptureReport, CaptureStatus, ReplayReport, ReplayStatus};
use crate::plan::StaticCounts;

/// The verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// All that was compared is equal.
    Equal,
    /// Something differs, or could not be compared.
    #[default]
    Different,
    /// jcp or its runtime declined, and said why.
    Refused,
}

/// What a verification found out.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// The verdict.
    pub result: Outcome,
    /// Why, in one line, if it is not `equal`.
    pub reason: Option<String>,
    /// The chains of threads besides main that were given, or found by a first capturing run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threads: Vec<String>,
    /// All reasons of a refusal.
    pub reasons: Vec<Reason>,
    /// Where the runs first differ.
    pub first_difference: Option<Difference>,
    /// How many states were compared ([`super::state`]); none if that was not asked.
    pub states: Option<usize>,
    /// Whether two runs of the original are equal; unknown if it ran once only.
    pub deterministic: Option<bool>,
    /// What did not count, in words: part of the verdict.
    pub let_pass: Vec<String>,
    /// Lines that differed only in dates, ids and the like, which did not count.
    pub masked_lines: usize,
    /// Lines and files in which two runs of the original differ, which did not count.
    pub unstable_places: usize,
    /// The region in full.
    pub region: String,
    /// Time of the original run.
    pub original_s: Option<f64>,
    /// Time of the capturing run.
    pub capture_s: Option<f64>,
    /// Time of the replay.
    pub replay_s: Option<f64>,
    /// What capturing cost, in per cent of the original's time.
    pub overhead_pct: Option<f64>,
    /// What the replay saved, in per cent of the original's time.
    pub saved_pct: Option<f64>,
    /// Time of the snapshot within the capturing run.
    pub snapshot_s: Option<f64>,
    /// Time until the replay went on from the checkpoint.
    pub restore_s: Option<f64>,
    /// Size of the checkpoint file.
    pub checkpoint_bytes: Option<u64>,
    /// Objects in it.
    pub objects: Option<u64>,
    /// How often the region start was reached.
    pub arrivals: Option<u64>,
    /// Static fields captured.
    pub statics: Option<usize>,
    /// Those of them that are of libraries: class-path entries without the main class.
    pub library_statics: Option<usize>,
    /// Static fields that anything reachable from `main` reads or writes: of the program, of libraries, of the JDK.
    pub reachable_statics: Option<StaticCounts>,
    /// Instance fields that are not captured, since no code after the checkpoint reads them.
    pub pruned_fields: Option<usize>,
    /// Instance fields of the application's classes, if some were to be left out.
    pub instance_fields: Option<usize>,
    /// Instructions put into methods and taken from them by the capturing jar, clones counted against their originals.
    pub capture_instructions: Option<Changes>,
    /// The same of the replaying jar.
    pub replay_instructions: Option<Changes>,
    /// Static fields of the JDK that are modified before the checkpoint and used after it.
    pub jdk_statics: Option<usize>,
    /// Locals and stack slots that hold a value at the sites.
    pub slots: Option<usize>,
    /// Wall-clock seconds of instrumenting by phase.
    pub instrument_s: std::collections::BTreeMap<&'static str, f64>,
    /// Peak resident set of instrumenting, bytes.
    pub peak_memory_bytes: Option<u64>,
    /// Locals and stack slots captured.
    pub locals: Option<usize>,
    /// Control-decision-making points.
    pub cdmps: Option<usize>,
    /// Cloned methods.
    pub clones: Option<usize>,
    /// Regions, by their numbers from 1, with an end that the capturing run did not come to.
    pub unreached_ends: Vec<usize>,
    /// What instrumenting had to say besides: one line each.
    pub diagnostics: Vec<String>,
    /// Where the analysis takes the program to do more than it does.
    pub precision: Vec<String>,
    /// The version of the JDK that all ran on.
    pub jdk: String,
    /// The scratch folder, if it was kept.
    pub kept: Option<PathBuf>,
}

impl Report {
    /// A refusal.
    pub fn refused(reasons: Vec<Reason>) -> Self {
        let mut report = Self::default();
        report.refuse(reasons);
        report
    }

    fn refuse(&mut self, reasons: Vec<Reason>) {
        self.result = Outcome::Refused;
        self.reason = reasons.first().map(ToString::to_string);
        self.reasons = reasons;
    }

    /// Adds what instrumenting decided.
    pub fn describe(&mut self, done: &Instrumented) {
        self.region.clone_from(&done.region);
        self.statics = Some(done.statics);
        self.locals = Some(done.locals);
        self.cdmps = Some(done.cdmps);
        self.clones = Some(done.clones);
        self.reachable_statics = Some(done.reachable_statics).filter(|counts| *counts != StaticCounts::default());
        self.library_statics = self.reachable_statics.map(|_| done.library_statics);
        self.instance_fields = Some(done.instance_fields).filter(|count| *count > 0);
        self.pruned_fields = self.instance_fields.map(|_| done.pruned_fields);
        [self.capture_instructions, self.replay_instructions] = done.changes.map(Some);
        let selected = self.reachable_statics.filter(|counts| !counts.by_hierarchy);
        self.jdk_statics = selected.map(|_| done.jdk_statics);
        self.slots = Some(done.slots);
        self.instrument_s = done.seconds.iter().copied().collect();
        self.peak_memory_bytes = done.peak_memory;
        self.precision.clone_from(&done.precision);
        self.diagnostics.splice(0..0, done.diagnostics.iter().cloned());
    }

    /// Adds what the capturing run reported.
    pub fn captured(&mut self, told: Option<&CaptureReport>, checkpoint_bytes: Option<u64>) {
        self.overhead_pct = self.per_cent(self.capture_s, |capture, original| capture / original - 1.0);
        self.checkpoint_bytes = checkpoint_bytes;
        let Some(told) = told else { return };
        self.arrivals = Some(told.arrivals);
        match told.status {
            CaptureStatus::Captured => {
                self.objects = Some(told.objects);
                self.snapshot_s = Some(seconds(told.snapshot_ns));
            }
            CaptureStatus::Refused => self.refuse(told.reasons.clone()),
            CaptureStatus::NotReached => self.refuse(vec![Reason {
                why: format!(
                    "the requested arrival at the start of the region never came; arrivals seen: {}{}",
                    told.arrivals, told.besides
                ),
                remedy: "choose another line, chain or --instance".to_string(),
                ..Reason::default()
            }]),
            CaptureStatus::Counted => self.refuse(vec![Reason {
                why: "the capturing run counted arrivals and captured none".to_owned(),
                remedy: "leave out -Djcp.count; --count counts in a run of its own".to_owned(),
                ..Reason::default()
            }]),
        }
    }

    /// Adds what the replay reported; true if it refused.
    pub fn replayed(&mut self, told: Option<&ReplayReport>) -> bool {
        match told {
            Some(told) if told.status == ReplayStatus::Refused => {
                self.refuse(told.reasons.clone());
                true
            }
            Some(told) => {
                self.saved_pct = self.per_cent(self.replay_s, |replay, original| 1.0 - replay / original);
                self.restore_s = Some(seconds(told.restore_ns));
                false
            }
            None => false,
        }
    }

    /// The region's end was not reached.
    pub fn open_ended(&mut self, region: usize) {
        self.unreached_ends.push(region);
        let why = "was not reached: the region goes on to the end of the program";
        self.diagnostics.push(format!("the end of region {region} {why}"));
    }

    /// Adds what the states showed.
    pub fn states(&mut self, compared: Compared) {
        self.states = Some(self.states.unwrap_or(0) + compared.count);
        self.diagnostics.extend(compared.notes);
        if let Some(difference) = compared.difference {
            self.different(difference);
        }
    }

    /// The runs differ. What was refused besides stays.
    pub fn different(&mut self, difference: Difference) {
        self.result = Outcome::Different;
        let line = difference.line.map(|line| format!(" line {line}")).unwrap_or_default();
        self.reason = Some(format!("{} differs in {}{line}", difference.run, difference.place));
        self.first_difference = Some(difference);
    }

    /// Something is missing that has to be there.
    pub fn odd(&mut self, reason: &str) {
        self.result = Outcome::Different;
        self.reason = Some(reason.to_string());
    }

    /// Adds what was let pass.
    pub fn passed(&mut self, passed: Passed) {
        let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
        if passed.masked > 0 {
            let kinds = passed.kinds.into_iter().collect::<Vec<_>>().join(", ");
            let (lines, first) = (plural(passed.masked, "line"), passed.first.unwrap_or_default());
            self.let_pass
                .push(format!("{lines}, such as {first}, differed only in {kinds} (--strict compares these, too)"));
        }
        if let Some(first) = passed.unstable.first() {
            let count = plural(passed.unstable.len(), "place");
            self.let_pass.push(format!(
                "the program is not deterministic: two runs of the original differ in {count}, such as {first}; these do \
                 not count"
            ));
        }
        (self.masked_lines, self.unstable_places) = (passed.masked, passed.unstable.len());
    }

    /// Adds what a second run of the original showed; `left_out`: what it showed did not count.
    pub fn compared_with_itself(&mut self, difference: Option<Difference>, left_out: bool) {
        self.deterministic = Some(difference.is_none());
        let Some(difference) = difference else { return };
        let line = difference.line.map(|line| format!(" line {line}")).unwrap_or_default();
        let why = format!("two runs of the original differ in {}{line}", difference.place);
        match self.result {
            Outcome::Different if left_out => {
                let found = self.reason.take().unwrap_or_default();
                self.reason = Some(format!("{found}, where two runs of the original do not differ ({why})"));
            }
            Outcome::Equal if left_out => {}
            Outcome::Different => {
                self.reason = Some(format!("the program itself is not deterministic: {why}"));
                self.first_difference = Some(difference);
            }
            Outcome::Equal => self.diagnostics.push(format!("{why}; capture and replay were equal this time")),
            Outcome::Refused => self.diagnostics.push(why),
        }
    }

    fn per_cent(&self, time: Option<f64>, formula: impl Fn(f64, f64) -> f64) -> Option<f64> {
        let original = self.original_s.filter(|original| *original > 0.0)?;
        Some(formula(time?, original) * 100.0)
    }
}

fn seconds(nanos: u64) -> f64 {
    std::time::Duration::from_nanos(nanos).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_keeps_what_was_refused() {
        let reason = Reason { why: "a socket".to_owned(), ..Reason::default() };
        let mut report = Report::refused(vec![reason]);
        report.different(Difference { run: "capture".to_owned(), place: "stdout".to_owned(), ..Difference::default() });
        assert_eq!(report.result, Outcome::Different);
        assert_eq!(report.reasons.len(), 1);
    }

    #[test]
    fn an_equal_result_tells_of_an_original_that_differs_from_itself() {
        let mut report = Report { result: Outcome::Equal, ..Report::default() };
        report.compared_with_itself(
            Some(Difference { place: "stdout".to_owned(), line: Some(3), ..Difference::default() }),
            false,
        );
        assert_eq!(
            (report.result, report.deterministic, &report.first_difference),
            (Outcome::Equal, Some(false), &None)
        );
        let why = "two runs of the original differ in stdout line 3; capture and replay were equal this time";
        assert_eq!(report.diagnostics, [why]);
    }
}
