//! The threads that go on in the replay: what a checkpoint has of each besides its frames, and what people call them.
//!
//! Two places tell of them: the section *stacks* (all threads, main first), and for those besides main, in the same order, the
//! environment's entry [`WAITING`]. Their frames are among the roots ([`super::content::Roots`]), in that order too.
//!
//! Invariant: a checkpoint that has the entry has one row of it for each thread besides main. The state at an end has no such entry.

use std::collections::BTreeMap;

use super::content::{Environment, Header};
use super::error::Fault;
use super::format::Cursor;
use super::heap::quoted;

/// The entry of the environment, and how many words it has of each thread: `runtime-java`, `WaitingThreads`.
pub(super) const WAITING: &str = "waiting threads";
const WORDS: usize = 6;

/// The entry that a state at an end has of threads besides main, in the order of their stacks: of each the number of its object, its name, where it
/// stands, and the number of the chain whose frames are known, or -1. `runtime-java`, `SeenThreads`.
pub(super) const SEEN: &str = "threads at the end";
pub(super) const SEEN_WORDS: usize = 4;

/// The threads besides main of a state at an end, by what they are called, with the places where they stand.
pub fn seen(environment: &[(String, Vec<Option<String>>)]) -> BTreeMap<String, String> {
    let texts = texts_of(environment);
    let mut found = BTreeMap::new();
    for row in texts.chunks_exact(SEEN_WORDS) {
        let label = format!("thread {}", quoted(row[1]));
        let (mut free, mut time) = (label.clone(), 1);
        while found.contains_key(&free) {
            time += 1;
            free = format!("{label} ({time})");
        }
        found.insert(free, row[2].to_owned());
    }
    found
}

/// The words of the entry.
fn texts_of(environment: &[(String, Vec<Option<String>>)]) -> Vec<&str> {
    let entry = environment.iter().find(|(name, _)| name == SEEN);
    entry.map(|(_, texts)| texts.iter().flatten().map(String::as_str).collect()).unwrap_or_default()
}

/// A thread that goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Its name.
    pub name: String,
    /// Its priority.
    pub priority: u32,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// The number of its chain in the plan; none for the main thread, and for one whose frames are not known.
    pub chain: Option<usize>,
    /// Where it waits; none for the main thread.
    pub waits: Option<Waits>,
    /// The state of its generator of identity hashes.
    pub(super) generator: Vec<Option<String>>,
    /// That of its `ThreadLocalRandom`.
    seeds: Vec<Option<String>>,
    /// Its thread-locals and their values, by the numbers of objects.
    pub(super) locals: Vec<(u32, u32)>,
}

/// Where a thread besides main waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits {
    /// The number of the thread's object.
    pub object: u32,
    /// The number of its chain in the plan.
    pub chain: usize,
    /// How it goes on.
    pub goes_on: GoesOn,
    /// How often it holds the lock that its call gives back while it waits.
    pub holds: u32,
    /// Of a worker of a pool: the number of the task that it runs; else 0.
    pub task: u32,
    /// Of a virtual thread: the number of the executor whose thread it is; else 0.
    pub executor: u32,
}

/// How a thread goes on in the replay: the runtime's `GoesOn`, whose constants have this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoesOn {
    /// Its call is made again.
    Again,
    /// It was held before its call, which is made, or in a loop.
    Before,
    /// It was held behind its call.
    Behind,
    /// It was signalled, and waits for the lock.
    Signalled,
    /// It was notified, and waits for the monitor.
    Notified,
    /// It is about to enter a monitor.
    Enters,
}

impl GoesOn {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 6] = [Self::Again, Self::Before, Self::Behind, Self::Signalled, Self::Notified, Self::Enters];

    /// Its word: the runtime's name in small letters.
    pub fn word(self) -> &'static str {
        match self {
            Self::Again => "again",
            Self::Before => "before",
            Self::Behind => "behind",
            Self::Signalled => "signalled",
            Self::Notified => "notified",
            Self::Enters => "enters",
        }
    }

    /// What the replay does with the thread.
    pub fn told(self) -> &'static str {
        match self {
            Self::Again => "the call is made again",
            Self::Before => "goes on from where it was held",
            Self::Behind => "goes on behind the call",
            Self::Signalled => "was signalled: takes the lock and goes on behind the call",
            Self::Notified => "was notified: enters the monitor and goes on behind the call",
            Self::Enters => "enters the monitor",
        }
    }
}

/// What a thread's `ThreadLocalRandom` has.
const SEEDS: [&str; 3] = ["random seed", "random probe", "secondary random seed"];

/// Reads the section *stacks* and the entry of the environment.
pub(super) fn threads(mut source: Cursor, header: &Header, environment: &Environment) -> Result<Vec<Thread>, Fault> {
    let limit = u64::from(header.objects) + 1;
    let mut threads = Vec::new();
    for _ in 0..source.count()? {
        let (name, priority, interrupted) = (source.text()?, source.varint()?, source.u1()? != 0);
        let (generator, seeds) = (source.texts()?, source.texts()?);
        threads.push(Thread {
            name,
            priority,
            interrupted,
            chain: None,
            waits: None,
            generator,
            seeds,
            locals: Vec::new(),
        });
    }
    for thread in &mut threads {
        for _ in 0..source.count()? {
            thread.locals.push((source.below(limit, "object")?, source.below(limit, "object")?));
        }
    }
    source.end()?;
    for (thread, row) in threads.iter_mut().skip(1).zip(texts_of(environment).chunks_exact(SEEN_WORDS)) {
        thread.chain = row[SEEN_WORDS - 1].parse().ok();
    }
    let Some((_, words)) = environment.iter().find(|(name, _)| name == WAITING) else { return Ok(threads) };
    let fault = |problem: &str| Fault::new(format!("section environment, entry {WAITING}"), problem);
    if threads.is_empty() || words.len() != (threads.len() - 1) * WORDS {
        return Err(fault("it does not have a row for each thread besides main"));
    }
    for (thread, words) in threads.iter_mut().skip(1).zip(words.chunks_exact(WORDS)) {
        let waits = waits(words, header.objects).ok_or_else(|| fault("a word is not a number that it may be"))?;
        thread.chain = Some(waits.chain);
        thread.waits = Some(waits);
    }
    Ok(threads)
}

fn waits(words: &[Option<String>], objects: u32) -> Option<Waits> {
    let number = |at: usize| words.get(at)?.as_deref()?.parse::<u32>().ok();
    let object = |at: usize| number(at).filter(|object| *object <= objects);
    Some(Waits {
        object: object(0)?,
        chain: number(1)? as usize,
        goes_on: *GoesOn::ALL.get(number(2)? as usize)?,
        holds: number(3)?,
        task: object(4)?,
        executor: object(5)?,
    })
}

/// The main thread's state as entries of the environment.
pub(super) fn entries(main: &Thread) -> Environment {
    let state = [main.name.clone(), main.priority.to_string(), main.interrupted.to_string()];
    let mut entries = vec![("main hash generator".to_owned(), main.generator.clone())];
    for (name, seed) in SEEDS.into_iter().zip(&main.seeds) {
        entries.push((format!("main {name}"), vec![seed.clone()]));
    }
    entries.push(("main".to_owned(), state.into_iter().map(Some).collect()));
    entries
}

/// What the threads are called: by their names, with a number where several have one name; the main one by nothing.
pub fn labels(threads: &[Thread]) -> Vec<String> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let mut labels = vec![String::new(); threads.len().min(1)];
    for thread in threads.iter().skip(1) {
        let time = *times.entry(&thread.name).and_modify(|time| *time += 1).or_insert(1);
        let number = if time > 1 { format!(" ({time})") } else { String::new() };
        labels.push(format!("thread {}{number}", quoted(&thread.name)));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runtime names a constant in checkpoints by its place.
    #[test]
    fn ways_to_go_on_are_those_of_the_runtime() {
        let source = include_str!("../../runtime-java/src/jcp/runtime/frames/GoesOn.java");
        let constants = source.lines().map(|line| line.trim().trim_end_matches([',', ';']));
        let is_constant = |line: &&str| !line.is_empty() && line.chars().all(|c| c.is_ascii_uppercase());
        let constants: Vec<String> = constants.filter(is_constant).map(str::to_lowercase).collect();
        assert!(
            constants.len() > 4
                && GoesOn::ALL.map(GoesOn::word).starts_with(&constants.iter().map(String::as_str).collect::<Vec<_>>()),
            "{constants:?}"
        );
        let rows = include_str!("../../runtime-java/src/jcp/runtime/threads/WaitingThreads.java");
        assert!(rows.contains(&format!("KEY = \"{WAITING}\";")) && rows.contains(&format!("WORDS = {WORDS};")));
        let seen = include_str!("../../runtime-java/src/jcp/runtime/threads/SeenThreads.java");
        assert!(seen.contains(&format!("KEY = \"{SEEN}\";")) && seen.contains(&format!("WORDS = {SEEN_WORDS};")));
    }

    #[test]
    fn threads_of_one_name_have_numbers() {
        let thread = |name: &str| Thread {
            name: name.to_owned(),
            priority: 5,
            interrupted: false,
            chain: None,
            waits: None,
            generator: Vec::new(),
            seeds: Vec::new(),
            locals: Vec::new(),
        };
        let threads = ["main", "a", "b", "a"].map(thread);
        assert_eq!(labels(&threads), ["", "thread \"a\"", "thread \"b\"", "thread \"a\" (2)"]);
    }
}
