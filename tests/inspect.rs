//! `jcp inspect`: what it says of a checkpoint of a known program, and of files that are none.
//!
//! The program is `Varied`, whose statics are of most types.

mod common;
mod runtime_support;

use serde_json::{Value, json};
use std::process::Output;

fn inspect(arguments: &[&str]) -> Output {
    common::jcp().arg("inspect").args(arguments).output().expect("jcp runs")
}

#[test]
fn a_checkpoint_is_told() {
    for jdk in common::jdks() {
        let program = runtime_support::program(&jdk, "Varied.java").capture();
        let file = program.checkpoint().display().to_string();
        let output = inspect(&[&file, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let said: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(said["arrival"], 1);
        assert_eq!(said["initialized"], json!(["Varied", "Varied$Other"]));
        let statics = said["statics"].as_array().expect("a list");
        let values: Vec<(&str, &Value)> =
            statics.iter().map(|field| (field["name"].as_str().expect("a name"), &field["value"])).collect();
        for (name, value) in [("letter", json!(102)), ("limit", json!(5)), ("on", json!(false)), ("small", json!(5))] {
            assert!(values.contains(&(name, &value)), "{name}: {values:?}");
        }
        let frame = said["frames"][1].as_array().expect("a list").iter().map(|slot| &slot["value"]);
        let frame: Vec<&Value> = frame.filter(|value| !value.is_object()).collect();
        assert_eq!(frame, [&json!(2), &json!(6), &json!(1.5), &json!(1.0), &json!(1), &json!(120), &json!(4)]);
        let classes = said["classes"].as_array().expect("a list").iter();
        let objects: u64 = classes.map(|class| class["objects"].as_u64().expect("a number")).sum();
        let others = said["anchors"].as_u64().zip(said["leaves"].as_u64()).map(|(anchors, leaves)| anchors + leaves);
        assert_eq!(Some(objects + others.expect("numbers")), said["objects"].as_u64());
        let text = String::from_utf8_lossy(&inspect(&[&file, "--top", "1"]).stdout).into_owned();
        assert!(text.contains("static    Varied.limit = 5\n") && text.contains(" more classes; --top N"), "{text}");
    }
}

#[test]
fn what_is_no_checkpoint_is_an_unusable_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("text.jcp");
    std::fs::write(&file, "text ".repeat(100)).expect("a file");
    for (path, why) in [(file, "text.jcp"), (folder.path().join("none.jcp"), "none.jcp")] {
        let output = inspect(&[&path.display().to_string()]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{said}");
        assert!(said.starts_with("jcp: ") && said.contains(why), "{said}");
    }
}
