//! Methods and classes near the limits of the class-file format: 64 KB of code, 255 slots of parameters, 65,535 constants.
//!
//! The sources are generated. What still fits must be equal; what does not is refused in one line, and no
//! file is written.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use jcp::driver::jdk::JdkHome;

use crate::common;

/// Compiles `Main.java` and packs it.
fn jar(jdk: &JdkHome, source: &str, folder: &Path) -> PathBuf {
    let classes = common::compile(jdk, &[("Main.java", source)], folder);
    let jar = folder.join("app.jar");
    common::pack(&classes, Some("Main"), &jar);
    jar
}

/// Verifies the program; it must be equal. The JVM checks all classes, so that it cannot use its archive of JDK classes.
fn equal(source: &str, region: &str) {
    equal_with(source, region, true);
}

/// The same, or with the classes checked that the JVM checks by itself.
fn equal_with(source: &str, region: &str, all_verified: bool) {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let jar = jar(&jdk, source, folder.path());
        let mut jcp = common::jcp();
        let work = folder.path().join("work");
        std::fs::create_dir(&work).expect("folder");
        jcp.args(["verify", "--strict"]).arg(jar).args(["--region", region]).arg("--jdk").arg(&jdk.home);
        let options = if all_verified { common::verifying(&jdk) } else { Vec::new() };
        jcp.args(options.iter().map(|option| format!("--jvm-arg={option}")));
        jcp.arg("--workdir").arg(work);
        let output = jcp.output().expect("jcp");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    }
}

/// Instruments the program; it must be refused for that reason, and nothing be written.
fn refused(source: &str, region: &str, reason: &str) {
    let (jdk, folder) = (common::any_jdk(), tempfile::tempdir().expect("folder"));
    let (jar, out) = (jar(&jdk, source, folder.path()), folder.path().join("out"));
    let mut jcp = common::jcp();
    jcp.arg("instrument").arg(jar).args(["--region", region, "--jdk"]).arg(&jdk.home).arg("--output").arg(&out);
    let output = jcp.output().expect("jcp");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains(reason), "{}", text(&output));
    let written = out.read_dir().map_or(0, Iterator::count);
    assert_eq!(written, 0, "files were written");
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A program whose chain method has a loop around `count` statements of 8 bytes each, and the call on line 4.
fn long_method(count: usize) -> String {
    let mut source = String::from(
        "public class Main {\n    static long big(int n, long sum) {\n        for (int i = 0; i < n; i++) {\n",
    );
    source += "            sum += leaf(i);\n";
    for at in 0..count {
        let _ = writeln!(source, "            sum += i + {};", 6 + at % 100);
    }
    source += "        }\n        return sum;\n    }\n    static int leaf(int i) {\n        System.out.println(\"leaf \" + i);\n";
    source += "        return i;\n    }\n    public static void main(String[] args) {\n";
    source += "        System.out.println(big(3 + args.length, 5));\n    }\n}\n";
    source
}

fn leaf_line(count: usize) -> usize {
    count + 9
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_method_near_64_kb_that_still_fits_is_equal() {
    let count = 8_100;
    equal(&long_method(count), &format!("{}, Main, Main.main; Main.big; Main.leaf &", leaf_line(count)));
}

#[test]
fn a_method_near_64_kb_that_does_not_fit_is_refused() {
    let count = 8_185;
    let region = format!("{}, Main, Main.main; Main.big; Main.leaf &", leaf_line(count));
    refused(&long_method(count), &region, "bytes, but 1 to 65535 are allowed");
}

fn wide_call(parameters: usize) -> String {
    let join = |part: &dyn Fn(usize) -> String| (0..parameters).map(part).collect::<Vec<_>>().join(", ");
    let (declared, passed) = (join(&|at| format!("int p{at}")), join(&|at| format!("{at} + args.length")));
    let last = parameters - 1;
    format!(
        "public class Main {{\n    static int wide({declared}) {{\n        System.out.println(p{last});\n        \
         return p0 + p{last};\n    }}\n    public static void main(String[] args) {{\n        \
         System.out.println(args.length + wide({passed}));\n    }}\n}}\n"
    )
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_clone_with_255_parameters_is_equal() {
    equal(&wide_call(254), "3, Main, Main.main; Main.wide &");
}

#[test]
fn a_clone_without_room_for_its_marker_is_refused() {
    refused(&wide_call(255), "3, Main, Main.main; Main.wide &", "the parameters of this method take all 255 slots");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn many_locals_of_two_slots_are_equal() {
    let mut source = String::from("public class Main {\n    static double many(int n) {\n");
    for at in 0..300 {
        let _ = writeln!(source, "        {} v{at} = n * {at};", if at % 2 == 0 { "long" } else { "double" });
    }
    source += "        System.out.println(v7);\n        double sum = 0;\n        for (int i = 0; i < n; i++) {\n";
    source += "            sum += i;\n        }\n        return sum";
    for at in 0..300 {
        let _ = write!(source, " + v{at}");
    }
    source += ";\n    }\n    public static void main(String[] args) {\n        System.out.println(1L + many(args.length + 3));\n    }\n}\n";
    equal(&source, "303, Main, Main.main; Main.many &");
    equal(&source, "306, Main, Main.main; Main.many &");
}

/// A class `Long` whose initialiser is so many bytes long, and ends by throwing if `fails`.
fn long_initialiser(bytes: usize, name: &str, fails: bool) -> String {
    // `if (Main.n == 9) Main.fail()` is 3 + 2 + 3 + 3 bytes, `Y = 3` 4 bytes, `return` 1, other statements 4, 5 or 6
    let rest = bytes - 5 - if fails { 11 } else { 0 };
    let odd = rest % 2;
    let rest = rest - 5 * odd;
    let long = (0..4).find(|long| (rest - 6 * long).is_multiple_of(4)).expect("of the two kinds");
    let mut source = format!("class {name} {{\n    static int x;\n    static final int Y;\n    static {{\n");
    source += &"        x = 100;\n".repeat(odd);
    source += &"        x = 200;\n".repeat(long);
    source += &"        x = 1;\n".repeat((rest - 6 * long) / 4);
    source += "        Y = 3;\n";
    source += if fails { "        if (Main.n == 9) Main.fail();\n" } else { "" };
    source + "    }\n    static int get() { return x + Y; }\n}\n"
}

/// How many bytes the initialiser of the compiled class has.
fn length_of_initialiser(source: &str, name: &str) -> usize {
    let (jdk, folder) = (common::any_jdk(), tempfile::tempdir().expect("folder"));
    let classes = common::compile(&jdk, &[("Main.java", source)], folder.path());
    let bytes = std::fs::read(classes.join(format!("{name}.class"))).expect("a file");
    let class = jcp::classfile::ClassFile::parse(bytes, name).expect("a class");
    let method = class.method_index("<clinit>", "()V").expect("an initialiser");
    let code = class.methods[method].code.clone().expect("code");
    let length = class.bytes[code][4..].first_chunk().expect("a length");
    usize::try_from(u32::from_be_bytes(*length)).expect("a length")
}

const MAIN_OF_LONG: &str = "public class Main {\n    static int n;\n    public static void main(String[] args) {
        Early.x = 7;
        System.out.println(n);
        System.out.println(Early.get() + \" \" + Late.get() + \" \" + Early.class.hashCode() + \" \" + Late.class.hashCode());
        System.out.println(new Object().hashCode() + \" \" + Early.class.getDeclaredMethods().length);
    }\n    static void fail() { throw new IllegalStateException(\"so long\"); }\n}\n";

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn initialisers_of_64_kb_outside_the_chain_are_equal() {
    for bytes in [65_524, 65_531, 65_535] {
        let source = MAIN_OF_LONG.to_owned() + &long_initialiser(bytes, "Early", false);
        let source = source + &long_initialiser(bytes, "Late", false);
        assert_eq!(length_of_initialiser(&source, "Late"), bytes);
        equal_with(&source, "5, Main, Main.main &", false); // it prints identity hashes, for which a JDK 17 needs its archive
    }
}

#[test]
fn an_initialiser_of_64_kb_that_failed_is_refused_when_captured() {
    let main = MAIN_OF_LONG.replace("Early.x = 7;", "n = 9; try { Early.x = 7; } catch (Throwable e) { n = 8; }");
    let source = main.replace("Early.get()", "n") + &long_initialiser(65_535, "Early", true);
    let source = source + &long_initialiser(65_535, "Late", false);
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let jar = jar(&jdk, &source, folder.path());
        let work = folder.path().join("work");
        std::fs::create_dir(&work).expect("folder");
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict"]).arg(jar).args(["--region", "5, Main, Main.main &", "--jdk"]).arg(&jdk.home);
        let output = jcp.arg("--workdir").arg(work).output().expect("jcp");
        assert_eq!(output.status.code(), Some(3), "{}", text(&output));
        assert!(text(&output).contains("is too long for a hook"), "{}", text(&output));
    }
}

/// A class with `count` int constants in its pool.
fn many_constants(count: usize) -> String {
    let mut source = String::from("public class Main {\n    public static void main(String[] args) {\n");
    source += "        System.out.println(leaf(args.length));\n    }\n    static int leaf(int x) {\n";
    source += "        System.out.println(x);\n        return x + m0(x);\n    }\n";
    for (method, start) in (0..count).step_by(9_000).enumerate() {
        let _ = writeln!(source, "    static int m{method}(int x) {{");
        for at in start..count.min(start + 9_000) {
            let _ = writeln!(source, "        x ^= {};", 100_000 + at);
        }
        source += "        return x;\n    }\n";
    }
    source + "}\n"
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_full_constant_pool_is_refused() {
    // what the pool holds besides is found by compiling a small one
    let (jdk, folder) = (common::any_jdk(), tempfile::tempdir().expect("folder"));
    let pool = |source: &str, name: &str| {
        let classes = common::compile(&jdk, &[("Main.java", source)], &folder.path().join(name));
        let bytes = std::fs::read(classes.join("Main.class")).expect("class file");
        usize::from(u16::from_be_bytes([bytes[8], bytes[9]]))
    };
    let methods = 8;
    let small = pool(&many_constants(methods * 9_000 - 8_999), "small");
    let rest = small - (methods * 9_000 - 8_999);
    refused(&many_constants(65_533 - rest), "6, Main, Main.main; Main.leaf &", "more than the 65,534 constants");
}

/// A class with `count` int constants in its pool, and an initialiser.
fn full_pool(count: usize) -> String {
    let full = many_constants(count).replace("public class Main", "class Full");
    full.replace(
        "public static void main(String[] args)",
        "static int x;\n    static { x = 5; }\n    static void other(String[] args)",
    )
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_full_constant_pool_outside_the_chain_is_equal() {
    let (jdk, folder) = (common::any_jdk(), tempfile::tempdir().expect("folder"));
    let pool = |source: &str, name: &str| {
        let classes = common::compile(&jdk, &[("Full.java", source)], &folder.path().join(name));
        let bytes = std::fs::read(classes.join("Full.class")).expect("class file");
        usize::from(u16::from_be_bytes([bytes[8], bytes[9]]))
    };
    let methods = 8;
    let rest = pool(&full_pool(methods * 9_000 - 8_999), "small") - (methods * 9_000 - 8_999);
    let main = "public class Main {\n    public static void main(String[] args) {\n        Full.x = 7;
        System.out.println(1);\n        System.out.println(Full.x + Full.leaf(3));\n    }\n}\n";
    equal(&(main.to_owned() + &full_pool(65_535 - rest)), "4, Main, Main.main &");
}
