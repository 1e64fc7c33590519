//! What people call the places where objects hang: locals by thread, method and name, statics, and what the JVM itself holds.
//!
//! A checkpoint names no methods: [`Names`] come from the plan or from a jar made by it. Without them a slot is called by
//! its frame's depth and its number. Places of the main thread have no thread before them.

use std::collections::BTreeMap;

use super::content::{Environment, Frame, Roots, Value};
use super::heap::{Heap, quoted};
use super::threads::{SEEN, SEEN_WORDS, Thread, labels};

/// The names of a plan's frames.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// The plan's id.
    pub plan: String,
    /// The frames of the main thread, the root's first.
    pub frames: Vec<FrameNames>,
    /// The chains of other threads, by their numbers.
    pub threads: Vec<ThreadNames>,
}

/// The names of a chain of another thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadNames {
    /// The method of the JDK in which a thread waits there, as in `a.B.m`; a word without a dot for a loop.
    pub waits_in: String,
    /// The frames, the thread's first one first.
    pub frames: Vec<FrameNames>,
}

impl ThreadNames {
    /// Where the thread was, in words.
    pub fn place(&self) -> String {
        let verb = if self.waits_in.contains('.') { "waits in" } else { "runs in" };
        format!("{verb} {}", self.waits_in)
    }
}

/// The names of one frame.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FrameNames {
    /// The method, as in `a.B.m`.
    pub method: String,
    /// The line of the call, or of the checkpoint; 0 if unknown.
    pub line: u32,
    /// What the slots hold, in their order: `local "x"`, `local 3`, `stack 0`, `receiver`.
    pub slots: Vec<String>,
    /// Whether the call there is one in which a thread waits.
    pub waits: bool,
}

impl Names {
    /// What a slot of the main thread is called.
    pub fn slot(names: Option<&Self>, depth: usize, number: usize) -> String {
        slot(names.map_or(&[][..], |names| &names.frames), depth, number)
    }

    /// The chain of a thread.
    pub fn chain(&self, thread: &Thread) -> Option<&ThreadNames> {
        self.threads.get(thread.chain?)
    }
}

/// What a slot is called; with its frame's depth if another frame has a method of the same name, as in a recursion.
pub fn slot(frames: &[FrameNames], depth: usize, number: usize) -> String {
    let Some((frame, name)) = frames.get(depth).and_then(|frame| Some((frame, frame.slot(number)?))) else {
        return format!("frame {depth} slot {number}");
    };
    let of_the_name = frames.iter().filter(|other| other.method == frame.method).count();
    if of_the_name > 1 {
        format!("{} (frame {depth}) {name}", frame.method)
    } else {
        format!("{} {name}", frame.method)
    }
}

impl FrameNames {
    /// The name of a slot. A thread that has left its call has the call's result behind the slots of the plan.
    pub fn slot(&self, number: usize) -> Option<&str> {
        let result = (number == self.slots.len() && self.waits).then_some("result");
        self.slots.get(number).map(String::as_str).or(result)
    }
}

/// Whose value a root is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RootKind {
    /// A local or operand-stack slot.
    Frame,
    /// A static field.
    Static,
    /// A value that the JVM keeps: a standard stream, a thread-local, an interned string.
    Jvm,
}

/// A place that is no object's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Whose it is.
    pub kind: RootKind,
    /// Its name; unique among the roots of a checkpoint, but for long interned strings.
    pub label: String,
    /// The first letter of its type's descriptor, `A` for a reference of a frame.
    pub letter: char,
    /// What it holds.
    pub value: Value,
    /// The label of the thread whose it is; none for the main one, and for what is no thread's.
    pub thread: Option<String>,
}

/// All roots: frames, statics, frames of other threads, the JVM's; last the objects at which the writer started and that are none of
/// these.
pub(super) fn roots(
    roots: &Roots,
    threads: &[Thread],
    interned: &[u32],
    environment: &Environment,
    (heap, names): (&Heap, Option<&Names>),
) -> Vec<Root> {
    let mut found = slots(roots.frames(), names.map_or(&[][..], |names| &names.frames), None);
    for field in &roots.statics {
        let letter = field.descriptor.chars().next().unwrap_or('A');
        let label = format!("static {}.{}", field.class, field.name);
        found.push(Root { kind: RootKind::Static, label, letter, value: field.value, thread: None });
    }
    let labels = labels(threads);
    for ((thread, label), frames) in threads.iter().zip(&labels).zip(&roots.stacks).skip(1) {
        let chain = names.and_then(|names| names.chain(thread)).map_or(&[][..], |chain| &chain.frames);
        found.extend(slots(frames, chain, Some(label)));
    }
    let mut of_jvm = |label: String, object: u32, thread: Option<&String>| {
        if object > 0 {
            let (letter, value) = ('A', Value::Object(object));
            found.push(Root { kind: RootKind::Jvm, label, letter, value, thread: thread.cloned() });
        }
    };
    for (name, object) in ["System.in", "System.out", "System.err"].into_iter().zip(roots.streams) {
        of_jvm(name.to_owned(), object, None);
    }
    for (thread, label) in threads.iter().zip(&labels) {
        let (of, before) = if label.is_empty() { (None, String::new()) } else { (Some(label), format!("{label} ")) };
        if let Some(waits) = thread.waits {
            of_jvm(label.clone(), waits.object, of);
            of_jvm(format!("{before}task"), waits.task, of);
            of_jvm(format!("{before}executor"), waits.executor, of);
        }
        for (number, (variable, value)) in thread.locals.iter().enumerate() {
            of_jvm(format!("{before}thread-local {number} value"), *value, of);
            of_jvm(format!("{before}thread-local {number}"), *variable, of);
        }
    }
    for object in interned {
        of_jvm(format!("interned string {}", heap.describe(*object)), *object, None);
    }
    for (label, object) in held(environment, heap) {
        of_jvm(label, object, None);
    }
    let mut known = vec![false; heap.len() + 1];
    for root in &found {
        if let Value::Object(object) = root.value {
            known.get_mut(object as usize).into_iter().for_each(|known| *known = true);
        }
    }
    for (number, object) in heap.met().iter().enumerate() {
        if !known.get(*object as usize).copied().unwrap_or(true) {
            let (label, value) = (format!("the JVM's state {number}"), Value::Object(*object));
            found.push(Root { kind: RootKind::Jvm, label, letter: 'A', value, thread: None });
        }
    }
    found
}

/// The slots of a thread's frames; without a label the main thread's.
fn slots(frames: &[Frame], names: &[FrameNames], thread: Option<&String>) -> Vec<Root> {
    let before = thread.map_or_else(String::new, |thread| format!("{thread} "));
    let mut found = Vec::new();
    for (depth, frame) in frames.iter().enumerate() {
        for (number, of) in frame.slots.iter().enumerate() {
            let label = format!("{before}{}", slot(names, depth, number));
            let thread = thread.cloned();
            found.push(Root { kind: RootKind::Frame, label, letter: of.kind, value: of.value, thread });
        }
    }
    found
}

/// Objects that entries of the environment name: what is registered with the JVM, and the values of class values.
fn held(environment: &Environment, heap: &Heap) -> Vec<(String, u32)> {
    let texts = |wanted: &str| {
        let entry = environment.iter().find(|(name, _)| name == wanted);
        entry.map(|(_, texts)| texts.iter().flatten().map(String::as_str).collect::<Vec<_>>()).unwrap_or_default()
    };
    let object = |text: &str| text.parse().ok().filter(|object| (1..=heap.len()).contains(&(*object as usize)));
    let mut found: Vec<(String, u32)> = Vec::new();
    for pair in texts("registered").chunks_exact(2) {
        found.extend(object(pair[1]).map(|object| (pair[0].to_owned(), object)));
    }
    for row in texts(SEEN).chunks_exact(SEEN_WORDS) {
        found.extend(object(row[0]).map(|object| (format!("thread {}", quoted(row[1])), object)));
    }
    for triple in texts("class values").chunks_exact(3) {
        let [Some(owner), Some(class), Some(value)] = [triple[0], triple[1], triple[2]].map(object) else { continue };
        let (owner, class_name) = (heap.describe(owner), heap.describe(class));
        found.push((format!("value of {owner} for {class_name}"), value));
        found.push((format!("class of {owner}: {class_name}"), class));
    }
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (label, _) in &mut found {
        let time = times.entry(label.clone()).and_modify(|time| *time += 1).or_insert(1);
        if *time > 1 {
            *label = format!("{label} ({time})");
        }
    }
    found
}
