//! Calls from the application into the JDK, as slices see them: by what they may read and write, not by their code.
//!
//! A *boundary call* gives a result that is made of its arguments, of what the objects among them contain, and of what the program's
//! own methods return that it calls back. *Content* is all that an object of the JDK holds, in one place ([`super::sites::Place`]), so a list
//! that is added to and a list that is read are tied by the list, not by the arrays and counters inside it. So a slice does not go
//! into the JDK: into hash tables that call each `hashCode` there is, and on from there to everything.
//!
//! Here is what a call writes. That is stated by the names of methods, which the JDK keeps to: a method called `get…` of a collection
//! reads. Where nothing is stated, a call may write into the receiver and into all arguments.

use crate::classfile::descriptor;
use crate::program::{ClassId, MethodId, Program, access};

/// What a call into the JDK writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writes {
    /// The places of arguments, the receiver first, into whose objects it may write.
    pub arguments: Vec<usize>,
    /// Whether it writes through a view into what the view shows: an entry's `setValue`, but not an iterator's `next`.
    pub through: bool,
    /// Whether it sets something for the whole program, such as a system property.
    pub global: bool,
}

impl Writes {
    /// Adds what another callee of the same call writes.
    pub fn add(&mut self, other: &Self) {
        let new = other.arguments.iter().filter(|place| !self.arguments.contains(place));
        let new: Vec<usize> = new.copied().collect();
        self.arguments.extend(new);
        self.through |= other.through;
        self.global |= other.global;
    }
}

/// What a call of a method of the JDK writes.
pub fn writes(program: &Program, method: MethodId) -> Writes {
    let Some(info) = program.method(method) else { return Writes::default() };
    let (class, name) = (program.name(method.class), info.name.as_str());
    let is_static = info.access & access::STATIC != 0;
    if class == "java/lang/Object" || class == "java/lang/Thread" && !name.starts_with("set") && name != "<init>" {
        return Writes::default();
    }
    let parsed = descriptor::parse_method(&info.descriptor);
    let parameters = parsed.map_or(Vec::new(), |parsed| parsed.parameters);
    let arrays = || (0..parameters.len()).filter(|place| parameters[*place].starts_with('['));
    let references = || (0..parameters.len()).filter(|place| parameters[*place].len() > 1);
    if is_static {
        let utility = matches!(class, "java/util/Arrays" | "java/util/Collections");
        let arguments = match class {
            "java/lang/System" if name == "arraycopy" => vec![2],
            "java/util/Arrays" | "java/util/Collections" if starts_with(name, IN_PLACE) => vec![0],
            "java/util/Arrays" | "java/util/Collections" | "java/util/Objects" => Vec::new(),
            _ if starts_with(name, READS) || starts_with(name, MAKES) => Vec::new(),
            _ => references().collect(),
        };
        return Writes { arguments, through: true, global: starts_with(name, SETS) && !utility };
    }
    let mut arguments: Vec<usize> = if name == "toArray" || name == "copyInto" || name == "drainTo" {
        vec![1]
    } else if is_of_collections(program, method.class) || starts_with(name, TAKES) {
        Vec::new()
    } else if starts_with(name, READS) || name == "<init>" {
        arrays().filter(|_| name != "<init>").map(|place| place + 1).collect()
    } else {
        references().map(|place| place + 1).collect()
    };
    if !reads(class, name) {
        arguments.insert(0, 0);
    }
    Writes { arguments, through: !starts_with(name, STEPS), global: false }
}

/// Whether a method leaves the content of its receiver as it is.
fn reads(class: &str, name: &str) -> bool {
    let immutable = class.starts_with("java/time/") || class.starts_with("java/util/Optional");
    let counts = class.starts_with("java/nio/") && class.ends_with("Buffer") || name.starts_with("getAnd");
    let orders = class == "java/util/LinkedHashMap" && name.starts_with("get");
    name != "<init>" && (immutable || starts_with(name, READS)) && !counts && !orders
}

/// Whether the class is one of `java.util`'s collections, or what steps through one: these write into no argument.
pub fn is_of_collections(program: &Program, class: ClassId) -> bool {
    let above =
        ["java/util/Collection", "java/util/Map", "java/util/Iterator", "java/util/Map$Entry", "java/util/Dictionary"];
    let name = program.name(class);
    let utility = ["java/util/Collections", "java/util/Arrays", "java/util/Objects", "java/util/Optional"];
    name.starts_with("java/util/stream/")
        || name.starts_with("java/util/")
            && (utility.contains(&name)
                || above.iter().filter_map(|above| program.class(above)).any(|above| program.is_subtype(class, above)))
}

/// Whether the class calls what a program puts into it only by `equals`, `hashCode` and their like: not so what keeps listeners, handlers
/// or tasks.
pub fn only_compares(program: &Program, class: ClassId) -> bool {
    let name = program.name(class);
    let packages = ["java/io/", "java/lang/", "java/math/", "java/nio/", "java/text/", "java/time/", "java/util/"];
    let calls = [
        "java/lang/ref/",
        "java/util/logging/",
        "java/util/prefs/",
        "java/util/concurrent/",
        "java/util/Observable",
        "java/util/Timer",
        "java/lang/Runtime",
    ];
    is_of_collections(program, class)
        || starts_in(name, &packages) && !starts_in(name, &calls) && !starts_in(name, MAKERS)
}

/// Whether the method may make objects of classes of the application, by their names.
pub fn makes_objects(program: &Program, method: MethodId) -> bool {
    let name = program.method(method).map_or("", |info| info.name.as_str());
    name == "newInstance" || starts_in(program.name(method.class), MAKERS)
}

/// Classes and packages that make objects of classes by their names.
const MAKERS: &[&str] = &[
    "java/beans/",
    "java/io/ObjectInputStream",
    "java/lang/invoke/",
    "java/rmi/",
    "java/security/",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "javax/",
];

fn starts_in(name: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| name.starts_with(beginning))
}

/// Whether a collection's iterator fails once the collection changes, so that what it gives was there when it was made.
pub fn fails_fast(program: &Program, class: ClassId) -> bool {
    let iterator = program.class("java/util/Iterator");
    let name = program.name(class);
    iterator.is_some_and(|iterator| program.is_subtype(class, iterator))
        && name.starts_with("java/util/")
        && !name.starts_with("java/util/concurrent/")
}

/// Whether the method's result is an object that it makes for its caller.
pub fn is_fresh(program: &Program, method: MethodId) -> bool {
    let name = program.method(method).map_or("", |info| info.name.as_str());
    starts_with(name, FRESH)
}

fn starts_with(name: &str, prefixes: &[&str]) -> bool {
    let follows = |rest: &str| rest.chars().next().is_none_or(|next| !next.is_lowercase());
    prefixes.iter().any(|prefix| name.strip_prefix(prefix).is_some_and(follows))
}

/// Beginnings of names of methods that only read their receiver. The next letter is no small one.
const READS: &[&str] = &[
    "as",
    "ceiling",
    "clone",
    "compare",
    "compareTo",
    "contains",
    "containsAll",
    "count",
    "descending",
    "element",
    "elementAt",
    "elements",
    "endsWith",
    "entry",
    "entrySet",
    "equals",
    "filter",
    "first",
    "firstElement",
    "flatMap",
    "floor",
    "forEach",
    "get",
    "has",
    "hasMore",
    "hasNext",
    "hasPrevious",
    "hashCode",
    "head",
    "headMap",
    "headSet",
    "higher",
    "indexOf",
    "is",
    "iterator",
    "key",
    "keySet",
    "keys",
    "last",
    "lastElement",
    "lastIndexOf",
    "length",
    "list",
    "listIterator",
    "lower",
    "map",
    "matches",
    "max",
    "min",
    "peek",
    "size",
    "spliterator",
    "startsWith",
    "stream",
    "sub",
    "subList",
    "subMap",
    "subSet",
    "tail",
    "tailMap",
    "tailSet",
    "test",
    "to",
    "toArray",
    "toString",
    "value",
    "values",
];

/// Beginnings of names of static methods that make something of their arguments.
const MAKES: &[&str] = &["compile", "copyOf", "create", "empty", "new", "of", "parse", "range", "with"];

/// Beginnings of names of static methods of `Arrays` and `Collections` that write into their first argument.
const IN_PLACE: &[&str] = &[
    "addAll",
    "copy",
    "fill",
    "parallelPrefix",
    "parallelSetAll",
    "parallelSort",
    "replaceAll",
    "reverse",
    "rotate",
    "setAll",
    "shuffle",
    "sort",
    "swap",
];

/// Beginnings of names of methods that take arguments in, and do not write into them.
const TAKES: &[&str] = &["add", "append", "offer", "print", "println", "push", "put", "set", "write"];

/// Beginnings of names of methods whose result is an object or array that they make.
const FRESH: &[&str] = &[
    "clone",
    "copyOf",
    "elements",
    "getBytes",
    "getChars",
    "iterator",
    "listIterator",
    "spliterator",
    "split",
    "stream",
    "toArray",
    "toByteArray",
    "toCharArray",
    "toList",
];

/// Beginnings of names of methods that step on in what they are called on, and leave what it steps through.
const STEPS: &[&str] = &["hasMore", "hasNext", "hasPrevious", "next", "previous", "try"];

/// Beginnings of names of static methods that set something for the whole program.
const SETS: &[&str] = &["add", "clear", "load", "register", "remove", "set"];
