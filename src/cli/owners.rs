//! The words of `jcp inspect` about who holds what: the biggest owners, and the path to an object.
//! Paths are told in one line; in JSON also as steps, with how often each is taken in a row.

use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::checkpoint::{Checkpoint, CheckpointError, Heap, Names, Owner, Paths, Retained, Root, Step, find, joined};

/// A checkpoint's heap with what hangs where.
pub struct Held<'a> {
    file: &'a Checkpoint,
    heap: Heap<'a>,
    roots: Vec<Root>,
    paths: Paths,
    retained: Retained,
}

impl<'a> Held<'a> {
    /// Reads all objects.
    pub fn new(file: &'a Checkpoint, names: Option<&Names>) -> Result<Self, CheckpointError> {
        let heap = file.heap()?;
        let roots = file.named_roots(&heap, names)?;
        let (paths, retained) = (Paths::new(&heap, &roots), Retained::new(&heap, &roots));
        Ok(Self { file, heap, roots, paths, retained })
    }

    /// The biggest owners.
    pub fn owners(&self, count: usize) -> Owners {
        Owners { all: self.retained.bytes(0), rows: self.retained.owners(&self.heap, &self.roots, &self.paths, count) }
    }

    /// The shortest path to what the user means, or why there is none.
    pub fn path(&self, wanted: &str) -> Result<PathTo, String> {
        let meant = find(self.file, &self.heap, &self.paths, wanted)?;
        let object = meant.object;
        let steps = self.paths.steps(&self.heap, &self.roots, object, 0);
        Ok(PathTo {
            object,
            among: meant.among,
            class: self.heap.class_name(object),
            value: self.heap.describe(object),
            retained: self.retained.bytes(object),
            steps,
        })
    }
}

fn steps_as_json(steps: &[Step]) -> Json {
    steps.iter().map(|step| json!({ "name": step.name, "times": step.times })).collect()
}

/// A path from a root to an object.
pub struct PathTo {
    object: u32,
    among: usize,
    class: String,
    value: String,
    retained: u64,
    steps: Vec<Step>,
}

impl PathTo {
    /// Two lines: the object, and how it is reached.
    pub fn as_text(&self) -> String {
        let mut text = format!("object {}  {}", self.object, self.class);
        if self.value != self.class {
            let _ = write!(text, " {}", self.value);
        }
        let _ = write!(text, ", retains {} bytes", self.retained);
        if self.among > 1 {
            let _ = write!(text, "; the nearest to a root among {} objects", self.among);
        }
        let path = if self.steps.is_empty() { "no root leads to this object".to_owned() } else { joined(&self.steps) };
        let _ = writeln!(text, "\n{path}");
        text
    }

    /// The same as an object.
    pub fn as_json(&self) -> Json {
        json!({
            "object": self.object,
            "class": self.class,
            "value": self.value,
            "retained": self.retained,
            "objects_of_class": self.among,
            "path": joined(&self.steps),
            "steps": steps_as_json(&self.steps),
        })
    }
}

/// The biggest owners of a checkpoint.
pub struct Owners {
    all: u64,
    rows: Vec<Owner>,
}

impl Owners {
    #[allow(clippy::cast_precision_loss, reason = "a percentage")]
    fn share(&self, owner: &Owner) -> f64 {
        if self.all == 0 { 0.0 } else { owner.bytes as f64 * 100.0 / self.all as f64 }
    }

    /// A table; the parts of an owner are set in under it.
    pub fn as_text(&self) -> String {
        let mut text = String::new();
        if self.rows.is_empty() {
            return text;
        }
        let _ =
            writeln!(text, "{:>12} {:>14}         owner, with all objects that only it reaches", "objects", "bytes");
        let mut depths: Vec<usize> = Vec::new();
        for owner in &self.rows {
            let depth = owner.parent.map_or(0, |parent| depths[parent] + 1);
            depths.push(depth);
            let arrow = if depth > 0 { "→ " } else { "" };
            let shared = if owner.shared { ", referenced from several places" } else { "" };
            let (share, indent, path) = (self.share(owner), "  ".repeat(depth), joined(&owner.path));
            let (objects, bytes) = (owner.objects, owner.bytes);
            let class = if owner.object.is_some() { format!(": {}", owner.class) } else { String::new() };
            let _ = writeln!(text, "{objects:>12} {bytes:>14} {share:>5.1} %  {indent}{arrow}{path}{class}{shared}");
        }
        text
    }

    /// The same as a list; `parent` is an owner's place in it, `object` null for others together.
    pub fn as_json(&self) -> Json {
        let row = |owner: &Owner| {
            json!({
                "object": owner.object,
                "parent": owner.parent,
                "path": joined(&owner.path),
                "steps": steps_as_json(&owner.path),
                "class": owner.class,
                "bytes": owner.bytes,
                "objects": owner.objects,
                "shared": owner.shared,
            })
        };
        self.rows.iter().map(row).collect()
    }
}
