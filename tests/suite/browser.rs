//! A real browser for the tests of pages: it opens a file, runs its script, and says what stands in the document then.
//!
//! It is a Chromium on the `PATH` (or in `CHROMIUM`); without one what needs it is skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common;

/// The browser, told as skipped if there is none.
pub fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    let browser = named.into_iter().chain(found).find(|file| file.is_file());
    if browser.is_none() {
        eprintln!("skipped: no chromium on the PATH; scripts/setup.sh names its package");
    }
    browser
}

/// What the browser says when it opens a page, with one more option.
pub fn open(browser: &Path, page: &Path, option: &str) -> Output {
    let profile = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    command.args(["--disable-dev-shm-usage", "--window-size=1200,2600", "--enable-logging=stderr", "--v=0"]);
    command.arg(format!("--user-data-dir={}", profile.path().display())).arg(option);
    common::succeed(command.arg(format!("file://{}", page.display())))
}

/// The document after its script has run; the script must not have failed.
pub fn document(browser: &Path, page: &Path) -> String {
    let output = open(browser, page, "--dump-dom");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("CONSOLE"), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
