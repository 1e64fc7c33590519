//! `jcp slice --html`: the page of a slice, as text and in a real browser: which lines are in which slice, and that one can walk
//! from a line to the criterion and back.
//!
//! Of line 15 of `S5` the thin slice has 2, 12 and 15, the full one 9 as well. Without a browser what needs one is skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use regex::Regex;

use crate::browser::{browser, document};
use crate::common;

/// A program in a folder of its own, with its page.
struct Sliced {
    folder: tempfile::TempDir,
    classes: PathBuf,
}

impl Sliced {
    /// Compiles a source.
    fn of(source: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile_files(&common::any_jdk(), &[source.to_owned()], &folder.path().join("c"), &[]);
        Self { folder, classes }
    }

    fn page(&self) -> PathBuf {
        self.folder.path().join("page.html")
    }

    /// `jcp slice` without its page.
    fn command(&self, main: &str, at: &str) -> Command {
        let mut jcp = common::jcp();
        jcp.args(["slice", "--main", main, "--at", at, "--jdk"]).arg(&common::any_jdk().home);
        jcp.arg("--classpath").arg(&self.classes);
        jcp
    }

    /// The text of the page.
    fn text(&self, main: &str, at: &str, options: &[&str]) -> String {
        common::succeed(self.command(main, at).arg("--html").arg(self.page()).args(options));
        std::fs::read_to_string(self.page()).expect("the page")
    }

    /// What stands in the document after a script has run on the page.
    fn after(&self, browser: &Path, script: &str) -> String {
        let text = std::fs::read_to_string(self.page()).expect("the page");
        let page = self.folder.path().join("driven.html");
        std::fs::write(&page, text.replace("</body>", &format!("<script>{script}</script></body>"))).expect("written");
        document(browser, &page)
    }
}

fn java(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/slice").join(name)
}

fn sources() -> String {
    java("").display().to_string()
}

/// The lines of the slice on a page: their distances in the full and, if they are in it, in the thin slice.
fn lines(page: &str) -> BTreeMap<String, (u32, Option<u32>)> {
    let row =
        Regex::new(r#"<details class="in[^"]*" data-name="([^"]*)" data-distance="(\d+)"([^>]*)>"#).expect("regex");
    let thin = Regex::new(r#"data-thin="(\d+)""#).expect("regex");
    let number = |text: &str| text.parse::<u32>().expect("a number");
    row.captures_iter(page)
        .map(|row| (row[1].to_owned(), (number(&row[2]), thin.captures(&row[3]).map(|thin| number(&thin[1])))))
        .collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_page_tells_the_thin_slice_from_the_full_one() {
    let sliced = Sliced::of(&java("S5.java"));
    let page = sliced.text("S5", "15, S5", &["--sources", &sources()]);
    let found = lines(&page);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(names, ["S5:12", "S5:15", "S5:2", "S5:9"]);
    assert_eq!(found["S5:9"].1, None, "line 9 says only which object is meant");
    assert!(["S5:12", "S5:15", "S5:2"].iter().all(|name| found[*name].1.is_some()), "{found:?}");
    assert_eq!(found["S5:15"], (0, Some(0)));
    let criterion = Regex::new(r#"<details class="in thin criterion" data-name="S5:15""#).expect("regex");
    assert_eq!((criterion.find_iter(&page).count(), page.matches(">criterion<").count()), (1, 1), "{page}");
    // lines that are not in the slice are there, grey
    let grey = Regex::new(r#"(?s)<pre class="grey">(.*?)</pre>"#).expect("regex");
    let grey: String = grey.captures_iter(&page).map(|pre| pre[1].to_owned()).collect();
    assert!(grey.contains("o.f = C;") && grey.contains("p.f = B;") && !grey.contains("o.f = A;"), "{grey}");
    assert!(page.contains("line 15 in S5.main") && page.contains("4 of 13"), "{page}");
    assert_eq!(page, sliced.text("S5", "15, S5", &["--source", &sources()]), "the page is the same on every run");
}

#[test]
fn without_sources_the_page_has_numbers_of_lines() {
    let sliced = Sliced::of(&java("S5.java"));
    let page = sliced.text("S5", "15, S5", &[]);
    assert_eq!(lines(&page).len(), 4);
    assert!(page.contains("not in the slice: 3 4 7 ") && page.contains("not in the slice: 13 14 "), "{page}");
    assert!(page.contains("--sources would show its source") && !page.contains("o.f = A"), "{page}");
    // a thin slice alone leaves nothing to choose
    let thin = sliced.text("S5", "15, S5", &["--thin"]);
    assert!(lines(&thin).len() == 3 && !thin.contains("id=\"view-thin\""), "{thin}");
}

#[test]
fn the_thin_flag_is_there_only_for_a_page() {
    let sliced = Sliced::of(&java("S5.java"));
    let json = |more: &[&str]| -> serde_json::Value {
        let output = common::succeed(sliced.command("S5", "15, S5").arg("--json").args(more));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let page = sliced.page().display().to_string();
    let answer = json(&["--html", &page]);
    let thin =
        answer["lines"].as_array().expect("lines").iter().map(|line| (line["line"].clone(), line["thin"].clone()));
    let thin: BTreeMap<String, bool> = thin.map(|(line, thin)| (line.to_string(), thin == true)).collect();
    let expected = [("2", true), ("9", false), ("12", true), ("15", true)];
    assert_eq!(thin, expected.map(|(line, thin)| (line.to_owned(), thin)).into());
    assert_eq!(answer["page"], page);
    let plain = json(&[]);
    assert!(plain["lines"][0].get("thin").is_none() && plain.get("page").is_none(), "{plain}");
}

/// The source ends the script's element, and a class's name has an ampersand.
#[test]
fn what_comes_from_outside_is_escaped_and_nothing_is_fetched() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("Odd.java");
    let code = "class Odd {\n    static String text = \"</script><script>throw 'not escaped'\" + \"&amp;<!--\";\n    public static void main(String[] args) {\n        String s = text; // </pre></code><b>\n        s.length();\n    }\n}\n";
    std::fs::write(&source, code).expect("written");
    let sliced = Sliced::of(&source);
    let page = sliced.text("Odd", "5, Odd", &["--sources", &folder.path().display().to_string()]);
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;throw 'not escaped'"), "{page}");
    assert!(page.contains("&amp;amp;&lt;!--") && page.contains("// &lt;/pre&gt;&lt;/code&gt;&lt;b&gt;"), "{page}");
    assert_eq!((page.matches("<script>").count(), page.matches("</script>").count()), (1, 1));
    let fetching = Regex::new(r#"(?i)\b(src|href)\s*=\s*"[^#]|url\(|@import|https?://"#).expect("regex");
    assert!(!fetching.is_match(&page), "{:?}", fetching.find(&page));
    let Some(browser) = browser() else { return };
    let document = document(&browser, &sliced.page());
    assert!(document.contains(&format!("data-ready=\"{}\"", lines(&page).len())), "{document}");
}

#[test]
fn one_can_walk_from_a_line_to_the_criterion_and_back() {
    let Some(browser) = browser() else { return };
    let sliced = Sliced::of(&java("S5.java"));
    sliced.text("S5", "15, S5", &["--sources", &sources()]);
    let script = "
        const told = document.body.dataset;
        const row = (name) => document.querySelector(`[data-name='${name}']`);
        const at = () => document.activeElement.parentElement;
        const way = () => Array.from(document.querySelectorAll('#way a')).map((link) => link.textContent).join(' ');
        row('S5:2').querySelector('summary').click();
        told.open = row('S5:2').open;
        told.reason = row('S5:2').querySelector('.why p').textContent;
        told.way = way();
        row('S5:2').querySelector('a.next').click();
        told.second = at().dataset.name;
        at().querySelector('a.next').click();
        told.third = at().dataset.name;
        told.end = at().querySelector('.why').textContent.includes('This is the criterion');
        const brought = Array.from(at().querySelectorAll('a.brought')).filter((link) => link.checkVisibility());
        told.brought = brought.map((link) => link.textContent).join(' ');
        brought[0].click();
        told.back = at().dataset.name;
        told.hash = location.hash === '#' + document.activeElement.id;";
    let page = sliced.after(&browser, script);
    for (name, value) in [
        ("open", "true"),
        ("reason", "heap S5:12 reads what it writes"),
        ("way", "S5:2 S5:12 S5:15"),
        ("second", "S5:12"),
        ("third", "S5:15"),
        ("end", "true"),
        ("brought", "S5:12"),
        ("back", "S5:12"),
        ("hash", "true"),
    ] {
        assert!(page.contains(&format!("data-{name}=\"{value}\"")), "{name}: {page}");
    }
}

#[test]
fn lines_are_filtered_by_slice_distance_and_words() {
    let Some(browser) = browser() else { return };
    let sliced = Sliced::of(&java("S5.java"));
    sliced.text("S5", "15, S5", &["--sources", &sources()]);
    let script = "
        const told = document.body.dataset;
        const get = (id) => document.getElementById(id);
        const row = (name) => document.querySelector(`[data-name='${name}']`);
        const input = (element) => element.dispatchEvent(new Event('input', { bubbles: true }));
        const color = (name) => getComputedStyle(row(name).querySelector('code')).color;
        const grey = getComputedStyle(document.querySelector('.grey')).color;
        told.thin = `${get('shown').textContent}, ${color('S5:9') === grey}, ${color('S5:12') === grey}`;
        get('view-full').click();
        told.full = `${get('shown').textContent}, ${color('S5:9') === grey}`;
        get('distance').value = '1';
        input(get('distance'));
        told.near = `${get('shown').textContent}, ${get('distance-told').textContent}, ${color('S5:2') === grey}`;
        get('words').value = 'NEW s5';
        input(get('words'));
        told.found = `${get('shown').textContent}, ${row('S5:9').checkVisibility()}, ${row('S5:12').checkVisibility()}`;
        row('S5:9').querySelector('a.next').click();
        told.cleared = `${get('words').value}, ${row('S5:15').checkVisibility()}`;
        get('only').click();
        told.only = document.querySelector('.grey').checkVisibility();";
    let page = sliced.after(&browser, script);
    for (name, value) in [
        ("thin", "3 lines shown, true, false"),
        ("full", "4 lines shown, false"),
        ("near", "3 lines shown, 1, true"),
        ("found", "1 line shown, true, false"),
        ("cleared", ", true"),
        ("only", "false"),
    ] {
        assert!(page.contains(&format!("data-{name}=\"{value}\"")), "{name}: {page}");
    }
}

/// Classes of one file stand together, in the order of the source.
#[test]
fn nested_classes_stand_where_their_source_does() {
    let sliced = Sliced::of(&java("S9.java"));
    let page = sliced.text("S9", "10, S9$T", &["--sources", &sources()]);
    assert_eq!(page.matches("<section class=\"file\"").count(), 1);
    let names = Regex::new(r#"data-name="([^"]*)""#).expect("regex");
    let names: Vec<&str> = names.captures_iter(&page).map(|name| name.get(1).expect("a name").as_str()).collect();
    let place = |wanted: &str| names.iter().position(|name| *name == wanted);
    assert!(place("S9$T:10").is_some() && place("S9:4") < place("S9$T:10"), "{names:?}");
    assert!(place("S9$T:11") < place("S9:15") && page.contains("S9, S9$T; "), "{names:?}");
    // without the source each class stands alone, the criterion's first
    let page = sliced.text("S9", "10, S9$T", &[]);
    let files = Regex::new(r#"<section class="file"[^>]*aria-label="([^"]*)""#).expect("regex");
    let files: Vec<&str> = files.captures_iter(&page).map(|file| file.get(1).expect("a name").as_str()).collect();
    assert_eq!(files, ["S9$T", "S9"]);
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    let sliced = Sliced::of(&java("S5.java"));
    let class = sliced.classes.join("S5.class").display().to_string();
    for (more, status, wanted) in [
        (&["--html", "nowhere/page.html"][..], 5, "cannot write nowhere/page.html: its folder does not exist"),
        (&["--html", "page.html", "--sources", "nowhere"], 4, "nowhere"),
        (&["--sources", "."], 2, "--html"),
        (&["--html", &class], 2, "would be overwritten"),
    ] {
        let output = sliced.command("S5", "15, S5").args(more).current_dir(sliced.folder.path()).output().expect("jcp");
        let said = said(&output);
        assert!(output.status.code() == Some(status) && said.contains(wanted), "{more:?}: {said}");
    }
}
