//! Replays that start with other values: `-Djcp.set`.
//!
//! What cannot be set ends the replay before the program goes on, with the reason.

use std::process::Output;

use crate::runtime_support::{Program, assert_cannot_replay, program};

use crate::common;

fn replay(program: &Program, values: &str) -> Output {
    let mut java = common::java(&program.jdk);
    java.arg(format!("-Djcp.set={values}")).arg("-jar").arg(program.output_jar("replay"));
    java.env_remove("JCP_CHECKPOINT").current_dir(program.work()).output().expect("java runs")
}

fn printed(program: &Program, values: &str) -> Vec<String> {
    let output = replay(program, values);
    assert_eq!(output.status.code(), Some(0), "{values}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn locals_and_statics_have_other_values() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Varied.java").capture();
        let same = ["4", "2 text 6 1.5 1.0 true x", "5 static 5 false f 5 5 2", "class [I", "main 2"];
        assert_eq!(printed(&program, ""), same);
        let locals = "Varied.after:depth=-7; Varied.after:text=a\\; b\\\\; Varied.after:big=0x10; Varied.after:part=0.25;\
                      Varied.after:ratio=1e3; Varied.after:flag=false; Varied.after:sign='='; Varied.main:depth=9";
        let expected = ["4", "-7 a; b\\ 16 0.25 1000.0 false =", same[2], same[3], "main 9"];
        assert_eq!(printed(&program, locals), expected);
        let statics = "Varied.limit=6; Varied.name= new ; Varied.on=true; Varied.letter=z; Varied.small=-1;\
                       Varied.medium=300; Varied$Other.limit=8";
        assert_eq!(printed(&program, statics)[2], "6  new  true z -1 300 8");
    }
}

#[test]
fn what_cannot_be_set_is_refused() {
    let program = program(&common::any_jdk(), "Varied.java").capture();
    for (values, why) in [
        ("depth", "depth is not an assignment; write Class.method:local=VALUE or Class.field=VALUE"),
        ("Varied.after:nothing=1", "no frame of the chain has a primitive or String local Varied.after:nothing"),
        ("Varied.nothing=1", "the checkpoint has no static field Varied.nothing"),
        ("Varied.other=1", "Varied.other is neither primitive nor a String"),
        ("Varied.limit=many", "Varied.limit cannot be many"),
        ("Varied.small=1000", "Varied.small cannot be 1000"),
        ("Varied.on=1", "Varied.on cannot be 1"),
    ] {
        assert_cannot_replay(&replay(&program, values), why);
    }
}

/// A replay that is refused leaves files as they are.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn files_are_cut_when_nothing_is_refused_any_more() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Cut.java").capture();
        let written = || std::fs::read_to_string(program.work().join("cut.txt")).expect("the file");
        assert_eq!(written(), "one\ntwo 1\n");
        assert_cannot_replay(&replay(&program, "Cut.nothing=1"), "has no static field Cut.nothing");
        assert_eq!(written(), "one\ntwo 1\n");
        printed(&program, "Cut.number=7");
        assert_eq!(written(), "one\ntwo 7\n");
    }
}
