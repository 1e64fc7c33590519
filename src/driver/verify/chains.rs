//! What a `*` stands for where the program's calls leave it open: found by a run of its own, before anything is captured.
//!
//! Steps: read the program, find the points of the regions whose `*` are open; write a jar in which their places note the stack
//! ([`crate::rewrite::noting_class`]); run it as the other runs are; take for each point the first stack that fits
//! ([`crate::region::Finder::filled`]). From there on all is as if the user had written the chain, and the verification says whether it was right.
//!
//! Left out: patterns without `*`, which are not read here; arrivals in classes that a loader of the program defines from other bytes.

use super::session::run_in_copy;
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::outputs::jars;
use crate::driver::outputs::parts::Parts;
use crate::driver::progress::Progress;
use crate::driver::runs::launch::Launch;
use crate::driver::runs::run::RunOptions;
use crate::driver::runs::scratch::Scratch;
use crate::plan::Plans;
use crate::region::pattern::{Element, PointPattern};
use crate::region::{self, Finder, OpenPoint, Pattern, SeenFrame, SeenStack};

/// A region that is open: its number among all, its text, and the point.
struct Open {
    region: usize,
    text: String,
    point: OpenPoint,
}

/// Writes the chains that a run shows into the options' regions, in place of each open `*`. Tells which were found.
pub(super) fn fill(
    wanted: &mut InstrumentOptions,
    runs: &RunOptions,
    scratch: &Scratch,
    progress: &dyn Progress,
) -> Result<Vec<String>, DriverError> {
    let Some(mut patterns) = patterns(wanted) else { return Ok(Vec::new()) };
    let loaded = Loaded::of(wanted, progress, |_, _| Ok(()))?;
    let finder = Finder::new(&loaded.program, &loaded.application.main);
    let mut open = Vec::new();
    for (region, pattern) in patterns.iter().enumerate() {
        let text = wanted.regions.get(region).cloned().unwrap_or_else(|| pattern.to_string());
        let points = finder.open_points(pattern).into_iter();
        open.extend(points.map(|point| Open { region, text: text.clone(), point }));
    }
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let stacks = stacks(&loaded, &open, (runs, scratch, progress))?;
    for (number, open) in open.iter().enumerate() {
        let here: Vec<SeenStack> =
            stacks.iter().filter(|(at, _)| *at == number).map(|(_, stack)| stack.clone()).collect();
        let pattern = &patterns[open.region];
        let filled = finder.filled(pattern, &open.point, &here).ok_or_else(|| unfit(open, &here))?;
        patterns[open.region] = filled;
    }
    let mut found = Vec::new();
    for (number, pattern) in patterns.iter_mut().enumerate() {
        if open.iter().any(|open| open.region == number) {
            let text = pattern.to_string();
            let region = finder.resolve(pattern).map_err(|error| DriverError::Input(error.render(&text)))?;
            let whole = region.describe(&loaded.program);
            found.push(format!("a run found what `*` stands for: {whole}"));
            *pattern = region::parse(&whole).map_err(|error| DriverError::Internal(error.render(&whole)))?;
        }
    }
    wanted.regions = patterns.iter().map(ToString::to_string).collect();
    wanted.region_files.clear();
    Ok(found)
}

/// The patterns that the options name, if one has a `*` and all can be read; what cannot is an error elsewhere.
fn patterns(wanted: &InstrumentOptions) -> Option<Vec<Pattern>> {
    let mut patterns: Vec<Pattern> =
        wanted.regions.iter().map(|text| region::parse(text).ok()).collect::<Option<_>>()?;
    for file in &wanted.region_files {
        let content = std::fs::read_to_string(file).ok()?;
        patterns.extend(region::parse_file("", &content).ok()?.into_iter().map(|region| region.pattern));
    }
    let starred = |point: &PointPattern| point.chain.iter().any(|element| element.value == Element::Any);
    let any = |pattern: &Pattern| starred(&pattern.start.value) || pattern.end.iter().any(|end| starred(&end.value));
    patterns.iter().any(any).then_some(patterns)
}

/// No stack fits: why the region is open, and where the run came to its place.
fn unfit(open: &Open, stacks: &[SeenStack]) -> DriverError {
    let mut threads: Vec<&str> = stacks.iter().map(|stack| stack.thread.as_str()).collect();
    threads.dedup();
    threads.truncate(5);
    let seen = match threads.as_slice() {
        [] => "a run of the program did not come to the place".to_owned(),
        _ => format!(
            "a run of the program came to the place on these threads, but by no calls that fit the chain: {}",
            threads.join(", ")
        ),
    };
    DriverError::Input(open.point.error.clone().note(seen).render(&open.text))
}

/// Runs the program with places that note their stacks; each with the number of its place.
fn stacks(
    loaded: &Loaded,
    open: &[Open],
    (runs, scratch, progress): (&RunOptions, &Scratch, &dyn Progress),
) -> Result<Vec<(usize, SeenStack)>, DriverError> {
    let Loaded { application, jdk, entries, program } = loaded;
    let plans = Plans::default();
    let parts = Parts { plans: &plans, program, entries, application, runtime: &Vec::new(), premises: None };
    let places: Vec<_> = open.iter().map(|open| open.point.point).collect();
    let jar = jars::write_noting(&parts, &places, &scratch.folder("jars-chain")?)?;
    let launch = Launch::instrumented(&jdk.java(), application, &jar);
    let file = scratch.path("stacks.txt");
    let property = format!("-Djcp.stacks={}", file.display());
    run_in_copy("chain", &launch, &[property], (runs, scratch, progress))?;
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(), // the run came to no place
        Err(error) => return Err(DriverError::io("cannot read", &file)(error)),
    };
    parse(&text).ok_or_else(|| DriverError::Internal(format!("{}: no list of stacks", file.display())))
}

fn parse(text: &str) -> Option<Vec<(usize, SeenStack)>> {
    let mut stacks: Vec<(usize, SeenStack)> = Vec::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        match parts.as_slice() {
            ["stack", place, thread] => {
                stacks.push((place.parse().ok()?, SeenStack { thread: (*thread).to_owned(), frames: Vec::new() }));
            }
            [class, name, descriptor, offset, line] => {
                let line: i32 = line.parse().ok()?;
                let offset: i32 = offset.parse().ok()?;
                stacks.last_mut()?.1.frames.push(SeenFrame {
                    class: class.replace('.', "/"),
                    name: (*name).to_owned(),
                    descriptor: (*descriptor).to_owned(),
                    offset: u32::try_from(offset).unwrap_or(0), // a native frame has none
                    line: u16::try_from(line).ok().filter(|line| *line > 0),
                });
            }
            _ => return None,
        }
    }
    Some(stacks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_stacks_and_misses_a_part() {
        let text = "stack\t1\tmain\np.A$1\tm\t()V\t7\t12\njava.lang.Thread\trun\t()V\t-2\t-1\n";
        let stacks = parse(text).expect("stacks");
        let [(place, stack)] = stacks.as_slice() else { panic!("{stacks:?}") };
        assert_eq!((*place, stack.thread.as_str()), (1, "main"));
        let [first, second] = stack.frames.as_slice() else { panic!("{stack:?}") };
        assert_eq!((first.class.as_str(), first.offset, first.line), ("p/A$1", 7, Some(12)));
        assert_eq!((second.offset, second.line), (0, None));
        assert_eq!(parse("p.A\tm\t()V\t7\n"), None);
    }
}
