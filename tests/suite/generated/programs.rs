//! Random Java programs with chains of calls to checkpoints and ends, the same for the same seed.
//!
//! A program is one class. Its methods `main`, `m1`, … call each other in a chain, each from one line, somewhere inside random
//! loops, branches, switches, handlers, `finally` parts, monitors and expressions with values on the operand stack; the last one has
//! the checkpoint. Before each method of the chain ends there is a line at which the region may end and another one may start. State lies in locals of all kinds, statics, arrays and objects. Loops are bounded, all calls end, output
//! depends on nothing outside. Whether and how often the checkpoint is reached is left to chance.

use std::fmt::Write;

/// A program and its region.
pub struct Program {
    /// The class's name.
    pub name: String,
    /// Its source.
    pub source: String,
    /// The methods of its chain, each with the line of the call that goes on; that of the last one is where a further program may
    /// be called.
    pub chain: Vec<(String, usize)>,
    /// The line of its checkpoint.
    pub here: usize,
    /// The line of an end in each method of the chain.
    pub ends: Vec<usize>,
    /// The patterns of its regions.
    pub regions: Vec<String>,
    /// Which arrival is captured.
    pub instance: String,
}

/// The program with this number.
pub fn program(number: u64) -> Program {
    written(number, None)
}

/// One that may call a further one before its checkpoint: the class `link` has the number of the arrival that does, `wanted`, and
/// the call, `next`.
pub fn linked(number: u64, link: &str) -> Program {
    written(number, Some(link.to_owned()))
}

fn written(number: u64, link: Option<String>) -> Program {
    let name = format!("P{number}");
    let mut writer = Writer { random: Random(number), lines: Vec::new(), depth: 0, names: 0, name: name.clone(), link };
    writer.class();
    let line_of = |mark: &str| 1 + writer.lines.iter().position(|line| line.ends_with(mark)).expect("the mark");
    let length = writer.lines.iter().filter(|line| line.contains("// call ")).count();
    let method = |depth: usize| match depth {
        0 => "main".to_owned(),
        _ if writer.lines.iter().any(|line| line.ends_with(&format!("{}) {{", own_parameter(depth)))) => {
            format!("<init>(int,int,String,{})", own_parameter(depth).split(' ').next().expect("a type"))
        }
        _ => format!("m{depth}"),
    };
    let point = |mark: &str, to: usize| {
        let mut chain = String::new();
        for depth in 0..to {
            let _ = write!(chain, "{name}.{}:{}; ", method(depth), line_of(&format!("// call {depth}")));
        }
        format!("{}, {name}, {chain}{name}.{}", line_of(mark), method(to))
    };
    let lines = |mark: &str| (0..=length).map(|depth| line_of(&format!("// {mark} {depth}"))).collect::<Vec<_>>();
    let here = line_of("// here");
    let is_linked = writer.link.is_some();
    let goes_on = |depth| match depth < length {
        true => line_of(&format!("// call {depth}")),
        false if is_linked => line_of("// next"),
        false => here,
    };
    let chain = (0..=length).map(|depth| (method(depth), goes_on(depth))).collect();
    let ends = lines("end");
    let random = &mut writer.random;
    let instance = ["1", "1", "1", "2", "last"][random.below(5)].to_owned();
    let end = |random: &mut Random| {
        let depth = random.below(length + 1);
        point(&format!("// end {depth}"), depth)
    };
    let mut regions = vec![format!("{} &", point("// here", length))];
    if random.one_in(2) {
        regions[0] = format!("{} {}", regions[0], end(random));
    }
    if random.one_in(3) {
        let start = end(random);
        let open = random.one_in(2);
        regions.push(if open { format!("{start} &") } else { format!("{start} & {}", end(random)) });
    }
    Program { name, source: writer.lines.join("\n") + "\n", chain, here, ends, regions, instance }
}

/// `SplitMix64` (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below the limit.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

/// What stands in the method at the place that the chain goes through.
struct Goal {
    /// The expression that goes on, an int; none at the checkpoint.
    call: Option<String>,
    mark: String,
}

struct Writer {
    random: Random,
    lines: Vec<String>,
    depth: usize,
    names: usize,
    name: String,
    /// The class by which a further program is called.
    link: Option<String>,
}

/// How many kinds of methods the chain has, and which is a constructor.
const KINDS: usize = 5;
const CONSTRUCTOR: usize = 4;

/// The last parameter of a constructor of the chain, which no other one has.
fn own_parameter(depth: usize) -> String {
    format!("int{} m{depth}", "[]".repeat(depth))
}

/// Ints that every method has.
const INTS: [&str; 4] = ["a", "b", "s0", "s1"];

impl Writer {
    fn put(&mut self, line: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.depth), line.as_ref()));
    }

    fn open(&mut self, line: impl AsRef<str>) {
        self.put(line);
        self.depth += 1;
    }

    fn close(&mut self, line: &str) {
        self.depth -= 1;
        self.put(line);
    }

    fn fresh(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    fn class(&mut self) {
        let name = self.name.clone();
        self.open(format!("public class {name} {{"));
        for line in [
            "static int s0 = 1, s1;",
            "static long total;",
            "static final int[] cells = new int[8];",
            "static String words = \"\";",
            "static int fuel = 300;",
            "static int arrivals;",
            "int field;",
        ] {
            self.put(line);
        }
        self.put(format!("{name} next;"));
        self.put(format!("static {name} head;"));
        self.put(format!("{name}(int field, {name} next) {{ this.field = field; this.next = next; }}"));
        self.put(
            "enum Kind { ONE, TWO { int of(int x) { return x * 2; } }, MANY; int of(int x) { return x + ordinal(); } }",
        );
        self.put("interface Step { default int step(int x) { return x + 1; } }");
        self.put("static class Doubling implements Step { public int step(int x) { return Step.super.step(x) * 2; } }");
        self.put("record Pair(int left, String right) { int sum() { return left + right.length(); } }");
        self.put("static int tick(int x) { s0 = s0 * 31 + x; cells[x & 7]++; return s0 >> 3; }");
        self.put("static int rec(int n) { return n <= 0 ? s1 : n + rec(n - 1) * 3; }");
        self.put("static int risky(int x) { if ((x & 3) == 0) throw new IllegalStateException(\"r\" + (x & 15)); return x ^ 5; }");
        self.put("synchronized int locked(int x) { field += x; return field; }");
        let length = 1 + self.random.below(4);
        let kinds: Vec<usize> = (0..=length).map(|_| self.random.below(KINDS)).collect();
        for depth in 0..=length {
            self.method(depth, length, &kinds);
        }
        self.close("}");
    }

    /// The head of a method of the chain and how it is called.
    fn head(&mut self, depth: usize, kinds: &[usize]) -> String {
        let name = &self.name;
        match (depth, kinds[depth]) {
            (0, _) => "public static void main(String[] args) {".to_owned(),
            (_, 0) => format!("static int m{depth}(int a, int b, long big, String text) {{"),
            (_, 1) => format!("int m{depth}(int a, {name} other, int b) {{"),
            (_, 2) => format!("private static synchronized int m{depth}(double part, int a, int b) {{"),
            (_, CONSTRUCTOR) => format!("{name}(int a, int b, String text, {}) {{", own_parameter(depth)),
            _ => format!("final int m{depth}(int a, int b, boolean flag, char sign) {{"),
        }
    }

    fn call_of(&mut self, depth: usize, kinds: &[usize]) -> String {
        let (a, b) = (self.int(2), self.int(1));
        let field = self.int(0);
        let receiver = format!("new {}({field}, head)", self.name);
        match kinds[depth] {
            0 => format!("m{depth}({a}, {b}, total + {a}, words + {b})"),
            1 => format!("{receiver}.m{depth}({a}, head, {b})"),
            2 => format!("m{depth}({a} / 2.5, {a}, {b})"),
            CONSTRUCTOR => format!("new {}({a}, {b}, words, (int{}) null).field", self.name, "[]".repeat(depth)),
            _ => format!("{receiver}.m{depth}({a}, {b}, ({a} & 1) == 0, (char) ('a' + ({b} & 7)))"),
        }
    }

    fn method(&mut self, depth: usize, length: usize, kinds: &[usize]) {
        let head = self.head(depth, kinds);
        self.open(head);
        if depth == 0 {
            self.put("int a = args.length + 3, b = 7;");
        }
        if depth > 0 {
            let result = if kinds[depth] == CONSTRUCTOR { "{ field = b; return; }" } else { "return b;" };
            self.put(format!("if (--fuel < 0) {result}"));
        }
        self.put("long wide = a * 1000003L;");
        self.put("double ratio = b / 3.0;");
        self.put("String note = \"n\" + (a & 255);");
        self.put("Object lock = new Object();");
        self.put("int[] own = {a, b, s0};");
        let goal = if depth == length {
            Goal { call: None, mark: "// here".to_owned() }
        } else {
            Goal { call: Some(self.call_of(depth + 1, kinds)), mark: format!("// call {depth}") }
        };
        let before = self.random.below(4);
        for _ in 0..before {
            self.statement(2);
        }
        self.toward(goal, 3);
        let after = 1 + self.random.below(3);
        for _ in 0..after {
            self.statement(2);
        }
        if depth > 0 {
            self.put(match kinds[depth] {
                0 => "total += big + text.length();",
                1 => "if (other != null) b += other.field;",
                2 => "ratio += part;",
                CONSTRUCTOR => "total += text.length();",
                _ => "if (flag) a += sign;",
            });
        }
        self.put("total += wide + (long) ratio + own[(a & 0x7fffffff) % 3];");
        self.put(format!("System.out.println(\"m{depth} \" + a + \" \" + b + \" \" + wide + \" \" + ratio + \" \" + note + \" \" + own[1]); // end {depth}"));
        if depth == 0 {
            self.put("int length = 0;");
            self.put(format!(
                "for ({} at = head; at != null && length < 50; at = at.next) length += at.field & 3;",
                self.name
            ));
            self.put("System.out.println(s0 + \" \" + s1 + \" \" + total + \" \" + java.util.Arrays.toString(cells) + \" \" + words + \" \" + length);");
        } else {
            self.put(if kinds[depth] == CONSTRUCTOR { "field = a ^ b;" } else { "return a ^ b;" });
        }
        self.close("}");
    }

    /// Statements in which, at some place, the chain goes on.
    fn toward(&mut self, goal: Goal, levels: usize) {
        if levels == 0 || self.random.one_in(4) {
            return self.reach(&goal);
        }
        if self.random.one_in(3) { self.in_loop(goal, levels) } else { self.in_block(goal, levels) }
    }

    /// The same in a loop.
    fn in_loop(&mut self, goal: Goal, levels: usize) {
        let counter = self.fresh("i");
        match self.random.below(4) {
            0 => {
                let rounds = 1 + self.random.below(3);
                self.open(format!("for (int {counter} = 0; {counter} < {rounds}; {counter}++) {{"));
                self.put(format!("a += {counter};"));
                self.around(goal, levels);
                self.close("}");
            }
            1 => {
                self.put(format!("int {counter} = 3;"));
                self.open(format!("while ({counter}-- > 0) {{"));
                if self.random.one_in(3) {
                    self.put(format!("if ({counter} == 1) continue;"));
                }
                self.around(goal, levels);
                self.close("}");
            }
            2 => {
                self.put(format!("int {counter} = 0;"));
                self.open("do {");
                self.around(goal, levels);
                self.close(&format!("}} while (++{counter} < 2);"));
            }
            _ => {
                let label = self.fresh("out");
                self.open(format!("{label}: for (int {counter} = 0; {counter} < 4; {counter}++) {{"));
                self.open(format!("for (int in{counter} = 0; in{counter} < 2; in{counter}++) {{"));
                let way = self.random.of(&["break", "continue"]);
                self.put(format!("if ({counter} == 1 + in{counter}) {way} {label};"));
                self.around(goal, levels);
                self.close("}");
                self.close("}");
            }
        }
    }

    /// The same in a branch, a part of a `try`, or a monitor.
    fn in_block(&mut self, goal: Goal, levels: usize) {
        match self.random.below(6) {
            0 => {
                let condition = self.condition();
                self.open(format!("if ({condition}) {{"));
                self.statement(1);
                self.close("} else {");
                self.depth += 1;
                self.around(goal, levels);
                self.close("}");
            }
            1 => {
                let exception = self.random.of(&["RuntimeException", "IllegalStateException", "ArithmeticException"]);
                let caught = self.fresh("e");
                self.open("try {");
                self.around(goal, levels);
                self.statement(1);
                self.close(&format!("}} catch ({exception} {caught}) {{"));
                self.depth += 1;
                self.put(format!("words += {caught}.getMessage();"));
                self.close("}");
            }
            2 => {
                self.open("try {");
                let risked = self.random.of(&INTS);
                self.put(format!("a = risky({risked} << 2);"));
                let caught = self.fresh("e");
                self.close(&format!("}} catch (IllegalStateException {caught}) {{"));
                self.depth += 1;
                self.around(goal, levels);
                self.put(format!("note += {caught}.getMessage();"));
                self.close("}");
            }
            3 => {
                self.open("try {");
                self.around(goal, levels);
                self.close("} finally {");
                self.depth += 1;
                self.statement(1);
                self.close("}");
            }
            4 => {
                self.open("synchronized (lock) {");
                self.around(goal, levels);
                self.close("}");
            }
            _ => {
                let switched = self.random.of(&INTS);
                self.open(format!("switch (({switched} & 0x7fffffff) % 3) {{"));
                self.put("case 0: b++;");
                self.put("case 1:");
                self.depth += 1;
                self.around(goal, levels);
                self.put("break;");
                self.depth -= 1;
                self.put("default: a--;");
                self.close("}");
            }
        }
    }

    fn around(&mut self, goal: Goal, levels: usize) {
        if self.random.one_in(2) {
            self.statement(1);
        }
        self.toward(goal, levels - 1);
        if self.random.one_in(2) {
            self.statement(1);
        }
    }

    /// The line of the chain's call, or of the checkpoint.
    fn reach(&mut self, goal: &Goal) {
        let mark = &goal.mark;
        let Some(call) = &goal.call else {
            if let Some(link) = self.link.clone() {
                let call = format!("arrivals + 1 == {link}.wanted ? {link}.next() : 3");
                let line = match self.random.below(3) {
                    0 => format!("a ^= {call};"),
                    1 => format!("own[own.length - 1] += {call};"),
                    _ => format!("note = note + b + ({call});"),
                };
                self.put(format!("{line} // next"));
            }
            let line = self.random.of(&[
                "System.out.println(\"here \" + a);",
                "a = tick(a) + b;",
                "words += \"h\" + b;",
                "own[0] = a + rec(2);",
            ]);
            return self.put(format!("arrivals++; {line} {mark}"));
        };
        let line = match self.random.below(7) {
            0 => format!("a = {call};"),
            1 => format!("a = b * 3 + {call} * 2;"),
            2 => format!("note = note + a + \"/\" + {call} + b;"),
            3 => format!("own[own.length - 2] += {call};"),
            4 => format!("wide = wide * 3 + {call} - (long) (ratio * {call_free});", call_free = "2"),
            5 => format!("if ({call} > a) b++;"),
            _ => format!("System.out.println(\"back \" + {call});"),
        };
        self.put(format!("{line} {mark}"));
    }

    /// A statement that ends and does not lead to the checkpoint.
    fn statement(&mut self, levels: usize) {
        let (v, w) = (self.random.of(&INTS), self.int(2));
        let fresh = self.fresh("v");
        match self.random.below(if levels == 0 { 10 } else { 15 }) {
            0 => self.put(format!("{v} = {w};")),
            1 => self.put(format!("System.out.println(\"p \" + ({w}) + note);")),
            2 => self.put(format!("cells[{w} & 7] += {v};")),
            3 => self.put(format!("head = new {}({w}, head);", self.name)),
            4 => self.put("if (head != null) b += head.locked(a & 7);"),
            5 => self.put(format!("wide = wide * 31 + {w}; ratio = ratio / 2 + wide % 17;")),
            6 => self.put(format!("note = note.length() > 20 ? \"c\" : note + ({w} & 15);")),
            7 => self.put(format!("own = java.util.Arrays.copyOf(own, 3 + ({w} & 3));")),
            8 => self.put(format!("s1 += Kind.values()[({w} & 0x7fffffff) % 3].of({v});")),
            9 => self.put(format!("java.util.function.IntUnaryOperator {fresh} = x -> x * 3 + own(x); a += {fresh}.applyAsInt({v} & 63);")
                .replace("own(x)", "tick(x & 3)")),
            10 => {
                let condition = self.condition();
                self.open(format!("if ({condition}) {{"));
                self.statement(levels - 1);
                self.close("}");
            }
            11 => {
                self.open(format!("for (int {fresh} = 0; {fresh} < 3; {fresh}++) {{"));
                self.statement(levels - 1);
                self.close("}");
            }
            12 => {
                self.open("try {");
                self.put(format!("b += risky({v});"));
                self.close(&format!("}} catch (IllegalStateException e{fresh}) {{"));
                self.depth += 1;
                self.statement(levels - 1);
                self.close("} finally {");
                self.depth += 1;
                self.put("s1++;");
                self.close("}");
            }
            13 => self.put(format!("Step {fresh} = ({v} & 1) == 0 ? new Doubling() : new Step() {{ }}; a += {fresh}.step({v});")),
            _ => self.put(format!("Pair {fresh} = new Pair({v}, note); words = words.length() > 40 ? \"\" : words + {fresh}.sum() + {fresh}.hashCode() % 7;")),
        }
    }

    fn condition(&mut self) -> String {
        // never a constant: javac would leave out what cannot be reached
        let (left, right) = (format!("({} + {})", self.random.of(&INTS), self.int(1)), self.random.below(5));
        match self.random.below(3) {
            0 => format!("({left} & 7) > {right}"),
            1 => format!("{left} % 3 == {}", right % 3),
            _ => format!("note.length() + {right} < 9 || ({left} & 1) == 0"),
        }
    }

    /// An expression of type int.
    fn int(&mut self, levels: usize) -> String {
        let v = self.random.of(&["s0", "s1", "a", "b"]);
        if levels == 0 {
            return if self.random.one_in(3) { self.random.below(100).to_string() } else { v.to_owned() };
        }
        let (left, right) = (self.int(levels - 1), self.int(levels - 1));
        match self.random.below(6) {
            0 => format!("({left} + {right})"),
            1 => format!("({left} * {right} ^ {v})"),
            2 => format!("tick({left})"),
            3 => format!("rec({left} & 7)"),
            4 => format!("(({left} & 1) == 0 ? {right} : {v})"),
            _ => format!("(int) (({left} + 2L) % 1000)"),
        }
    }
}
