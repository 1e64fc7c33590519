//! A search in parts, for several processes or machines: files with subtrees, files with answers, and these joined.
//!
//! The parts are divided when the places that threads share are known, as far as a short search finds them: with another such place the steps of a prefix would be others.
//! A part that finds one says so in its answer, and the search is to be divided again.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::exploring::{Exploring, of_machine, of_search};
use super::known::{Known, News};
use super::report::ExploreReport;
use crate::driver::error::DriverError;
use crate::explore::report::{Bounds, Ending, Report};
use crate::explore::split::{Subtree, subtrees};

/// How many runs look for shared places before a search is divided.
const FIRST_RUNS: u64 = 200;
const PART: &str = "part-";
const ANSWER: &str = ".answer.json";

/// A part of a search.
#[derive(Debug, Serialize, Deserialize)]
struct Part {
    known: Known,
    subtrees: Vec<Subtree>,
}

/// What a part found.
#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    report: Report,
    news: Known,
    seconds: f64,
}

/// Divides the search into the files of a folder.
pub(super) fn split(exploring: &Exploring, count: usize, folder: &Path) -> Result<ExploreReport, DriverError> {
    let start = Instant::now();
    std::fs::create_dir_all(folder).map_err(DriverError::io("cannot make", folder))?;
    let bounds = Bounds { runs: Some(FIRST_RUNS), ..exploring.options.bounds };
    let (first, known, mut jvm) = exploring.search(&Subtree::default(), Known::default(), bounds)?;
    if first.failure.is_some() {
        return exploring.report(&mut jvm, &first, &known, start.elapsed().as_secs_f64());
    }
    let asked = exploring.asked(exploring.options.bounds);
    let (found, report) = subtrees(&mut jvm, asked, count).map_err(|error| of_search(&error))?;
    let mut parts: Vec<Vec<Subtree>> = vec![Vec::new(); count.min(found.len())];
    for (at, subtree) in found.into_iter().enumerate() {
        let count = parts.len();
        parts[at % count].push(subtree);
    }
    for (at, subtrees) in parts.into_iter().enumerate() {
        let file = folder.join(format!("{PART}{}.json", at + 1));
        write(&file, &Part { known: known.clone(), subtrees })?;
    }
    let mut told = exploring.report(&mut jvm, &report, &known, start.elapsed().as_secs_f64())?;
    told.result = "divided";
    Ok(told)
}

/// Explores a part, and writes the answer beside its file.
pub(super) fn work(exploring: &Exploring, file: &Path) -> Result<ExploreReport, DriverError> {
    let start = Instant::now();
    let part: Part = read(file)?;
    let (mut report, mut found) = (Report::default(), Known::default());
    let mut jvm = exploring.start(&part.known)?;
    'parts: for subtree in &part.subtrees {
        loop {
            match exploring.search_once(&mut jvm, subtree, &part.known, (exploring.options.bounds, start))? {
                Ok(more) => {
                    report.merge(more);
                    break;
                }
                // the process knows them now
                Err(News::Classes(classes)) if classes.is_empty() => {
                    jvm.again(&part.known.places).map_err(|error| of_machine(&error))?;
                }
                Err(news) => {
                    found = news.known();
                    report.ending = Ending::Interrupted;
                    break 'parts;
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    write(&answer_of(file), &Answer { report: report.clone(), news: found, seconds })?;
    exploring.report(&mut jvm, &report, &part.known, seconds)
}

/// Joins the answers to all parts of a folder.
pub(super) fn merge(exploring: &Exploring, folder: &Path) -> Result<ExploreReport, DriverError> {
    let mut report = Report::default();
    let (mut known, mut found) = (Known::default(), Known::default());
    let mut seconds = 0.0;
    for file in parts(folder)? {
        let part: Part = read(&file)?;
        let answer: Answer = read(&answer_of(&file))?;
        known.extend(part.known);
        found.extend(answer.news);
        report.merge(answer.report);
        seconds += answer.seconds;
    }
    if !found.is_empty() {
        let why = "a part found memory that threads share, or classes behind the checkpoint, that were not known when the search was divided";
        return Err(DriverError::refused(format!("{why}: explore in one process instead")));
    }
    let mut jvm = exploring.start(&known)?;
    exploring.report(&mut jvm, &report, &known, seconds)
}

fn answer_of(file: &Path) -> PathBuf {
    file.with_extension("").with_extension(ANSWER.trim_start_matches('.'))
}

/// The files with parts, in their order.
fn parts(folder: &Path) -> Result<Vec<PathBuf>, DriverError> {
    let entries = std::fs::read_dir(folder).map_err(DriverError::input("cannot read", folder))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(PART) && !name.ends_with(ANSWER)
    });
    files.sort();
    if files.is_empty() {
        return Err(DriverError::Input(format!(
            "{}: no parts of a search are there; make them with --split",
            folder.display()
        )));
    }
    Ok(files)
}

fn read<T: serde::de::DeserializeOwned>(file: &Path) -> Result<T, DriverError> {
    let text = std::fs::read(file).map_err(DriverError::input("cannot read", file))?;
    serde_json::from_slice(&text)
        .map_err(|error| DriverError::Input(format!("{}: no part of a search: {error}", file.display())))
}

fn write<T: Serialize>(file: &Path, value: &T) -> Result<(), DriverError> {
    let text = serde_json::to_vec(value).map_err(|error| DriverError::Internal(error.to_string()))?;
    std::fs::write(file, text).map_err(DriverError::io("cannot write", file))
}
