//! Exploring interleavings: which schedules of a program with threads have to be run so that every end state is seen.
//! Pure: nothing here knows Java, a process or a file. A [`machine::Machine`] makes the steps.

pub mod machine;
