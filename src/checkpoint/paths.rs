//! Shortest paths from the roots to every object: a breadth-first search over the heap, all roots at once.
//!
//! Of several shortest paths the one of the first root, then of the first field, is taken. A path is told as steps;
//! steps of the same name that follow one another are told once with their number, so that a list of any length has a
//! short path.

use std::fmt::Write;

use super::access::{self, Hop};
use super::content::Value;
use super::heap::Heap;
use super::names::Root;

/// For each object how it was reached first.
pub struct Paths {
    /// The object that refers to it, 0 for a root.
    from: Vec<u32>,
    /// The number of the reference in that object, or of the root.
    by: Vec<u32>,
    /// How many references lie between a root and it.
    depth: Vec<u32>,
}

/// Marks objects that no root reaches.
const NONE: u32 = u32::MAX;

/// Steps of one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// A root's label, `Class.field`, `[index]`, or `[key]` in a collection of the JDK.
    pub name: String,
    /// How many times it is taken.
    pub times: u32,
}

impl Paths {
    /// Searches the whole heap.
    pub fn new(heap: &Heap, roots: &[Root]) -> Self {
        let count = heap.len() + 1;
        let mut paths = Self { from: vec![NONE; count], by: vec![0; count], depth: vec![0; count] };
        let mut queue = Vec::with_capacity(count);
        for (number, root) in roots.iter().enumerate() {
            if let Value::Object(object) = root.value {
                paths.meet(object, 0, number as u32, 0, &mut queue);
            }
        }
        let mut at = 0;
        while let Some(&object) = queue.get(at) {
            at += 1;
            let depth = paths.depth[object as usize] + 1;
            for (slot, to) in heap.references(object).iter().enumerate() {
                paths.meet(*to, object, slot as u32, depth, &mut queue);
            }
        }
        paths
    }

    fn meet(&mut self, object: u32, from: u32, by: u32, depth: u32, queue: &mut Vec<u32>) {
        let at = object as usize;
        if object > 0 && self.from.get(at) == Some(&NONE) {
            (self.from[at], self.by[at], self.depth[at]) = (from, by, depth);
            queue.push(object);
        }
    }

    /// How many references lie between a root and the object; none if no root reaches it.
    pub fn depth(&self, object: u32) -> Option<u32> {
        let at = object as usize;
        self.from.get(at).filter(|from| **from != NONE).map(|_| self.depth[at])
    }

    /// The object before it on the shortest path; 0 if that is a root.
    pub fn from(&self, object: u32) -> u32 {
        self.from.get(object as usize).copied().filter(|from| *from != NONE).unwrap_or(0)
    }

    /// The shortest path to the object, or the part of it behind `start`, which must lie on it; empty if there is none.
    pub fn steps(&self, heap: &Heap, roots: &[Root], object: u32, start: u32) -> Vec<Step> {
        let (mut hops, mut label) = (Vec::new(), None);
        let mut at = object;
        while at != start && self.depth(at).is_some() {
            let (from, slot) = (self.from[at as usize], self.by[at as usize]);
            if from == 0 {
                label = Some(roots.get(slot as usize).map(|root| root.label.clone()).unwrap_or_default());
                break;
            }
            hops.push(Hop { from, slot, to: at });
            at = from;
        }
        hops.reverse();
        let mut steps: Vec<Step> = Vec::new();
        for name in label.into_iter().chain(access::names(heap, &hops)) {
            match steps.last_mut().filter(|last| last.name == name) {
                Some(last) => last.times += 1,
                None => steps.push(Step { name, times: 1 }),
            }
        }
        steps
    }
}

/// The path in one line: `static A.map["key"] → B.list[3]`.
pub fn joined(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut once = false;
    for step in steps {
        // an element belongs to the name before, unless one of the two is told with its number
        let belongs = once && step.times == 1 && step.name.starts_with('[');
        if !text.is_empty() && !belongs {
            text.push_str(" → ");
        }
        text.push_str(&step.name);
        once = step.times == 1;
        if !once {
            let _ = write!(text, " × {}", step.times);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_belong_to_what_holds_them() {
        let step = |name: &str, times| Step { name: name.into(), times };
        assert_eq!(
            joined(&[step("static A.b", 1), step("L.next", 3), step("[2]", 1)]),
            "static A.b → L.next × 3 → [2]"
        );
        assert_eq!(joined(&[step("static A.b", 1), step("[\"k\"]", 1), step("[2]", 1)]), "static A.b[\"k\"][2]");
        assert_eq!(joined(&[step("A.b", 1), step("[0]", 2), step("B.c", 1)]), "A.b → [0] × 2 → B.c");
    }
}
