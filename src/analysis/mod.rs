//! What a program does, without running it: data flow, control dependence, calls.
//!
//! One analysis a file; everything wrong with code is a [`crate::program::Error`].

pub mod dataflow;
pub mod liveness;
pub mod monitors;
pub mod stack_depth;
pub mod type_step;
pub mod types;
