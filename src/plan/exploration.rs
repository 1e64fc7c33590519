//! What becomes of a program whose interleavings are explored, for rewriting: plain data, as the plan is.
//!
//! Instructions are told by what they name: all accesses to one field, and all calls of one method by one name, become the same.

use crate::classfile::MemberRef;
use std::collections::{BTreeMap, BTreeSet};

/// What accesses and calls become.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Fields that threads may share.
    pub fields: BTreeMap<MemberRef, SharedField>,
    /// Calls by which threads may communicate.
    pub calls: BTreeMap<MemberRef, ExploredCall>,
    /// The same of constructors, and of a superclass's methods.
    pub special: BTreeMap<MemberRef, ExploredCall>,
    /// Classes of which objects of another class are made.
    pub made: BTreeMap<String, String>,
    /// Classes whose use may run an initialiser that others may see.
    pub initialised: BTreeMap<String, Initialised>,
    /// Static members whose use initialises such a class, with its number.
    pub uses: BTreeMap<MemberRef, u32>,
    /// Calls that read or write a thread's own values.
    pub own_values: BTreeSet<MemberRef>,
    /// The names of locations, for people. The first ones are those of array elements ([`ELEMENTS`]).
    pub locations: Vec<String>,
}

/// The locations of array elements, by the order of the instructions that load them; that of collections which no call names; what threads read as the time; and locks of which one asks
/// whether they are held.
pub const ELEMENTS: [&str; 11] = [
    "int[]",
    "long[]",
    "float[]",
    "double[]",
    "Object[]",
    "byte[]",
    "char[]",
    "short[]",
    "collection",
    "clock",
    "lock",
];

/// A field that threads may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedField {
    /// Its location's number.
    pub location: u32,
    /// Whether it is volatile.
    pub is_volatile: bool,
}

/// A class whose use may run initialisers that others may see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initialised {
    /// Its number.
    pub number: u32,
    /// The locations that stand for these initialisers: its own one, and those of what is above it.
    pub locations: Vec<u32>,
    /// The numbers of it and its superclasses, which are initialised where its own code runs.
    pub above: Vec<u32>,
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExploredCall {
    /// A static method is called, with the receiver as its first argument.
    Replaced {
        /// Its class, internal name.
        class: String,
        /// Its descriptor.
        descriptor: String,
        /// The class to which its result is cast.
        cast: Option<String>,
    },
    /// It is made as it is, told of before and behind.
    Told {
        /// What it does, for people.
        text: String,
        /// The location of its receiver if that is no object made for threads, whose content may race.
        location: u32,
        /// Whether it may change the receiver.
        is_write: bool,
        /// Whether its result is a view of the receiver, whose calls are on the receiver.
        is_view: bool,
        /// The arguments that it reads the content of.
        content: Vec<Content>,
    },
    /// It is made as it is, told of before: an access to a part of an object, which the first arguments tell.
    Access {
        /// What it does, for people.
        text: String,
        /// Which part.
        part: Part,
        /// Whether it may change the part.
        is_write: bool,
        /// The arguments that it reads the content of.
        content: Vec<Content>,
    },
    /// A program that makes it is not explored.
    Refused {
        /// What it calls, and why that is refused.
        why: String,
    },
}

/// A part of an object that a call accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The element of the receiver at the first argument, an index.
    Element,
    /// The field that the receiver, a handle, stands for: of the first argument, or of a class. For a handle of an array's elements the second argument is the index.
    Field,
    /// The element of the first argument, an array, at the second one.
    Reflected,
    /// What the receiver, a method, does with the first argument.
    Invoked,
    /// The content of arguments alone.
    Arguments,
    /// Nothing, but the result is a view of the first argument.
    View,
    /// Nothing, but the result locks itself, and then calls the first argument.
    Locked,
}

/// An argument that is an array or a collection, of which a call reads or writes what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// Which parameter.
    pub parameter: usize,
    /// Whether it is written.
    pub is_write: bool,
}
