//! What a method's view is made of: variables, statements, calls, and the ways of exceptions. Plain data, which [`super::build`]
//! makes and analyses read.

use super::types::Type;
use crate::define_index;
use crate::program::{FieldId, MethodId};
use serde::{Deserialize, Serialize};

define_index!(
    /// A variable of one method.
    Var
);

/// A method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodIr {
    /// How many variables it has.
    pub vars: u32,
    /// The receiver.
    pub this: Option<Var>,
    /// The parameters without the receiver; none for those of primitive type.
    pub params: Vec<Option<Var>>,
    /// All returned references.
    pub result: Option<Var>,
    /// All exceptions that leave the method.
    pub thrown: Option<Var>,
    /// What it does, each with the offset of its instruction, bytes.
    pub statements: Vec<(u32, Statement)>,
    /// Its calls; statements name them by their numbers.
    pub calls: Vec<CallSite>,
    /// The variables that locals hold, as slot and offset of the instruction from which on: only where asked for.
    pub locals: Vec<(u16, u32, Var)>,
    /// The ways that exceptions go: [`CallSite::region`] and [`Statement::Throw`] name them. The first one is empty.
    pub regions: Vec<Region>,
}

/// Where an exception goes that is thrown at a place: to the first handler whose type fits, else out of the method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Region {
    /// The handlers, innermost first; the type none catches everything, and is last then.
    pub handlers: Vec<(Option<Type>, Var)>,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    /// Makes an object or array.
    New {
        /// Where it is then.
        dst: Var,
        /// Its type.
        ty: Type,
    },
    /// Copies a reference.
    Assign {
        /// To.
        dst: Var,
        /// From.
        src: Var,
    },
    /// Copies a reference if its object is of the type.
    Cast {
        /// To.
        dst: Var,
        /// From.
        src: Var,
        /// The type.
        ty: Type,
    },
    /// Reads an instance field.
    GetField {
        /// The value; none if it is no reference.
        dst: Option<Var>,
        /// The object; none for null.
        base: Option<Var>,
        /// The field.
        field: FieldId,
    },
    /// Writes an instance field.
    PutField {
        /// The object; none for null.
        base: Option<Var>,
        /// The field.
        field: FieldId,
        /// The value; none if it is no reference, or null.
        src: Option<Var>,
    },
    /// Reads a static field.
    GetStatic {
        /// The value; none if it is no reference.
        dst: Option<Var>,
        /// The field.
        field: FieldId,
    },
    /// Writes a static field.
    PutStatic {
        /// The field.
        field: FieldId,
        /// The value; none if it is no reference, or null.
        src: Option<Var>,
    },
    /// Reads an element of an array.
    GetElement {
        /// The value; none if it is no reference.
        dst: Option<Var>,
        /// The array; none for null.
        base: Option<Var>,
    },
    /// Writes an element of an array.
    PutElement {
        /// The array; none for null.
        base: Option<Var>,
        /// The value; none if it is no reference, or null.
        src: Option<Var>,
    },
    /// Loads a string constant.
    Text {
        /// Where it is then.
        dst: Var,
        /// Its number in the constant pool of the method's class.
        constant: u16,
    },
    /// Loads a class constant.
    Class {
        /// Where it is then.
        dst: Var,
        /// The class.
        ty: Type,
    },
    /// Loads a method handle or method type.
    Handle {
        /// Where it is then.
        dst: Var,
        /// Its number in the constant pool of the method's class.
        constant: u16,
    },
    /// Throws an exception.
    Throw {
        /// The exception.
        src: Var,
        /// Which way it goes.
        region: u32,
    },
    /// Makes a call.
    Call(u32),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallSite {
    /// Offset of the instruction, bytes.
    pub offset: u32,
    /// What is called.
    pub target: Target,
    /// The receiver; none for calls without one, and for null.
    pub receiver: Option<Var>,
    /// The arguments without the receiver; none for those of primitive type and null.
    pub args: Vec<Option<Var>>,
    /// The result; none if it is no reference or there is none.
    pub dst: Option<Var>,
    /// Which way exceptions go.
    pub region: u32,
}

/// What a call instruction calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// A static method.
    Static(MethodId),
    /// Exactly this method.
    Special(MethodId),
    /// What the receiver's class selects.
    Virtual(MethodId),
    /// `invokedynamic`, or a constant that a bootstrap method computes.
    Dynamic(Box<Dynamic>),
    /// A method that exists nowhere: class, name and descriptor for people.
    Missing(Box<str>),
}

/// What the bootstrap method of a call site or constant makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dynamic {
    /// `LambdaMetafactory`: a function object over the arguments.
    Lambda {
        /// Its interface.
        interface: Type,
        /// More interfaces that it has.
        markers: Vec<Type>,
        /// The name of the method that it implements.
        name: String,
        /// Erased descriptor of that method.
        descriptor: String,
        /// What it runs.
        runs: Handle,
    },
    /// `StringConcatFactory`: a string; `toString` of the arguments runs.
    Concatenation,
    /// `ObjectMethods`: a record's `toString`, `hashCode` or `equals` (the name) over its fields.
    Record {
        /// Which one.
        name: String,
        /// The fields.
        fields: Vec<FieldId>,
    },
    /// `SwitchBootstraps`: an index; nothing of the program but `equals` and initialisers of enums runs.
    Switch,
    /// Any other bootstrap method.
    Other {
        /// The bootstrap method.
        bootstrap: Handle,
        /// The method handles among its arguments.
        handles: Vec<Handle>,
    },
}

/// A method handle with its member found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handle {
    /// Reads (true) or writes a field.
    Field(FieldId, bool),
    /// Calls a static method.
    Static(MethodId),
    /// Calls exactly this method.
    Special(MethodId),
    /// Calls what the receiver's class selects.
    Virtual(MethodId),
    /// Makes an object of the class and calls its constructor.
    New(Type, MethodId),
    /// The member exists nowhere.
    Missing(Box<str>),
}

impl MethodIr {
    /// The statement that makes call `number`'s place: its offset, bytes.
    pub fn call(&self, number: u32) -> &CallSite {
        &self.calls[number as usize]
    }
}

impl Handle {
    /// What it calls, if it calls something.
    pub fn method(&self) -> Option<MethodId> {
        match self {
            Self::Static(method) | Self::Special(method) | Self::Virtual(method) | Self::New(_, method) => {
                Some(*method)
            }
            Self::Field(..) | Self::Missing(_) => None,
        }
    }
}
