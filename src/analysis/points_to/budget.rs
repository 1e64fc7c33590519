//! What an analysis may cost, and what it tells when that does not suffice.
//!
//! Work and memory are counted, not measured: an analysis ends at the same place on every machine. Time is measured, and limited
//! only where somebody asks for it.

use super::graph::Graph;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// What an analysis may cost. But for time, which is limited only where somebody asks for it, the measures are the same
/// on every run and machine, and so is what comes of them.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// When it must have ended.
    pub until: Option<Instant>,
    /// How many bytes nodes, edges and sets may take, by an estimate.
    pub memory: u64,
    /// How much work may be done, as [`super::PointsTo::work`] counts it.
    pub work: u64,
    /// Of how many classes of the application one call in it may run methods whose names are not known; none: of all.
    pub classes_called_unknown: Option<u32>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { until: None, memory: 12_000_000_000, work: u64::MAX, classes_called_unknown: None }
    }
}

impl Budget {
    /// A budget of time from now on.
    pub fn of_time(time: Duration) -> Self {
        Self { until: Instant::now().checked_add(time), ..Self::default() }
    }

    /// What selecting statics may cost: some 1.2 GB, and some 10 seconds of one processor (programs do 15 to 30 million
    /// units of work in a second), and no call that runs what it likes of the application. An analysis that comes to this has
    /// met code that may do nearly anything, and its answer is no better than the class hierarchy's: of the corpus those programs that
    /// end do at most 119 million units, and one that was let go on had done 1 700 million when it came to 2.7 GB.
    pub fn of_selection() -> Self {
        Self { memory: 1_200_000_000, work: 200_000_000, classes_called_unknown: Some(100), until: None }
    }

    /// Whether the graph is still within the budget.
    pub(super) fn check(&self, graph: &Graph) -> Result<(), Exceeded> {
        if self.until.is_some_and(|until| Instant::now() > until) {
            return Err(Exceeded::Time);
        }
        if graph.bytes() > self.memory {
            return Err(Exceeded::Memory);
        }
        if graph.work() > self.work { Err(Exceeded::Work) } else { Ok(()) }
    }
}

/// A budget was used up before the fixed point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Exceeded {
    /// Of time.
    #[error("the points-to analysis exceeded its time limit")]
    Time,
    /// Of memory.
    #[error("the points-to analysis exceeded its memory limit")]
    Memory,
    /// Of work.
    #[error("the points-to analysis exceeded its work limit")]
    Work,
    /// Of unknown methods: where they are called.
    #[error("{0} may call nearly any method by reflection")]
    Unknown(String),
}
