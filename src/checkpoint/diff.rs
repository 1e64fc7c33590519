//! What differs between two checkpoints, by access path.
//!
//! Both heaps are walked at once, breadth first, from roots of the same name: frames' slots, statics, what the JVM keeps. So
//! differences come by the length of their paths. Two objects met at the same path are a pair: values (strings, boxes,
//! constants) are compared as such, objects by class and fields, arrays by length and elements, collections by what they
//! hold ([`super::views`], [`super::collections`]).
//!
//! Invariant: an object is looked into with its first partner. Met again with another one it is a difference in *sharing*,
//! since the program could tell by `==`; it is looked into then only if one of the two has no partner yet. So the walk ends
//! after at most as many pairs as both heaps have objects, and no difference makes the two equal.
//!
//! Threads are told by their names; where several have one name, by their order. Of a thread that only one of the two has, nothing else is told.
//!
//! Left out: what differs in any two runs ([`super::surroundings`]), and the capacity of collections.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::access::without_package;
use super::class::Field;
use super::collections;
use super::content::Value;
use super::differences::{Diff, Difference, Differences, Kind};
use super::error::CheckpointError;
use super::heap::{Content, Heap, primitive};
use super::keys::{constant, is_value, key};
use super::names::{Root, RootKind};
use super::paths::Step;
use super::side::Side;
use super::surroundings;
use super::thread_pairs::ThreadPairs;
use super::views::{Held, view};

/// Compares two checkpoints.
pub fn diff(a: Side, b: Side, limit: usize) -> Result<Diff, CheckpointError> {
    let (heap_a, heap_b) = (a.file.heap()?, b.file.heap()?);
    let (roots_a, roots_b) = (a.file.named_roots(&heap_a, a.names)?, b.file.named_roots(&heap_b, b.names)?);
    let hashes = [a.file.hashes()?, b.file.hashes()?].map(|hashes| hashes.into_iter().collect());
    let mut walk = Walk::new([&heap_a, &heap_b], hashes, limit);
    let mut notes = surroundings::notes(a, b);
    walk.found.extend(surroundings::frames(a, b));
    let threads = ThreadPairs::new(a, b);
    walk.found.extend(threads.differences());
    let frames = a.file.header().plan == b.file.header().plan || a.known().is_some() && b.known().is_some();
    if !frames {
        notes.push(
            "frames are not compared: the plans differ, and no jar names the locals of both; give --jar for each \
             checkpoint"
                .to_owned(),
        );
    }
    let compared = |root: &&Root| {
        (frames || root.kind != RootKind::Frame) && root.thread.as_ref().is_none_or(|thread| threads.both_have(thread))
    };
    let roots = walk.roots(
        &roots_a.iter().filter(compared).collect::<Vec<_>>(),
        &roots_b.iter().filter(compared).collect::<Vec<_>>(),
    );
    walk.run();
    walk.found.extend(surroundings::differences(a.file, b.file));
    let differences = walk.found.told.into_iter().chain(walk.found.details).take(limit).collect();
    Ok(Diff { notes, roots, total: walk.found.total, differences })
}

/// The name of a step, told only when it is needed.
#[derive(Clone)]
pub(super) enum Name {
    /// A root, or words.
    Text(Rc<str>),
    /// A field: a class of the first checkpoint, and the field's place in it.
    Field(u32, u32),
    /// An element.
    Index(u32),
    /// The value of a map's key, or a set's element; of the first checkpoint or the second.
    Key(bool, u32),
}

/// A pair whose parts are to be compared, and how it was reached: the trails of all pairs are a tree.
struct Pair {
    a: u32,
    b: u32,
    from: u32,
    name: Name,
}

/// A place in the tree of trails.
const ROOT: u32 = u32::MAX;

pub(super) struct Walk<'h> {
    pub heaps: [&'h Heap<'h>; 2],
    hashes: [HashMap<u32, u32>; 2],
    /// For each object the one of the other side that it was looked into with; 0: none yet.
    partners: [Vec<u32>; 2],
    /// Both class tables in numbers that are equal for equal classes.
    classes: [Vec<u32>; 2],
    pairs: Vec<Pair>,
    /// Fields of classes by those of the other side.
    counterparts: HashMap<(usize, usize), Rc<[Option<u32>]>>,
    found: Differences,
}

impl<'h> Walk<'h> {
    fn new(heaps: [&'h Heap<'h>; 2], hashes: [HashMap<u32, u32>; 2], limit: usize) -> Self {
        let mut origins = BTreeMap::new();
        let classes = heaps.map(|heap| {
            let number = |class: &super::class::Class| {
                let next = origins.len() as u32;
                *origins.entry(class.origin.clone()).or_insert(next)
            };
            heap.classes().iter().map(number).collect()
        });
        let partners = heaps.map(|heap| vec![0; heap.len() + 1]);
        Self {
            heaps,
            hashes,
            partners,
            classes,
            pairs: Vec::new(),
            counterparts: HashMap::new(),
            found: Differences::new(limit),
        }
    }

    /// Meets roots of the same name; returns how many frames and statics these are.
    fn roots(&mut self, a: &[&Root], b: &[&Root]) -> usize {
        let mut common = 0;
        let mine: BTreeMap<&str, &Root> = a.iter().map(|root| (root.label.as_str(), *root)).collect();
        let its: BTreeMap<&str, &Root> = b.iter().map(|root| (root.label.as_str(), *root)).collect();
        for root in a {
            let name = Name::Text(root.label.as_str().into());
            if let Some(other) = its.get(root.label.as_str()) {
                common += usize::from(root.kind != RootKind::Jvm);
                self.values((root.value, root.letter), (other.value, other.letter), ROOT, name);
            } else {
                self.alone(false, &self.shown(0, root.value, root.letter), ROOT, &name);
            }
        }
        for root in b.iter().filter(|root| !mine.contains_key(root.label.as_str())) {
            let name = Name::Text(root.label.as_str().into());
            self.alone(true, &self.shown(1, root.value, root.letter), ROOT, &name);
        }
        common
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.pairs.len() {
            self.look_into(at as u32);
            at += 1;
        }
    }

    pub(super) fn pair(&self, at: u32) -> (u32, u32) {
        let pair = &self.pairs[at as usize];
        (pair.a, pair.b)
    }

    fn shown(&self, side: usize, value: Value, letter: char) -> String {
        match value {
            Value::Object(object) => self.heaps[side].describe(object),
            Value::Bits(bits) => primitive(bits, letter),
        }
    }

    /// Only one side has it; `second` says which.
    pub(super) fn alone(&mut self, second: bool, what: &str, from: u32, name: &Name) {
        let what = Some(what.to_owned());
        let (a, b) = if second { (None, what) } else { (what, None) };
        self.tell(Kind::Presence, (a, b), from, name);
    }

    pub(super) fn tell(&mut self, kind: Kind, (a, b): (Option<String>, Option<String>), from: u32, name: &Name) {
        if !self.found.counts(kind) {
            return;
        }
        let path = self.path(from, name);
        let field = self.field(name).map(|field| field.name.clone());
        self.found.add(Difference { kind, path, field, a, b });
    }

    /// The steps to a part of a pair.
    fn path(&self, from: u32, name: &Name) -> Vec<Step> {
        let mut names = vec![name];
        let mut at = from;
        while let Some(pair) = self.pairs.get(at as usize) {
            names.push(&pair.name);
            at = pair.from;
        }
        let mut steps: Vec<Step> = Vec::new();
        for name in names.into_iter().rev().map(|name| self.step(name)).filter(|name| !name.is_empty()) {
            match steps.last_mut().filter(|last| last.name == name) {
                Some(last) => last.times += 1,
                None => steps.push(Step { name, times: 1 }),
            }
        }
        steps
    }

    fn step(&self, name: &Name) -> String {
        match name {
            Name::Text(text) => text.to_string(),
            Name::Field(..) => {
                self.field(name).map_or_else(String::new, |field| without_package(&field.name).to_owned())
            }
            Name::Index(index) => format!("[{index}]"),
            Name::Key(second, object) => {
                let heap = self.heaps[usize::from(*second)];
                format!("[{}]", key(heap, *object).unwrap_or_else(|| heap.describe(*object)))
            }
        }
    }

    /// The field that the name is of, if it is one's.
    fn field(&self, name: &Name) -> Option<&'h Field> {
        let Name::Field(class, field) = name else { return None };
        self.heaps[0].classes().get(*class as usize)?.fields.get(*field as usize)
    }

    /// Compares two values that have the same name.
    fn values(&mut self, a: (Value, char), b: (Value, char), from: u32, name: Name) {
        match (a.0, b.0) {
            (Value::Object(a), Value::Object(b)) => self.meet(a, b, from, name),
            _ if a == b => {}
            _ => {
                let shown = (Some(self.shown(0, a.0, a.1)), Some(self.shown(1, b.0, b.1)));
                self.tell(Kind::Value, shown, from, &name);
            }
        }
    }

    /// Compares two references: values at once, others when it is their turn.
    pub(super) fn meet(&mut self, a: u32, b: u32, from: u32, name: Name) {
        let [in_a, in_b] = self.heaps;
        if is_value(in_a, a) || is_value(in_b, b) {
            let null = a == 0 || b == 0;
            let same_class = self.class_of(0, a) == self.class_of(1, b);
            let same = if null { a == b } else { same_class && in_a.content(a) == in_b.content(b) };
            if !same {
                self.tell(Kind::Value, (Some(in_a.describe(a)), Some(in_b.describe(b))), from, &name);
            }
            return;
        }
        if let (Some(mine), Some(its)) = (constant(in_a, a), constant(in_b, b))
            && mine != its
        {
            self.tell(Kind::Value, (Some(in_a.describe(a)), Some(in_b.describe(b))), from, &name);
            return;
        }
        let (mine, its) = (self.partners[0][a as usize], self.partners[1][b as usize]);
        if mine == b || its == a {
            return;
        }
        if self.class_of(0, a) != self.class_of(1, b)
            || length(in_a, a) != length(in_b, b) && !is_array_of_objects(in_a, a)
        {
            self.tell(Kind::Value, (Some(in_a.describe(a)), Some(in_b.describe(b))), from, &name);
            return;
        }
        if mine > 0 || its > 0 {
            let told = |known: bool| if known { "an object compared before" } else { "another object" };
            let shown = (Some(told(mine > 0).to_owned()), Some(told(its > 0).to_owned()));
            self.tell(Kind::Sharing, shown, from, &name);
            if mine > 0 && its > 0 {
                return;
            }
        }
        for (partner, side, object) in [(b, 0, a), (a, 1, b)] {
            let known = &mut self.partners[side][object as usize];
            *known = if *known == 0 { partner } else { *known };
        }
        self.pairs.push(Pair { a, b, from, name });
    }

    /// The class in numbers that both sides share; what has none is all alike.
    fn class_of(&self, side: usize, object: u32) -> Option<u32> {
        let class = self.heaps[side].class_index(object)?;
        self.classes[side].get(class).copied()
    }

    fn look_into(&mut self, at: u32) {
        let (a, b) = self.pair(at);
        let [in_a, in_b] = self.heaps;
        if let (Some(mine), Some(its)) = (self.hashes[0].get(&a), self.hashes[1].get(&b))
            && mine != its
        {
            let shown = (Some(format!("{mine:#x}")), Some(format!("{its:#x}")));
            self.tell(Kind::Hash, shown, at, &Name::Text("identity hash".into()));
        }
        match in_a.content(a) {
            Content::Primitives(letter, _) => self.primitives(at, letter),
            Content::References(_) => collections::lists(self, at, in_a.references(a), in_b.references(b)),
            _ => self.fields(at),
        }
    }

    /// The first element that differs, and how many more.
    fn primitives(&mut self, at: u32, letter: char) {
        let (a, b) = self.pair(at);
        let ((mine, size), (its, _)) = (self.heaps[0].elements(a), self.heaps[1].elements(b));
        let bits = |bytes: &[u8]| bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
        let both = mine.chunks_exact(size).zip(its.chunks_exact(size)).enumerate();
        let mut different = both.filter(|(_, (mine, its))| mine != its);
        let Some((index, (mine, its))) = different.next() else { return };
        let more = different.count();
        let tail = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        let shown = (Some(primitive(bits(mine), letter)), Some(primitive(bits(its), letter) + &tail));
        self.tell(Kind::Value, shown, at, &Name::Index(index as u32));
    }

    /// The object's fields, without those that a view of it stands for.
    fn fields(&mut self, at: u32) {
        let (a, b) = self.pair(at);
        let [in_a, in_b] = self.heaps;
        let mut hidden: &[&str] = &[];
        if let (Some(mine), Some(its)) = (view(in_a, a), view(in_b, b)) {
            hidden = mine.hidden;
            match (mine.held, its.held) {
                (Held::List(mine), Held::List(its)) => collections::lists(self, at, &mine, &its),
                (Held::Set(mine), Held::Set(its)) => collections::sets(self, at, &mine, &its),
                (Held::Map(mine), Held::Map(its)) => collections::maps(self, at, &mine, &its),
                (Held::Text(mine), Held::Text(its)) if mine != its => {
                    let shown = (Some(super::heap::quoted(&mine)), Some(super::heap::quoted(&its)));
                    self.tell(Kind::Value, shown, at, &Name::Text("text".into()));
                }
                _ => {}
            }
        }
        let (Some(class), Some(other)) = (in_a.class_index(a), in_b.class_index(b)) else { return };
        let (fields, others, its) = (in_a.fields(a), in_b.fields(b), self.counterparts(class, other));
        for (number, (field, value)) in fields.into_iter().enumerate() {
            // another JDK's class may lack it
            let Some((its, other)) = its.get(number).and_then(|place| others.get((*place)? as usize)) else { continue };
            if !hidden.contains(&field.name.as_str()) {
                let name = Name::Field(class as u32, number as u32);
                self.values((value, letter(&field.descriptor)), (*other, letter(&its.descriptor)), at, name);
            }
        }
    }

    /// For each field of the first one's class the place of the second one's of that name.
    fn counterparts(&mut self, class: usize, other: usize) -> Rc<[Option<u32>]> {
        let classes = [self.heaps[0].classes().get(class), self.heaps[1].classes().get(other)];
        let [mine, its] = classes.map(|class| class.map_or(&[][..], |class| &class.fields));
        let find = |field: &Field| its.iter().position(|other| other.name == field.name).map(|place| place as u32);
        let known = self.counterparts.entry((class, other));
        Rc::clone(known.or_insert_with(|| mine.iter().map(find).collect()))
    }
}

fn letter(descriptor: &str) -> char {
    descriptor.chars().next().unwrap_or('A')
}

fn length(heap: &Heap, object: u32) -> Option<usize> {
    match heap.content(object) {
        Content::Primitives(_, length) | Content::References(length) => Some(length),
        _ => None,
    }
}

fn is_array_of_objects(heap: &Heap, object: u32) -> bool {
    matches!(heap.content(object), Content::References(_))
}
