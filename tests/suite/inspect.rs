//! `jcp inspect`: what it says of a checkpoint of a known program, and of files that are none.
//!
//! The programs are `Varied`, whose statics are of most types, and `Owned`, which holds memory in several ways.

use serde_json::{Value, json};
use std::process::Output;

use crate::common;
use crate::runtime_support;

fn inspect(arguments: &[&str]) -> Output {
    common::jcp().arg("inspect").args(arguments).output().expect("jcp runs")
}

#[test]
fn a_checkpoint_is_told() {
    for jdk in common::jdks_in_turn() {
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

/// The owner with this path.
fn owner<'j>(owners: &'j [Value], path: &str) -> &'j Value {
    owners.iter().find(|owner| owner["path"] == path).unwrap_or_else(|| panic!("no owner {path}: {owners:#?}"))
}

#[test]
fn owners_are_told_as_access_paths_with_what_they_retain() {
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, "Owned.java").capture();
        let (file, jar) = (program.checkpoint().display().to_string(), program.output_jar("capture"));
        let jar = jar.display().to_string();
        let said = inspect(&[&file, "--jar", &jar, "--json", "--top", "100"]).stdout;
        let said: Value = serde_json::from_slice(&said).expect("JSON");
        let owners = said["owners"].as_array().expect("a list");
        let list = owner(owners, "static Owned.first");
        assert_eq!((&list["bytes"], &list["objects"]), (&json!(300_000 * 16), &json!(300_000)), "{list}");
        let tables = owner(owners, "static Owned.tables");
        let place = owners.iter().position(|owner| owner == tables).expect("its place");
        let biggest = owners.iter().find(|owner| owner["parent"] == place).expect("its biggest part");
        let path = biggest["path"].as_str().expect("a path");
        assert_eq!(path, r#"["k7"]"#);
        assert_eq!((&biggest["bytes"], &biggest["class"]), (&json!(2_000_016), &json!("int[]")));
        let sorted = owner(owners, "static Owned.sorted");
        let place = owners.iter().position(|owner| owner == sorted).expect("its place");
        let parts = owners.iter().filter(|owner| owner["parent"] == place);
        let parts = parts.filter(|part| !part["object"].is_null());
        let (arrays, others): (Vec<&Value>, Vec<&Value>) = parts.partition(|part| part["class"] == "byte[]");
        assert_eq!(arrays.len(), 20, "the values, not the nodes of the tree: {arrays:#?}");
        assert!(others.iter().all(|part| part["class"] == "java.lang.Integer"), "{others:#?}");
        let both = owner(owners, "static Owned.left → Owned$Shared.data");
        assert_eq!((&both["shared"], &both["bytes"], &both["parent"]), (&json!(true), &json!(400_016), &Value::Null));
        let local = owner(owners, r#"Owned.after local "names""#);
        let place = owners.iter().position(|owner| owner == local).expect("its place");
        let elements: Vec<&Value> = owners.iter().filter(|owner| owner["parent"] == place).collect();
        assert!(elements.iter().any(|part| part["path"] == "[1]" && part["class"] == "Owned$Needle"), "{elements:#?}");
        let text = String::from_utf8_lossy(&inspect(&[&file, "--jar", &jar, "--top", "1"]).stdout).into_owned();
        assert!(text.contains("      300000        4800000 "), "{text}");
        assert!(text.contains(" %  static Owned.first: Owned$Node\n"), "{text}");
        assert!(text.lines().last().is_some_and(|line| line.ends_with(" %  others")), "{text}");
        let said = inspect(&[&file, "--json", "--top", "1"]).stdout;
        let said: Value = serde_json::from_slice(&said).expect("JSON");
        let [first, others] = [0, 1].map(|row| said["owners"][row].clone());
        assert_eq!((&others["object"], &others["path"]), (&Value::Null, &json!("others")));
        let sum = |key: &str| first[key].as_u64().unwrap() + others[key].as_u64().unwrap();
        let count = |key: &str| said[key].as_u64().expect("a number");
        assert_eq!(sum("objects"), count("objects") - count("anchors"), "{said}");
    }
}

#[test]
fn the_path_to_an_object_is_the_shortest_one() {
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, "Owned.java").capture();
        let (file, jar) = (program.checkpoint().display().to_string(), program.output_jar("replay"));
        let jar = jar.display().to_string();
        let needle = inspect(&[&file, "--jar", &jar, "--path", "Needle"]).stdout;
        let needle = String::from_utf8_lossy(&needle).into_owned();
        assert!(needle.ends_with("\nOwned.after local \"names\"[1]\n"), "{needle}");
        let unnamed = inspect(&[&file, "--path", "Owned$Needle", "--json"]).stdout;
        let unnamed: Value = serde_json::from_slice(&unnamed).expect("JSON");
        assert_eq!(unnamed["path"], "frame 1 slot 0[1]");
        let number = format!("#{}", unnamed["object"]);
        let by_number = inspect(&[&file, "--path", &number, "--json"]).stdout;
        assert_eq!(serde_json::from_slice::<Value>(&by_number).expect("JSON")["path"], unnamed["path"]);
        let all = inspect(&[&file, "--path", "Node"]);
        assert_eq!(all.status.code(), Some(4));
        let said = String::from_utf8_lossy(&all.stderr).into_owned();
        assert!(said.contains("java.util.HashMap$Node") && said.contains("Owned$Node"), "{said}");
        let nodes = inspect(&[&file, "--path", "Owned$Node", "--json"]).stdout;
        let nodes: Value = serde_json::from_slice(&nodes).expect("JSON");
        assert_eq!((&nodes["path"], &nodes["objects_of_class"]), (&json!("static Owned.first"), &json!(300_000)));
        let last = inspect(&[&file, "--path", "Nodle"]);
        assert!(String::from_utf8_lossy(&last.stderr).contains("similar names: Owned$Node"), "{last:?}");
    }
}

#[test]
fn what_a_collection_holds_is_told_by_key_or_place() {
    let expected = [
        ("InHash", r#"hash[Held$Point[x=1, y="z"]]"#),
        ("InLinked", r#"linked["b"]"#),
        ("InTree", "tree[50]"),
        ("InConcurrent", "concurrent[7L]"),
        ("InTable", r#"table["t3"]"#),
        ("InIdentity", r#"identity["id"]"#),
        ("InWeak", r#"weak["w"]"#),
        ("InEnum", "byColour[Held$Colour.BLUE]"),
        ("InOne", r#"one["one"]"#),
        ("InMany", r#"many["two"]"#),
        ("InWrapped", r#"wrapped → Collections$UnmodifiableMap.m["in"]"#),
        ("InArray", "array[1]"),
        ("InList", "list[3]"),
        ("Last", "list[5]"),
        ("InVector", "vector[0]"),
        ("InCopied", "copied[1]"),
        ("InDeque", "deque[20]"),
        ("InSet", "set[Held$InSet]"),
        ("InTwo", "two[1]"),
        ("InThree", "three[2]"),
        ("InAsList", "asList[1]"),
        ("InOwn", "own[0]"),
    ];
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, "Held.java").capture();
        let file = program.checkpoint().display().to_string();
        for (class, path) in expected {
            let said = inspect(&[&file, "--path", &format!("Held${class}")]).stdout;
            let said = String::from_utf8_lossy(&said).into_owned();
            assert_eq!(said.lines().last(), Some(format!("static Held.{path}").as_str()), "JDK {}", jdk.version);
        }
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_jar_of_another_plan_is_refused() {
    let jdk = common::any_jdk();
    let program = runtime_support::program(&jdk, "Owned.java").capture();
    let other = runtime_support::program(&jdk, "Small.java").instrument();
    let jar = other.output_jar("capture").display().to_string();
    let output = inspect(&[&program.checkpoint().display().to_string(), "--jar", &jar]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(4) && said.contains("does not belong to"), "{said}");
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
