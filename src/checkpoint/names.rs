//! What people call the places where objects hang: locals by method and name, statics, and what the JVM itself holds.
//!
//! A checkpoint names no methods: [`Names`] come from the plan or from a jar made by it. Without them a slot is called by
//! its frame's depth and its number.

use std::collections::BTreeMap;

use super::content::{Environment, Roots, Value};
use super::heap::Heap;

/// The names of a plan's frames.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// The plan's id.
    pub plan: String,
    /// The frames, the root's first.
    pub frames: Vec<FrameNames>,
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
}

impl Names {
    /// What a slot is called; with its frame's depth if another frame has a method of the same name, as in a recursion.
    pub fn slot(names: Option<&Self>, depth: usize, number: usize) -> String {
        let frames = names.map_or(&[][..], |names| &names.frames);
        let Some((frame, slot)) = frames.get(depth).and_then(|frame| Some((frame, frame.slots.get(number)?))) else {
            return format!("frame {depth} slot {number}");
        };
        let of_the_name = frames.iter().filter(|other| other.method == frame.method).count();
        if of_the_name > 1 {
            format!("{} (frame {depth}) {slot}", frame.method)
        } else {
            format!("{} {slot}", frame.method)
        }
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
}

/// All roots: frames, statics, the JVM's; last the objects at which the writer started and that are none of these.
pub(super) fn roots(
    roots: &Roots,
    locals: &[Vec<(u32, u32)>],
    interned: &[u32],
    environment: &Environment,
    (heap, names): (&Heap, Option<&Names>),
) -> Vec<Root> {
    let mut found = Vec::new();
    for (depth, frame) in roots.frames().iter().enumerate() {
        for (number, slot) in frame.slots.iter().enumerate() {
            let label = Names::slot(names, depth, number);
            found.push(Root { kind: RootKind::Frame, label, letter: slot.kind, value: slot.value });
        }
    }
    for field in &roots.statics {
        let letter = field.descriptor.chars().next().unwrap_or('A');
        let label = format!("static {}.{}", field.class, field.name);
        found.push(Root { kind: RootKind::Static, label, letter, value: field.value });
    }
    let mut of_jvm = |label: String, object: u32| {
        if object > 0 {
            found.push(Root { kind: RootKind::Jvm, label, letter: 'A', value: Value::Object(object) });
        }
    };
    for (name, object) in ["System.in", "System.out", "System.err"].into_iter().zip(roots.streams) {
        of_jvm(name.to_owned(), object);
    }
    for (number, (variable, value)) in locals.iter().flatten().enumerate() {
        of_jvm(format!("thread-local {number} value"), *value);
        of_jvm(format!("thread-local {number}"), *variable);
    }
    for object in interned {
        of_jvm(format!("interned string {}", heap.describe(*object)), *object);
    }
    for (label, object) in held(environment, heap) {
        of_jvm(label, object);
    }
    let mut known = vec![false; heap.len() + 1];
    for root in &found {
        if let Value::Object(object) = root.value {
            known.get_mut(object as usize).into_iter().for_each(|known| *known = true);
        }
    }
    for (number, object) in heap.met().iter().enumerate() {
        if !known.get(*object as usize).copied().unwrap_or(true) {
            let label = format!("the JVM's state {number}");
            found.push(Root { kind: RootKind::Jvm, label, letter: 'A', value: Value::Object(*object) });
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
