//! What the references of a path are called: fields by class and name, elements by place, and what a collection of the JDK
//! holds by its key or place, however many tables and nodes lead there.
//!
//! A path goes into a collection by a field that is known here ([`ARRAYS`], [`NODES`], …) and leaves it at a node's key or value, or
//! at an element of its array. All that lies between is one step. So only the path is looked at, never a whole collection.
//!
//! Left out: a path that ends inside (at a table, at a node), whose references are told as they are.

use super::content::Value;
use super::heap::{Content, Heap};
use super::keys::key;

/// A reference: the object, the number of the reference in it, and where it leads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop {
    pub(super) from: u32,
    pub(super) slot: u32,
    pub(super) to: u32,
}

/// What a collection holds there.
enum Element {
    At(usize),
    Key(u32),
    ValueOf(u32),
}

/// Fields with the array of a list's elements, in order.
const ARRAYS: [&str; 6] = [
    "java.util.ArrayList.elementData",
    "java.util.Vector.elementData",
    "java.util.PriorityQueue.queue",
    "java.util.Arrays$ArrayList.a",
    "java.util.ImmutableCollections$ListN.elements",
    "java.util.concurrent.CopyOnWriteArrayList.array",
];
/// Fields with the nodes of a map or list, or a table of them.
const NODES: [&str; 9] = [
    "java.util.HashMap.table",
    "java.util.LinkedHashMap.head",
    "java.util.LinkedHashMap.tail",
    "java.util.TreeMap.root",
    "java.util.Hashtable.table",
    "java.util.WeakHashMap.table",
    "java.util.concurrent.ConcurrentHashMap.table",
    "java.util.LinkedList.first",
    "java.util.LinkedList.last",
];
/// Fields with the map whose keys are a set's elements.
const SETS: [&str; 2] = ["java.util.HashSet.map", "java.util.TreeSet.m"];
/// Fields with a table in which keys and values take turns.
const TURNS: [&str; 2] = ["java.util.ImmutableCollections$MapN.table", "java.util.IdentityHashMap.table"];
const DEQUE: &str = "java.util.ArrayDeque.elements";
const SET_N: &str = "java.util.ImmutableCollections$SetN.elements";
const ENUM_MAP: &str = "java.util.EnumMap.vals";
/// Longer keys are cut.
const LONGEST: usize = 80;

/// The names of the references of a path, fewer than there are references if it leads through collections.
pub(super) fn names(heap: &Heap, hops: &[Hop]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = hops;
    while let Some(hop) = rest.first() {
        let (name, count) = match element(heap, rest) {
            Some((element, count)) => (name_of(heap, &element), count),
            None => (reference_name(heap, hop.from, hop.slot), 1),
        };
        names.push(name);
        rest = &rest[count..];
    }
    names
}

/// Whether the part is a table, or a map, that the owner is made of as a collection of the JDK.
pub(super) fn is_inside(heap: &Heap, owner: u32, part: u32) -> bool {
    let Some(class) = heap.class(owner) else { return false };
    let references = class.fields.iter().filter(|field| field.is_reference()).zip(heap.references(owner));
    let inside = |field: &str| {
        let lists: [&[&str]; 4] = [&ARRAYS, &NODES, &SETS, &TURNS];
        lists.iter().any(|list| list.contains(&field)) || [DEQUE, SET_N, ENUM_MAP].contains(&field)
    };
    references.filter(|(_, to)| **to == part).any(|(field, _)| inside(&field.name))
}

fn name_of(heap: &Heap, element: &Element) -> String {
    let told = |object: u32| {
        let text = key(heap, object).unwrap_or_else(|| heap.describe(object));
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    };
    match *element {
        Element::At(place) => format!("[{place}]"),
        Element::ValueOf(object) => format!("[{}]", told(object)),
        Element::Key(object) => format!("key {}", told(object)),
    }
}

/// What the first references lead to in a collection, and how many these are.
fn element(heap: &Heap, hops: &[Hop]) -> Option<(Element, usize)> {
    let (first, next) = (hops.first()?, hops.get(1));
    let entrance = field(heap, first)?;
    let in_array = |element: Element| Some((element, 2));
    let place = next.map(|next| next.slot as usize);
    match entrance {
        _ if SETS.contains(&entrance) => match element(heap, &hops[1..])? {
            (Element::Key(object), count) => Some((Element::ValueOf(object), count + 1)),
            _ => None,
        },
        _ if ARRAYS.contains(&entrance) => in_array(Element::At(place?)),
        _ if TURNS.contains(&entrance) => in_array(match place? {
            even if even % 2 == 0 => Element::Key(next?.to),
            odd => Element::ValueOf(*heap.references(first.to).get(odd - 1)?),
        }),
        DEQUE => {
            let length = heap.references(first.to).len();
            in_array(Element::At(
                (place? + length).checked_sub(number(heap, first.from, "java.util.ArrayDeque.head")?)? % length,
            ))
        }
        SET_N => in_array(Element::ValueOf(next?.to)),
        ENUM_MAP => {
            let keys = reference(heap, first.from, "java.util.EnumMap.keyUniverse")?;
            in_array(Element::ValueOf(*heap.references(keys).get(place?)?))
        }
        "java.util.ImmutableCollections$List12.e0" => Some((Element::At(0), 1)),
        "java.util.ImmutableCollections$List12.e1" => Some((Element::At(1), 1)),
        "java.util.ImmutableCollections$Set12.e0" | "java.util.ImmutableCollections$Set12.e1" => {
            Some((Element::ValueOf(first.to), 1))
        }
        "java.util.ImmutableCollections$Map1.k0" => Some((Element::Key(first.to), 1)),
        "java.util.ImmutableCollections$Map1.v0" => {
            Some((Element::ValueOf(reference(heap, first.from, "java.util.ImmutableCollections$Map1.k0")?), 1))
        }
        _ if NODES.contains(&entrance) => in_nodes(heap, hops, entrance),
        _ => None,
    }
}

/// Along nodes until one's key, value or item.
fn in_nodes(heap: &Heap, hops: &[Hop], entrance: &str) -> Option<(Element, usize)> {
    let mut nodes = 0;
    for (number_of, hop) in hops.iter().enumerate().skip(1) {
        let Some(name) = field(heap, hop) else {
            // the table, and nothing else that is no node
            if number_of == 1 && matches!(heap.content(hop.from), Content::References(_)) {
                continue;
            }
            return None;
        };
        let (class, name) = name.rsplit_once('.')?;
        if !class.starts_with("java.util.") && class != "java.lang.ref.Reference" {
            return None;
        }
        let found = match name {
            "key" | "referent" => Element::Key(hop.to),
            "value" | "val" => Element::ValueOf(key_of(heap, hop.from)?),
            "item" if entrance == "java.util.LinkedList.last" => {
                let size = number(heap, hops[0].from, "java.util.LinkedList.size")?;
                Element::At(size.checked_sub(nodes + 1)?)
            }
            "item" => Element::At(nodes),
            "next" | "prev" | "left" | "right" | "before" | "after" | "parent" | "first" | "root" => {
                nodes += 1;
                continue;
            }
            _ => return None,
        };
        return Some((found, number_of + 1));
    }
    None
}

/// The key of a map's node.
fn key_of(heap: &Heap, node: u32) -> Option<u32> {
    let key = heap.class(node)?.fields.iter().find(|field| {
        matches!(field.name.rsplit_once('.'), Some((_, "key"))) || field.name == "java.lang.ref.Reference.referent"
    })?;
    reference(heap, node, &key.name)
}

fn reference(heap: &Heap, object: u32, field: &str) -> Option<u32> {
    match heap.field(object, field)? {
        Value::Object(object) => Some(object),
        Value::Bits(_) => None,
    }
}

fn number(heap: &Heap, object: u32, field: &str) -> Option<usize> {
    match heap.field(object, field)? {
        Value::Bits(bits) => usize::try_from(bits as i32).ok(),
        Value::Object(_) => None,
    }
}

/// The field of the reference with its class; none of an array's.
fn field<'a>(heap: &Heap<'a>, hop: &Hop) -> Option<&'a str> {
    let mut references = heap.class(hop.from)?.fields.iter().filter(|field| field.is_reference());
    references.nth(hop.slot as usize).map(|field| field.name.as_str())
}

/// `Class.field` or `[index]`: the name of an object's reference.
pub fn reference_name(heap: &Heap, object: u32, slot: u32) -> String {
    let hop = Hop { from: object, slot, to: 0 };
    field(heap, &hop).map_or_else(|| format!("[{slot}]"), |field| without_package(field).to_owned())
}

/// `B.field` of `a.B.field`.
pub fn without_package(field: &str) -> &str {
    let class = field.rfind('.').unwrap_or(0);
    field.get(..class).and_then(|class| class.rfind('.')).map_or(field, |at| &field[at + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_by_their_simple_class() {
        let named = ["java.util.HashMap$Node.next", "Main.x", "a.B.c", "x"].map(without_package);
        assert_eq!(named, ["HashMap$Node.next", "Main.x", "B.c", "x"]);
    }
}
