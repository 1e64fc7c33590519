//! Who holds the heap: what each object retains, and the biggest owners as a tree of access paths.
//!
//! An object retains what would go with it: all that is reached through it alone. That is the sum over its subtree of the
//! dominator tree from all roots ([`crate::util::dominator_tree`]). What several roots hold is retained by none of them and
//! stands beside them.
//!
//! The tree is opened where most bytes are: of all objects whose dominator is shown the one that retains most comes next.
//! A run of objects each of which is nearly all of the one before (a map and its table, the nodes of a list) is one owner,
//! named by its first object; what they hold besides are its parts.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::access::is_inside;
use super::heap::Heap;
use super::names::Root;
use super::paths::{Paths, Step};
use crate::checkpoint::Value;
use crate::util::dominator_tree::{DominatorTree, Successors};

/// The dominator tree with what each object retains.
pub struct Retained {
    tree: DominatorTree,
    bytes: Vec<u64>,
    objects: Vec<u64>,
    /// What each object dominates immediately, as linked lists by object: the first one, then the next of the same.
    first: Vec<u32>,
    next: Vec<u32>,
}

/// A place that holds much, or all smaller ones of the same owner together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The object; none of several small ones.
    pub object: Option<u32>,
    /// The number of the owner in the list that this one is a part of.
    pub parent: Option<usize>,
    /// How it is reached: from a root, or from the owner that it is a part of.
    pub path: Vec<Step>,
    /// Its class.
    pub class: String,
    /// Bytes that it retains, its own included.
    pub bytes: u64,
    /// How many objects it retains, itself included.
    pub objects: u64,
    /// Whether several roots hold it, none of them alone and directly.
    pub shared: bool,
}

/// The heap with its roots under node 0.
struct Rooted<'h> {
    heap: &'h Heap<'h>,
    roots: Vec<u32>,
}

impl Successors for Rooted<'_> {
    fn len(&self) -> usize {
        self.heap.len() + 1
    }

    fn of(&self, node: u32) -> &[u32] {
        // an edge to node 0, as null is one, changes no dominator
        if node == 0 { &self.roots } else { self.heap.references(node) }
    }
}

impl Retained {
    /// Computes it for all objects.
    pub fn new(heap: &Heap, roots: &[Root]) -> Self {
        let objects = roots.iter().filter_map(|root| match root.value {
            Value::Object(object) if object > 0 => Some(object),
            _ => None,
        });
        let rooted = Rooted { heap, roots: objects.collect() };
        let tree = DominatorTree::new(&rooted);
        let bytes = tree.sums(|object| heap.shallow_bytes(object));
        let objects = tree.sums(|object| u64::from(object > 0));
        let (mut first, mut next) = (vec![0; heap.len() + 1], vec![0; heap.len() + 1]);
        for &object in tree.order.iter().skip(1).rev() {
            let above = tree.immediate[object as usize] as usize;
            next[object as usize] = std::mem::replace(&mut first[above], object);
        }
        Self { tree, bytes, objects, first, next }
    }

    /// Bytes that the object retains; of 0 all.
    pub fn bytes(&self, object: u32) -> u64 {
        self.bytes.get(object as usize).copied().unwrap_or(0)
    }

    /// How many objects it retains; of 0 all.
    pub fn objects(&self, object: u32) -> u64 {
        self.objects.get(object as usize).copied().unwrap_or(0)
    }

    /// The object that alone leads to this one; 0 for a root.
    pub fn dominator(&self, object: u32) -> u32 {
        self.tree.immediate.get(object as usize).copied().unwrap_or(0)
    }

    /// What the object dominates immediately.
    pub fn parts(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        let start = self.first.get(object as usize).copied().filter(|first| *first > 0);
        std::iter::successors(start, |at| Some(self.next[*at as usize]).filter(|next| *next > 0))
    }

    /// What an owner is shown to consist of: what the objects of its run dominate beside the run. The run goes on with the
    /// largest part as long as that is nine tenths of the owner, or of the same class and half of the one before; its last
    /// object is a part itself if it is big on its own.
    fn parts_of_run(&self, heap: &Heap, owner: u32) -> Vec<u32> {
        let (mut at, mut parts, whole) = (owner, Vec::new(), self.bytes(owner));
        loop {
            let largest = self.parts(at).max_by_key(|part| (self.bytes(*part), std::cmp::Reverse(*part)));
            let next = largest.filter(|part| {
                let alike = heap.class_index(*part) == heap.class_index(at) && self.bytes(*part) >= self.bytes(at) / 2;
                alike || self.bytes(*part) >= whole - whole / 10
            });
            let Some(next) = next else { break };
            parts.extend(self.parts(at).filter(|part| *part != next).map(|part| (at, part)));
            at = next;
        }
        if at != owner && heap.shallow_bytes(at) >= whole / 2 {
            parts.push((0, at));
        } else {
            parts.extend(self.parts(at).map(|part| (at, part)));
        }
        self.without_inner_nodes(heap, parts)
    }

    /// Parts with their dominators; the tables, nodes and entries that collections of the JDK are made of are replaced by what they
    /// hold.
    fn without_inner_nodes(&self, heap: &Heap, mut waiting: Vec<(u32, u32)>) -> Vec<u32> {
        let mut parts = Vec::new();
        while let Some((owner, part)) = waiting.pop() {
            if heap.is_inner_node(part) || is_inside(heap, owner, part) {
                waiting.extend(self.parts(part).map(|inner| (part, inner)));
            } else {
                parts.push(part);
            }
        }
        parts
    }

    /// The `count` biggest owners, parts behind what they are parts of, those that retain most first. Behind the parts of one owner,
    /// and at the end, stands what the smaller ones retain together.
    pub fn owners(&self, heap: &Heap, roots: &[Root], paths: &Paths, count: usize) -> Vec<Owner> {
        let mut waiting: BinaryHeap<(u64, std::cmp::Reverse<u32>, Option<usize>)> = BinaryHeap::new();
        let row = |part: u32, parent| (self.bytes(part), std::cmp::Reverse(part), parent);
        waiting.extend(self.parts(0).map(|part| row(part, None)));
        let mut owners: Vec<Owner> = Vec::new();
        while let Some((bytes, std::cmp::Reverse(object), parent)) = waiting.pop() {
            if owners.len() == count || bytes == 0 {
                waiting.push((bytes, std::cmp::Reverse(object), parent));
                break;
            }
            let start = parent.and_then(|parent| owners[parent].object).unwrap_or(0);
            let path = paths.steps(heap, roots, object, start);
            let shared = parent.is_none() && paths.from(object) != 0;
            let (class, objects) = (heap.class_name(object), self.objects(object));
            waiting.extend(self.parts_of_run(heap, object).into_iter().map(|part| row(part, Some(owners.len()))));
            owners.push(Owner { object: Some(object), parent, path, class, bytes, objects, shared });
        }
        let rest = waiting.into_iter().map(|(bytes, object, parent)| (parent, bytes, self.objects(object.0)));
        owners.extend(others(&owners, rest));
        in_tree_order(&owners)
    }
}

/// What is not told one by one, together for each owner of which parts are told, by owner, bytes and objects.
fn others(owners: &[Owner], rest: impl Iterator<Item = (Option<usize>, u64, u64)>) -> Vec<Owner> {
    let told: BTreeSet<Option<usize>> = owners.iter().map(|owner| owner.parent).collect();
    let mut others: BTreeMap<Option<usize>, (u64, u64)> = BTreeMap::new();
    for (parent, bytes, objects) in rest.filter(|(parent, bytes, _)| *bytes > 0 && told.contains(parent)) {
        let sum = others.entry(parent).or_default();
        *sum = (sum.0 + bytes, sum.1 + objects);
    }
    let row = |(parent, (bytes, objects))| {
        let path = vec![Step { name: "others".to_owned(), times: 1 }];
        Owner { object: None, parent, path, class: String::new(), bytes, objects, shared: false }
    };
    others.into_iter().map(row).collect()
}

/// Owners come largest first; here each is followed by its parts.
fn in_tree_order(owners: &[Owner]) -> Vec<Owner> {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); owners.len()];
    let mut stack = Vec::new();
    for (number, owner) in owners.iter().enumerate().rev() {
        match owner.parent {
            Some(parent) => parts[parent].push(number),
            None => stack.push(number),
        }
    }
    let (mut place, mut order) = (vec![0; owners.len()], Vec::new());
    while let Some(number) = stack.pop() {
        place[number] = order.len();
        order.push(number);
        stack.extend(&parts[number]);
    }
    let parent = |owner: &Owner| owner.parent.map(|parent| place[parent]);
    order.iter().map(|number| Owner { parent: parent(&owners[*number]), ..owners[*number].clone() }).collect()
}
