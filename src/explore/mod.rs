//! Exploring interleavings: which schedules of a program with threads have to be run so that every end state is seen.
//! Pure: nothing here knows Java, a process or a file. A [`machine::Machine`] makes the steps.

mod cuts;
pub mod happens;
mod history;
pub mod machine;
pub mod minimise;
mod races;
pub mod report;
mod search;
pub mod split;
mod stack;
mod summaries;
mod touches;

pub use search::{explore_subtree, search};
