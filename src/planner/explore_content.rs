//! What calls of the JDK access, by their names and types, where the model of `jcp explore` ([`super::explore_model`]) names no helper: their receiver, a part of
//! it, or what is in arguments.
//!
//! A method that is not known to read its receiver alone counts as one that writes it. Invariant: only names and descriptors are looked at, so a call through an
//! interface is known as one of the class is. Left out: arguments whose type says nothing of what is in them, but where a method is known to show them as a text.

use crate::classfile::MemberRef;
use crate::classfile::descriptor::parse_method;
use crate::classfile::opcode::INVOKESTATIC;
use crate::plan::{Content, Part};

/// Whether objects of the class may be changed by calls: collections, buffers, streams, objects made for threads.
pub(super) fn is_shared_state(class: &str) -> bool {
    let is_function = ["java/util/function/", "java/util/stream/"].iter().any(|package| class.starts_with(package));
    let is_state =
        ["java/util/", "java/io/", "java/text/", "java/nio/"].iter().any(|package| class.starts_with(package));
    is_state && !is_function
        || matches!(
            class,
            "java/lang/AbstractStringBuilder"
                | "java/lang/StringBuilder"
                | "java/lang/StringBuffer"
                | "java/lang/Iterable"
        )
}

/// The part of an object that a method of the class accesses, if it accesses one alone.
pub(super) fn part(class: &str, member: &MemberRef, op: u8) -> Option<Part> {
    let first = member.descriptor.get(1..2);
    let is_array = class.starts_with("java/util/concurrent/atomic/Atomic") && class.ends_with("Array");
    let is_handle = class == "java/lang/invoke/VarHandle" && !KINDS_OF_HANDLES.contains(&member.name.as_str());
    let is_accessor = ["get", "set"].iter().any(|prefix| member.name.starts_with(prefix));
    let is_of_object = is_accessor && member.descriptor.starts_with("(Ljava/lang/Object;");
    match class {
        _ if is_array && first == Some("I") => Some(Part::Element),
        _ if class.starts_with("java/util/concurrent/atomic/")
            && class.ends_with("FieldUpdater")
            && op != INVOKESTATIC =>
        {
            Some(Part::Field)
        }
        _ if is_handle && op != INVOKESTATIC => Some(Part::Field),
        "java/lang/reflect/Field" if is_of_object => Some(Part::Field),
        "java/lang/reflect/Array" if is_of_object && op == INVOKESTATIC => Some(Part::Reflected),
        "java/lang/reflect/Method" if member.name == "invoke" => Some(Part::Invoked),
        "java/util/Arrays" if member.name == "asList" => Some(Part::View),
        "java/util/Collections" if member.name.starts_with("synchronized") => Some(Part::Locked),
        "java/util/Collections" if makes_view(&member.name) => Some(Part::View),
        _ => None,
    }
}

/// Methods of `VarHandle` that access nothing.
const KINDS_OF_HANDLES: [&str; 9] = [
    "accessModeType",
    "varType",
    "coordinateTypes",
    "isAccessModeSupported",
    "toMethodHandle",
    "withInvokeExactBehavior",
    "withInvokeBehavior",
    "hasInvokeExactBehavior",
    "describeConstable",
];

/// Whether a method of `Arrays` or `Collections` changes its arguments.
fn changes(name: &str) -> bool {
    const NAMES: [&str; 7] = ["reverse", "shuffle", "swap", "rotate", "copy", "addAll", "replaceAll"];
    NAMES.contains(&name) || ["fill", "sort", "set", "parallel"].iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a method of the name only reads its receiver.
pub(super) fn reads(name: &str) -> bool {
    const NAMES: [&str; 24] = [
        "size",
        "isEmpty",
        "length",
        "peek",
        "element",
        "first",
        "last",
        "keySet",
        "values",
        "entrySet",
        "iterator",
        "listIterator",
        "subList",
        "stream",
        "forEach",
        "toArray",
        "charAt",
        "hasNext",
        "toString",
        "hashCode",
        "equals",
        "intValue",
        "longValue",
        "spliterator",
    ];
    let is_accessor = ["get", "contains", "is", "indexOf", "lastIndexOf"].iter().any(|prefix| name.starts_with(prefix));
    // getAndSet and its like write
    NAMES.contains(&name) || is_accessor && !name.starts_with("getAnd")
}

/// Whether an object of this type may be a view of another collection.
pub(super) fn is_view(descriptor: &str) -> bool {
    let class = descriptor.strip_prefix("Ljava/util/").and_then(|rest| rest.strip_suffix(';')).unwrap_or_default();
    ["Iterator", "ListIterator", "Set", "Collection", "List", "Map", "Enumeration", "Map$Entry"].contains(&class)
}

/// Whether a method of `Collections` makes a view of its argument.
fn makes_view(name: &str) -> bool {
    let names = ["newSetFromMap", "newSequencedSetFromMap", "asLifoQueue", "enumeration"];
    names.contains(&name) || ["unmodifiable", "checked"].iter().any(|prefix| name.starts_with(prefix))
}

/// The arguments that a method of the JDK reads or writes the content of.
pub(super) fn content(class: &str, member: &MemberRef) -> Vec<Content> {
    let name = member.name.as_str();
    let is_for_all = matches!(class, "java/util/Arrays" | "java/util/Collections");
    let is_write = is_for_all && changes(name) || fills(name);
    let parsed = parse_method(&member.descriptor);
    let parameters = parsed.iter().flat_map(|it| it.parameters.iter().copied()).enumerate();
    let is_content = |type_: &str| has_content(type_) || type_ == "Ljava/lang/Object;" && shows(class, name);
    parameters.filter(|(_, it)| is_content(it)).map(|(parameter, _)| Content { parameter, is_write }).collect()
}

/// Whether a value of the type has others in it.
fn has_content(descriptor: &str) -> bool {
    const TYPES: [&str; 9] =
        ["Iterable", "CharSequence", "StringBuffer", "StringBuilder", "Collection", "List", "Set", "Map", "Queue"];
    let simple = descriptor.strip_suffix(';').and_then(|it| it.rsplit('/').next()).unwrap_or_default();
    let is_of_jdk = ["Ljava/lang/", "Ljava/util/"].iter().any(|package| descriptor.starts_with(package));
    descriptor.starts_with('[')
        || is_of_jdk
            && (TYPES.contains(&simple)
                || ["Deque", "SortedMap", "SortedSet", "Iterator", "Enumeration"].contains(&simple))
}

/// Whether a method fills an array or a collection that it is given.
fn fills(name: &str) -> bool {
    const NAMES: [&str; 8] =
        ["get", "getChars", "getBytes", "toArray", "drainTo", "copyInto", "nextBytes", "nextElements"];
    NAMES.contains(&name) || name.starts_with("read")
}

/// Whether a method makes a text of any object that it is given.
fn shows(class: &str, name: &str) -> bool {
    let is_text = ["java/lang/String", "java/lang/AbstractStringBuilder", "java/io/Print", "java/util/Objects"];
    let is_named = ["valueOf", "append", "insert", "print", "println", "toString", "hashCode", "equals"];
    is_text.iter().any(|prefix| class.starts_with(prefix)) && is_named.contains(&name)
}
