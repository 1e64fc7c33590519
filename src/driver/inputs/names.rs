//! The names of a checkpoint's frames: from a plan, or from one of the two jars made by it.
//!
//! A checkpoint tells the id of its plan; the jars carry the plans as the runtime reads them (`META-INF/jcp/plan.txt`, for the
//! second region `plan-2.txt`, and so on), with the methods of the chain, those of other threads, and what each slot is called.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::checkpoint::{Checkpoint, FrameNames, Names, ThreadNames};
use crate::driver::error::DriverError;
use crate::plan::{ChainMethod, MethodName, Plan, ThreadChain};
use crate::rewrite;

/// In so many jars of another name the names are looked for.
const OTHERS: usize = 100;

/// The names that a plan gives, and the chains of other threads; `id` is that of its jars.
pub fn of_plan(plan: &Plan, threads: &[ThreadChain], id: String) -> Names {
    Names { plan: id, frames: of_chain(&plan.chain), threads: threads.iter().map(of_thread).collect() }
}

/// The names of what a state at the region's end has: the frames of the chain to it, none where it has no end, and those of other threads.
pub fn at_end(plan: &Plan, threads: &[ThreadChain]) -> Names {
    Names { plan: String::new(), frames: of_chain(&plan.end), threads: threads.iter().map(of_thread).collect() }
}

/// The names of the frames of a chain.
pub fn of_chain(chain: &[ChainMethod]) -> Vec<FrameNames> {
    let frame = |element: &ChainMethod| FrameNames {
        method: element.method.display(),
        line: element.site.line.into(),
        slots: rewrite::slot_names(&element.site),
        waits: false,
    };
    chain.iter().map(frame).collect()
}

/// The names of a chain of another thread.
pub fn of_thread(thread: &ThreadChain) -> ThreadNames {
    let mut frames = of_chain(&thread.chain);
    frames.last_mut().into_iter().for_each(|frame| frame.waits = true);
    let MethodName { class, name, .. } = &thread.waits_in;
    ThreadNames { waits_in: waits_in(class, name), frames }
}

/// The name of what a thread waits in, which has no class if it is a loop.
fn waits_in(class: &str, name: &str) -> String {
    if class.is_empty() { name.to_owned() } else { format!("{}.{name}", class.replace('/', ".")) }
}

/// The names for a checkpoint: from the jar that is named, which must be of the same plan, else from a jar beside the checkpoint or
/// in the current folder, if one is.
pub fn of_checkpoint(checkpoint: &Checkpoint, jar: Option<&Path>) -> Result<Option<Names>, DriverError> {
    let wanted = &checkpoint.header().plan;
    if let Some(jar) = jar {
        let names = of_jar(jar)?.into_iter().find(|names| names.plan == *wanted);
        return names.map(Some).ok_or_else(|| another_plan(jar, checkpoint.path()));
    }
    let found = beside(checkpoint.path()).into_iter().filter(|jar| jar.is_file());
    Ok(found.filter_map(|jar| of_jar(&jar).ok()).flatten().find(|names| names.plan == *wanted))
}

/// The names for two checkpoints: each jar that is named must belong to one of them.
pub fn of_both(both: [&Checkpoint; 2], jars: &[PathBuf]) -> Result<[Option<Names>; 2], DriverError> {
    let mut named = Vec::new();
    for jar in jars {
        let names = of_jar(jar)?;
        let of = |checkpoint: &&Checkpoint| names.iter().any(|names| names.plan == checkpoint.header().plan);
        if !both.iter().any(of) {
            return Err(another_plan(jar, both[0].path()));
        }
        named.extend(names);
    }
    let mut found = [None, None];
    for (names, checkpoint) in found.iter_mut().zip(both) {
        let given = named.iter().find(|names| names.plan == checkpoint.header().plan);
        *names = given.cloned().map_or_else(|| of_checkpoint(checkpoint, None), |names| Ok(Some(names)))?;
    }
    if both[0].header().plan == both[1].header().plan {
        let either = found[0].clone().or_else(|| found[1].clone());
        found = [either.clone(), either];
    }
    Ok(found)
}

fn another_plan(jar: &Path, checkpoint: &Path) -> DriverError {
    let why = "their plans differ; name the capturing jar that wrote the checkpoint";
    DriverError::Input(format!("{} does not belong to {}: {why}", jar.display(), checkpoint.display()))
}

/// Where the jars of a checkpoint usually are: `NAME.jcp`, `NAME.3.jcp`, and `NAME-2.jcp` come from `NAME-capture.jar`, one that the
/// user has named from some jar of that kind there.
fn beside(checkpoint: &Path) -> Vec<PathBuf> {
    let stem = checkpoint.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let without = |name: &str, mark: char| {
        let numbered = name.rsplit_once(mark).filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
        numbered.map_or_else(|| name.to_owned(), |(name, _)| name.to_owned())
    };
    let of_instance = without(&stem, '.');
    let mut names = vec![stem, without(&of_instance, '-'), of_instance];
    names.dedup();
    let folders = [checkpoint.parent().unwrap_or(Path::new("")), Path::new("")];
    let jars = folders.iter().flat_map(|folder| {
        names.iter().flat_map(move |name| ["capture", "replay"].map(|kind| folder.join(format!("{name}-{kind}.jar"))))
    });
    let mut all: Vec<PathBuf> = jars.collect();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut others: Vec<PathBuf> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                name.ends_with("-capture.jar") || name.ends_with("-replay.jar")
            })
            .collect();
        others.sort();
        all.extend(others.into_iter().take(OTHERS));
    }
    all
}

/// The names that a capturing or replaying jar has, by region.
fn of_jar(jar: &Path) -> Result<Vec<Names>, DriverError> {
    let foreign = |why: &dyn std::fmt::Display| {
        DriverError::Input(format!("{}: {why}; name a jar that jcp instrument wrote", jar.display()))
    };
    let file = std::fs::File::open(jar).map_err(|error| foreign(&error))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|error| foreign(&error))?;
    let mut all = Vec::new();
    loop {
        let number = if all.is_empty() { String::new() } else { format!("-{}", all.len() + 1) };
        let entry = match archive.by_name(&format!("META-INF/jcp/plan{number}.txt")) {
            Err(zip::result::ZipError::FileNotFound) if !all.is_empty() => return Ok(all),
            entry => entry.map_err(|error| foreign(&error))?,
        };
        let mut text = String::new();
        entry.take(1 << 26).read_to_string(&mut text).map_err(|error| foreign(&error))?;
        all.push(parsed(&text));
    }
}

fn parsed(text: &str) -> Names {
    let mut names = Names::default();
    for line in text.lines() {
        let words: Vec<_> = line.split('\t').collect();
        match words[..] {
            ["plan", id] => id.clone_into(&mut names.plan),
            ["chain", _, class, method, _, line, _] => names.frames.push(frame(class, method, line)),
            ["slot", depth, name] => name_slot(&mut names.frames, depth, name),
            ["waits-in", class, method] => {
                names.threads.push(ThreadNames { waits_in: waits_in(class, method), frames: Vec::new() });
            }
            ["waits", _, class, method, _, line, ..] => {
                let last = names.threads.last_mut().into_iter();
                last.for_each(|thread| thread.frames.push(frame(class, method, line)));
            }
            ["waits-slot", depth, name] => {
                let last = names.threads.last_mut().into_iter();
                last.for_each(|thread| name_slot(&mut thread.frames, depth, name));
            }
            _ => {}
        }
    }
    for thread in &mut names.threads {
        thread.frames.last_mut().into_iter().for_each(|frame| frame.waits = true);
    }
    names
}

fn frame(class: &str, method: &str, line: &str) -> FrameNames {
    let method = format!("{}.{method}", class.replace('/', "."));
    FrameNames { method, line: line.parse().unwrap_or(0), slots: Vec::new(), waits: false }
}

/// Gives the next slot of the frame a name.
fn name_slot(frames: &mut [FrameNames], depth: &str, name: &str) {
    let frame = depth.parse().ok().and_then(|depth: usize| frames.get_mut(depth));
    frame.into_iter().for_each(|frame| frame.slots.push(name.to_owned()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_plan_as_the_runtime_reads_it() {
        let text = "jcp\t1\nplan\tf00\nchain\t0\ta/B\tmain\t()V\t12\tstatic\nvariable\t0\t0\tn\tI\nslot\t0\tlocal \"n\"\n\
                    slot\t0\tstack 1\nslot\t7\tnowhere\nthread\t0\tagain\ttake\t0\t-1\t-1\t0\nwaits-in\tq/Queue\ttake\n\
                    waits\t0\ta/C\trun\t()V\t7\t0\t3\nwaits-slot\t0\tstack 0\n";
        let slots = vec!["local \"n\"".to_owned(), "stack 1".to_owned()];
        let frame = FrameNames { method: "a.B.main".to_owned(), line: 12, slots, waits: false };
        let own = FrameNames { method: "a.C.run".to_owned(), line: 7, slots: vec!["stack 0".to_owned()], waits: true };
        let thread = ThreadNames { waits_in: "q.Queue.take".to_owned(), frames: vec![own] };
        assert_eq!(parsed(text), Names { plan: "f00".to_owned(), frames: vec![frame], threads: vec![thread] });
    }

    #[test]
    fn jars_are_looked_for_under_the_name_without_the_number() {
        let beside: Vec<PathBuf> = beside(Path::new("d/app.3.jcp"));
        assert!(
            beside.contains(&PathBuf::from("d/app-capture.jar")) && beside.contains(&PathBuf::from("app.3-replay.jar"))
        );
    }
}
