//! Shortest paths from the roots to every object: a breadth-first search over the heap, all roots at once.
//!
//! Of several shortest paths the one of the first root, then of the first field, is taken. A path is told as steps;
//! steps of the same name that follow one another are told once with their number, so that a list of any length has a
//! short path.

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
    /// A root's label, `Class.field`, or `[index]`.
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
        let mut steps: Vec<Step> = Vec::new();
        let mut at = object;
        while at != start && self.depth(at).is_some() {
            let (from, by) = (self.from[at as usize], self.by[at as usize]);
            let name = if from == 0 {
                roots.get(by as usize).map(|root| root.label.clone()).unwrap_or_default()
            } else {
                reference_name(heap, from, by)
            };
            match steps.last_mut().filter(|last| last.name == name) {
                Some(last) => last.times += 1,
                None => steps.push(Step { name, times: 1 }),
            }
            at = from;
            if from == 0 {
                break;
            }
        }
        steps.reverse();
        steps
    }
}

/// `Class.field` or `[index]`: the name of an object's reference.
pub fn reference_name(heap: &Heap, object: u32, slot: u32) -> String {
    let field = heap.class(object).and_then(|class| {
        let mut references = class.fields.iter().filter(|field| field.is_reference());
        references.nth(slot as usize)
    });
    field.map_or_else(|| format!("[{slot}]"), |field| without_package(&field.name).to_owned())
}

/// `B.field` of `a.B.field`.
pub fn without_package(field: &str) -> &str {
    let class = field.rfind('.').unwrap_or(0);
    field.get(..class).and_then(|class| class.rfind('.')).map_or(field, |at| &field[at + 1..])
}

/// The path in one line.
pub fn joined(steps: &[Step]) -> String {
    let one =
        |step: &Step| if step.times == 1 { step.name.clone() } else { format!("{} × {}", step.name, step.times) };
    steps.iter().map(one).collect::<Vec<_>>().join(" → ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_by_their_simple_class() {
        let named = ["java.util.HashMap$Node.next", "Main.x", "a.B.c", "x"].map(without_package);
        assert_eq!(named, ["HashMap$Node.next", "Main.x", "B.c", "x"]);
        let step = |name: &str, times| Step { name: name.into(), times };
        assert_eq!(
            joined(&[step("static A.b", 1), step("L.next", 3), step("[2]", 1)]),
            "static A.b → L.next × 3 → [2]"
        );
    }
}
