//! Identity hashes over a checkpoint, with the JVM's default options: under them a JVM starts alike each time, so that the
//! replay must repeat the capturing run to the last hash. (Without class data sharing, as under `-Xverify:all`, no two starts
//! of a JVM are alike; the differential tests cover that objects are found again then.)

use crate::runtime_support::{assert_cannot_replay, program};

use crate::common;

/// Orders of tables and hashes taken after the checkpoint are those of the capturing run.
#[test]
fn hashes_and_orders_go_on() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Hashes.java").instrument();
        let captured = common::succeed(&mut program.run("capture"));
        let printed = String::from_utf8_lossy(&captured.stdout).into_owned();
        let (_, expected) = printed.split_once("before\n").expect("the line before the checkpoint");
        assert!(expected.lines().any(|line| line == "true"), "JDK {}: {printed}", jdk.feature);
        for _ in 0..3 {
            let replayed = program.replay(&program.checkpoint());
            let said = String::from_utf8_lossy(&replayed.stderr);
            assert_eq!(String::from_utf8_lossy(&replayed.stdout), expected, "JDK {}: {said}", jdk.feature);
        }
    }
}

/// What was linked before the checkpoint takes no hashes behind it, what is linked behind it takes those of the original.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn linking_takes_the_hashes_of_the_original() {
    same_hashes("Linked.java", &[]);
}

/// The same for what the JDK links and hashes in its own code, before the checkpoint and again behind it, or only then.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_jdk_takes_the_hashes_of_the_original() {
    same_hashes("Repeated.java", &[]);
    same_hashes("Repeated.java", &["half"]);
}

/// Threads that are started after the program's first use of classes of the JDK that the runtime knows, too, take the hashes of the
/// original in the capturing run.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn threads_take_the_hashes_of_the_original_after_first_uses_of_the_jdk() {
    // a collector's thread that a garbage collection starts would take a number of the JVM's sequence, too
    let options = ("JDK_JAVA_OPTIONS", "-XX:-UseDynamicNumberOfGCThreads");
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "FirstUses.java").instrument();
        let mut original = common::java(&jdk);
        original.arg("-jar").arg(&program.jar).current_dir(program.work()).env(options.0, options.1);
        let original = common::succeed(&mut original);
        let captured = common::succeed(program.run("capture").env(options.0, options.1));
        let [original, captured] = [original, captured].map(|run| String::from_utf8_lossy(&run.stdout).into_owned());
        assert_eq!(captured, original, "JDK {}", jdk.feature);
    }
}

/// Original, capturing run and replay print the same.
fn same_hashes(source: &str, args: &[&str]) {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, source).instrument();
        let mut original = common::java(&jdk);
        let original = common::succeed(original.arg("-jar").arg(&program.jar).args(args).current_dir(program.work()));
        let printed = String::from_utf8_lossy(&original.stdout).into_owned();
        let captured = common::succeed(program.run("capture").args(args));
        assert_eq!(String::from_utf8_lossy(&captured.stdout), printed, "JDK {} {args:?}: capture", jdk.feature);
        let (_, expected) = printed.split_once("before\n").expect("the line before the checkpoint");
        let replayed = program.replay(&program.checkpoint());
        let said = String::from_utf8_lossy(&replayed.stderr);
        assert_eq!(String::from_utf8_lossy(&replayed.stdout), expected, "JDK {} {args:?}: {said}", jdk.feature);
    }
}

/// The same for a program that is launched from a folder, where opening a jar would take other hashes.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_program_in_a_folder_keeps_its_hashes() {
    for (jdk, main) in common::jdks_in_turn().iter().flat_map(|jdk| ["Linked", "Summed"].map(|main| (jdk, main))) {
        let program = program(jdk, &format!("{main}.java"));
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict", "--main", main, "--region", &program.region, "--jdk"]).arg(&jdk.home);
        jcp.arg("--classpath").arg(program.folder.path().join("classes")).current_dir(program.work());
        common::succeed(&mut jcp);
    }
}

/// Nothing has used the file system before in such a program, and the runtime does not either.
#[test]
fn a_program_in_a_folder_may_be_the_first_to_use_files() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Filed.java");
        let (classes, out) = (program.folder.path().join("classes"), program.folder.path().join("out"));
        let mut jcp = common::jcp();
        jcp.args(["instrument", "--main", "Filed", "--region", &program.region, "--jdk"]).arg(&jdk.home);
        common::succeed(jcp.arg("--classpath").arg(&classes).arg("-o").arg(&out).current_dir(program.work()));
        let run = |folders: &[&std::path::Path]| {
            let mut java = common::java(&jdk);
            java.arg("-cp").arg(std::env::join_paths(folders).expect("paths")).arg("Filed").current_dir(program.work());
            String::from_utf8_lossy(&common::succeed(&mut java).stdout).into_owned()
        };
        let original = run(&[&classes]);
        assert_eq!(run(&[&out.join("Filed-capture"), &classes]), original, "JDK {}: capture", jdk.feature);
        let (_, expected) = original.split_once("before\n").expect("the line before the checkpoint");
        assert_eq!(run(&[&out.join("Filed-replay"), &classes]), expected, "JDK {}", jdk.feature);
    }
}

/// Verifying does nothing in the program's JVM that the JDK would do there for the first time behind the checkpoint.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn verifying_takes_no_hashes() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Digested.java");
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict", "--region", &program.region, "--jdk"]).arg(&jdk.home).arg(&program.jar);
        common::succeed(jcp.current_dir(program.work()));
    }
}

/// Looking for a class that is made again opens every jar of the class path. What the JDK reads in them links classes of its own: here its readers, for
/// an index of jars (up to JDK 20). Their hashes are given back before. The class that is made again is the proxy of an annotation.
#[test]
fn jars_that_are_opened_late_take_no_hashes() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Main.java", MAIN_WITH_PROXY)], folder.path());
        let indexed = folder.path().join("indexed/META-INF");
        std::fs::create_dir_all(&indexed).expect("folder");
        std::fs::write(indexed.join("INDEX.LIST"), "JarIndex-Version: 1.0\n\nindexed.jar\nq\n").expect("written");
        let jar = folder.path().join("indexed.jar");
        common::pack(&folder.path().join("indexed"), None, &jar);
        let work = folder.path().join("work");
        std::fs::create_dir_all(&work).expect("folder");
        let mut jcp = common::jcp();
        jcp.args(["verify", "--strict", "--main", "Main", "--region"]);
        jcp.arg(format!("{}, Main, Main.main &", common::line(MAIN_WITH_PROXY, "here"))).arg("--jdk").arg(&jdk.home);
        jcp.arg("--classpath").arg(std::env::join_paths([&classes, &jar]).expect("paths"));
        common::succeed(jcp.current_dir(&work));
    }
}

const MAIN_WITH_PROXY: &str = "import java.util.HashMap;
import java.util.Map;

public class Main {
    static final Map<Class<?>, Integer> KINDS = new HashMap<>();

    public static void main(String[] args) {
        Class<?>[] kinds = {java.io.StringReader.class, java.io.Reader.class, java.io.PushbackReader.class, java.io.BufferedReader.class,
            java.io.InputStreamReader.class, java.io.LineNumberReader.class, java.io.FilterReader.class, java.util.LinkedList.class,
            java.util.AbstractSequentialList.class, java.util.Vector.class, java.nio.charset.CharsetDecoder.class, java.util.TreeMap.class};
        for (int i = 0; i < kinds.length; i++) {
            KINDS.put(kinds[i], i);
        }
        System.out.println(Runnable.class.getAnnotation(FunctionalInterface.class).annotationType());
        System.out.println(KINDS);
        System.out.println(KINDS); // here
        for (Class<?> kind : kinds) {
            System.out.println(kind.getName() + \" \" + kind.hashCode());
        }
    }
}
";

/// The main class is in no package: the first class of a package has the JVM read the jar's manifest. And a class that another
/// one was verified with is loaded, but not linked, at the checkpoint.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn classes_of_a_package_take_the_hashes_of_the_original() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let sources = [("Main.java", MAIN_IN_NO_PACKAGE), ("q/Util.java", UTIL), ("q/Bad.java", BAD)];
        let classes = common::compile(&jdk, &sources, folder.path());
        let jar = folder.path().join("app.jar");
        common::pack(&classes, Some("Main"), &jar);
        let work = folder.path().join("work");
        std::fs::create_dir_all(&work).expect("folder");
        for line in ["3", "5"] {
            let mut jcp = common::jcp();
            jcp.args(["verify", "--strict", "--region", &format!("{line}, Main, Main.main &"), "--jdk"])
                .arg(&jdk.home)
                .arg(&jar);
            common::succeed(jcp.current_dir(&work));
        }
    }
}

const UTIL: &str = "package q;
public class Util {
    public static int f(int x) {
        if (x < 0) {
            throw new Bad();
        }
        return x;
    }
}
";

const BAD: &str = "package q; public class Bad extends RuntimeException {}";

const MAIN_IN_NO_PACKAGE: &str = "public class Main {
    public static void main(String[] args) {
        System.out.println(\"before\");
        System.out.println(q.Util.f(1));
        System.out.println(new Object().hashCode());
        System.out.println(q.Util.f(2));
        try {
            q.Util.f(-1);
        } catch (RuntimeException e) {
            System.out.println(e.getClass());
        }
        System.out.println(new Object().hashCode());
    }
}
";

/// The same where the class of an object lies in its mark, above the hash (JEP 519).
#[test]
fn compact_headers_keep_hashes_and_orders() {
    for jdk in common::jdks_in_turn().into_iter().filter(|jdk| jdk.feature >= 25) {
        let program = program(&jdk, "Hashes.java").instrument();
        let run = |kind: &str| {
            let mut java = common::java(&jdk);
            java.args(["-XX:+UseCompactObjectHeaders", "-jar"]).arg(program.output_jar(kind));
            let output = common::succeed(java.env_remove("JCP_CHECKPOINT").current_dir(program.work()));
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let captured = run("capture");
        let (_, expected) = captured.split_once("before\n").expect("the line before the checkpoint");
        assert_eq!(run("replay"), expected, "JDK {}", jdk.feature);
    }
}

/// A JVM with other options hashes other objects at its start: an order that changes with them is refused, or let go by option.
#[test]
fn another_order_is_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Hashes.java").capture();
        let replay = |options: &[&str]| {
            let mut java = common::java(&jdk);
            java.args(["--add-opens", "java.base/java.util=ALL-UNNAMED"]).args(options).arg("-jar");
            java.arg(program.output_jar("replay")).env_remove("JCP_CHECKPOINT").current_dir(program.work());
            java.output().expect("java runs")
        };
        assert_cannot_replay(&replay(&[]), "would iterate in another order than in the capturing run");
        let any = replay(&["-Djcp.order=any"]);
        let said = String::from_utf8_lossy(&any.stdout).into_owned() + &String::from_utf8_lossy(&any.stderr);
        assert_eq!(any.status.code(), Some(0), "{said}");
        assert!(said.contains("Hashes$B"), "{said}");
    }
}

/// The same of a table of the program's own, of which jcp knows no order: look-ups in it would fail.
#[test]
fn entries_of_other_tables_that_keep_a_hash_are_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "OwnTable.java").instrument();
        for args in [&[][..], &["weak"]] {
            let run = |kind: &str, options: &[&str]| {
                let mut java = common::java(&jdk);
                java.args(options).arg("-jar").arg(program.output_jar(kind)).args(args).env_remove("JCP_CHECKPOINT");
                java.current_dir(program.work()).output().expect("java runs")
            };
            let captured = run("capture", &[]);
            assert_eq!(String::from_utf8_lossy(&captured.stdout), "0\n1\n2\n3\n4\n5\n6\n7\n");
            assert_eq!(run("replay", &[]).stdout, captured.stdout, "JDK {}", jdk.version);
            let other = run("replay", &["--add-opens", "java.base/java.util=ALL-UNNAMED"]);
            assert_cannot_replay(&other, "keeps the identity hash that classes such as");
        }
    }
}
