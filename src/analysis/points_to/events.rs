//! What happens while the analysis runs: who calls, what waits for objects, and what is applied where.
//!
//! - A [`Caller`] is a call instruction of an instance, or a [`SyntheticCall`]: a call through a function object, a proxy,
//!   reflection or the JVM.
//! - A [`Trigger`] at a node is pulled by each object that arrives there. Some triggers follow one [`AccessStep`] from the
//!   objects to what they hold.
//! - A [`ModelCall`] is a place where a model is applied; a [`ReflectiveCall`] is one at which a model asks reflection.
//! - [`Targets`] are what a virtual call runs on a set of objects, and a [`Waiting`] call is one whose callee was not read yet.
//!
//! Nothing here knows the solver: these are plain values. What is done at an event is in the files of those who do it.

use super::context::Context;
use super::graph::Node;
use super::objects::Object;
use super::set::ObjectSet;
use crate::analysis::ir::Type;
use crate::analysis::models::effect::Reflect;
use crate::analysis::summaries::renumber::Renumber;
use crate::program::{FieldId, MethodId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A call that waits for the view of its callee.
pub struct Waiting {
    pub(super) caller: Caller,
    pub(super) callee: u32,
    pub(super) context: Context,
    /// The receivers; none for calls without.
    pub(super) receivers: Option<ObjectSet>,
}

/// Who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Caller {
    /// The call with this number in the instance.
    Site(u32, u32),
    /// A synthetic call that no call instruction of its own stands for.
    Synthetic(u32),
}

/// A call through a function object, a proxy, reflection or the JVM.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SyntheticCall {
    /// The call instruction behind it, if there is one: instance and number.
    pub(super) site: Option<(u32, u32)>,
    pub(super) args: Vec<Option<Node>>,
    pub(super) dst: Option<Node>,
    /// Where exceptions go; none: those of the site.
    pub(super) thrown: Option<Node>,
}

/// What makes synthetic calls different: site, arguments, result, exceptions.
pub type SyntheticKey = (Option<(u32, u32)>, Vec<Option<Node>>, Option<Node>, Option<Node>);

impl SyntheticCall {
    pub(super) fn key(&self) -> SyntheticKey {
        (self.site, self.args.clone(), self.dst, self.thrown)
    }
}

/// What waits for objects at a node that is no variable, or for another reason than a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// The synthetic call calls this method on the objects: what their class selects, if true.
    Invoke(u32, MethodId, bool),
    /// The synthetic call calls what the class of the objects selects for this method, if they are of the application.
    InvokeOfApplication(u32, MethodId),
    /// The synthetic call calls the method whose name and descriptor have this number.
    InvokeNamed(u32, u32),
    /// The classes that class objects stand for are initialised.
    Initialize,
    /// What the objects hold goes to the node.
    Load(Node, AccessStep),
    /// What the node has goes to what the objects hold.
    Store(Node, AccessStep),
    /// Copies of the objects go to the node; the model call says where they are made.
    Clone(Node, u32),
    /// Objects of classes that are not known must be of this type.
    Ask(Type),
    /// The call of a reflective method with this number waits for what it is asked with.
    Reflect(u32, Slot),
}

/// A call's site, arguments and result, and where its exceptions go if it is a synthetic call that says so.
pub type ValuesOfCall = (Option<(u32, u32)>, Vec<Option<Node>>, Option<Node>, Option<Node>);

/// What a call runs on objects.
pub struct Targets {
    /// Objects whose class is made at run time: proxies by what made them, then each other one.
    pub(super) made_up: Vec<Vec<Object>>,
    /// The others, by the method that their class selects.
    pub(super) by_method: Vec<(MethodId, ObjectSet)>,
}

/// One step from objects to what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AccessStep {
    /// Elements of arrays.
    Elements,
    /// Any field, elements included; of class objects the static fields of the class.
    Any,
    /// Any field that serialization reads and sets.
    Serial,
    /// The field whose name has this number.
    Named(u32),
    /// This field.
    Exactly(FieldId),
}

/// Where a model is applied: the variables of one call of a modelled method, or the JVM's own doing.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ModelCall {
    pub(super) this: Option<Node>,
    pub(super) params: Vec<Option<Node>>,
    pub(super) result: Option<Node>,
    /// Exceptions that leave the calls of the model.
    pub(super) thrown: Option<Node>,
    /// The call of the modelled method.
    pub(super) site: Option<(u32, u32)>,
    /// Makes objects of different models different.
    pub(super) number: u32,
    /// The heap context of what the model makes.
    pub(super) heap: Context,
    /// The method, if it is one.
    pub(super) method: Option<MethodId>,
}

/// What a call runs on objects whose class is made at run time.
pub enum Runs {
    /// The objects are of another plugin.
    OfOthers,
    /// What is to run was called.
    Nothing,
    /// This method.
    Method(MethodId),
}

/// A call of a reflective method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReflectiveCall {
    pub(super) reflect: Reflect,
    pub(super) model_call: ModelCall,
    /// Name of the method.
    pub(super) name: String,
    /// Whether it asks for what the class declares itself.
    pub(super) declared: bool,
    /// The type of its result if that is an array.
    pub(super) array: Option<Type>,
    pub(super) nodes: Nodes,
    /// What the calling code says of the array that it passes.
    pub(super) given: Given,
}

/// What the calling code says of the array of arguments or parameter types that it passes to a reflective method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// How many elements it may have; none if that is not known.
    pub(super) counts: Option<BTreeSet<u32>>,
    /// The descriptors of the classes that it holds; none if some are not known.
    pub(super) types: Option<BTreeSet<String>>,
}

/// The nodes of a reflective call by the types of receiver and parameters.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Nodes {
    /// Its class objects.
    pub(super) class: Option<Node>,
    /// Its strings.
    pub(super) name: Option<Node>,
    /// Its members, method handles and variable handles.
    pub(super) member: Option<Node>,
    /// Objects, in the order of parameters.
    pub(super) objects: Vec<Node>,
    /// The elements of its array of objects or classes.
    pub(super) elements: Option<Node>,
}

/// Which node of a reflective call objects arrived at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Slot {
    /// Class objects.
    Class,
    /// Strings.
    Name,
    /// Members and handles.
    Member,
    /// Other objects.
    Object,
    /// Handles among the arguments of a combined handle.
    Pool,
}

impl ReflectiveCall {
    pub(super) fn nodes(&self) -> Nodes {
        self.nodes.clone()
    }

    /// Whether it asks for constructors.
    pub(super) fn of_constructors(&self) -> bool {
        matches!(self.reflect, Reflect::Constructor | Reflect::Constructors) || self.name.contains("Constructor")
    }
}

impl Renumber for Trigger {
    fn renumber(&mut self, by: u32) {
        match self {
            Self::Invoke(_, method, _) | Self::InvokeOfApplication(_, method) => method.renumber(by),
            Self::Load(_, AccessStep::Exactly(field)) | Self::Store(_, AccessStep::Exactly(field)) => {
                field.renumber(by);
            }
            Self::Ask(ty) => ty.renumber(by),
            Self::InvokeNamed(..)
            | Self::Initialize
            | Self::Load(..)
            | Self::Store(..)
            | Self::Clone(..)
            | Self::Reflect(..) => {}
        }
    }
}
