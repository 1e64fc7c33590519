//! `jcp report`: the page of a region, looked at in a real browser: what stands in the document after its script has run.
//!
//! The program is `Owned`. Without a browser what needs one is skipped.

use regex::Regex;
use std::path::{Path, PathBuf};

use crate::browser::{browser, document, open};
use crate::runtime_support::Program;

use crate::common;
use crate::runtime_support;

fn report(program: &Program, more: &[&str]) -> PathBuf {
    let page = program.folder.path().join("report.html");
    let mut jcp = common::jcp();
    jcp.arg("report").arg(&program.jar).args(["--region", &program.region]).arg("--jdk").arg(&program.jdk.home);
    common::succeed(jcp.args(more).arg("-o").arg(&page));
    page
}

fn sources() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/runtime").display().to_string()
}

/// Texts of the rows of code of a class, without markup.
fn rows(page: &str, class: &str) -> Vec<String> {
    let row = Regex::new(&format!(r#"(?s)<div class="{class}"[^>]*>(.*?)</div>"#)).expect("regex");
    let tag = Regex::new("<[^>]*>").expect("regex");
    row.captures_iter(page).map(|row| tag.replace_all(&row[1], "").into_owned()).collect()
}

fn has(rows: &[String], text: &str) -> bool {
    rows.iter().any(|row| row.contains(text))
}

#[test]
fn the_page_shows_chain_source_checkpoint_and_statics() {
    let Some(browser) = browser() else { return };
    let tile = Regex::new(r#"<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)">"#).expect("regex");
    for jdk in common::jdks_in_turn() {
        let program = runtime_support::program(&jdk, "Owned.java").capture();
        let file = program.checkpoint().display().to_string();
        let page = document(&browser, &report(&program, &["--checkpoint", &file, "--sources", &sources()]));
        for part in ["<b>Owned.main</b> to line", "<b>Owned.after</b> to line", "skipped", "runs from line"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let skipped = rows(&page, "row skipped");
        assert!(has(&skipped, "tables.put(") && has(&skipped, "long[] both"), "{skipped:?}");
        let (call, here) = (rows(&page, "row runs here"), rows(&page, "row runs"));
        assert!(has(&call, "after(names);calls Owned.after") && has(&call, "// herecheckpoint"), "{call:?}");
        assert!(has(&here, "length++;"), "{here:?}");
        let decides = rows(&page, "row skipped decides");
        assert_eq!(decides.len(), 1, "{decides:?}");
        assert!(has(&decides, "if (names.size() == 2) {decides: predicate"), "{decides:?}");
        assert!(has(&rows(&page, "row apart"), "println(\"never\")"), "{page}");

        let tiles: Vec<(f64, f64)> = tile
            .captures_iter(&page)
            .map(|tile| (tile[1].parse().expect("a width"), tile[2].parse().expect("a height")))
            .collect();
        assert!(tiles.len() >= 4 && tiles.iter().all(|(width, height)| *width > 0.0 && *height > 0.0), "{tiles:?}");
        assert!(page.contains(&format!("data-ready=\"{}\"", tiles.len())), "the script has run");
        let biggest = tiles.iter().map(|(width, height)| width * height).fold(0.0, f64::max) / (1000.0 * 520.0);
        assert!((0.6..0.7).contains(&biggest), "the list has two thirds: {biggest}");
        for text in [
            "static Owned.first (Owned$Node)",
            "local \"names\"",
            "Owned.tables",
            "modified before the checkpoint; ",
            r#"static Owned.tables["k7"] (int[])"#,
        ] {
            let escaped = text.replace('"', "&quot;");
            assert!(page.contains(text) || page.contains(&escaped), "{text}: {page}");
            assert!(!page.contains("NaN"), "{page}");
        }
    }
}

#[test]
fn what_comes_from_outside_is_escaped_and_nothing_is_fetched() {
    let program = runtime_support::program(&common::any_jdk(), "Owned.java").capture();
    let file = program.checkpoint().display().to_string();
    let page = report(&program, &["--checkpoint", &file, "--sources", &sources()]);
    let text = std::fs::read_to_string(page).expect("the page");
    assert!(text.contains("&lt;script&gt;throw 'not escaped'"), "{text}");
    assert_eq!(text.matches("<script>").count(), 1);
    assert!(text.contains("List&lt;Object&gt; names"), "{text}");
    let fetching = Regex::new(r#"(?i)\b(src|href)\s*=\s*"[^#]|url\(|@import|https?://"#).expect("regex");
    assert!(!fetching.is_match(&text), "{:?}", fetching.find(&text));
}

#[test]
fn the_map_can_be_walked_by_keys() {
    let Some(browser) = browser() else { return };
    let program = runtime_support::program(&common::any_jdk(), "Owned.java").capture();
    let page = report(&program, &["--checkpoint", &program.checkpoint().display().to_string()]);
    let text = std::fs::read_to_string(&page).expect("the page");
    let keys = "<script>
        document.querySelector('.tile').focus();
        const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        press('ArrowRight');
        document.body.dataset.told = document.getElementById('tile').textContent;
        document.body.dataset.chosen = document.querySelectorAll('.tile.chosen, .tile[tabindex=\"0\"]').length;
        press('ArrowLeft');
        document.body.dataset.back = document.getElementById('tile').textContent;
        </script></body>";
    std::fs::write(&page, text.replace("</body>", keys)).expect("written");
    let page = document(&browser, &page);
    assert!(page.contains(r#"data-told="static Owned.tables (java.util.HashMap)"#), "{page}");
    assert!(
        page.contains(r#"data-chosen="1""#) && page.contains(r#"data-back="static Owned.first (Owned$Node)"#),
        "{page}"
    );
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn without_checkpoint_and_sources_the_page_shows_bytecode() {
    let Some(browser) = browser() else { return };
    let program = runtime_support::program(&common::any_jdk(), "Owned.java");
    let page = report(&program, &[]);
    let text = document(&browser, &page);
    assert!(has(&rows(&text, "row skipped"), "newarray"), "{text}");
    assert!(has(&rows(&text, "row runs here"), "invokestatic Owned.aftercalls Owned.after"), "{text}");
    assert!(text.contains("No checkpoint was given") && text.contains("Owned.tables"), "{text}");
    let picture = program.folder.path().join("page.png");
    open(&browser, &page, &format!("--screenshot={}", picture.display()));
    assert!(std::fs::metadata(&picture).is_ok_and(|file| file.len() > 10_000), "a picture of the page");
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_checkpoint_of_another_plan_is_said_to_be_one() {
    let jdk = common::any_jdk();
    let program = runtime_support::program(&jdk, "Owned.java");
    let other = runtime_support::program(&jdk, "Varied.java").capture();
    let page = report(&program, &["--checkpoint", &other.checkpoint().display().to_string()]);
    let text = std::fs::read_to_string(page).expect("the page");
    assert!(text.contains("the checkpoint belongs to another plan") && text.contains("frame 1 slot"), "{text}");
}

#[test]
fn the_page_must_be_named_and_inputs_be_there() {
    let program = runtime_support::program(&common::any_jdk(), "Owned.java");
    for (more, status) in [(vec![], 2), (vec!["-o", "page.html", "--sources", "nowhere"], 4)] {
        let mut jcp = common::jcp();
        jcp.arg("report").arg(&program.jar).args(["--region", &program.region]).args(more);
        let output = jcp.current_dir(program.folder.path()).output().expect("jcp runs");
        assert_eq!(output.status.code(), Some(status), "{output:?}");
    }
    let mut jcp = common::jcp();
    jcp.arg("report").arg(&program.jar).args(["--region", &program.region, "-o", "nowhere/page.html"]);
    let output = jcp.current_dir(program.folder.path()).output().expect("jcp runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(5) && said.ends_with("its folder does not exist\n"), "{said}");
}

/// The command that the page gives for a line slices from the checkpoint, as a shell runs it.
#[test]
fn the_page_has_a_command_that_slices_from_the_checkpoint() {
    let jdk = common::any_jdk();
    let program = runtime_support::program(&jdk, "Owned.java");
    let page = std::fs::read_to_string(report(&program, &[])).expect("a page");
    let command = Regex::new("<code>jcp (slice [^<]*LINE, Owned.after[^<]*)</code>").expect("regex");
    let command = &command.captures(&page).expect("a command")[1];
    let command = command.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let jcp = common::jcp();
    let script = format!("\"$0\" {} --jdk \"$1\"", command.replace("LINE,", "45,"));
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script]).arg(jcp.get_program()).arg(&jdk.home);
    shell.envs(jcp.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let said = String::from_utf8(common::succeed(&mut shell).stdout).expect("text");
    assert!(said.contains("local names of Owned.after") && said.contains("static Owned.tables"), "{said}");
}
