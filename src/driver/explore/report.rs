//! What an exploration says, for people and scripts.
//!
//! `result` is `exhausted` only if every schedule that matters was run; what kept others from being run stands in `bounds`.

use serde::{Deserialize, Serialize};

use super::races::Race;
use crate::explore::machine::Choice;
use crate::explore::report::{Bound, Report};

/// What was found.
#[derive(Debug, Clone, Serialize)]
pub struct ExploreReport {
    /// `exhausted`, `failure`, `bounded`, or `endless` if no run came to an end; `divided` by `--split`.
    pub result: &'static str,
    /// Runs to an end of the program.
    pub executions: u64,
    /// Runs that were given up where they came to a state that was explored before.
    pub cut: u64,
    /// Runs that were given up since all that could go on was explored elsewhere.
    pub blocked: u64,
    /// Runs that were given up where they came to a state of their own again.
    pub round: u64,
    /// Different states at the end: what the program's statics and threads reach, its output, its failures.
    pub end_states: usize,
    /// Complete runs that failed.
    pub failures: u64,
    /// Steps of all runs, without those that were taken again.
    pub steps: u64,
    /// Plain fields, elements and objects that threads share without a lock, accesses to which are points.
    pub points: Vec<String>,
    /// The same, object by object, for `--schedule`.
    pub places: Vec<String>,
    /// Classes with an initialiser that are first used behind the checkpoint: they are initialised there, before their time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub early: Vec<String>,
    /// Data races, if they were looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub races: Vec<Race>,
    /// How waits could end, for `--schedule`.
    pub waking: Waking,
    /// Seconds that the search took.
    pub seconds: f64,
    /// The bounds that kept something from being explored.
    pub bounds: Vec<Bound>,
    /// The first failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// How waits may end besides by what they wait for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waking {
    /// Whether one with a limit may end by it at any time, not only where nothing else can run.
    pub timeouts: bool,
    /// How often a thread may wake up without a cause.
    pub spurious: u32,
}

/// A failure, and the schedule that leads to it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failure {
    /// `exception`, `deadlock`, `exit`, or `none` for a schedule that does not fail.
    pub kind: String,
    /// The thread that threw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The exception or exit, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The exception's frames of the program, the innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
    /// The threads of a deadlock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocked: Vec<Blocked>,
    /// What the program printed.
    pub output: String,
    /// The steps.
    #[serde(default)]
    pub steps: Vec<Step>,
    /// How often another thread goes on.
    #[serde(default)]
    pub switches: usize,
    /// The choices, which `--schedule` takes.
    #[serde(default)]
    pub schedule: Vec<Choice>,
    /// The lines where the values come from on which the failure depends, if they were asked for: `Class:12`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slice: Vec<String>,
}

/// A thread that waits for ever.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Blocked {
    /// Its name.
    pub thread: String,
    /// What it waits for.
    pub waits: String,
    /// Who holds that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
    /// Where it stands.
    pub stack: Vec<String>,
}

/// A step of a schedule.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Step {
    /// The thread's number.
    pub number: usize,
    /// Its name.
    pub thread: String,
    /// What it does first.
    pub does: String,
    /// Where.
    pub stack: Vec<String>,
    /// Whether that line is on the slice of the failure.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sliced: bool,
}

impl Failure {
    /// Whether this is the same failure, whatever led to it: the same exception at the same place, the same threads that wait.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let waits = |one: &Self| -> Vec<(String, String, Option<String>)> {
            let of = |it: &Blocked| (it.thread.clone(), it.waits.clone(), it.stack.first().cloned());
            let mut all: Vec<_> = one.blocked.iter().map(of).collect();
            all.sort();
            all
        };
        (&self.kind, &self.message, &self.stack) == (&other.kind, &other.message, &other.stack)
            && waits(self) == waits(other)
    }
}

impl ExploreReport {
    /// How many runs of all kinds were made in a second.
    pub fn runs_a_second(&self) -> f64 {
        let runs = u32::try_from(self.executions + self.cut + self.blocked + self.round).unwrap_or(u32::MAX);
        f64::from(runs) / self.seconds.max(1e-3)
    }

    /// What the search found.
    pub(super) fn of(report: &Report, points: Vec<String>, seconds: f64) -> Self {
        let result = match (&report.failure, report.exhaustive()) {
            (Some(_), _) => "failure",
            (None, true) if report.counts.executions == 0 && report.counts.round > 0 => "endless",
            (None, true) => "exhausted",
            (None, false) => "bounded",
        };
        Self {
            result,
            executions: report.counts.executions,
            cut: report.counts.cut,
            blocked: report.counts.blocked,
            round: report.counts.round,
            end_states: report.end_states.len(),
            failures: report.counts.failures,
            steps: report.counts.steps,
            points,
            places: Vec::new(),
            early: Vec::new(),
            races: Vec::new(),
            waking: Waking::default(),
            seconds,
            bounds: report.bounds.iter().copied().collect(),
            failure: None,
        }
    }
}
