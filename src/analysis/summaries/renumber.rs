//! Gives the classes in what was kept the numbers that they have in a program: `by` is how many classes lie before the
//! JDK's there.

use crate::analysis::ir::{CallSite, Dynamic, Handle, MethodIr, Region, Statement, Target, Type};
use crate::program::{ClassId, FieldId, MethodId};

/// Something with classes.
pub trait Renumber {
    /// Adds to the number of every class in it.
    fn renumber(&mut self, by: u32);
}

impl Renumber for ClassId {
    fn renumber(&mut self, by: u32) {
        self.0 += by;
    }
}

impl Renumber for MethodId {
    fn renumber(&mut self, by: u32) {
        self.class.renumber(by);
    }
}

impl Renumber for FieldId {
    fn renumber(&mut self, by: u32) {
        self.class.renumber(by);
    }
}

impl Renumber for Type {
    fn renumber(&mut self, by: u32) {
        *self = self.renumbered(|class| ClassId(class.0 + by));
    }
}

/// Nothing has no classes.
impl Renumber for () {
    fn renumber(&mut self, _: u32) {}
}

/// A plain number is an object, a node or the like: classes have a type of their own.
impl Renumber for u32 {
    fn renumber(&mut self, _: u32) {}
}

impl Renumber for String {
    fn renumber(&mut self, _: u32) {}
}

impl<A: Renumber, B: Renumber> Renumber for (A, B) {
    fn renumber(&mut self, by: u32) {
        self.0.renumber(by);
        self.1.renumber(by);
    }
}

impl<T: Renumber> Renumber for Option<T> {
    fn renumber(&mut self, by: u32) {
        if let Some(inside) = self {
            inside.renumber(by);
        }
    }
}

impl<T: Renumber> Renumber for Vec<T> {
    fn renumber(&mut self, by: u32) {
        for inside in self {
            inside.renumber(by);
        }
    }
}

impl Renumber for MethodIr {
    fn renumber(&mut self, by: u32) {
        let Self { statements, calls, regions, .. } = self;
        for (_, statement) in statements {
            statement.renumber(by);
        }
        calls.renumber(by);
        regions.renumber(by);
    }
}

impl Renumber for Region {
    fn renumber(&mut self, by: u32) {
        for (ty, _) in &mut self.handlers {
            ty.renumber(by);
        }
    }
}

impl Renumber for Statement {
    fn renumber(&mut self, by: u32) {
        match self {
            Self::New { ty, .. } | Self::Cast { ty, .. } | Self::Class { ty, .. } => {
                ty.renumber(by);
            }
            Self::GetField { field, .. }
            | Self::PutField { field, .. }
            | Self::GetStatic { field, .. }
            | Self::PutStatic { field, .. } => field.renumber(by),
            Self::Assign { .. }
            | Self::GetElement { .. }
            | Self::PutElement { .. }
            | Self::Text { .. }
            | Self::Handle { .. }
            | Self::Throw { .. }
            | Self::Call(_) => {}
        }
    }
}

impl Renumber for CallSite {
    fn renumber(&mut self, by: u32) {
        match &mut self.target {
            Target::Static(method) | Target::Special(method) | Target::Virtual(method) => method.renumber(by),
            Target::Dynamic(made) => made.renumber(by),
            Target::Missing(_) => {}
        }
    }
}

impl Renumber for Dynamic {
    fn renumber(&mut self, by: u32) {
        match self {
            Self::Lambda { interface, markers, name: _, descriptor: _, runs } => {
                interface.renumber(by);
                markers.renumber(by);
                runs.renumber(by);
            }
            Self::Record { name: _, fields } => fields.renumber(by),
            Self::Other { bootstrap, handles } => {
                bootstrap.renumber(by);
                handles.renumber(by);
            }
            Self::Concatenation | Self::Switch => {}
        }
    }
}

impl Renumber for Handle {
    fn renumber(&mut self, by: u32) {
        match self {
            Self::Field(field, _) => field.renumber(by),
            Self::Static(method) | Self::Special(method) | Self::Virtual(method) => method.renumber(by),
            Self::New(ty, method) => {
                ty.renumber(by);
                method.renumber(by);
            }
            Self::Missing(_) => {}
        }
    }
}
