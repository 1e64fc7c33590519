//! What the page says of a checkpoint: counts, owners with their tiles, biggest classes, values of slots and statics.
//! Values of slots, and threads, are told only of a checkpoint that is of the page's plan.

use std::collections::BTreeMap;

use crate::checkpoint::{
    Checkpoint, CheckpointError, FrameNames, Names, Owner, Paths, Retained, RootKind, Thread, Value, joined, labels,
    primitive, readable, slot,
};

use super::treemap::{Rect, Tile, tiles};

/// Most owners that are laid out, and most classes in the table.
const OWNERS: usize = 600;
const CLASSES: usize = 15;

/// Width and height of the treemap.
pub const ROOM: Rect = Rect { x: 0.0, y: 0.0, width: 1000.0, height: 520.0 };

/// A checkpoint as it is shown.
pub struct Shown {
    /// The file's name.
    pub name: String,
    /// The JVM that took it.
    pub jdk: String,
    /// Which arrival it is of.
    pub arrival: u64,
    /// How many objects, and bytes in the heap.
    pub objects: u64,
    /// Bytes in the heap.
    pub bytes: u64,
    /// Bytes of the file.
    pub file_bytes: u64,
    /// The biggest owners, parents before their parts.
    pub owners: Vec<Owner>,
    /// Their full paths.
    pub paths: Vec<String>,
    /// Where they are drawn.
    pub tiles: Vec<Tile>,
    /// Class, objects, bytes.
    pub classes: Vec<(String, u64, u64)>,
    /// Why it does not quite belong to the page.
    pub note: Option<String>,
    /// Values by the names of the roots, with what they retain.
    values: BTreeMap<String, (String, Option<u64>)>,
    names: Option<Names>,
    threads: Vec<Thread>,
}

impl Shown {
    /// Reads it; `names` are of the page's plan.
    pub fn of(file: &Checkpoint, names: &Names) -> Result<Self, CheckpointError> {
        let header = file.header();
        let same = header.plan == names.plan;
        let names = same.then_some(names);
        let heap = file.heap()?;
        let roots = file.named_roots(&heap, names)?;
        let (all, retained) = (Paths::new(&heap, &roots), Retained::new(&heap, &roots));
        let owners = retained.owners(&heap, &roots, &all, OWNERS);
        let path = |owner: &Owner| match (owner.object, owner.parent.and_then(|parent| owners[parent].object)) {
            (Some(object), _) => joined(&all.steps(&heap, &roots, object, 0)),
            (None, Some(parent)) => format!("{} → others", joined(&all.steps(&heap, &roots, parent, 0))),
            (None, None) => "others".to_owned(),
        };
        let paths = owners.iter().map(path).collect();
        let tiles = tiles(&owners, retained.bytes(0), ROOM);
        let value = |value: Value, letter: char| match value {
            Value::Object(object) => (heap.describe(object), Some(retained.bytes(object)).filter(|_| object > 0)),
            Value::Bits(bits) => (primitive(bits, letter), None),
        };
        let named = roots.iter().filter(|root| root.kind != RootKind::Jvm);
        Ok(Self {
            name: file.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            jdk: header.jdk.clone(),
            arrival: header.arrival,
            objects: heap.len() as u64,
            bytes: retained.bytes(0),
            file_bytes: file.sections().map(|(_, length)| length as u64).sum(),
            classes: biggest(file)?,
            note: (!same).then(|| {
                "the checkpoint belongs to another plan (program, region, options or build of jcp): its values are not shown \
                 beside the locals, and its frames have no names"
                    .to_owned()
            }),
            values: named.map(|root| (root.label.clone(), value(root.value, root.letter))).collect(),
            names: names.cloned(),
            threads: file.threads().to_vec(),
            owners,
            paths,
            tiles,
        })
    }

    /// A slot's value and what it retains, if the checkpoint is of the page's plan.
    pub fn slot(&self, depth: usize, number: usize) -> Option<(String, Option<u64>)> {
        self.names.as_ref()?;
        self.values.get(&Names::slot(self.names.as_ref(), depth, number)).cloned()
    }

    /// The threads besides main that wait in a chain of the plan, with their labels.
    pub fn waiting(&self, chain: usize) -> Vec<(String, &Thread)> {
        let all = labels(&self.threads).into_iter().zip(&self.threads).filter(|_| self.names.is_some());
        all.filter(|(_, thread)| thread.waits.is_some_and(|waits| waits.chain == chain)).collect()
    }

    /// The value of a slot of such a thread, and what it retains; the frames are those of its chain.
    pub fn slot_of(
        &self,
        label: &str,
        frames: &[FrameNames],
        depth: usize,
        number: usize,
    ) -> Option<&(String, Option<u64>)> {
        self.values.get(&format!("{label} {}", slot(frames, depth, number)))
    }

    /// A static's value and what it retains.
    pub fn static_field(&self, class: &str, name: &str) -> Option<&(String, Option<u64>)> {
        self.values.get(&format!("static {}.{name}", class.replace('/', ".")))
    }
}

fn biggest(file: &Checkpoint) -> Result<Vec<(String, u64, u64)>, CheckpointError> {
    let mut counts = file.histogram()?.classes;
    counts.sort_by_key(|count| (std::cmp::Reverse(count.shallow_bytes), count.class));
    let row = |count: &crate::checkpoint::ClassCount| {
        (readable(&file.classes()[count.class].name()), count.objects, count.shallow_bytes)
    };
    Ok(counts.iter().take(CLASSES).map(row).collect())
}
