//! A context of Spring that was made before the checkpoint, with classes made at run time, and pools with idle workers and timed tasks.
//!
//! Spring's jars are looked for in Maven's local repository, into which `make test-all` has them put; without them the test is skipped.

use crate::mockito;

const JARS: [&str; 9] = [
    "org/springframework/spring-aop/6.2.12/spring-aop-6.2.12.jar",
    "org/springframework/spring-beans/6.2.12/spring-beans-6.2.12.jar",
    "org/springframework/spring-context/6.2.12/spring-context-6.2.12.jar",
    "org/springframework/spring-core/6.2.12/spring-core-6.2.12.jar",
    "org/springframework/spring-expression/6.2.12/spring-expression-6.2.12.jar",
    "org/springframework/spring-jcl/6.2.12/spring-jcl-6.2.12.jar",
    "io/micrometer/micrometer-observation/1.14.12/micrometer-observation-1.14.12.jar",
    "io/micrometer/micrometer-commons/1.14.12/micrometer-commons-1.14.12.jar",
    "org/aspectj/aspectjweaver/1.9.25/aspectjweaver-1.9.25.jar",
];

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_context_is_equal() {
    let Some(jars) = mockito::jars("Spring", JARS) else { return };
    mockito::verify("spring/Shop.java", "Shop", &jars);
}
