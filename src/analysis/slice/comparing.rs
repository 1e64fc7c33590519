//! What collections and streams of the JDK do with what is put into them: which calls look at it, and which only keep it and hand it out.
//!
//! The call graph leads from nearly each method of the JDK to each `hashCode` and `toString` there is, by the messages of exceptions. So it is
//! stated by class and name which methods call nothing of what they hold. A method that is not named here may. Collections that are
//! made by the program, and the functions and comparators among the parts of an object, are not concerned.

use super::boundary;
use crate::program::{MethodId, Program};

/// What collections call of what they hold to find one of it or to order it.
pub const COMPARISONS: &[&str] = &["equals", "hashCode", "compareTo", "compare"];

/// Methods of lists, queues and what steps through a collection, that call nothing of what is held.
const OF_SEQUENCES: &[&str] = &[
    "add",
    "addElement",
    "addFirst",
    "addLast",
    "capacity",
    "clear",
    "elementAt",
    "elements",
    "ensureCapacity",
    "firstElement",
    "get",
    "getFirst",
    "getLast",
    "hasMoreElements",
    "hasNext",
    "hasPrevious",
    "insertElementAt",
    "isEmpty",
    "iterator",
    "lastElement",
    "listIterator",
    "next",
    "nextElement",
    "offer",
    "offerFirst",
    "offerLast",
    "peek",
    "peekFirst",
    "peekLast",
    "poll",
    "pollFirst",
    "pollLast",
    "pop",
    "previous",
    "push",
    "set",
    "setElementAt",
    "size",
    "trimToSize",
];

/// The same of hash tables.
const OF_TABLES: &[&str] =
    &["clear", "elements", "entrySet", "isEmpty", "iterator", "keySet", "keys", "size", "values"];

/// Beginnings of methods that make text of objects.
const PRINTS: &[&str] = &["append", "format", "join", "print", "readLine", "readPassword", "toString", "valueOf"];

/// Whether the method calls nothing of what its arguments hold, but of their parts.
pub fn only_keeps(program: &Program, method: MethodId) -> bool {
    let Some(info) = program.method(method) else { return false };
    let (class, name) = (program.name(method.class), info.name.as_str());
    let below = |above: &str| program.class(above).is_some_and(|above| program.is_subtype(method.class, above));
    let gets_objects = ["Ljava/lang/Object;", "Ljava/lang/CharSequence;"].iter().any(|it| info.descriptor.contains(it));
    let prints = gets_objects && PRINTS.iter().any(|print| name.starts_with(print));
    if class.starts_with("java/io/") && !class.starts_with("java/io/Object") || class == "java/lang/String" {
        return !prints;
    }
    if class == "java/util/StringTokenizer" || below("java/lang/Throwable") && matches!(name, "<init>" | "initCause") {
        return true;
    }
    let others = ["java/util/concurrent/", "java/util/stream/", "java/util/Spliterators"];
    if !class.starts_with("java/util/") || others.iter().any(|other| class.starts_with(other)) {
        return false;
    }
    let is_made_empty = name == "<init>" && !info.descriptor.contains(['L', '[']);
    let sequences = ["java/util/List", "java/util/Deque", "java/util/Iterator", "java/util/Enumeration"];
    let tables = ["java/util/Hash", "java/util/LinkedHash"];
    sequences.into_iter().any(below) && (is_made_empty || OF_SEQUENCES.contains(&name))
        || tables.iter().any(|table| class.starts_with(table)) && (is_made_empty || OF_TABLES.contains(&name))
}

/// Whether the method makes text of what a collection holds; the other methods of collections do not.
pub fn prints(program: &Program, method: MethodId) -> bool {
    let name = program.method(method).map_or("", |info| info.name.as_str());
    let utility =
        matches!(program.name(method.class), "java/util/Arrays" | "java/util/Collections" | "java/util/Objects");
    utility || name == "toString" || program.name(method.class).starts_with("java/util/stream/")
}

/// Whether the method gives back one of the things that a collection holds, and its arguments only say which.
pub fn selects(program: &Program, method: MethodId) -> bool {
    let name = program.method(method).map_or("", |info| info.name.as_str());
    matches!(name, "get" | "elementAt") && boundary::is_of_collections(program, method.class)
}

/// Whether the method gives an object or array.
pub fn gives_object(program: &Program, method: MethodId) -> bool {
    let result = program.method(method).and_then(|info| info.descriptor.rsplit(')').next());
    result.is_some_and(|result| result.len() > 1)
}

/// Whether the method of the program compares what collections hold.
pub fn compares(program: &Program, method: MethodId) -> bool {
    program.method(method).is_some_and(|info| COMPARISONS.contains(&info.name.as_str()))
}
