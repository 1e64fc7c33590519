//! Analyses of single methods on small Java programs: the paper's figures, decision points, liveness, monitors.
//! The comments of the Java sources say what is expected.

use crate::common::method;
use jcp::analysis::cdmp::cdmps;
use jcp::analysis::liveness::Liveness;
use jcp::analysis::monitors::Monitors;
use jcp::analysis::regions::{post_region, pre_region};
use jcp::classfile::opcode;
use jcp::program::{Body, Cfg, MethodId, Program};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common;

/// A compiled source of `tests/java/analysis`, for each JDK at hand.
fn on_program(name: &str, check: impl Fn(&Program, &[String])) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/java/analysis/{name}.java"));
    let lines: Vec<String> = std::fs::read_to_string(&file).expect("the source").lines().map(str::to_owned).collect();
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes: PathBuf = common::compile_files(&jdk, std::slice::from_ref(&file), folder.path(), &[]);
        check(&common::program(&jdk.home, &classes), &lines);
    }
}

fn lines_of(body: &Body, items: &BTreeSet<usize>) -> Vec<u16> {
    items.iter().filter_map(|item| body.line(*item)).collect::<BTreeSet<_>>().into_iter().collect()
}

fn first_on_line(body: &Body, line: u16) -> usize {
    body.insns_on_line(line).next().unwrap_or_else(|| panic!("{}: no code on line {line}", body.method))
}

/// The last call on the line.
fn call_on_line(body: &Body, line: u16) -> usize {
    let is_call = |item: &usize| body.insn(*item).is_some_and(|insn| opcode::is_invoke(insn.op));
    body.insns_on_line(line).filter(is_call).last().unwrap_or_else(|| panic!("{}: no call on line {line}", body.method))
}

/// The text behind a mark in the line's comment.
fn expected<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let text = line.split_once("// ")?.1.split_once(mark)?.1;
    Some(text.split_once("back:").map_or(text, |(before, _)| before).trim())
}

#[test]
fn figure_1_regions_and_decision_points() {
    on_program("Figure1", |program, _| {
        let run = program.body(method(program, "Figure1", "run")).expect("code");
        let main = program.body(method(program, "Figure1", "main")).expect("code");
        let (run_cfg, main_cfg) = (Cfg::new(&run).expect("a graph"), Cfg::new(&main).expect("a graph"));
        let checkpoint = first_on_line(&run, 29);
        let call = call_on_line(&main, 44);

        assert_eq!(lines_of(&run, &pre_region(&run, &run_cfg, checkpoint)), [22, 23, 24, 25, 26, 27]);
        let post = lines_of(&run, &post_region(&run, &run_cfg, checkpoint));
        assert_eq!(post, [29, 30, 31, 33, 35, 36, 37, 38, 39, 40]);
        let before_call = pre_region(&main, &main_cfg, call);
        assert_eq!(lines_of(&main, &before_call), [42, 43, 44]);
        assert_eq!(lines_of(&main, &post_region(&main, &main_cfg, call)), [45]);

        let mut points = cdmps(&main, &main_cfg, call, true);
        points.extend(cdmps(&run, &run_cfg, checkpoint, false));
        let found: BTreeSet<(u16, &str)> =
            points.iter().filter_map(|point| Some((point.line?, point.kind.name()))).collect();
        assert_eq!(found, BTreeSet::from([(26, "predicate"), (43, "predicate"), (44, "call")]));
    });
}

#[test]
fn figure_1_needs_one_local() {
    on_program("Figure1", |program, _| {
        let run = program.body(method(program, "Figure1", "run")).expect("code");
        let cfg = Cfg::new(&run).expect("a graph");
        let live =
            Liveness::new(&run, &cfg).expect("liveness").live_locals_before(first_on_line(&run, 29)).expect("code");
        assert_eq!(
            names(program, method(program, "Figure1", "run"), first_on_line(&run, 29), live.ones()),
            ["body_packs"]
        );
    });
}

#[test]
fn figure_4_needs_locals_after_the_call() {
    on_program("Figure4", |program, lines| {
        let at = |mark: &str| lines.iter().position(|line| line.contains(mark)).expect("a mark") as u16 + 1;
        for (class, name, mark, expected) in
            [("Figure4", "main", "// call", vec!["hs", "b"]), ("Figure4$B", "m", "// checkpoint", vec!["r0"])]
        {
            let id = method(program, class, name);
            let body = program.body(id).expect("code");
            let cfg = Cfg::new(&body).expect("a graph");
            let live = Liveness::new(&body, &cfg).expect("liveness");
            let item = if mark == "// call" { call_on_line(&body, at(mark)) } else { first_on_line(&body, at(mark)) };
            let slots = if mark == "// call" { live.live_after_call(item) } else { live.live_locals_before(item) };
            assert_eq!(names(program, id, item, slots.expect("liveness").ones()), expected, "{name}");
        }
    });
}

/// The names of the variables in the slots at the item; two-slot variables once.
fn names(program: &Program, id: MethodId, item: usize, slots: impl Iterator<Item = usize>) -> Vec<String> {
    let (class, body) = (program.get(id.class).expect("a class"), program.body(id).expect("code"));
    let name = |slot: usize| {
        let mut entries = body.code.locals.iter();
        let here = entries.find(|entry| {
            usize::from(entry.local) == slot && (body.item_of(entry.start)..body.item_of(entry.end)).contains(&item)
        })?;
        Some(class.file.utf8(here.name).expect("a name").to_owned())
    };
    slots.filter_map(name).collect()
}

#[test]
fn decision_points_are_those_marked() {
    on_program("Decisions", |program, lines| {
        let mut checked = 0;
        for (id, _) in program.find("Decisions").expect("the class").methods() {
            let body = program.body(id).expect("code");
            let text = |line: u16| lines[usize::from(line) - 1].as_str();
            let in_method: BTreeSet<u16> = body.insns().iter().filter_map(|item| body.line(*item)).collect();
            let Some(point) = in_method.iter().find(|line| text(**line).contains("// point")) else { continue };
            let mut marked: Vec<(u16, String)> = Vec::new();
            for line in &in_method {
                let kinds = text(*line).split_once("<- ").map_or("", |(_, kinds)| kinds);
                marked.extend(kinds.split_whitespace().map(|kind| (*line, kind.to_owned())));
            }
            let cfg = Cfg::new(&body).expect("a graph");
            let found = cdmps(&body, &cfg, call_on_line(&body, *point), false);
            let mut found: Vec<(u16, String)> =
                found.iter().map(|point| (point.line.unwrap_or(0), point.kind.name().to_owned())).collect();
            found.sort();
            marked.sort();
            assert_eq!(found, marked, "{}", body.method);
            checked += 1;
        }
        assert_eq!(checked, lines.iter().filter(|line| line.contains("// point")).count());
    });
}

#[test]
fn live_locals_are_those_marked() {
    on_program("Live", |program, lines| {
        let mut checked = 0;
        for (id, _) in program.find("Live").expect("the class").methods() {
            let body = program.body(id).expect("code");
            let cfg = Cfg::new(&body).expect("a graph");
            let live = Liveness::new(&body, &cfg).expect("liveness");
            for line in body.insns().iter().filter_map(|item| body.line(*item)).collect::<BTreeSet<_>>() {
                let text = &lines[usize::from(line) - 1];
                // Variables that a statement of a `for` shares its line with are seen where the body starts.
                if let Some(marked) = expected(text, "live:") {
                    let item = first_on_line(&body, line);
                    let slots = live.live_locals_before(item).expect("liveness");
                    let marked: Vec<&str> = marked.split_whitespace().collect();
                    assert_eq!(names(program, id, item, slots.ones()), marked, "{} line {line}", body.method);
                    checked += 1;
                }
                if let Some(marked) = expected(text, "back:") {
                    let item = call_on_line(&body, line);
                    let slots = live.live_after_call(item).expect("liveness");
                    let marked: Vec<&str> = marked.split_whitespace().collect();
                    assert_eq!(names(program, id, item, slots.ones()), marked, "{} back on line {line}", body.method);
                }
            }
        }
        assert!(checked >= 20, "{checked}");
    });
}

#[test]
fn monitors_are_those_marked() {
    on_program("Locks", |program, lines| {
        for (id, _) in program.find("Locks").expect("the class").methods() {
            let body = program.body(id).expect("code");
            let cfg = Cfg::new(&body).expect("a graph");
            let monitors = Monitors::new(&body, &cfg).expect("monitors");
            for line in body.insns().iter().filter_map(|item| body.line(*item)).collect::<BTreeSet<_>>() {
                let Some(marked) = expected(&lines[usize::from(line) - 1], "held:") else { continue };
                let held = monitors.held_before(call_on_line(&body, line)).expect("structured locking");
                assert_eq!(held.len().to_string(), marked, "{} line {line}", body.method);
                assert!(held.iter().all(|held| held.local.is_some()), "{} line {line}: {held:?}", body.method);
                assert!(held.is_sorted_by_key(|held| held.item), "{} line {line}: {held:?}", body.method);
            }
        }
    });
}
