//! `jcp fixtures`: which test classes have a marked method, declared, inherited or named, and which have too many; superclasses may be
//! in other folders of the class path.

use std::path::PathBuf;
use std::process::Output;

use crate::common;

const MARK: &str = "package any; import java.lang.annotation.*; \
    @Retention(RetentionPolicy.CLASS) public @interface FastForward { String[] why() default {}; Class<?> of() default Object.class; }";
const SHARED: &str = "package shop; import any.FastForward; \
    public abstract class Shared { @FastForward(why = {\"a\", \"b\"}, of = String.class) static void load(int[] a, java.util.List<String> b) {} void own() {} }";
const TESTS: &str = "package shop; import any.FastForward; \
    class PlainTest { void a() {} } \
    class OneTest { @Deprecated @FastForward void make() {} } \
    class LeftTest extends Shared {} \
    class RightTest extends Shared { @Override void own() {} } \
    class TwoTest extends Shared { @FastForward void more() {} } \
    class AgainTest extends OneTest { @Override void make() {} } \
    class OuterTest { class Inner { @FastForward void inside() {} } }";

struct Classes {
    _folder: tempfile::TempDir,
    tests: PathBuf,
}

impl Classes {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let sources = [("any/FastForward.java", MARK), ("shop/Shared.java", SHARED), ("shop/Tests.java", TESTS)];
        let tests = common::compile(&common::any_jdk(), &sources, folder.path());
        Self { _folder: folder, tests }
    }

    fn jcp(&self, options: &[&str]) -> Output {
        common::jcp().arg("fixtures").arg(&self.tests).args(options).output().expect("jcp runs")
    }

    fn found(&self, options: &[&str]) -> String {
        let output = self.jcp(options);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
}

#[test]
fn marked_methods_are_found_where_they_are_declared_or_inherited() {
    let load = "@end, shop.Shared, shop.Shared.load(int[],java.util.List) &";
    let two = format!(
        "it has several places for its one checkpoint, {load} and @end, shop.TwoTest, shop.TwoTest.more() &; \
         mark the last of these methods only"
    );
    let expected = format!(
        "shop.LeftTest\t{load}\n\
         shop.OneTest\t@end, shop.OneTest, shop.OneTest.make() &\n\
         shop.OuterTest\t@end, shop.OuterTest$Inner, shop.OuterTest$Inner.inside() &\n\
         shop.RightTest\t{load}\n\
         shop.TwoTest\t\t{two}\n"
    );
    assert_eq!(Classes::new().found(&[]), expected);
}

#[test]
fn methods_may_be_named_instead() {
    let classes = Classes::new();
    let found = classes.found(&["--fixture", "shop.PlainTest.a"]);
    assert!(found.contains("shop.PlainTest\t@end, shop.PlainTest, shop.PlainTest.a() &\n"), "{found}");
    let output = classes.jcp(&["--fixture", "shop.PlainTest.b"]);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("has a method shop.PlainTest.b"), "{said}");
}

#[test]
fn superclasses_may_be_elsewhere_on_the_class_path() {
    let classes = Classes::new();
    let apart = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(apart.path().join("shop")).expect("a folder");
    let (from, to) = (classes.tests.join("shop/LeftTest.class"), apart.path().join("shop/LeftTest.class"));
    std::fs::rename(from, to).expect("moves");
    let mut jcp = common::jcp();
    jcp.arg("fixtures").arg(apart.path()).arg("--classpath").arg(&classes.tests).arg("--json");
    let found: serde_json::Value = serde_json::from_slice(&common::succeed(&mut jcp).stdout).expect("JSON");
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["test"], "shop.LeftTest");
}
