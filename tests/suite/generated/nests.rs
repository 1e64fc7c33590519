//! Random programs inside each other: one calls the next in the middle of its chain, so that the chain of one region goes through
//! all of them, and one capture and one replay show that each goes on as it would.
//!
//! A program is compiled with a class, its link, that says at which arrival it calls which program. First the link calls none: a
//! run of each program alone tells how often it comes to its checkpoint. Those that do are then linked, each at one of its
//! arrivals, and the last one's checkpoint is the nest's. Small nests have an end, somewhere in one of the programs.
//!
//! The JDKs share the programs, if there are many. `JCP_NESTED=FROM..TO cargo test --test suite generated nested -- --nocapture` takes
//! others than the usual ones.

use super::programs::{Program, linked};
use super::{common, verdict, wanted};
use jcp::driver::jdk::JdkHome;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The usual programs.
const USUAL: Range<u64> = 0..30;
/// Those of `make test-all`, of which a thousand come to their checkpoint.
const ALL: Range<u64> = 0..1600;
/// From how many on each JDK gets a part of them.
const SHARED: u64 = 200;

/// How many programs nests have, in turn: their methods are contexts, some five of each, of which a replaying jar has 255, or
/// 127 if the region has an end.
const NESTS: [usize; 3] = [45, 45, ENDING];
const ENDING: usize = 20;

/// How many programs are compiled together.
const TOGETHER: usize = 1000;

/// A program and the arrival at which it goes on with the next one, or at which the checkpoint is.
struct Member<'p> {
    program: &'p Program,
    arrival: u32,
}

fn link_of(program: &Program) -> String {
    program.name.replace('P', "Q")
}

/// The line of the call in a link.
const CALL: usize = 5;

/// A program's link: calls `next` at this arrival.
fn link(program: &Program, arrival: u32, next: Option<&Program>) -> String {
    let call = next.map_or(String::new(), |next| format!("{}.main(new String[0]);", next.name));
    let name = link_of(program);
    [
        format!("class {name} {{ static int wanted = {arrival};"),
        "    static int next() {".to_owned(),
        "        try {".to_owned(),
        "            System.out.println(wanted);".to_owned(),
        format!("            {call}"),
        "        } catch (RuntimeException e) {".to_owned(),
        "            System.out.println(e);".to_owned(),
        "        }".to_owned(),
        "        return 5; } }".to_owned(),
    ]
    .join("\n")
}

/// Writes these classes and compiles them beside those that are there.
fn compile(jdk: &JdkHome, sources: &[(String, String)], folder: &Path) {
    let files: Vec<PathBuf> = sources.iter().map(|(name, _)| folder.join(format!("{name}.java"))).collect();
    for (file, (_, source)) in files.iter().zip(sources) {
        std::fs::write(file, source).expect("a file");
    }
    let classes = folder.join("classes");
    std::fs::create_dir_all(&classes).expect("a folder");
    let path = classes.to_string_lossy().into_owned();
    common::compile_anew(jdk, &files, &classes, &["-Xlint:none", "-cp", &path]);
}

/// Which programs come to their checkpoint, and how often.
fn arrivals<'p>(jdk: &JdkHome, programs: &'p [Program], folder: &Path) -> Vec<(&'p Program, u32)> {
    let mut sources = Vec::new();
    let mut main = "public class All {\n    public static void main(String[] args) {\n".to_owned();
    for program in programs {
        sources.push((program.name.clone(), program.source.clone()));
        sources.push((link_of(program), link(program, 0, None)));
        let name = &program.name;
        let _ = writeln!(main, "        of{name}();");
    }
    main += "    }\n";
    for Program { name, .. } in programs {
        let _ = writeln!(
            main,
            "    static void of{name}() {{ try {{ {name}.main(new String[0]); }} catch (RuntimeException e) {{ }}"
        );
        let _ = writeln!(main, "        System.err.println({name}.arrivals); }}");
    }
    sources.push(("All".to_owned(), main + "}\n"));
    compile(jdk, &sources, folder);
    let output = common::succeed(common::java(jdk).arg("-cp").arg(folder.join("classes")).arg("All"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let counts: Vec<u32> = told.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(counts.len(), programs.len(), "each program tells");
    programs.iter().zip(counts).filter(|(_, count)| *count > 0).collect()
}

/// The member of a nest that a program is, at one of its first three arrivals.
fn member((program, arrivals): (&Program, u32)) -> Member<'_> {
    let name: u32 = program.name.bytes().map(u32::from).sum();
    Member { program, arrival: 1 + name % arrivals.min(3) }
}

/// The members by nests.
fn nested<'m, 'p>(mut members: &'m [Member<'p>]) -> Vec<&'m [Member<'p>]> {
    let mut nests = Vec::new();
    for size in NESTS.into_iter().cycle() {
        if members.is_empty() {
            break;
        }
        let (nest, rest) = members.split_at(size.min(members.len()));
        nests.push(nest);
        members = rest;
    }
    nests
}

/// The elements of the chain through these members, up to the method at this depth of the last one, without its line.
fn chain(members: &[Member], depth: usize) -> String {
    let mut elements: Vec<String> = Vec::new();
    for (number, Member { program, .. }) in members.iter().enumerate() {
        let name = &program.name;
        let is_last = number + 1 == members.len();
        for (at, (method, line)) in program.chain.iter().enumerate() {
            if is_last && at == depth {
                elements.push(format!("{name}.{method}"));
                break;
            }
            elements.push(format!("{name}.{method}:{line}"));
        }
        if !is_last {
            elements.push(format!("{}.next:{CALL}", link_of(program)));
        }
    }
    elements.join("; ")
}

/// The nest's region: its checkpoint is that of the last member, its end in any, or nowhere.
fn region(members: &[Member]) -> String {
    let last = members.last().expect("a member").program;
    let mut region = format!("{}, {}, {} &", last.here, last.name, chain(members, last.chain.len() - 1));
    if members.len() <= ENDING {
        let dice: usize = last.name.bytes().fold(7, |sum, byte| sum * 31 + usize::from(byte)) / 3;
        let to = dice / 2 % members.len();
        let program = members[to].program;
        let depth = dice / 64 % program.ends.len();
        let _ = write!(region, " {}, {}, {}", program.ends[depth], program.name, chain(&members[..=to], depth));
    }
    region
}

/// The folder of a nest's classes.
fn classes(members: &[Member], folder: &Path) -> PathBuf {
    folder.join(&members.first().expect("a member").program.name)
}

/// Moves the classes of each nest to a folder of its own: jcp looks at all classes that it is given.
fn part(nests: &[&[Member]], folder: &Path) {
    let mut owners = BTreeMap::new();
    for nest in nests {
        let classes = classes(nest, folder);
        std::fs::create_dir_all(&classes).expect("a folder");
        for Member { program, .. } in *nest {
            owners.extend([program.name.clone(), link_of(program)].map(|name| (name, classes.clone())));
        }
    }
    for entry in std::fs::read_dir(folder.join("classes")).expect("classes").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if let Some(classes) = owners.get(name.split(['$', '.']).next().unwrap_or_default()) {
            std::fs::rename(entry.path(), classes.join(name)).expect("a class");
        }
    }
}

/// How many of the members were replayed equally; the error says what differs. Where the end lies behind all arrivals, there is
/// one instance alone; then the region is left open.
fn replayed(jdk: &JdkHome, members: &[Member], folder: &Path) -> Result<usize, String> {
    let (Some(first), Some(last)) = (members.first(), members.last()) else { return Ok(0) };
    let work = folder.join(format!("{}.work", first.program.name));
    std::fs::create_dir_all(&work).map_err(|error| error.to_string())?;
    let classes = classes(members, folder);
    let run = (first.program.name.as_str(), classes.as_path(), work.as_path());
    let instance = last.arrival.to_string();
    let region = region(members);
    let open = region[..=region.find('&').expect("a start")].to_owned();
    let is_equal = verdict(jdk, run, &instance, &[region])? || verdict(jdk, run, &instance, &[open])?;
    Ok(if is_equal { members.len() } else { 0 })
}

/// Nests those of the programs that come to their checkpoint, and replays the nests: how many programs these are, and how many
/// nests.
fn replay_all(jdk: &JdkHome, all: &[Program]) -> [usize; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let members: Vec<Member> = arrivals(jdk, all, folder.path()).into_iter().map(member).collect();
    let nests = nested(&members);
    let mut links = Vec::new();
    for nest in &nests {
        for (member, next) in nest.iter().zip(nest[1..].iter().map(Some).chain([None])) {
            let arrival = if next.is_some() { member.arrival } else { 0 };
            links.push((link_of(member.program), link(member.program, arrival, next.map(|next| next.program))));
        }
    }
    compile(jdk, &links, folder.path());
    part(&nests, folder.path());
    let results: Vec<_> = nests.par_iter().map(|nest| replayed(jdk, nest, folder.path())).collect();
    if let Some(Err(why)) = results.iter().find(|result| result.is_err()) {
        let failed = results.iter().filter(|result| result.is_err()).count();
        panic!("{failed} of {} nests in {}: {why}", nests.len(), folder.keep().display());
    }
    [results.iter().flatten().sum(), nests.len()]
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn nested_programs_are_replayed_equally() {
    let all = wanted("JCP_NESTED", USUAL, ALL);
    let jdks = common::jdks_in_turn();
    let shares = if all.end - all.start > SHARED { jdks.len() as u64 } else { 1 };
    let share = (all.end - all.start).div_ceil(shares.max(1));
    for (number, jdk) in jdks.into_iter().enumerate() {
        let from = all.start + number as u64 % shares * share;
        let numbers = from..all.end.min(from + share);
        let (mut equal, mut nests) = (0, 0);
        for start in numbers.clone().step_by(TOGETHER) {
            let programs = start..numbers.end.min(start + TOGETHER as u64);
            let programs: Vec<Program> = programs.map(|number| linked(number, &format!("Q{number}"))).collect();
            let [replayed, of] = replay_all(&jdk, &programs);
            (equal, nests) = (equal + replayed, nests + of);
        }
        let count = numbers.end - numbers.start;
        println!("JDK {}: of {count} programs {equal} were replayed, in {nests} nests", jdk.feature);
        assert!(equal as u64 * 3 > count, "only {equal} of {count} programs were replayed");
    }
}
