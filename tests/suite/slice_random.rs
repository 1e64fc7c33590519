//! Slices of random programs, against what changes of constants do: where a change alters the values that the criterion gets, the
//! constant's line must be in its slice.
//!
//! Each program has its constants in statics, a line each, and gives values to `crit` at one line. A harness runs it in a class
//! loader of its own for each constant, with that constant changed between initialiser and `main`, and prints what had another
//! outcome. Many programs are one application, so one points-to analysis does for them. `JCP_RANDOM_SLICES=N` makes N programs.

use crate::common;
use crate::generated::programs::Random;
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, points_to};
use jcp::analysis::slice::{Options, Place, Slice, Slicer};
use jcp::driver::jdk::JdkHome;
use jcp::program::Program;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How many programs.
const USUAL: u64 = 500;
const ALL: u64 = 4000;
/// How many are one application.
const BATCH: u64 = 250;
/// How many constants each has.
const CONSTANTS: usize = 10;
/// The line of the first one.
const FIRST: u16 = 3;
/// How deep blocks stand in each other.
const DEPTH: usize = 3;

/// Writes one program.
struct Writer {
    random: Random,
    text: String,
    /// How many names of variables were made.
    loops: usize,
}

/// Runs the programs, each with each of its constants changed, and prints what has another outcome, and what was seen.
const HARNESS: &str = r#"
import java.io.*;
import java.lang.reflect.*;
import java.util.*;
public class Harness extends ClassLoader {
    final Map<String, byte[]> code;
    Harness(Map<String, byte[]> code) {
        super(null);
        this.code = code;
    }
    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = code.get(name);
        if (bytes == null) throw new ClassNotFoundException(name);
        return defineClass(name, bytes, 0, bytes.length);
    }
    static List<Object> run(Map<String, byte[]> code, String name, int constant) throws Exception {
        Class<?> program = Class.forName(name, true, new Harness(code));
        if (constant >= 0) {
            Field field = program.getDeclaredField("K" + constant);
            field.setAccessible(true);
            field.setInt(null, field.getInt(null) + 1);
        }
        Method main = program.getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
        }
        Field seen = program.getDeclaredField("seen");
        seen.setAccessible(true);
        return new ArrayList<>((List<?>) seen.get(null));
    }
    public static void main(String[] args) throws Exception {
        for (int program = Integer.parseInt(args[0]); program < Integer.parseInt(args[1]); program++) {
            Map<String, byte[]> code = new HashMap<>();
            for (String name : List.of("R" + program, "R" + program + "$Cell")) {
                try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
                    if (in != null) code.put(name, in.readAllBytes());
                }
            }
            List<Object> original = run(code, "R" + program, -1);
            for (int constant = 0; constant < Integer.parseInt(args[2]); constant++) {
                if (!run(code, "R" + program, constant).equals(original)) System.out.println(program + " " + constant);
            }
            System.out.println(program + " ran " + original);
        }
    }
}
"#;

impl Writer {
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(depth + 1));
    }

    fn local(&mut self) -> String {
        ["a", "b", "c"][self.below(3)].to_owned()
    }

    /// An expression without effect that does not throw.
    fn value(&mut self) -> String {
        let local = self.local();
        match self.below(9) {
            0 => format!("K{}", self.below(CONSTANTS)),
            1 => format!("{local} + {}", self.below(5)),
            2 => format!("{local} * 3 % 17"),
            3 => format!("g{}", self.below(2)),
            4 => ["p.f", "q.f", "p.g", "q.g"][self.below(4)].to_owned(),
            5 => format!("m{}({local})", self.below(2)),
            6 => format!("t[({local} & 1)]"),
            7 => format!("Integer.valueOf({local}).hashCode()"),
            _ => local,
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.value(), self.value());
        format!("({left}) % 3 {} ({right}) % 2", ["<", ">", "=="][self.below(3)])
    }

    fn block(&mut self, depth: usize, statements: usize) {
        for _ in 0..statements {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let kinds = if depth >= DEPTH { 7 } else { 12 };
        let (kind, value, local) = (self.below(kinds), self.value(), self.local());
        match kind {
            0 | 1 | 6 => self.line(depth, &format!("{local} = {value};")),
            2 => {
                let field = ["g0", "g1", "p.f", "p.g", "q.f", "q.g"][self.below(6)];
                self.line(depth, &format!("{field} = {value};"));
            }
            3 => self.line(depth, &format!("t[({local} & 1)] = {value};")),
            4 => self.line(depth, &format!("set(p, {value});")),
            5 => self.line(depth, &format!("s.append({value}); {local} = s.toString().length() + s.charAt(0);")),
            7 => {
                let condition = self.condition();
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1, 2);
                if self.below(2) == 0 {
                    self.line(depth, "} else {");
                    self.block(depth + 1, 1);
                }
                self.line(depth, "}");
            }
            8 => {
                self.loops += 1;
                let (counter, limit) = (format!("i{}", self.loops), self.below(3) + 1);
                self.line(depth, &format!("for (int {counter} = 0; {counter} < {limit}; {counter}++) {{"));
                self.block(depth + 1, 2);
                self.line(depth, "}");
            }
            9 => {
                self.line(depth, "try {");
                self.line(depth + 1, &format!("{local} = may({value});"));
                self.block(depth + 1, 1);
                self.loops += 1;
                let name = self.loops;
                self.line(depth, &format!("}} catch (ArithmeticException e{name}) {{"));
                self.block(depth + 1, 1);
                self.line(depth, "}");
            }
            10 => {
                let condition = ["a > 3", "b < 2", "K1 > 0"][self.below(3)];
                self.line(depth, &format!("q = {condition} ? p : new Cell();"));
            }
            _ => {
                let twice = self.below(2) + 1;
                self.line(
                    depth,
                    &format!(
                        "switch (({value}) & 3) {{ case 0: {local} += {twice}; case 1: break; default: {local}--; }}"
                    ),
                );
            }
        }
    }
}

/// The source of a program, and the line of each constant and of the criterion.
fn program(number: u64) -> String {
    let mut writer = Writer { random: Random(number), text: String::new(), loops: 0 };
    let _ = writeln!(writer.text, "import java.util.*;\nclass R{number} {{");
    for constant in 0..CONSTANTS {
        let value = writer.below(9);
        writer.line(0, &format!("static int K{constant} = {value};"));
    }
    for line in [
        "static class Cell { int f; int g; }",
        "static int g0; static int g1;",
        "static List<Object> seen = new ArrayList<>();",
        "static void set(Cell cell, int v) { if (v > 2) cell.f = v; else cell.g = v; }",
        "static int may(int v) { if (v % 5 == 4) throw new ArithmeticException(); return v + 1; }",
    ] {
        writer.line(0, line);
    }
    for method in 0..2 {
        writer.line(0, &format!("static int m{method}(int a) {{"));
        writer.line(1, "int b = a; int c = 0;");
        let which = writer.below(CONSTANTS);
        writer.line(1, &format!("if (a % 2 == {method}) b = K{which};"));
        let global = writer.below(2);
        writer.line(1, &format!("g{global} = b;"));
        writer.line(1, "return b + c;");
        writer.line(0, "}");
    }
    writer.line(0, "static void crit(int v) { seen.add(v); }");
    writer.line(0, "public static void main(String[] args) {");
    writer.line(1, "int a = K0; int b = 1; int c = 2;");
    writer.line(1, "Cell p = new Cell(); Cell q = new Cell(); int[] t = new int[2];");
    writer.line(1, "StringBuilder s = new StringBuilder();");
    writer.block(1, 6);
    writer.line(1, "for (int round = 0; round < 2; round++) {");
    writer.block(2, 2);
    let (one, other) = (writer.value(), writer.value());
    writer.line(2, &format!("int asked = ({one}) + 31 * ({other});"));
    writer.line(2, "crit(asked); // criterion");
    writer.block(2, 1);
    writer.line(1, "}");
    writer.text + "    }\n}\n"
}

/// The instructions of a line of a class's method; of all lines for 0.
pub fn criterion(program: &Program, class: &str, method: &str, line: usize) -> Vec<Place> {
    let method = common::method(program, class, method);
    let body = program.body(method).expect("code");
    let on_line = |item: &&usize| line == 0 || body.line(**item) == Some(line as u16);
    body.insns().iter().filter(on_line).map(|item| (method, body.number(*item) as u32)).collect()
}

/// The lines of a class in a slice.
fn lines(program: &Program, class: &str, slice: &Slice) -> BTreeSet<u16> {
    let class = program.class(class).expect("a class");
    let own = slice.members.keys().filter(|(method, _)| method.class == class);
    own.filter_map(|(method, number)| {
        let body = program.body(*method).expect("code");
        body.line(body.insns()[*number as usize])
    })
    .collect()
}

/// Compiles the programs of these numbers, with a class that calls all of them and the harness.
pub fn compiled(jdk: &JdkHome, numbers: Range<u64>, folder: &Path) -> (Vec<(String, String)>, PathBuf) {
    let sources: Vec<(String, String)> =
        numbers.clone().map(|number| (format!("R{number}.java"), program(number))).collect();
    let calls: Vec<String> = numbers
        .map(|number| format!("        try {{ R{number}.main(args); }} catch (RuntimeException e) {{}}\n"))
        .collect();
    let all = format!("class All {{\n    public static void main(String[] args) {{\n{}    }}\n}}\n", calls.concat());
    let mut files: Vec<(&str, &str)> = sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.extend([("All.java", all.as_str()), ("Harness.java", HARNESS)]);
    let classes = common::compile(jdk, &files, folder);
    (sources, classes)
}

#[test]
fn a_constant_that_changes_the_criterion_is_in_its_slice() {
    let wanted = std::env::var("JCP_RANDOM_SLICES").ok().and_then(|count| count.parse().ok());
    let count = wanted.unwrap_or(if common::all() { ALL } else { USUAL });
    let jdk = common::any_jdk();
    let (mut changes, mut left_out) = (0, 0);
    for from in (0..count).step_by(BATCH as usize) {
        let found = changed(&jdk, from..count.min(from + BATCH));
        (changes, left_out) = (changes + found.0, left_out + found.1);
    }
    println!("{count} programs, {changes} changes of constants alter a criterion, {left_out} constants are left out");
    assert!(2 * changes > count && left_out > count / 2, "{changes} changes, {left_out} left out");
}

/// Checks programs, which are analysed as one: how many changes alter a criterion, and how many constants are in no slice.
fn changed(jdk: &JdkHome, numbers: Range<u64>) -> (u64, u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let (sources, classes) = compiled(jdk, numbers.clone(), folder.path());
    let mut java = common::java(jdk);
    java.arg("-cp").arg(&classes).arg("Harness");
    java.args([numbers.start, numbers.end, CONSTANTS as u64].map(|it| it.to_string()));
    let told = String::from_utf8(common::succeed(&mut java).stdout).expect("text");
    let analysed = common::program(&jdk.home, &classes);
    let main = common::method(&analysed, "All", "main");
    let summaries = common::summaries::of(jdk);
    let answer =
        points_to(&analysed, main, Sensitivity::Insensitive, &Budget::default(), Some(&summaries)).expect("an answer");
    let names: Vec<String> = numbers.clone().map(|number| format!("R{number}")).collect();
    let criteria = names.iter().zip(&sources);
    let criteria =
        criteria.map(|(name, (_, text))| criterion(&analysed, name, "main", common::line(text, "criterion")));
    let slices = Slicer::new(&answer).backward(&criteria.collect::<Vec<_>>(), Options::default());
    let slices: Vec<BTreeSet<u16>> =
        names.iter().zip(&slices).map(|(name, slice)| lines(&analysed, name, slice)).collect();
    let constants = FIRST..FIRST + CONSTANTS as u16;
    let left_out: usize =
        slices.iter().map(|slice| constants.clone().filter(|line| !slice.contains(line)).count()).sum();
    let mut changes = 0;
    for line in told.lines().filter(|line| !line.contains("ran")) {
        let (program, constant) = line.split_once(' ').expect("two numbers");
        let (program, constant): (u64, u16) = (program.parse().expect("a number"), constant.parse().expect("a number"));
        changes += 1;
        let at = (program - numbers.start) as usize;
        let found = &slices[at];
        assert!(
            found.contains(&(FIRST + constant)),
            "R{program}: K{constant} changes the criterion: {found:?}\n{}",
            sources[at].1
        );
    }
    (changes, left_out as u64)
}
