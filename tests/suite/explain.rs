//! `jcp explain` on a tiny program, whose answers are known by reading it.
//!
//! `Main.table` is written before the checkpoint and read after it; `Main.journal` is changed through what it holds;
//! `Main.fresh` is only written after, `Main.never` only before.

use insta::{allow_duplicates, assert_snapshot};
use jcp::driver::jdk::JdkHome;
use serde_json::Value;
use std::process::Output;

use crate::common;

const PROGRAM: &str = "\
import java.util.*;

public class Main {
    static final int LIMIT = 3;
    static int[] table;
    static final List<String> journal = new ArrayList<>();
    static int never, fresh, kept = 7;
    int size = 1;

    static void fill(int n) {
        table = new int[n];
        journal.add(\"filled\");
        never = n;
    }

    static int sum() {
        int sum = 0;
        for (int value : table) {
            sum += value;
        }
        return sum + kept;
    }

    int finish(long weight, String name) {
        if (weight > LIMIT) {
            System.out.println(name); // here
            fresh = sum();
            System.out.println(journal);
        }
        return fresh;
    }

    public static void main(String[] args) {
        int base = args.length;
        fill(10);
        System.out.println(base + new Main().finish(4L, \"name\"));
        args = null;
    }

    static class Early {
        static { System.out.println(\"early\"); // clinit
        }
        static void touch() {}
    }
}
";

/// The program as a jar, on one JDK.
struct Packed {
    jdk: JdkHome,
    folder: tempfile::TempDir,
}

impl Packed {
    fn all() -> Vec<Self> {
        Self::all_of(PROGRAM)
    }

    fn all_of(program: &str) -> Vec<Self> {
        common::jdks_in_turn()
            .into_iter()
            .map(|jdk| {
                let folder = tempfile::tempdir().expect("a folder");
                let classes = common::compile(&jdk, &[("Main.java", program)], folder.path());
                common::pack(&classes, Some("Main"), &folder.path().join("app.jar"));
                Self { jdk, folder }
            })
            .collect()
    }

    fn explain(&self, region: &str, more: &[&str]) -> Output {
        let mut command = common::jcp();
        command.arg("explain").arg(self.folder.path().join("app.jar")).args(["--region", region]);
        command.arg("--jdk").arg(&self.jdk.home).args(more).output().expect("jcp runs")
    }

    fn text(&self, region: &str, more: &[&str]) -> String {
        let output = self.explain(region, more);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
}

fn region() -> String {
    format!("{}, Main, Main.main; Main.finish &", common::line(PROGRAM, "here"))
}

#[test]
fn chain_environments_decisions_and_statics_are_told() {
    for packed in Packed::all() {
        let text = packed.text(&region(), &[]);
        // how many statics of the JDK there are is no matter of this program
        let text: Vec<&str> = text.lines().filter(|line| !line.contains(" of the JDK ")).collect();
        allow_duplicates! { assert_snapshot!(text.join("\n"), @r"
        region    26, Main, Main.main(String[]):36; Main.finish(long,String) &

        method    Main.main(java.lang.String[]) (Main.java:36)
                  next call on line 36
        receiver  Main
        locals    none (and 2 that are not needed)
        stack     java.io.PrintStream, int
        decided   by line 36 (call)

        method    Main.finish(long,java.lang.String) (Main.java:26)
                  checkpoint before line 26
        locals    name: java.lang.String (and 2 that are not needed)
        decided   by line 25 (predicate)

        statics   3 modified fields are captured, and 1 with initial values
                  Main.journal: java.util.List, read by Main.finish(long,java.lang.String)
                  Main.kept: int, read by Main.sum()
                  Main.table: int[], read by Main.sum()
        ") };
    }
}

/// Several decisions of a kind on a line are told as one.
#[test]
fn decisions_of_a_line_are_told_together() {
    let program = "public class Main {
    public static void main(String[] args) {
        String[] words = {\"a\", \"b\"};
        if (words[0].trim().length() + words[1].trim().length() > 5 || args.length > 7) {
            return;
        }
        System.out.println(args.length); // here
    }
}
";
    let packed = Packed::all_of(program).remove(0);
    let text = packed.text(&format!("{}, Main, Main.main &", common::line(program, "here")), &[]);
    let decided = text.lines().find(|line| line.starts_with("decided")).expect("decisions");
    assert_snapshot!(decided, @"decided   by line 4 (2 × predicate)");
}

#[test]
fn a_static_is_explained_by_a_write_and_a_read() {
    let in_jdk = regex::Regex::new(r"(java\.[\w.$]+):\d+").expect("a regex");
    for packed in Packed::all() {
        let of_field = |name: &str| {
            let text = packed.text(&region(), &[name]);
            let start = text.find("\nfield ").expect("the field");
            let lines: Vec<&str> = text[start..].trim().lines().filter(|line| !line.starts_with("note ")).collect();
            // lines of the JDK's code are those of one version
            in_jdk.replace_all(&lines.join("\n"), "$1").into_owned()
        };
        let names = ["Main.table", "Main.journal", "kept", "never", "fresh", "LIMIT", "size"];
        let all = names.map(|name| of_field(&format!("Main.{}", name.trim_start_matches("Main."))));
        allow_duplicates! { assert_snapshot!(all.join("\n\n"), @r"
        field     Main.table: captured
        why       the field may be written before the checkpoint, and is read after it
        modified  Main.main:35
                  → Main.fill:11
        read      Main.finish:27
                  → Main.sum:18
        output    Main.sum:18 reads it
                  → Main.sum:19, which gets its value
                  → Main.sum:21, which gets its value
                  → Main.finish:27, which gets its value
                  → Main.finish:30, which reads what it writes
                  → Main.main:36, which gets its value

        field     Main.journal: captured
        why       an object in the field may be changed before the checkpoint, and the field is read after it
        modified  Main.main:35
                  → Main.fill:12
                  → java.util.ArrayList.add
        read      Main.finish:28
        output    Main.finish:28 reads it

        field     Main.kept: captured
        why       the field may be written before the checkpoint, and is read after it
        modified  Main.main:35
                  → Main.<clinit>:7
        read      Main.finish:27
                  → Main.sum:21
        output    Main.sum:21 reads it
                  → Main.finish:27, which gets its value
                  → Main.finish:30, which reads what it writes
                  → Main.main:36, which gets its value

        field     Main.never: not captured
        why       the field may be modified before the checkpoint, but no later code reads it
        modified  Main.main:35
                  → Main.fill:13

        field     Main.fresh: captured
        why       the field is read after the checkpoint and not modified before it; the checkpoint holds its initial value
        read      Main.finish:30
        output    Main.finish:30 reads it
                  → Main.main:36, which gets its value

        field     Main.LIMIT: not captured
        why       the JVM sets this constant from the class file, in the replay as well

        field     Main.size: captured
        why       an instance field is captured with each object that a frame or a captured static field reaches
        ") };
    }
}

/// Two ways lead to a write; the one through the JDK has fewer calls.
const TWO_WAYS: &str = "\
import java.util.*;

public class Main {
    static int count;

    static void a() {
        b();
    }

    static void b() {
        c();
    }

    static void c() {
        count = 1;
    }

    public static void main(String[] args) {
        new ArrayList<>(List.of(args)).forEach(arg -> count = 2);
        a(); // call
        System.out.println(count); // here
    }
}
";

#[test]
fn a_path_through_the_application_is_shown_before_one_through_the_jdk() {
    let region = format!("{}, Main, Main.main &", common::line(TWO_WAYS, "here"));
    for packed in Packed::all_of(TWO_WAYS) {
        let said: Value = serde_json::from_str(&packed.text(&region, &["Main.count", "--json"])).expect("JSON");
        let path = said["field"]["modified_by"].as_array().expect("a list");
        let methods: Vec<&str> =
            path.iter().map(|step| step.as_str().expect("a step").split(':').next().unwrap_or_default()).collect();
        assert_eq!(methods, ["Main.main", "Main.a", "Main.b", "Main.c"]);
    }
}

#[test]
fn json_has_the_same() {
    for packed in Packed::all().into_iter().take(1) {
        let text = packed.text(&region(), &["Main.table", "--json"]);
        let said: Value = serde_json::from_str(&text).expect("JSON");
        let chain = said["chain"].as_array().expect("a list");
        let methods: Vec<&str> = chain.iter().map(|element| element["method"].as_str().expect("a name")).collect();
        assert_eq!(methods, ["Main.main(java.lang.String[])", "Main.finish(long,java.lang.String)"]);
        assert_eq!(chain[1]["line"], common::line(PROGRAM, "here"));
        assert_eq!(chain[1]["locals"][2]["name"], "name");
        assert_eq!(chain[0]["stack"][1]["type"], "int");
        assert_eq!(said["field"]["captured"], true);
        assert_eq!(said["field"]["modified_by"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn a_refused_region_comes_with_what_to_change() {
    for packed in Packed::all().into_iter().take(1) {
        let line = common::line(PROGRAM, "clinit");
        let refused = format!("{line}, Main$Early, Main$Early.<clinit> &");
        let output = packed.explain(&refused, &[]);
        assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains("\nrefused   Main$Early.<clinit>") && text.contains("\nchange    "), "{text}");
        let output = packed.explain(&refused, &["--json"]);
        assert_eq!(output.status.code(), Some(3));
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(said["refused"][0]["reason"].as_str().is_some_and(|why| why.contains("class initialiser")), "{said}");
    }
}

#[test]
fn what_is_not_there_is_an_unusable_input() {
    for packed in Packed::all().into_iter().take(1) {
        let region = region();
        for (region, field, status, why) in [
            (region.as_str(), "Main.tabel", 4, "its static fields are LIMIT, table, journal"),
            (region.as_str(), "Nowhere.x", 4, "no class Nowhere"),
            (region.as_str(), "table", 2, "expected Class.field"),
            ("9999, Main, Main.main &", "Main.table", 4, "no code on line 9999"),
        ] {
            let output = packed.explain(region, &[field]);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(status), "{said}");
            assert!(said.contains(why), "{said}");
        }
    }
}

/// Which class is made, and what of it is called, is said by the program's arguments.
const BY_NAMES: &str = "\
public class Main {
    public static class A {
        static int count;
        public void run() { count++; }
        public void stop() { System.out.println(Other.count); }
    }

    public static class Other {
        static int count;
    }

    static void call(Class<?> of, String name) throws ReflectiveOperationException {
        Object made = of.getConstructor().newInstance();
        of.getMethod(name).invoke(made); // invoke
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        A.count++;
        Other.count++;
        System.out.println(); // here
        call(Class.forName(\"Main$\" + args[0]), args[1]); // find
        System.out.println(A.count);
    }
}
";

#[test]
fn calls_that_are_not_known_are_told_as_options_which_limit_them() {
    let [here, find, invoke] = ["here", "find", "invoke"].map(|mark| common::line(BY_NAMES, mark));
    let region = format!("{here}, Main, Main.main &");
    let packed = Packed::all_of(BY_NAMES).remove(0);
    let told = |more: &[&str]| {
        let text = packed.text(&region, more);
        let lines = text.lines().filter(|line| line.starts_with("unknown") || line.starts_with("          Main"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let text = told(&[]).join("\n");
    assert!(text.contains("Main$A.count") && text.contains("Main$Other.count"), "{text}");
    for place in [format!("Main.main:{find}"), format!("Main.call:{invoke}")] {
        assert!(text.contains(&format!("unknown   --reflection '{place} -> p.q.*': it ")), "{text}");
    }
    let (found, called) = (format!("Main.main:{find} -> Main$A"), format!("Main.call:{invoke} -> Main$A.run"));
    let limited = told(&["--reflection", &found, "--reflection", &called]);
    assert_eq!(limited, ["          Main$A.count: int, read by Main.main(java.lang.String[])"]);
    for (option, status, why) in [
        ("Main.main", 2, "expected `Class.method:line -> p.q.*`".to_owned()),
        (
            &format!("Main.main:{here} -> Main$A"),
            4,
            format!("no call by reflection is on this line; main has some on {find}"),
        ),
        (&format!("Main.main:{find} -> p.*"), 4, "p.*: no class and no member of one has such a name".to_owned()),
        ("Nowhere.main:1 -> Main$A", 4, "Nowhere: no class of the program has this name".to_owned()),
    ] {
        let output = packed.explain(&region, &["--reflection", option]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(&why), "{said}");
    }
}
