//! Who may read what holds the contents of a heap, and which checkpoints a replay believes: those that are the user's own, and
//! with a key those of the right HMAC.
//!
//! What needs files of another user runs as root alone, and says so where it is left out.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::runtime_support::{Program, assert_cannot_replay, program};

use crate::common;

fn mode(file: &Path) -> u32 {
    fs::symlink_metadata(file).unwrap_or_else(|error| panic!("{}: {error}", file.display())).permissions().mode()
        & 0o7777
}

fn set_mode(file: &Path, mode: u32) {
    fs::set_permissions(file, Permissions::from_mode(mode)).expect("permissions");
}

/// The same command after a line of a shell.
fn after(line: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{line}; exec \"$@\"")).arg("sh").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.current_dir(command.get_current_dir().expect("a folder"));
    shell
}

/// Gives the file to another user; false if that cannot be done here.
fn give_away(file: &Path) -> bool {
    let given = std::os::unix::fs::chown(file, Some(12345), None).is_ok();
    if !given {
        eprintln!("skipped: only root can make a file of another user");
    }
    given
}

fn key(program: &Program, name: &str, bytes: usize) -> PathBuf {
    let file = program.folder.path().join(name);
    let content: Vec<u8> = name.bytes().cycle().take(bytes).collect();
    fs::write(&file, content).expect("a key");
    set_mode(&file, 0o600);
    file
}

fn with_key<'a>(command: &'a mut Command, key: &Path) -> &'a mut Command {
    command.env("JCP_KEY_FILE", key)
}

fn replay(program: &Program, key: Option<&Path>) -> Output {
    let mut java = program.run("replay");
    if let Some(key) = key {
        with_key(&mut java, key);
    }
    java.output().expect("java runs")
}

fn assert_replays(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.is_empty());
}

#[test]
fn what_holds_the_heap_is_the_owners_alone() {
    for jdk in common::jdks_in_turn() {
        let mut program = program(&jdk, "Kept.java");
        program.region += " 19, Kept, Kept.main; Kept.after; Kept.last";
        let program = program.instrument();
        let states = program.work().join("states");
        fs::create_dir(&states).expect("folder");
        let mut capture = program.run("capture");
        let args: Vec<_> = capture.get_args().map(ToOwned::to_owned).collect();
        capture = common::java(&jdk);
        capture.arg(format!("-Djcp.states={}", states.display())).args(args).current_dir(program.work());
        common::succeed(&mut after("umask 0", &capture));
        let state: Vec<_> = fs::read_dir(&states).expect("folder").map(|entry| entry.expect("a file").path()).collect();
        assert!(!state.is_empty());
        for file in state.iter().chain([&program.checkpoint(), &program.work().join("app.turns")]) {
            assert_eq!(mode(file), 0o600, "JDK {}: {}", jdk.feature, file.display());
        }
        fs::write(program.checkpoint(), "damaged").expect("a file"); // keeps its mode
        let refused = after("umask 0", &program.run("replay")).output().expect("java runs");
        assert_eq!(refused.status.code(), Some(78));
        assert_eq!(mode(&program.work().join("app.jcp.refused")), 0o600, "JDK {}", jdk.feature);
        let left = fs::read_dir(program.work()).expect("folder").filter_map(Result::ok);
        assert!(left.map(|entry| entry.file_name()).all(|name| !name.to_string_lossy().contains(".part")));
    }
}

#[test]
fn a_page_about_a_checkpoint_is_the_owners_alone() {
    let jdk = common::any_jdk();
    let program = program(&jdk, "Small.java").capture();
    let mut jcp = common::jcp();
    jcp.args(["report", "--region", &program.region, "--jdk"]).arg(&jdk.home).arg(&program.jar);
    jcp.args(["-o", "page.html"]).current_dir(program.work());
    common::succeed(&mut after("umask 0", &jcp));
    assert_eq!(mode(&program.work().join("page.html")), 0o600);
}

/// From the first byte on.
#[test]
fn what_is_being_written_is_the_owners_alone() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "graphs/Large.java").instrument();
        let mut capture = program.run("capture");
        capture.args(["400000", "0"]);
        let mut child = after("umask 0", &capture).stdout(Stdio::null()).spawn().expect("java runs");
        let folder = program.work().join(format!("app.jcp.part{}", child.id()));
        let file = folder.join(folder.file_name().expect("a name"));
        let mut seen = 0;
        while child.try_wait().expect("a child").is_none() {
            if fs::metadata(&file).is_ok_and(|file| file.len() > 0)
                && let Ok(found) = fs::metadata(&folder).and_then(|folder| Ok([folder, fs::metadata(&file)?]))
            {
                assert_eq!(found.map(|found| found.permissions().mode() & 0o777), [0o700, 0o600]);
                seen += 1;
            }
            std::thread::yield_now();
        }
        assert!(seen > 0 && program.checkpoint().is_file() && !folder.exists(), "JDK {}", jdk.feature);
    }
}

#[test]
fn a_link_in_the_temporary_files_place_is_not_followed() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").instrument();
        let elsewhere = program.folder.path().join("elsewhere");
        fs::create_dir(&elsewhere).expect("folder");
        let victim = elsewhere.join("victim");
        fs::write(&victim, "precious").expect("a file");
        for target in [&elsewhere, &victim, &elsewhere.join("nothing")] {
            let line = format!("ln -s '{}' app.jcp.part$$", target.display());
            common::succeed(&mut after(&line, &program.run("capture")));
            assert!(fs::symlink_metadata(program.checkpoint()).expect("a checkpoint").is_file());
            assert_eq!(fs::read(&victim).expect("a file"), b"precious");
            assert_eq!(fs::read_dir(&elsewhere).expect("folder").count(), 1, "JDK {}", jdk.feature);
            fs::remove_file(program.checkpoint()).expect("removed");
        }
    }
}

#[test]
fn a_checkpoint_that_others_may_write_is_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").capture();
        let file = program.checkpoint();
        for wrong in [0o620, 0o602, 0o666] {
            set_mode(&file, wrong);
            assert_cannot_replay(
                &replay(&program, None),
                &format!("other users may write the checkpoint (its permissions are {wrong:o})"),
            );
        }
        common::succeed(Command::new("chmod").arg("go-w").arg(&file)); // as the message says
        assert_eq!(mode(&file), 0o644);
        assert_replays(&replay(&program, None));
    }
}

#[test]
fn a_checkpoint_of_another_user_is_refused() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").capture();
        let file = program.checkpoint();
        if !give_away(&file) {
            return;
        }
        assert_cannot_replay(&replay(&program, None), "the checkpoint belongs to user 12345, and this is user 0");
        let own = program.work().join("own.jcp"); // as the message says
        fs::copy(&file, &own).expect("copied");
        assert_replays(&program.replay(&own));
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn with_a_key_the_hmac_decides() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").instrument();
        let (right, other) = (key(&program, "right", 32), key(&program, "other", 100));
        let file = program.checkpoint();
        common::succeed(with_key(&mut program.run("capture"), &right));
        let good = fs::read(&file).expect("a checkpoint");
        let bad = |bytes: &[u8], key: &Path, why: &str| {
            fs::write(&file, bytes).expect("written");
            assert_cannot_replay(&replay(&program, Some(key)), why);
        };
        assert_replays(&replay(&program, Some(&right)));
        assert_replays(&replay(&program, None)); // it is the user's own
        bad(&good, &other, "was not made with this key");
        for at in [20, good.len() / 2, good.len() - 45, good.len() - 36, good.len() - 1] {
            let mut changed = good.clone();
            changed[at] ^= 1;
            bad(&changed, &right, "was not made with this key, or was changed");
        }
        let mut without = good[..good.len() - 40].to_vec();
        without[8] = 4; // a file of the version that has none
        bad(&without, &right, "the checkpoint has no HMAC");
        assert_replays(&replay(&program, None));

        fs::write(&file, &good).expect("written");
        set_mode(&file, 0o666);
        assert_cannot_replay(&replay(&program, None), "other users may write the checkpoint");
        assert_replays(&replay(&program, Some(&right)));
        if give_away(&file) {
            assert_replays(&replay(&program, Some(&right)));
        }
    }
}

#[test]
fn a_key_that_others_may_know_is_no_key() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").capture();
        let before = fs::read(program.checkpoint()).expect("a checkpoint");
        let [short, readable] = [key(&program, "short", 31), key(&program, "readable", 32)];
        set_mode(&readable, 0o640);
        let missing = program.folder.path().join("missing");
        let mut cases = vec![
            (short.clone(), "the key has 31 bytes, and needs at least 32"),
            (readable.clone(), "other users may access the key: its permissions are 640"),
            (missing, "the key cannot be read"),
        ];
        let foreign = key(&program, "foreign", 32);
        if give_away(&foreign) {
            cases.push((foreign, "the key belongs to user 12345"));
        }
        for (key, why) in cases {
            assert_cannot_replay(&replay(&program, Some(&key)), why);
            let captured = common::succeed(with_key(&mut program.run("capture"), &key));
            let said = String::from_utf8_lossy(&captured.stderr);
            assert!(said.contains("jcp: refused: ") && said.contains(why), "JDK {}: {said}", jdk.feature);
            assert_eq!(fs::read(program.checkpoint()).expect("a checkpoint"), before, "the older one stays");
        }
        common::succeed(Command::new("chmod").arg("600").arg(&readable)); // as the message says
        common::succeed(with_key(&mut program.run("capture"), &readable));
        assert_replays(&replay(&program, Some(&readable)));
        let mut java = common::java(&jdk); // the property says the same
        java.arg(format!("-Djcp.key.file={}", short.display())).arg("-jar").arg(program.output_jar("replay"));
        let refused = java.current_dir(program.work()).output().expect("java runs");
        assert_cannot_replay(&refused, "the key has 31 bytes");
    }
}

#[test]
fn inspect_tells_of_the_hmac() {
    let program = program(&common::any_jdk(), "Small.java").capture();
    let inspect = |key: Option<&Path>| {
        let mut jcp = common::jcp();
        jcp.arg("inspect").arg(program.checkpoint());
        if let Some(key) = key {
            with_key(&mut jcp, key);
        }
        let output = common::succeed(&mut jcp);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().find_map(|line| line.strip_prefix("hmac ")).expect("a line").trim().to_owned()
    };
    let (right, other) = (key(&program, "right", 32), key(&program, "other", 32));
    assert_eq!(inspect(Some(&right)), "none");
    common::succeed(with_key(&mut program.run("capture"), &right));
    assert_eq!(inspect(Some(&right)), "right");
    assert!(inspect(None).starts_with("not checked"));
    assert!(inspect(Some(&other)).starts_with("WRONG"));
}

/// Neither the question whose a file is nor a key initialises anything that the program may be the first to use; also not in a
/// folder, where nothing has used the file system before.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_key_takes_no_identity_hashes() {
    for (jdk, main) in common::jdks_in_turn().iter().flat_map(|jdk| ["Linked", "Filed"].map(|main| (jdk, main))) {
        let program = program(jdk, &format!("{main}.java")).instrument();
        let key = key(&program, "key", 32);
        let (classes, out) = (program.folder.path().join("classes"), program.folder.path().join("out"));
        let mut jcp = common::jcp();
        jcp.args(["instrument", "--main", main, "--region", &program.region, "--jdk"]).arg(&jdk.home);
        common::succeed(jcp.arg("--classpath").arg(&classes).arg("-o").arg(&out).current_dir(program.work()));
        let run = |launch: &[&std::ffi::OsStr]| {
            let mut java = common::java(jdk);
            with_key(&mut java, &key).args(launch).current_dir(program.work());
            String::from_utf8_lossy(&common::succeed(&mut java).stdout).into_owned()
        };
        let in_jar = |jar: &Path| run(&["-jar".as_ref(), jar.as_os_str()]);
        let in_folder =
            |folders: &[&Path]| run(&["-cp".as_ref(), &std::env::join_paths(folders).expect("paths"), main.as_ref()]);
        let jars =
            [in_jar(&program.jar), in_jar(&program.output_jar("capture")), in_jar(&program.output_jar("replay"))];
        let unpacked = ["capture", "replay"].map(|kind| out.join(format!("{main}-{kind}")));
        let folders =
            [in_folder(&[&classes]), in_folder(&[&unpacked[0], &classes]), in_folder(&[&unpacked[1], &classes])];
        for [original, captured, replayed] in [jars, folders] {
            assert_eq!(captured, original, "JDK {}, {main}: capture", jdk.feature);
            let expected =
                original.split_once("before\n").map(|(_, expected)| expected).expect("the checkpoint's line");
            assert_eq!(replayed, expected, "JDK {}, {main}: replay", jdk.feature);
        }
    }
}

#[test]
fn hashes_are_those_of_the_standards() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Small.java").instrument();
        let classes = program.folder.path().join("check");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/runtime/Sha256Check.java");
        let capture = common::runtime_jar(program.folder.path());
        let exports = ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"];
        let flags = [exports[0], exports[1], "-cp", &capture.display().to_string()];
        common::compile_files(&jdk, &[source], &classes, &flags);
        let path = std::env::join_paths([&capture, &classes]).expect("class path");
        let mut java = common::java(&jdk);
        java.args(exports).arg("-cp").arg(path).arg("jcp.runtime.format.Sha256Check");
        assert_eq!(String::from_utf8_lossy(&common::succeed(&mut java).stdout), "false\n");
    }
}
