//! Scripts of Groovy, whose classes are made at run time and have call sites of Groovy's: those of before the checkpoint go on after it.
//!
//! Groovy's jar is looked for in Maven's local repository, into which `make test-all` has it put; without it the test is skipped.

use crate::mockito;

const JARS: [&str; 1] = ["org/apache/groovy/groovy/4.0.24/groovy-4.0.24.jar"];

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn scripts_are_equal() {
    let Some(jars) = mockito::jars("Groovy", JARS) else { return };
    mockito::verify("groovy/Scripts.java", "Scripts", &jars);
}
