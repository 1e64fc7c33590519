//! Random programs with one to three threads that wait at the checkpoint, or are on their way to a wait, in queues, on monitors and conditions.
//!
//! Each thread gets jobs in the order of their numbers, by a channel of a random kind, through methods with random locals, handlers, own monitors
//! and values on the operand stack; what it makes of a job depends on its jobs so far. All results are printed at the end, by number. So the
//! output does not depend on the order of the threads' steps.

use std::fmt::Write;
use std::path::Path;

use jcp::driver::jdk::JdkHome;
use rayon::prelude::*;

use super::programs::Random;
use crate::common;

/// A program with its region and the chains of its threads.
struct Program {
    name: String,
    source: String,
    region: String,
    threads: Vec<String>,
}

/// How a thread gets a job: fields, how main gives one, code that takes one into `job`, and the method in which the marked line waits.
const CHANNELS: [[&str; 4]; 8] = [
    [
        "static final BlockingQueue<Integer> Q# = new LinkedBlockingQueue<>();",
        "Q#.put(job);",
        "job = Q#.take(); // waits #",
        "java.util.concurrent.BlockingQueue.take",
    ],
    [
        "static final BlockingQueue<Integer> Q# = new ArrayBlockingQueue<>(2);",
        "Q#.put(job);",
        "job = Q#.take(); // waits #",
        "java.util.concurrent.BlockingQueue.take",
    ],
    [
        "static final BlockingQueue<Integer> Q# = new SynchronousQueue<>();",
        "Q#.put(job);",
        "job = Q#.take(); // waits #",
        "java.util.concurrent.BlockingQueue.take",
    ],
    [
        "static final BlockingQueue<Integer> Q# = new LinkedBlockingDeque<>();",
        "Q#.put(job);",
        "job = Q#.poll(50, TimeUnit.DAYS); // waits #",
        "java.util.concurrent.BlockingQueue.poll",
    ],
    [
        "static final ArrayDeque<Integer> Q# = new ArrayDeque<>();",
        "synchronized (Q#) { Q#.add(job); Q#.notifyAll(); }",
        "synchronized (Q#) { while (Q#.isEmpty()) {\nQ#.wait(); // waits #\n} job = Q#.remove(); }",
        "java.lang.Object.wait",
    ],
    [
        "static final ArrayDeque<Integer> Q# = new ArrayDeque<>(); static final ReentrantLock L# = new ReentrantLock(); \
         static final Condition C# = L#.newCondition();",
        "L#.lock(); Q#.add(job); C#.signal(); L#.unlock();",
        "L#.lock(); try { while (Q#.isEmpty()) {\nC#.await(); // waits #\n} job = Q#.remove(); } finally { L#.unlock(); }",
        "java.util.concurrent.locks.Condition.await",
    ],
    [
        "static final Queue<Integer> Q# = new ConcurrentLinkedQueue<>(); static final Semaphore S# = new Semaphore(0);",
        "Q#.add(job); S#.release();",
        "S#.acquire(); // waits #\njob = Q#.remove();",
        "java.util.concurrent.Semaphore.acquire",
    ],
    [
        "static final Queue<Integer> Q# = new ConcurrentLinkedQueue<>();",
        "Q#.add(job); LockSupport.unpark(THREADS[#]);",
        "while (Q#.isEmpty()) {\nLockSupport.park(); // waits #\n} job = Q#.remove();",
        "java.util.concurrent.locks.LockSupport.park",
    ],
];

/// Around a call that is an int, on the marked line: its value goes to `got`, whatever else happens.
const AROUND: [&str; 6] = [
    "got = CALL; // MARK",
    "got = x + CALL - x; // MARK",
    "try {\ngot = CALL; // MARK\n} finally { text += \"f\"; }",
    "synchronized (own) {\ngot = CALL; // MARK\n}",
    "for (int i = 0; i < 1; i++) {\ngot = own[i % 2] * 0 + CALL; // MARK\n}",
    "got = Math.max(-1, (int) (big * 0) + CALL); // MARK",
];

/// The program with this number.
fn program(number: u64) -> Program {
    let mut random = Random(number ^ 0x7468_7265_6164);
    let name = format!("T{number}");
    let count = 1 + random.below(3);
    let jobs = 3 + random.below(8);
    let before = random.below(jobs);
    let mut source = String::from(
        "import java.util.*;\nimport java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n",
    );
    let _ = writeln!(source, "public class {name} {{\n    static final Thread[] THREADS = new Thread[{count}];");
    let _ = writeln!(source, "    static final AtomicLongArray RESULTS = new AtomicLongArray({jobs});");
    let (mut gives, mut waits, mut depths) = (String::new(), Vec::new(), Vec::new());
    for thread in 0..count {
        let [fields, give, take, waits_in] = CHANNELS[random.below(CHANNELS.len())];
        let depth = 1 + random.below(3);
        let _ = writeln!(source, "    {}", fields.replace('#', &thread.to_string()));
        let _ = writeln!(gives, "            case {thread}: {} break;", give.replace('#', &thread.to_string()));
        source += &methods(&mut random, (thread, depth), take);
        waits.push(waits_in);
        depths.push(depth);
    }
    let settles = random.below(2) == 0;
    source += &main((&name, count, jobs, before), settles, &gives);
    let line = |mark: &str| common::line(&source, mark);
    let chain = |thread: usize| {
        let mut chain = format!("{name}$R{thread}.run:{}; ", line(&format!("call {thread} 0")));
        for depth in 1..depths[thread] {
            let _ = write!(chain, "{name}.t{thread}m{depth}:{}; ", line(&format!("call {thread} {depth}")));
        }
        let deepest = depths[thread];
        let _ = write!(chain, "{name}.t{thread}m{deepest}:{}; {}", line(&format!("waits {thread}")), waits[thread]);
        chain
    };
    let threads = (0..count).map(chain).collect();
    let region = format!("{}, {name}, {name}.main; {name}.here &", line("here"));
    Program { name, source, region, threads }
}

/// The thread's `run`, and the methods below it, of which the last one takes a job.
fn methods(random: &mut Random, (thread, depth): (usize, usize), take: &str) -> String {
    let mut source = format!(
        "    static final class R{thread} implements Runnable {{ public void run() {{ try {{ long state = {};\nwhile (true) {{\n\
         int job = t{thread}m1((int) state); // call {thread} 0\nif (job < 0) {{ return; }}\n\
         state = state * 31 + job;\nRESULTS.set(job, state);\n}} }} catch (InterruptedException e) {{ throw new IllegalStateException(e); }} }} }}\n",
        random.below(1000)
    );
    for level in 1..=depth {
        let _ = writeln!(source, "    static int t{thread}m{level}(int x) throws InterruptedException {{");
        let (big, word) = (random.below(1_000_000), random.below(100));
        let _ = writeln!(
            source,
            "double big = {big} * 0.5; String text = \"w{word}\" + x; int[] own = {{x, {word}}}; int got = -2;"
        );
        if level == depth {
            let _ = writeln!(source, "int job;\n{}\ngot = job;", take.replace('#', &thread.to_string()));
        } else {
            let around = AROUND[random.below(AROUND.len())];
            let around = around.replace("CALL", &format!("t{thread}m{}(x ^ {word})", level + 1));
            let _ = writeln!(source, "{}", around.replace("MARK", &format!("call {thread} {level}")));
        }
        let _ = writeln!(
            source,
            "if (text.length() < 2 || own[0] != x || big != {big} * 0.5) {{ throw new AssertionError(text); }}\nreturn got; }}"
        );
    }
    source
}

/// `main`: gives some jobs, perhaps awaits that they are done, comes to the checkpoint, and gives the rest.
fn main((name, count, jobs, before): (&str, usize, usize, usize), settles: bool, gives: &str) -> String {
    let mut source = format!(
        "    static void give(int thread, int job) throws InterruptedException {{\n        switch (thread) {{\n{gives}        }}\n    }}\n"
    );
    let _ = writeln!(source, "    static void here() {{\n        System.out.println(\"checkpoint\"); // here\n    }}");
    let _ = writeln!(source, "    public static void main(String[] args) throws Exception {{");
    for thread in 0..count {
        let _ = writeln!(source, "        THREADS[{thread}] = new Thread(new R{thread}(), \"T{thread}\");");
    }
    let _ = writeln!(source, "        for (Thread each : THREADS) {{ each.start(); }}");
    let _ = writeln!(source, "        for (int job = 0; job < {before}; job++) {{ give(job % {count}, job); }}");
    if settles {
        let _ = writeln!(
            source,
            "        for (int job = 0; job < {before}; job++) {{ while (RESULTS.get(job) == 0) {{ Thread.yield(); }} }}"
        );
    }
    let _ = writeln!(source, "        here();");
    let _ = writeln!(source, "        for (int job = {before}; job < {jobs}; job++) {{ give(job % {count}, job); }}");
    let _ = writeln!(source, "        for (int i = 0; i < {count}; i++) {{ give(i, -1); }}");
    let _ = writeln!(source, "        for (Thread each : THREADS) {{ each.join(); }}");
    source + "        System.out.println(\"" + name + " \" + RESULTS);\n    }\n}\n"
}

/// The error says what differs.
fn verified(jdk: &JdkHome, program: &Program, folder: &Path) -> Result<(), String> {
    let own = folder.join(&program.name);
    let classes = common::compile(jdk, &[(&format!("{}.java", program.name), &program.source)], &own);
    let work = own.join("work");
    std::fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let mut jcp = common::jcp();
    jcp.args([
        "verify",
        "--strict",
        "--json",
        "--main",
        &program.name,
        "--region",
        &program.region,
        "--timeout",
        "120",
    ]);
    jcp.args(program.threads.iter().flat_map(|chain| ["--threads", chain])).arg("--classpath").arg(&classes);
    let output =
        jcp.arg("--jdk").arg(&jdk.home).arg("--workdir").arg(&work).output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(0) => Ok(()),
        _ => Err(format!(
            "JDK {}, {}: {}{}\n{}",
            jdk.feature,
            program.name,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            program.source
        )),
    }
}

#[test]
fn random_programs_with_threads_are_replayed_equally() {
    let all: Vec<Program> = super::wanted("JCP_THREADED", 0..3, 0..40).map(program).collect();
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let results: Vec<_> = all.par_iter().map(|program| verified(&jdk, program, folder.path())).collect();
        let failed: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
        assert!(failed.is_empty(), "{} of {}: {}", failed.len(), all.len(), failed[0]);
    }
}
