//! What both runs load before the program goes on: of the runtime next to nothing but what one file of their jars holds, and few classes of the
//! JDK that the original does not load. Both are read from the JVM's log of loaded classes, which names a class of the runtime that a hello
//! world needs and that is missing in `runtime-java/at-start.txt`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use jcp::driver::jdk::JdkHome;

use crate::common;

const SMALL: &str = "public class Small {
    static void below() {
        System.out.println(\"below\"); // here
    }

    public static void main(String[] args) {
        below();
    }
}
";

/// What is loaded before that file can be read, or not on all JDKs.
const ALONE: [&str; 30] = [
    "Access",
    "AtStart",
    "CannotReplay",
    "ClassFields",
    "Fields",
    "Fields$Known",
    "GeneratedAccessors",
    "HashGenerator",
    "HashGenerator$Structure",
    "Hidden$Unread",
    "HotSpot",
    "HotSpot$Symbols",
    "JvmMembers",
    "JvmMembers$Numbers",
    "Libraries",
    "Libraries$Mapping",
    "LoadedClasses",
    "Opening",
    "Opening$Exporter",
    "Overriding",
    "Overriding$Likeness",
    "OwnFiles",
    "OwnTexts",
    "RandomSequence",
    "RandomSequence$Sample",
    "Replay",
    "ReplayRefusals",
    "ReplayingRun",
    "Start",
    "Verification",
];
/// Each jar has one of its own.
const TEXTS: &str = "Texts";

/// Classes of the JDK outside its archive that a capturing run loads and the program does not: by which the JVM is opened, what clones
/// are marked with, the checkpoint's checksum.
const LOADED: [&str; 5] = [
    "java.lang.reflect.MalformedParametersException",
    "java.util.zip.CRC32C",
    "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor",
    "sun.reflect.ReflectionFactory",
    "sun.reflect.ReflectionFactory$1",
];

/// A hello world's runs on one JDK.
struct Runs {
    jdk: JdkHome,
    folder: tempfile::TempDir,
    classes: PathBuf,
}

impl Runs {
    fn new(jdk: JdkHome) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Small.java", SMALL)], folder.path());
        let region = format!("{}, Small, Small.main; Small.below", common::line(SMALL, "here"));
        let mut jcp = common::jcp();
        jcp.args(["instrument", "--main", "Small", "--region", &region, "--jdk"]).arg(&jdk.home);
        common::succeed(jcp.arg("-o").arg(folder.path()).arg("--classpath").arg(&classes));
        Self { jdk, folder, classes }
    }

    /// The classes that a run loads, each with its source; `front` is first on the class path.
    fn loaded(&self, front: Option<&str>) -> BTreeSet<(String, String)> {
        let front = front.map(|name| self.folder.path().join(name));
        let path = std::env::join_paths(front.iter().chain([&self.classes])).expect("paths");
        let mut java = common::java(&self.jdk);
        java.arg("-Xlog:class+load:file=loaded.txt").arg("-cp").arg(path).arg("Small").current_dir(self.folder.path());
        common::succeed(&mut java);
        let log = std::fs::read_to_string(self.folder.path().join("loaded.txt")).expect("the log");
        let classes = log.lines().filter_map(|line| line.split_once(" source: "));
        let named = classes.filter_map(|(line, source)| Some((line.rsplit(' ').next()?.to_owned(), source.to_owned())));
        named.collect()
    }
}

#[test]
fn a_start_loads_few_classes() {
    for jdk in common::jdks_in_turn() {
        let runs = Runs::new(jdk);
        let original = runs.loaded(None);
        for run in ["Small-capture", "Small-replay"] {
            let loaded = runs.loaded(Some(run));
            the_runtime_is_in_one_file(run, &loaded);
            if run == "Small-capture" {
                the_jdk_is_the_programs(&original, &loaded);
            }
        }
    }
}

fn the_runtime_is_in_one_file(run: &str, loaded: &BTreeSet<(String, String)>) {
    let own = loaded.iter().filter_map(|(name, source)| Some((name.strip_prefix("jcp.runtime.")?, source)));
    let (alone, together): (Vec<_>, Vec<_>) = own.partition(|(_, source)| source.starts_with("file:"));
    let alone: BTreeSet<&str> = alone.into_iter().map(|(name, _)| name).collect();
    let more: Vec<_> = alone.iter().filter(|name| !ALONE.contains(name) && **name != TEXTS).collect();
    assert!(more.is_empty(), "{run}: runtime-java/at-start.txt lacks {more:?}");
    assert!(alone.contains("AtStart") && together.len() > 100, "{run}: {} in one file", together.len());
}

/// As any other class may be one that the program is the first to use.
fn the_jdk_is_the_programs(original: &BTreeSet<(String, String)>, capturing: &BTreeSet<(String, String)>) {
    let of_jdk = |(name, source): &(String, String)| source.starts_with("jrt:").then(|| name.clone());
    let known: BTreeSet<String> = original.iter().filter_map(of_jdk).collect();
    let mut more: Vec<String> = capturing.iter().filter_map(of_jdk).filter(|name| !known.contains(name)).collect();
    assert!(more.iter().any(|name| name == "sun.reflect.ReflectionFactory"), "no log of the capturing run: {more:?}");
    more.retain(|name| !LOADED.contains(&name.as_str()));
    assert_eq!(more, Vec::<String>::new());
}
