//! What a program does, without running it: data flow, control dependence, calls.
//!
//! One analysis a file; everything wrong with code is a [`crate::program::Error`]. Within a method: [`dataflow`] and its
//! problems [`liveness`], [`types`], [`monitors`]. Across methods: [`calls`] → [`dispatch`] → [`call_graph`] and
//! [`reachability`] → [`statics_read`]. What no code says about the JDK is in [`models`].
//! [`reachability`] → [`statics_read`]. What a run really did, to check these by: [`observation`], [`observed`],
//! [`hierarchy_answer`].

pub mod call_graph;
pub mod calls;
pub mod cdmp;
pub mod control_dependence;
pub mod dataflow;
pub mod dispatch;
pub mod exits;
pub mod hierarchy_answer;
pub mod ir;
pub mod liveness;
pub mod mod_use;
pub mod models;
pub mod monitors;
pub mod observation;
pub mod observed;
pub mod points_to;
pub mod reachability;
pub mod reflection;
pub mod regions;
pub mod slice;
pub mod ssa;
pub mod stack_depth;
pub mod statics_read;
pub mod summaries;
pub mod type_step;
pub mod types;
