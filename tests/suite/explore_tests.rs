//! `jcp explore --test`: a test method of JUnit 4 or 5 under every schedule.
//!
//! Annotations are known by their names, so the tests here have annotations of their own with those names.

use std::path::Path;
use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;

const TESTS: &str = r#"package t;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class CounterTest extends Base {
    int count;

    @BeforeEach
    void begin() {
        if (base != 1) {
            throw new AssertionError("the superclass comes first");
        }
        count = 10;
    }

    @Test
    void plain() throws Exception {
        both(() -> count++, () -> count++);
        if (count != 12) {
            throw new AssertionError("count " + count);
        }
    }

    @Test
    void locked() throws Exception {
        both(this::add, this::add);
        if (count != 12) {
            throw new AssertionError("count " + count);
        }
    }

    synchronized void add() {
        count++;
    }

    @Test
    @ExtendWith(CounterTest.class)
    void extended() {}

    @org.junit.Test(expected = ArithmeticException.class)
    public void expected() throws Exception {
        both(() -> count = 0, () -> base = 2);
        base = 1 / count;
    }

    @AfterEach
    void end() {
        if (base != 1 && base != 2) {
            throw new AssertionError();
        }
    }

    static void both(Runnable one, Runnable other) throws InterruptedException {
        Thread first = new Thread(one);
        Thread second = new Thread(other);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
"#;
const BASE: &str = "package t; class Base { int base; @org.junit.Before public void before() { base = 1; } }";
const RETAINED: &str =
    "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface";

fn explored(folder: &Path, jdk: &JdkHome, method: &str) -> Output {
    let mut jcp = common::jcp();
    jcp.args(["explore", "--classpath", "classes", "--test", &format!("t.CounterTest.{method}"), "--jdk"]);
    jcp.arg(&jdk.home).current_dir(folder).output().expect("jcp runs")
}

#[test]
fn a_test_method_runs_under_every_schedule() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |package: &str, name: &str, body: &str| {
            (
                format!("{}/{name}.java", package.replace('.', "/")),
                format!("package {package}; {RETAINED} {name} {{ {body} }}"),
            )
        };
        let jupiter = "org.junit.jupiter.api";
        let four = "Class<? extends Throwable> expected() default None.class; class None extends Throwable {}";
        let annotations = [
            of(jupiter, "Test", ""),
            of(jupiter, "BeforeEach", ""),
            of(jupiter, "AfterEach", ""),
            of("org.junit.jupiter.api.extension", "ExtendWith", "Class<?> value();"),
            of("org.junit", "Test", four),
            of("org.junit", "Before", ""),
        ];
        let mut sources = vec![("t/CounterTest.java", TESTS), ("t/Base.java", BASE)];
        sources.extend(annotations.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let classes = common::compile(&jdk, &sources, folder.path());
        let target = folder.path().join("classes");
        if classes != target {
            std::fs::rename(&classes, &target).expect("classes");
        }
        for (method, status, told) in [
            ("plain", 1, "java.lang.AssertionError: count 11"),
            ("locked", 0, "no failure in any schedule"),
            ("expected", 0, "no failure in any schedule"),
            ("extended", 3, "has @ExtendWith, which jcp explore does not follow"),
            ("absent", 3, "has no method absent without parameters"),
        ] {
            let output = explored(folder.path(), &jdk, method);
            let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(status) && said.contains(told), "{method} on {}: {said}", jdk.version);
        }
    }
}
