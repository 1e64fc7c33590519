//! What the planner is given besides program and region.
//!
//! What goes into the plan as it is ([`plan::Request`]) is kept apart from what decides how much is captured ([`Extent`]).

use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Known, Named};
use crate::plan;
use crate::region::Waiting;
use std::sync::Arc;

/// A planning task: what the plan needs besides program and region.
#[derive(Clone)]
pub struct Task {
    /// Base name of the checkpoint file.
    pub name: String,
    /// Internal name of the main class.
    pub main: String,
    /// Feature version of the JDK in view.
    pub jdk: u16,
    /// What is asked of the runs; goes into the plan as it is.
    pub request: plan::Request,
    /// How much of the state is captured.
    pub extent: Extent,
    /// The chains of other threads than main's that may wait at the checkpoint.
    pub threads: Vec<Waiting>,
    /// What the user says that calls by reflection reach.
    pub named: Arc<Named>,
    /// What is known before the points-to analysis begins.
    pub known: Known,
}

/// How much of the program's state a checkpoint holds, and which analysis decides that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// How statics are selected.
    pub selector: Selector,
    /// Whether instance fields are left out that no code after the checkpoint reads.
    pub prune_fields: bool,
    /// Whether more is captured than this version of the program needs, for edited ones: all locals and statics of the
    /// application.
    pub editable: bool,
}

/// How statics are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Modified before and used after, by points-to and Mod/Use analysis; by the class hierarchy if that costs too much
    /// ([`crate::analysis::points_to::Budget::of_selection`]).
    ModUse {
        /// How the points-to analysis tells callers apart.
        sensitivity: Sensitivity,
    },
    /// All that may be read after, by the class-hierarchy call graph.
    Read,
}

impl Default for Selector {
    fn default() -> Self {
        Self::ModUse { sensitivity: Sensitivity::default() }
    }
}
