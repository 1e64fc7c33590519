//! Finalizers: a new object whose class overrides `Object.finalize` will be finalized.
//!
//! The JVM calls the method that the object's class selects, at any time: the call has no site and passes no values.

use super::events::{Caller, SyntheticCall};
use super::objects::Object;
use super::plugin::{Plugin, PluginState};
use super::set::ObjectSet;
use super::solver::Solver;
use super::tables::Kept;
use crate::analysis::ir::Type;
use crate::program::{MethodId, access};
use rustc_hash::FxHashMap;

/// The plugin.
pub struct Finalizers;

/// Its state: the finalizers of types that were looked at.
#[derive(Default)]
struct Known(FxHashMap<Type, Option<MethodId>>);

/// Nothing is kept: it is looked up anew.
impl Kept for Known {
    type Saved = ();

    fn save(&self) {}

    fn load(&mut self, (): ()) -> Option<()> {
        Some(())
    }
}

impl Plugin for Finalizers {
    fn state(&self) -> Option<Box<dyn PluginState>> {
        Some(Box::<Known>::default())
    }

    fn on_object(&self, solver: &mut Solver<'_>, object: Object) {
        let program = solver.program;
        let ty = solver.objects.type_of(object);
        let found = *solver.state_mut::<Known>().0.entry(ty).or_insert_with(|| {
            let base = program.find("java/lang/Object")?.declared("finalize", "()V")?;
            let selected = program.select(ty.as_class()?, base)?;
            (selected != base && program.flags(selected) & access::ABSTRACT == 0).then_some(selected)
        });
        if let Some(method) = found {
            let synthetic =
                solver.synthetic_call(SyntheticCall { site: None, args: Vec::new(), dst: None, thrown: None });
            solver.invoke(Caller::Synthetic(synthetic), method, false, &ObjectSet::from_iter([object]));
        }
    }
}
