//! Random edits of random programs: what jcp says fits a checkpoint of the older version must be replayed as the edited program
//! runs, by `jcp instrument --since`.
//!
//! The programs reflect at their start, so that each method counts as run to any analysis; what the run did decides.
//!
//! `JCP_EDITS=FROM..TO` takes others than the usual programs, `make test-all` more of them. An edit changes one number anywhere in the source.

use super::common;
use super::programs::{Program, program};
use jcp::driver::jdk::JdkHome;
use rayon::prelude::*;
use std::path::Path;

/// The source with one number another, chosen by `seed`; as many lines as before.
fn edited(source: &str, seed: u64) -> String {
    let is_digit = |at: usize| source.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is_word = |at: usize| source.as_bytes().get(at).is_some_and(u8::is_ascii_alphanumeric);
    let starts: Vec<usize> =
        (1..source.len()).filter(|at| is_digit(*at) && !is_word(at - 1)).filter(|at| !is_word(at + 1)).collect();
    let at = starts[(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33) as usize % starts.len()];
    let digit = source.as_bytes()[at] - b'0';
    format!("{}{}{}", &source[..at], (digit + 1) % 10, &source[at + 1..])
}

/// The source with a `main` that reflects first; as many lines as before.
fn reflecting(source: &str) -> String {
    const MAIN: &str = "public static void main(String[] args) {";
    let asks = "for (Object each : new Object() {}.getClass().getEnclosingClass().getDeclaredMethods()) if (each == null) return; \
                try { Class.forName(args.length + \"Absent\"); return; } catch (ClassNotFoundException e) { }";
    let first = source.find(MAIN).expect("a main method") + MAIN.len();
    format!("{} {asks}{}", &source[..first], &source[first..])
}

/// What became of an edit.
enum Edit {
    /// It does not compile, or ends before the checkpoint.
    Unusable,
    /// The checkpoint does not fit.
    Refused,
    /// It was replayed equally.
    Equal,
}

/// Captures the program, edits it, and replays the edited program if jcp says that it may.
fn edit(jdk: &JdkHome, program: &Program, folder: &Path) -> Result<Edit, String> {
    let region = program.regions[0].split('&').next().expect("a start").to_owned() + "&";
    let make = |source: &str, name: &str| {
        let folder = folder.join(format!("{}-{name}", program.name));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let file = folder.join(format!("{}.java", program.name));
        std::fs::write(&file, source).map_err(|error| error.to_string())?;
        let compiled = common::compiles(jdk, &[file], &folder.join("classes"));
        Ok::<_, String>(compiled.then_some(folder))
    };
    let instrument = |folder: &Path, options: &[&str]| {
        let mut jcp = common::jcp();
        jcp.args(["instrument", "--main", &program.name, "--region", &region, "--classpath"])
            .arg(folder.join("classes"));
        jcp.args(options).arg("--jdk").arg(&jdk.home).arg("-o").arg(folder).output().map_err(|error| error.to_string())
    };
    let java = |folder: &Path, jar: Option<&str>| {
        let name = |kind: &str| folder.join(format!("{}-{kind}.jar", program.name));
        let jars = jar.map(name).into_iter().chain([folder.join("classes")]);
        let mut java = common::java(jdk);
        java.arg(format!("-Djcp.checkpoint={}", folder.parent().expect("a folder").join(&program.name).display()));
        java.arg("-cp").arg(std::env::join_paths(jars).expect("a class path")).arg(&program.name);
        let output = java.current_dir(folder).output().map_err(|error| error.to_string())?;
        Ok::<_, String>((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code()))
    };
    let source = reflecting(&program.source);
    let Some(older) = make(&source, "older")? else { return Err("does not compile".to_owned()) };
    if !instrument(&older, &["--editable", "--instance", &program.instance])?.status.success() {
        return Ok(Edit::Unusable);
    }
    let (captured, _) = java(&older, Some("capture"))?;
    let (replayed, status) = java(&older, Some("replay"))?;
    if status == Some(78) {
        return Ok(Edit::Unusable);
    }
    let before = captured.strip_suffix(&replayed).ok_or("the replay prints something else")?;
    let number: u64 = program.name.bytes().map(u64::from).sum();
    let Some(newer) = make(&edited(&source, number), "newer")? else { return Ok(Edit::Unusable) };
    let capturing = older.join(format!("{}-capture.jar", program.name));
    let checkpoint = folder.join(&program.name);
    let options = ["--since", &capturing.to_string_lossy(), "--checkpoint", &checkpoint.to_string_lossy()];
    let renewed = instrument(&newer, &options)?;
    match renewed.status.code() {
        Some(0) => {}
        Some(3) => return Ok(Edit::Refused),
        _ => return Err(String::from_utf8_lossy(&renewed.stderr).into_owned()),
    }
    let (printed, status) = java(&newer, None)?;
    let (replayed, as_replayed) = java(&newer, Some("replay"))?;
    if printed != before.to_owned() + &replayed || status != as_replayed {
        return Err(format!("the edited {region} prints something else from the checkpoint of the older version"));
    }
    Ok(Edit::Equal)
}

#[test]
fn random_edits_are_refused_or_replayed_equally() {
    let all: Vec<Program> = super::wanted("JCP_EDITS", 10..16, 8..16).map(program).collect();
    let jdk = common::any_jdk();
    let folder = tempfile::tempdir().expect("a folder");
    let results: Vec<_> = all.par_iter().map(|program| (&program.name, edit(&jdk, program, folder.path()))).collect();
    let count = |wanted: fn(&Edit) -> bool| results.iter().filter(|it| it.1.as_ref().is_ok_and(wanted)).count();
    let (equal, refused) = (count(|it| matches!(it, Edit::Equal)), count(|it| matches!(it, Edit::Refused)));
    println!("JDK {}: {} edits, {refused} refused, {equal} equal", jdk.feature, all.len());
    if let Some((name, Err(why))) = results.iter().find(|(_, result)| result.is_err()) {
        panic!("{name} in {}: {why}", folder.keep().display());
    }
    assert!(equal > 0 && refused > 0, "{equal} equal and {refused} refused of {}", all.len());
}
