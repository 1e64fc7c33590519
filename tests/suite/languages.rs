//! Languages whose code becomes classes at run time, and what these programs have made before the checkpoint: functions and closures, generators and lazy
//! sequences, classes, records and protocols.
//!
//! The languages' jars are looked for in Maven's local repository, into which `make test-all` has them put; without them a test is skipped.

use crate::{common, mockito};

const JYTHON: [&str; 1] = ["org/python/jython-standalone/2.7.4/jython-standalone-2.7.4.jar"];
const CLOJURE: [&str; 3] = [
    "org/clojure/clojure/1.12.0/clojure-1.12.0.jar",
    "org/clojure/spec.alpha/0.5.238/spec.alpha-0.5.238.jar",
    "org/clojure/core.specs.alpha/0.4.74/core.specs.alpha-0.4.74.jar",
];

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn scripts_of_jython_are_equal() {
    let Some(jars) = mockito::jars("Jython", JYTHON) else { return };
    // the points-to analysis exceeds its limit in such a large library
    let options = ["--statics", "read"];
    common::jdks_in_turn()
        .iter()
        .for_each(|jdk| mockito::verify_on(jdk, &options, "jython/Scripts.java", "Scripts", &jars));
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn forms_of_clojure_are_equal() {
    let Some(jars) = mockito::jars("Clojure", CLOJURE) else { return };
    mockito::verify("clojure/Forms.java", "Forms", &jars);
}
