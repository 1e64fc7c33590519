//! Soundness by observation: what an observing jar records of small programs, and that a static answer with a hole is caught.
//!
//! Each program is compiled here, instrumented, and run under `-Xverify:all`; the observing jar must print what the original
//! prints. The checkpoint is the line that ends in `// here`.

use jcp::analysis::observed::{Claim, Miss, StaticAnswer, misses, not_followed};
use jcp::driver::jdk::JdkHome;
use jcp::driver::observe::{ObserveOptions, Recorded, record};
use jcp::driver::runs::run::RunOptions;
use jcp::driver::runs::scratch::Scratch;
use jcp::driver::summaries::Cache;
use jcp::driver::{InstrumentOptions, Silent};
use jcp::plan::{Instance, Request};
use jcp::program::{FieldId, MethodId, Program};

use crate::common;

/// Each kind of fact, before and after the checkpoint.
const FACTS: &str = r#"
import java.util.*;
public class Main {
    interface Shape { double area(double scale, int n, long m); default String name() { return "shape"; } }
    static class Base implements Shape {
        static int made;
        int x;
        Base(int x) { this.x = x; made++; }
        public double area(double k, int n, long m) { return x * k + n + m; }
    }
    static class Derived extends Base {
        Derived() { super(3); }
        public double area(double k, int n, long m) { return super.area(k, n, m) * 2; }
    }
    interface Constants { int[] TABLE = {1, 2}; }
    static class User implements Constants {
        static int first() { return User.TABLE[0]; }
    }
    static int counter, never, mark;
    static double[] numbers = new double[4];
    static final List<Object> list = new ArrayList<>();
    static String later;
    static void checkpoint(Base b) {
        mark += 1; // here
        System.out.println("checkpoint " + b.area(2, 3, 4L) + mark);
        later = "x";
        numbers[1] = 2.5;
    }
    static void unused() { never = 1; }
    public static void main(String[] args) {
        counter = 3;
        Shape[] all = {new Base(2), new Derived(), (k, n, m) -> k};
        for (Shape s : all) System.out.println(s.area(1.5, 2, 3L) + s.name());
        list.add(all[0]);
        checkpoint((Base) all[0]);
        System.out.println(later + numbers[1] + User.first() + list.size() + numbers.clone().length);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("end " + counter)));
    }
}
"#;

/// Compiles and packs `Main`, runs it and its observing jar, and compares what they print.
fn observed(jdk: &JdkHome, text: &str, instance: Instance) -> (tempfile::TempDir, Recorded) {
    let folder = tempfile::tempdir().expect("folder");
    let classes = common::compile(jdk, &[("Main.java", text)], folder.path());
    let jar = folder.path().join("app.jar");
    common::pack(&classes, Some("Main"), &jar);
    let work = folder.path().join("work");
    std::fs::create_dir(&work).expect("folder");
    let line = common::line(text, "here");
    let chain = if text.contains("void checkpoint(") { "Main.main; Main.checkpoint &" } else { "Main.main &" };
    let options = ObserveOptions {
        instrument: InstrumentOptions {
            app: Some(jar.clone()),
            regions: vec![format!("{line}, Main, {chain}")],
            request: Request { instance, ..Request::default() },
            jdk: Some(jdk.home.clone()),
            cache: Cache::At(common::CACHE.into()),
            ..InstrumentOptions::default()
        },
        runs: RunOptions { jvm_args: common::verifying(jdk), workdir: Some(work.clone()), ..RunOptions::default() },
    };
    let scratch = Scratch::new(false).expect("folder");
    let recorded = record(&options, &scratch, &Silent).expect("observed");
    let original = common::java(jdk).arg("-jar").arg(&jar).current_dir(&work).output();
    let original = original.expect("java runs");
    let read = |file: &std::path::Path| std::fs::read_to_string(file).expect("an output");
    let said = read(&recorded.run.stderr);
    assert_eq!(read(&recorded.run.stdout), String::from_utf8_lossy(&original.stdout), "{said}");
    assert_eq!(said, String::from_utf8_lossy(&original.stderr));
    assert_eq!(recorded.run.status.to_string(), original.status.code().unwrap_or(-1).to_string());
    (folder, recorded)
}

/// The facts of one kind, without it, spaces between parts, the descriptors and offsets of methods left out.
fn facts(recorded: &Recorded, kind: &str) -> Vec<String> {
    let lines = recorded.text.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix('\t'));
    let short = |line: &str| {
        let parts = line.split('\t').filter(|part| !part.starts_with('(') && part.parse::<u32>().is_err());
        parts.map(|part| part.replace("Main$", "")).collect::<Vec<_>>().join(" ")
    };
    let mut found: Vec<String> = lines.map(short).collect();
    found.dedup();
    found
}

#[test]
fn all_kinds_of_facts_are_recorded() {
    for jdk in common::jdks_in_turn() {
        let (_folder, recorded) = observed(&jdk, FACTS, Instance::FIRST);
        assert_eq!(
            facts(&recorded, "enter"),
            [
                "after Main lambda$main$1",
                "after Base area",
                "after Constants <clinit>",
                "after User first",
                "before Main <clinit>",
                "before Main checkpoint",
                "before Main lambda$main$0",
                "before Main main",
                "before Base <init>",
                "before Base area",
                "before Derived <init>",
                "before Derived area",
                "before Shape name",
            ],
            "JDK {}",
            jdk.feature
        );
        assert_eq!(
            facts(&recorded, "read")[..],
            [
                "after Main checkpoint",
                "after Main lambda$main$1",
                "after Main main",
                "after User first",
                "before Main main",
                "before Base <init>"
            ]
        );
        assert_eq!(facts(&recorded, "get"), ["after Base area", "before Base area"]);
        assert_eq!(
            facts(&recorded, "mutated"),
            ["after Main numbers [D", "after Constants TABLE [I", "before Main list Ljava/util/List;"]
        );
        let set = ["Main counter I", "Main list Ljava/util/List;", "Main numbers [D", "Base made I"];
        assert_eq!(facts(&recorded, "nondefault"), set);
        let receivers = facts(&recorded, "receiver");
        for expected in
            ["Main main class Base", "Main main class Derived", "Main main array [D", "Main checkpoint class Base"]
        {
            assert!(receivers.iter().any(|fact| fact == expected), "{expected}: {receivers:?}");
        }
        assert!(receivers.iter().any(|fact| fact.starts_with("Main main hidden $Lambda")), "{receivers:?}");
        assert_eq!(
            facts(&recorded, "write"),
            [
                "after Main checkpoint",
                "after Constants <clinit>",
                "before Main <clinit>",
                "before Main main",
                "before Base <init>"
            ]
        );
        assert_eq!(recorded.observation.snapshots, 1);
        assert_eq!(recorded.observation.notes, [""; 0]);
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn names_are_looked_up_as_the_jvm_does() {
    let (_folder, recorded) = observed(&common::any_jdk(), FACTS, Instance::FIRST);
    let program = recorded.program();
    let seen = &recorded.observation;
    let calls: Vec<String> = seen
        .calls
        .iter()
        .map(|(place, target)| format!("{} -> {}", name(program, place.method), name(program, *target)))
        .collect();
    for expected in [
        "Main.main -> Main$Derived.area",
        "Main.main -> Main$Shape.name",
        "Main$Derived.area -> Main$Base.area",
        "Main.main -> java.util.ArrayList.add",
        "Main.main -> java.lang.Object.clone",
        "Main.main -> Main$User.first",
    ] {
        assert!(calls.iter().any(|call| call == expected), "{expected}: {calls:#?}");
    }
    let [before, after] = seen
        .read
        .each_ref()
        .map(|read| read.keys().filter_map(|field| Some(program.field(*field)?.name.as_str())).collect::<Vec<_>>());
    let expected = ["counter", "mark", "numbers", "list", "later", "TABLE"];
    assert_eq!(after, expected, "the field of an interface is found by its heir");
    assert_eq!(before, ["list", "made"], "the checkpoint's own instruction runs after it");
}

fn name(program: &Program, method: MethodId) -> String {
    let described = program.describe(method);
    described.split('(').next().unwrap_or_default().to_owned()
}

/// Says yes to everything but one name.
struct Hole<'a>(&'a Program, Claim, &'a str);

impl Hole<'_> {
    fn method(&self, claim: Claim, method: MethodId) -> bool {
        self.1 != claim || name(self.0, method) != self.2
    }

    fn field(&self, claim: Claim, field: FieldId) -> bool {
        self.1 != claim || self.0.field(field).is_none_or(|info| info.name != self.2)
    }
}

impl StaticAnswer for Hole<'_> {
    fn reachable(&self, method: MethodId) -> bool {
        self.method(Claim::Reachable, method)
    }
    fn reachable_after(&self, method: MethodId) -> bool {
        self.method(Claim::ReachableAfter, method)
    }
    fn may_call(&self, _: MethodId, _: u32, callee: MethodId) -> bool {
        self.method(Claim::MayCall, callee)
    }
    fn used_after(&self, field: FieldId) -> bool {
        self.field(Claim::UsedAfter, field)
    }
    fn got_after(&self, field: FieldId) -> bool {
        self.field(Claim::GotAfter, field)
    }
    fn modified_before(&self, field: FieldId) -> bool {
        self.field(Claim::ModifiedBefore, field)
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_hole_in_the_answer_is_found() {
    let (_folder, recorded) = observed(&common::any_jdk(), FACTS, Instance::FIRST);
    let program = recorded.program();
    let found = |claim, what| misses(program, &recorded.observation, &Hole(program, claim, what));
    let seen = |misses: Vec<Miss>| misses.into_iter().map(|miss| miss.seen).collect::<Vec<_>>();
    assert_eq!(found(Claim::Reachable, "Main.unused"), []);
    assert_eq!(seen(found(Claim::Reachable, "Main$Derived.area")), ["entered before the checkpoint"]);
    assert_eq!(seen(found(Claim::ReachableAfter, "Main$Derived.area")), [""; 0]);
    assert_eq!(seen(found(Claim::ReachableAfter, "Main$User.first")), ["entered after the checkpoint"]);
    let calls = seen(found(Claim::MayCall, "Main$Base.area"));
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert!(calls.iter().any(|seen| seen.starts_with("called by Main$Derived.area(DIJ)D at offset ")), "{calls:?}");
    let read = seen(found(Claim::UsedAfter, "later"));
    assert!(read[0].starts_with("read after the checkpoint by Main.main([Ljava/lang/String;)V at offset"), "{read:?}");
    assert_eq!(found(Claim::UsedAfter, "never"), []);
    let got = seen(found(Claim::GotAfter, "x"));
    assert!(got[0].starts_with("read after the checkpoint by Main$Base.area(DIJ)D at offset"), "{got:?}");
    assert_eq!(found(Claim::ModifiedBefore, "later"), []);
    assert_eq!(found(Claim::ModifiedBefore, "list").len(), 3, "written, with a mutated object, and not null");
}

/// Says yes to everything, since it gives up at one method.
struct GivesUp<'a>(&'a Program, &'a str);

impl StaticAnswer for GivesUp<'_> {
    fn reachable(&self, _: MethodId) -> bool {
        true
    }
    fn follows(&self, method: MethodId) -> bool {
        name(self.0, method) != self.1
    }
    fn reachable_after(&self, _: MethodId) -> bool {
        true
    }
    fn may_call(&self, _: MethodId, _: u32, _: MethodId) -> bool {
        true
    }
    fn used_after(&self, _: FieldId) -> bool {
        true
    }
    fn got_after(&self, _: FieldId) -> bool {
        true
    }
    fn modified_before(&self, _: FieldId) -> bool {
        true
    }
}

#[test]
fn what_only_giving_up_covers_is_told() {
    let (_folder, recorded) = observed(&common::any_jdk(), FACTS, Instance::FIRST);
    let program = recorded.program();
    let of = |what| not_followed(program, &recorded.observation, &GivesUp(program, what));
    assert_eq!(of("Main$User.first"), ["Main$User.first()I"]);
    assert_eq!(of("Main.unused"), [""; 0]);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_class_hierarchy_answer_has_no_hole() {
    for jdk in common::jdks_in_turn() {
        let (_folder, recorded) = observed(&jdk, FACTS, Instance::FIRST);
        let answer = recorded.static_answer().expect("an answer").answer;
        assert_eq!(misses(recorded.program(), &recorded.observation, &*answer), []);
    }
}

/// Code that is hard to put hooks into: every shape of call and store, labels everywhere, constructors, and a method that
/// is too long for all its hooks.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn hooks_leave_code_as_it_is() {
    let many: Vec<String> = (0..2600).map(|n| format!("        a[{n}] = wide(a, {n}, 1L, 2.0, null);")).collect();
    let text = HARD.replace("// many", &many.join("\n"));
    for jdk in common::jdks_in_turn() {
        let (_folder, recorded) = observed(&jdk, &text, Instance::FIRST);
        let notes = &recorded.observation.notes;
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(notes[0].contains("long") && notes[0].contains("too long"), "{notes:?}");
        let entered = facts(&recorded, "enter");
        for expected in ["before Main longOne", "before Inner <init>", "before Kind values"] {
            assert!(entered.iter().any(|fact| fact == expected), "{expected}: {entered:?}");
        }
    }
}

const HARD: &str = r#"
import java.util.function.*;
public class Main {
    enum Kind { A, B { int of(long n) { return 2; } }; int of(long n) { return 1; } }
    record Pair(long a, Object b) {}
    class Inner extends Thread {
        final long start;
        Inner(boolean big) { super(big ? name("x", 1, 2L) : new StringBuilder("y").toString()); start = big ? 1 : 2; }
        class Deep { int k = (int) start; Deep() { this(4); } Deep(int n) { k += n; } }
    }
    static String name(String s, int a, long b) { return s + a + b; }
    static long wide(long[] a, int n, long l, double d, Object o) { return n + l + (long) d; }
    static void longOne(long[] a) {
// many
    }
    static int labels(int n) {
        int sum = 0;
        do { sum += n; } while (--n > 0);
        outer:
        for (int i = 0; ; i++) {
            switch (i) { case 0: continue; case 3: break outer; default: sum += new int[] {1, 2}[i % 2]; }
        }
        try { sum += Integer.parseInt("x"); } catch (NumberFormatException e) { sum++; } finally { sum *= 2; }
        return sum;
    }
    synchronized int locked(int n) { count += n; wait = n; return n == 0 ? 0 : locked(n - 1) + 1; }
    int count; long wait; static volatile Object shared;
    static <T> T twice(UnaryOperator<T> f, T t) { return f.apply(f.apply(t)); }
    static String stores() {
        byte[] b = new byte[1]; char[] c = new char[1]; short[] s = new short[1]; boolean[] z = new boolean[1];
        float[] f = new float[1]; double[] d = new double[1]; long[] l = new long[1]; Object[][] o = new Object[1][1];
        b[0] = 1; c[0] = 'c'; s[0] = 2; z[0] = true; f[0] = 1.5f; d[0] += 2.5; l[0]++; o[0][0] = l;
        return "" + b[0] + c[0] + s[0] + z[0] + f[0] + d[0] + l[0] + o.length;
    }
    public static void main(String[] args) throws Exception {
        Main m = new Main();
        longOne(new long[2600]);
        Inner inner = m.new Inner(args.length == 0);
        System.out.println(inner.getName() + inner.start + inner.new Deep().k + labels(5) + m.locked(3) + stores());
        for (Kind kind : Kind.values()) System.out.println(kind.of(3L));
        System.out.println(new Pair(1, "p").equals(new Pair(1, "p")) + twice(x -> x + "!", "t"));
        shared = new Object[] {m};
        try { ((Main) null).locked(1); } catch (NullPointerException e) { System.out.println("null"); }
        int[] none = null;
        try { none[0] = 1; } catch (NullPointerException e) { System.out.println("null"); }
        for (int i = 0; i < 3; i++) shared = new Object(); // here
        System.out.println(m.count + m.wait);
        Runtime.getRuntime().halt(3);
    }
}
"#;

/// With every arrival captured the last snapshot divides the run.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_last_snapshot_divides_the_run() {
    let text = r"
public class Main {
    static int a, b, c;
    static void first() { a = 1; }
    static void second() { b = 1; }
    static void third() { c = 1; }
    static void checkpoint(int n) {
        System.out.println(n); // here
    }
    public static void main(String[] args) {
        for (int n = 1; n <= 3; n++) {
            checkpoint(n);
            switch (n) { case 1: first(); break; case 2: second(); break; default: third(); }
        }
    }
}
";
    let (_folder, recorded) = observed(&common::any_jdk(), text, Instance::Last);
    assert_eq!(recorded.observation.snapshots, 3);
    let (entered, expected) = (
        facts(&recorded, "enter"),
        ["after Main third", "before Main checkpoint", "before Main first", "before Main main", "before Main second"],
    );
    assert_eq!(entered, expected);
    assert_eq!(facts(&recorded, "write"), ["after Main third", "before Main first", "before Main second"]);
    assert_eq!(facts(&recorded, "nondefault"), ["Main a I", "Main b I"]);
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_command_prints_a_table() {
    let folder = tempfile::tempdir().expect("folder");
    let jdk = common::any_jdk();
    let text = "public class Main {\n static int x;\n public static void main(String[] a) {\n  x = 1;\n  System.out.println(x);\n }\n}\n";
    let classes = common::compile(&jdk, &[("Main.java", text)], folder.path());
    let run = |region: &str| {
        let mut jcp = common::jcp();
        jcp.arg("observe").arg("--classpath").arg(&classes).args(["--main", "Main", "--region", region]);
        jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(folder.path()).output().expect("jcp runs")
    };
    let done = run("5, Main, Main.main &");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("after     0 methods entered; static fields: 1 read, 0 written"), "{said}");
    assert!(said.contains("answer    by points-to and Mod/Use analysis\n"), "{said}");
    assert!(said.ends_with("sound: the static answer covers all that was seen\n"), "{said}");
    assert_eq!(run("99, Main, Main.main &").status.code(), Some(4));
}
