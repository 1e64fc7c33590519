//! Plugins: what is added to the rules of the solver, each in a file of its own with the state that it alone has.
//!
//! The solver knows the rules of the standard formulation, and nothing of models, reflection, function objects or what the
//! JVM does by itself. It tells plugins what happens ([`Plugin`]), in the order of their list ([`super::plugins`]), at once:
//! a plugin may make nodes, edges, objects and calls in return, so that others are told before it has ended, and it may be
//! told again itself. So plugins have no `&mut self`: what they keep lies in the solver ([`States`]), found by its type, and is
//! borrowed for single steps only. The fields of such a state are private to the plugin's file.

use super::budget::{Budget, Exceeded};
use super::events::{Caller, ModelCall, Runs, Trigger};
use super::objects::Object;
use super::set::ObjectSet;
use super::solver::Solver;
use super::tables::Kept;
use crate::analysis::ir::Statement;
use crate::analysis::models::effect::Reflect;
use crate::analysis::summaries::renumber::Renumber;
use crate::analysis::summaries::store;
use crate::program::MethodId;
use std::any::{Any, TypeId};

/// What is told to a plugin, and asked of it.
pub trait Plugin: Sync {
    /// Its state in a new solver, if it has one.
    fn state(&self) -> Option<Box<dyn PluginState>> {
        None
    }

    /// The analysis starts: what the JVM and the JDK do by themselves is followed.
    fn on_start(&self, _: &mut Solver<'_>) {}

    /// The classes of the application count from now on, and its `main` method.
    fn on_application(&self, _: &mut Solver<'_>, _main: MethodId) {}

    /// An instance of a method is new; its statements are followed next.
    fn on_instance(&self, _: &mut Solver<'_>, _instance: u32) {}

    /// A statement of an instance that no rule of the solver is for.
    fn on_statement(&self, _: &mut Solver<'_>, _instance: u32, _: &Statement) {}

    /// The instance `callee` is called by this caller for the first time.
    fn on_call(&self, _: &mut Solver<'_>, _: Caller, _callee: u32) {}

    /// An object is new.
    fn on_object(&self, _: &mut Solver<'_>, _: Object) {}

    /// Objects arrived at a node with a trigger that no rule of the solver is for.
    fn on_objects(&self, _: &mut Solver<'_>, _: Trigger, _: &ObjectSet) {}

    /// A model asks reflection something.
    fn on_reflection(&self, _: &mut Solver<'_>, _: &ModelCall, _: Reflect) {}

    /// A method is called on objects of one origin whose class is made at run time.
    fn on_made_up(&self, _: &mut Solver<'_>, _: Caller, _resolved: MethodId, _: &[Object]) -> Runs {
        Runs::OfOthers
    }

    /// Whether the class of a member object is made at run time.
    fn makes_up(&self, _: &Solver<'_>, _: Object) -> bool {
        false
    }

    /// Nothing is left to do: the plugin may add something, and says so.
    fn goes_on(&self, _: &mut Solver<'_>) -> bool {
        false
    }

    /// The fixed point is reached.
    fn on_fixed_point(&self, _: &mut Solver<'_>) {}

    /// Whether the budget suffices for what the plugin found.
    fn check(&self, _: &Solver<'_>, _: &Budget) -> Result<(), Exceeded> {
        Ok(())
    }
}

/// The state of a plugin, with its form in summaries.
pub trait PluginState: Any + Send + Sync {
    /// The bytes of what is kept; none if it is too large.
    fn to_bytes(&self) -> Option<Vec<u8>>;

    /// Takes what was kept, with `by` more classes before the JDK's; none if it does not belong together.
    fn take_bytes(&mut self, bytes: &[u8], by: u32) -> Option<()>;
}

impl<T: Kept + Any + Send + Sync> PluginState for T {
    fn to_bytes(&self) -> Option<Vec<u8>> {
        store::encode(&self.save())
    }

    fn take_bytes(&mut self, bytes: &[u8], by: u32) -> Option<()> {
        let mut saved: T::Saved = store::decode(bytes)?;
        saved.renumber(by);
        self.load(saved)
    }
}

/// The states of the plugins, in the order of these. There are few: a search by type is quick.
pub struct States(Vec<(TypeId, Box<dyn PluginState>)>);

impl States {
    /// Those of new plugins.
    pub fn of(plugins: &[&dyn Plugin]) -> Self {
        let states = plugins.iter().filter_map(|plugin| plugin.state());
        Self(states.map(|state| ((&*state as &dyn Any).type_id(), state)).collect())
    }

    /// The state of this type.
    pub fn get<T: PluginState>(&self) -> &T {
        let found = self.0.iter().find(|(id, _)| *id == TypeId::of::<T>());
        let found = found.and_then(|(_, state)| (&**state as &dyn Any).downcast_ref());
        found.expect("every plugin has its state")
    }

    /// The same, to be changed.
    pub fn get_mut<T: PluginState>(&mut self) -> &mut T {
        let found = self.0.iter_mut().find(|(id, _)| *id == TypeId::of::<T>());
        let found = found.and_then(|(_, state)| (&mut **state as &mut dyn Any).downcast_mut());
        found.expect("every plugin has its state")
    }

    /// What is kept of each.
    pub fn to_bytes(&self) -> Option<Vec<Vec<u8>>> {
        self.0.iter().map(|(_, state)| state.to_bytes()).collect()
    }

    /// Takes what was kept of each.
    pub fn take_bytes(&mut self, kept: &[Vec<u8>], by: u32) -> Option<()> {
        (kept.len() == self.0.len()).then_some(())?;
        self.0.iter_mut().zip(kept).try_for_each(|((_, state), bytes)| state.take_bytes(bytes, by))
    }
}
