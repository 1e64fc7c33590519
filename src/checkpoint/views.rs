//! The JDK's collections as what they hold: lists, sets, maps and texts instead of tables, buckets and capacities.
//!
//! A collection is known by the fields of its class, those of a superclass too; so a subclass of the program is seen in
//! the same way, with its own fields besides. Entries come in the order of iteration. What a view stands for is named in
//! [`View::hidden`]; all other fields count as usual. A structure that is not as the JDK keeps it has no view.
//!
//! Left out: tables keyed by identity and weak maps, whose fields are seen as they are.

use super::class::Class;
use super::content::Value;
use super::heap::{Content, Heap, decoded};

/// What a collection holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// Elements in order.
    List(Vec<u32>),
    /// Elements in the order of iteration.
    Set(Vec<u32>),
    /// Keys and values in the order of iteration.
    Map(Vec<(u32, u32)>),
    /// The characters of a string builder.
    Text(String),
}

/// A collection seen as such.
pub struct View {
    /// What it holds.
    pub held: Held,
    /// The fields that it stands for.
    pub hidden: &'static [&'static str],
}

const HASH_MAP: &[&str] = &[
    "java.util.AbstractMap.keySet",
    "java.util.AbstractMap.values",
    "java.util.HashMap.table",
    "java.util.HashMap.entrySet",
    "java.util.HashMap.size",
    "java.util.HashMap.modCount",
    "java.util.HashMap.threshold",
    "java.util.LinkedHashMap.head",
    "java.util.LinkedHashMap.tail",
];
const CONCURRENT_MAP: &[&str] = &[
    "java.util.concurrent.ConcurrentHashMap.table",
    "java.util.concurrent.ConcurrentHashMap.nextTable",
    "java.util.concurrent.ConcurrentHashMap.baseCount",
    "java.util.concurrent.ConcurrentHashMap.sizeCtl",
    "java.util.concurrent.ConcurrentHashMap.transferIndex",
    "java.util.concurrent.ConcurrentHashMap.cellsBusy",
    "java.util.concurrent.ConcurrentHashMap.counterCells",
    "java.util.concurrent.ConcurrentHashMap.keySet",
    "java.util.concurrent.ConcurrentHashMap.values",
    "java.util.concurrent.ConcurrentHashMap.entrySet",
];
const HASHTABLE: &[&str] = &[
    "java.util.Hashtable.table",
    "java.util.Hashtable.count",
    "java.util.Hashtable.threshold",
    "java.util.Hashtable.modCount",
    "java.util.Hashtable.keySet",
    "java.util.Hashtable.entrySet",
    "java.util.Hashtable.values",
];
const TREE_MAP: &[&str] = &[
    "java.util.AbstractMap.keySet",
    "java.util.AbstractMap.values",
    "java.util.TreeMap.root",
    "java.util.TreeMap.size",
    "java.util.TreeMap.modCount",
    "java.util.TreeMap.entrySet",
    "java.util.TreeMap.navigableKeySet",
    "java.util.TreeMap.descendingMap",
];
const LINKED_LIST: &[&str] = &[
    "java.util.AbstractList.modCount",
    "java.util.LinkedList.first",
    "java.util.LinkedList.last",
    "java.util.LinkedList.size",
];
const ARRAY_LIST: &[&str] =
    &["java.util.AbstractList.modCount", "java.util.ArrayList.elementData", "java.util.ArrayList.size"];
const VECTOR: &[&str] =
    &["java.util.AbstractList.modCount", "java.util.Vector.elementData", "java.util.Vector.elementCount"];
const QUEUE: &[&str] =
    &["java.util.PriorityQueue.queue", "java.util.PriorityQueue.size", "java.util.PriorityQueue.modCount"];
const DEQUE: &[&str] = &["java.util.ArrayDeque.elements", "java.util.ArrayDeque.head", "java.util.ArrayDeque.tail"];
const MAP_N: &[&str] = &["java.util.ImmutableCollections$MapN.table", "java.util.ImmutableCollections$MapN.size"];
const SET_N: &[&str] = &["java.util.ImmutableCollections$SetN.elements", "java.util.ImmutableCollections$SetN.size"];
const BUILDER: &[&str] = &[
    "java.lang.AbstractStringBuilder.value",
    "java.lang.AbstractStringBuilder.coder",
    "java.lang.AbstractStringBuilder.count",
    "java.lang.AbstractStringBuilder.maybeLatin1",
    "java.lang.StringBuffer.toStringCache",
];

/// The object as a collection, if it is one.
pub fn view(heap: &Heap, object: u32) -> Option<View> {
    let class = heap.class(object)?;
    let is = |field: &str| has(class, field);
    let see = |held: Option<Held>, hidden| held.map(|held| View { held, hidden });
    let reader = Reader { heap, object };
    if is("java.util.HashMap.table") {
        return see(reader.hash_map().map(Held::Map), HASH_MAP);
    } else if is("java.util.HashSet.map") {
        return see(reader.keys_of("java.util.HashSet.map").map(Held::Set), &["java.util.HashSet.map"]);
    } else if is("java.util.TreeSet.m") {
        return see(reader.keys_of("java.util.TreeSet.m").map(Held::Set), &["java.util.TreeSet.m"]);
    } else if is("java.util.TreeMap.root") {
        return see(reader.tree_map().map(Held::Map), TREE_MAP);
    } else if is("java.util.concurrent.ConcurrentHashMap.table") {
        let [table, key, value, next] = ["table", "key", "val", "next"].map(|field| {
            let node = if field == "table" { "" } else { "$Node" };
            format!("java.util.concurrent.ConcurrentHashMap{node}.{field}")
        });
        return see(reader.table(&table, [&key, &value, &next]).map(Held::Map), CONCURRENT_MAP);
    } else if is("java.util.Hashtable.table") {
        let [key, value, next] = ["key", "value", "next"].map(|field| format!("java.util.Hashtable$Entry.{field}"));
        return see(reader.table("java.util.Hashtable.table", [&key, &value, &next]).map(Held::Map), HASHTABLE);
    }
    match () {
        () if is("java.util.ArrayList.elementData") => see(reader.array_list(ARRAY_LIST[1], ARRAY_LIST[2]), ARRAY_LIST),
        () if is("java.util.Vector.elementData") => see(reader.array_list(VECTOR[1], VECTOR[2]), VECTOR),
        () if is("java.util.PriorityQueue.queue") => see(reader.array_list(QUEUE[0], QUEUE[1]), QUEUE),
        () if is("java.util.LinkedList.first") => see(reader.linked_list().map(Held::List), LINKED_LIST),
        () if is("java.util.ArrayDeque.elements") => see(reader.deque().map(Held::List), DEQUE),
        () if is(MAP_N[0]) => see(reader.flat_map().map(Held::Map), MAP_N),
        () if is(SET_N[0]) => see(reader.flat_set().map(Held::Set), SET_N),
        () if is("java.lang.AbstractStringBuilder.value") => see(reader.builder().map(Held::Text), BUILDER),
        () => None,
    }
}

fn has(class: &Class, field: &str) -> bool {
    class.fields.iter().any(|found| found.name == field)
}

struct Reader<'h> {
    heap: &'h Heap<'h>,
    object: u32,
}

impl Reader<'_> {
    fn reference_of(&self, object: u32, field: &str) -> Option<u32> {
        match self.heap.field(object, field)? {
            Value::Object(object) => Some(object),
            Value::Bits(_) => None,
        }
    }

    fn reference(&self, field: &str) -> Option<u32> {
        self.reference_of(self.object, field)
    }

    fn number(&self, field: &str) -> Option<usize> {
        match self.heap.field(self.object, field)? {
            Value::Bits(bits) => usize::try_from(bits as i32).ok(),
            Value::Object(_) => None,
        }
    }

    /// More than there are objects cannot be reached without going in a circle.
    fn ends(&self, count: usize) -> Option<()> {
        (count <= self.heap.len()).then_some(())
    }

    fn hash_map(&self) -> Option<Vec<(u32, u32)>> {
        let [key, value, next] = ["key", "value", "next"].map(|field| format!("java.util.HashMap$Node.{field}"));
        let Some(mut at) = self.reference("java.util.LinkedHashMap.head") else {
            return self.table("java.util.HashMap.table", [&key, &value, &next]);
        };
        let mut entries = Vec::new();
        while at > 0 {
            entries.push((self.reference_of(at, &key)?, self.reference_of(at, &value)?));
            self.ends(entries.len())?;
            at = self.reference_of(at, "java.util.LinkedHashMap$Entry.after")?;
        }
        Some(entries)
    }

    /// The entries of a table of lists of nodes.
    fn table(&self, table: &str, [key, value, next]: [&str; 3]) -> Option<Vec<(u32, u32)>> {
        let mut entries = Vec::new();
        for &first in self.heap.references(self.reference(table)?) {
            let mut at = first;
            // a bin of a concurrent map may be a tree that keeps its nodes as a list, too
            if let Some(list) = self.reference_of(at, "java.util.concurrent.ConcurrentHashMap$TreeBin.first") {
                at = list;
            }
            while at > 0 {
                entries.push((self.reference_of(at, key)?, self.reference_of(at, value)?));
                self.ends(entries.len())?;
                at = self.reference_of(at, next)?;
            }
        }
        Some(entries)
    }

    fn tree_map(&self) -> Option<Vec<(u32, u32)>> {
        let mut entries = Vec::new();
        let mut above = Vec::new();
        let mut at = self.reference("java.util.TreeMap.root")?;
        while at > 0 || !above.is_empty() {
            while at > 0 {
                above.push(at);
                self.ends(above.len())?;
                at = self.reference_of(at, "java.util.TreeMap$Entry.left")?;
            }
            let entry = above.pop()?;
            let key = self.reference_of(entry, "java.util.TreeMap$Entry.key")?;
            entries.push((key, self.reference_of(entry, "java.util.TreeMap$Entry.value")?));
            self.ends(entries.len())?;
            at = self.reference_of(entry, "java.util.TreeMap$Entry.right")?;
        }
        Some(entries)
    }

    /// The keys of the map that a set keeps its elements in.
    fn keys_of(&self, field: &str) -> Option<Vec<u32>> {
        let map = view(self.heap, self.reference(field)?)?;
        match map.held {
            Held::Map(entries) => Some(entries.into_iter().map(|(key, _)| key).collect()),
            _ => None,
        }
    }

    fn array_list(&self, elements: &str, size: &str) -> Option<Held> {
        let size = self.number(size)?;
        let elements = self.heap.references(self.reference(elements)?);
        elements.get(..size).map(|elements| Held::List(elements.to_vec()))
    }

    fn linked_list(&self) -> Option<Vec<u32>> {
        let mut elements = Vec::new();
        let mut at = self.reference("java.util.LinkedList.first")?;
        while at > 0 {
            elements.push(self.reference_of(at, "java.util.LinkedList$Node.item")?);
            self.ends(elements.len())?;
            at = self.reference_of(at, "java.util.LinkedList$Node.next")?;
        }
        Some(elements)
    }

    fn deque(&self) -> Option<Vec<u32>> {
        let ring = self.heap.references(self.reference("java.util.ArrayDeque.elements")?);
        let (head, tail) = (self.number("java.util.ArrayDeque.head")?, self.number("java.util.ArrayDeque.tail")?);
        if head <= tail {
            return ring.get(head..tail).map(<[u32]>::to_vec);
        }
        Some(ring.get(head..)?.iter().chain(ring.get(..tail)?).copied().collect())
    }

    fn flat_map(&self) -> Option<Vec<(u32, u32)>> {
        let table = self.heap.references(self.reference(MAP_N[0])?).chunks_exact(2);
        Some(table.filter(|pair| pair[0] > 0).map(|pair| (pair[0], pair[1])).collect())
    }

    fn flat_set(&self) -> Option<Vec<u32>> {
        let table = self.heap.references(self.reference(SET_N[0])?).iter();
        Some(table.copied().filter(|element| *element > 0).collect())
    }

    fn builder(&self) -> Option<String> {
        let [value, coder, count] = [BUILDER[0], BUILDER[1], BUILDER[2]];
        let wide = self.number(coder)? == 1;
        let array = self.reference(value)?;
        let Content::Primitives('B', _) = self.heap.content(array) else { return None };
        let (bytes, _) = self.heap.elements(array);
        bytes.get(..self.number(count)? << usize::from(wide)).map(|bytes| decoded(bytes, wide))
    }
}
