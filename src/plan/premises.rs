//! What a checkpoint rests on: the plan that it was captured by, and all code that may run before it.
//!
//! A later version of the program may go on from the checkpoint if what it rests on is the same there. Plain data: the jars
//! carry it, so that the versions need not be at hand together. Code is told by its fingerprint
//! (`program::fingerprint`).

use super::Plans;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the checkpoints of a run rest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Premises {
    /// The version of jcp.
    pub jcp: String,
    /// For each region, what its checkpoints say that they belong to.
    pub ids: Vec<String>,
    /// What is captured.
    pub plans: Plans,
    /// For each region, from the root down: the part of the chain's method that runs before the checkpoint, the call of the
    /// next method included.
    pub parts: Vec<Vec<u128>>,
    /// The same for the chain of each other thread, down to its place.
    #[serde(default)]
    pub threads: Vec<Vec<u128>>,
    /// The classes of the application that may be loaded before a checkpoint, by their internal names.
    pub classes: BTreeMap<String, ClassPremise>,
    /// The lines of each of [`Self::parts`].
    pub part_lines: Vec<Vec<u128>>,
    /// All classes of the application, each method with its code, where the capturing run notes what it does; else none.
    pub all: BTreeMap<String, ClassPremise>,
    /// The service providers of the class path.
    pub services: BTreeMap<String, Vec<String>>,
    /// What tells the contents of the class path's resources, by their names.
    pub resources: BTreeMap<String, u128>,
    /// A method that may run before a checkpoint and asks for resources, if there is one.
    pub opens: Option<String>,
    /// Why all methods of the application count as run before a checkpoint, if they do.
    pub widened: Vec<String>,
    /// A method that may run before a checkpoint and asks for members or annotations of classes, if there is one.
    pub looks: Option<String>,
    /// One that finds classes by their names.
    pub finds: Option<String>,
    /// The lines of all code that may run before a checkpoint.
    pub lines: u128,
}

/// A class that may be loaded before a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassPremise {
    /// Access flags.
    pub access: u16,
    /// Internal name of the superclass.
    pub super_name: Option<String>,
    /// Internal names of the direct superinterfaces.
    pub interfaces: Vec<String>,
    /// Its fields in order.
    pub fields: Vec<FieldPremise>,
    /// Its methods by name and descriptor.
    pub methods: BTreeMap<(String, String), MethodPremise>,
    /// All of its class file.
    pub bytes: u128,
    /// What reflection tells of it.
    pub members: u128,
    /// Where it is nested.
    pub nesting: u128,
}

/// A method of such a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodPremise {
    /// Its access flags.
    pub access: u16,
    /// Its place in the class file.
    pub number: u32,
    /// Its code, if it may run as a whole before a checkpoint.
    pub code: Option<u128>,
    /// The lines of that code.
    pub lines: u128,
}

/// A field of such a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldPremise {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its access flags.
    pub access: u16,
    /// The constant that it starts with.
    pub value: Option<u128>,
}

impl ClassPremise {
    /// The constants that static fields start with.
    pub fn constants(&self) -> impl Iterator<Item = (&FieldPremise, u128)> {
        self.fields.iter().filter_map(|field| Some((field, field.value?)))
    }

    /// The constant that a field of the same name and type starts with.
    pub fn constant(&self, field: &FieldPremise) -> Option<u128> {
        let same = |other: &&FieldPremise| (&other.name, &other.descriptor) == (&field.name, &field.descriptor);
        self.fields.iter().find(same)?.value
    }

    /// Whether the class has the field.
    pub fn has_field(&self, name: &str, descriptor: &str) -> bool {
        self.fields.iter().any(|field| field.name == name && field.descriptor == descriptor)
    }
}
