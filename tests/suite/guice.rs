//! Injectors of Guice that were made before the checkpoint, whose classes made at run time have function objects, and which keep a hidden class beside one of the JDK's.
//!
//! Guice's jars are looked for in Maven's local repository, into which `make test-all` has them put; without them the test is skipped.

use crate::mockito;

const JARS: [&str; 5] = [
    "com/google/inject/guice/7.0.0/guice-7.0.0.jar",
    "com/google/guava/guava/31.0.1-jre/guava-31.0.1-jre.jar",
    "com/google/guava/failureaccess/1.0.1/failureaccess-1.0.1.jar",
    "jakarta/inject/jakarta.inject-api/2.0.1/jakarta.inject-api-2.0.1.jar",
    "aopalliance/aopalliance/1.0/aopalliance-1.0.jar",
];

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn injectors_are_equal() {
    let Some(jars) = mockito::jars("Guice", JARS) else { return };
    mockito::verify("guice/Injected.java", "Injected", &jars);
}
