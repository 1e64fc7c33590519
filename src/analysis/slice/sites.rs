//! What the parts of a slicer tell each other of a program: instructions, places in the heap and stores into them, and calls into the
//! JDK. Plain data, without the answers of any analysis but the points-to analysis.

use super::boundary::Writes;
use crate::analysis::ir::Var;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::program::{FieldId, MethodId};

/// A kind of place in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A static field.
    Static(FieldId),
    /// A field of objects.
    Field(FieldId),
    /// The elements of arrays.
    Element,
    /// All that objects of the JDK hold, such as the elements of a list, or the characters in a builder.
    Content,
    /// What the JDK holds for the whole program, such as system properties.
    Global,
    /// Some field or element: what native code accesses.
    Unknown,
}

/// An instruction of a program: the method and the offset, bytes.
pub type Site = (MethodId, u32);

/// A store: where, and the variable of the object or array that is written to; none for statics.
pub type Store = (Site, Option<Var>);

/// What a call into the JDK runs of the objects that are held by what it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Nothing but what belongs to its parts ([`super::comparing::only_keeps`]).
    Parts,
    /// `equals` and its like, but not `toString`.
    Choices,
    /// `equals` and its like ([`super::boundary::only_compares`]).
    Comparisons,
    /// Anything.
    Anything,
}

/// How a call into the JDK finds what it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gives {
    /// Whether it calls collections only: these compare what they hold to find one of it.
    pub compares: bool,
    /// Whether its arguments only say which of the things that a collection holds is given back.
    pub selects: bool,
    /// Whether it gives an object.
    pub object: bool,
}

/// A call into the JDK whose code is not followed ([`super::boundary`]).
pub struct Boundary {
    /// The references among its arguments, the receiver first.
    pub arguments: Vec<Option<Var>>,
    /// What it writes.
    pub writes: Writes,
    /// What it runs of what objects hold.
    pub runs: Runs,
    /// Whether it may make objects of classes of the application, by their names.
    pub makes_objects: bool,
    /// Whether it calls a static method.
    pub is_static: bool,
    /// Whether it calls a builder of strings.
    pub is_of_builder: bool,
    /// How what it gives is found.
    pub gives: Gives,
    /// The result: what the JDK makes in the call is in it.
    pub result: Option<Var>,
}

impl Boundary {
    /// The objects among its arguments.
    pub fn objects(&self, answer: &PointsTo<'_>, caller: MethodId) -> ObjectSet {
        let mut objects = ObjectSet::default();
        for var in self.arguments.iter().flatten() {
            objects.add_all(&answer.objects(caller, *var), None);
        }
        objects
    }
}
