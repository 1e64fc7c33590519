//! `jcp verify`: runs the original, the capturing and the replaying program and compares what can be seen from outside.
