//! What both runs begin with of the runtime comes out of one file of their jars, and not class by class: a class that a hello world needs and
//! that is missing in `runtime-java/at-start.txt` is found in the JVM's log of loaded classes.

use std::collections::BTreeSet;

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

#[test]
fn runs_load_few_classes_of_the_runtime_one_by_one() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Small.java", SMALL)], folder.path());
        let region = format!("{}, Small, Small.main; Small.below", common::line(SMALL, "here"));
        let mut jcp = common::jcp();
        jcp.args(["instrument", "--main", "Small", "--region", &region, "--jdk"]).arg(&jdk.home);
        common::succeed(jcp.arg("-o").arg(folder.path()).arg("--classpath").arg(&classes));
        for run in ["Small-capture", "Small-replay"] {
            let path = std::env::join_paths([&folder.path().join(run), &classes]).expect("paths");
            let mut java = common::java(&jdk);
            java.arg("-Xlog:class+load:file=loaded.txt").arg("-cp").arg(path).arg("Small").current_dir(folder.path());
            common::succeed(&mut java);
            let log = std::fs::read_to_string(folder.path().join("loaded.txt")).expect("the log");
            let own = log.lines().filter_map(|line| line.split_once("jcp.runtime.")?.1.split_once(" source: "));
            let (alone, together): (Vec<_>, Vec<_>) = own.partition(|(_, source)| source.starts_with("file:"));
            let alone: BTreeSet<&str> = alone.into_iter().map(|(name, _)| name).collect();
            let more: Vec<_> = alone.iter().filter(|name| !ALONE.contains(name) && **name != TEXTS).collect();
            assert!(more.is_empty(), "{run} on JDK {}: runtime-java/at-start.txt lacks {more:?}", jdk.feature);
            assert!(alone.contains("AtStart") && together.len() > 100, "{run}: {} in one file", together.len());
        }
    }
}
