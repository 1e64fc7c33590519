//! Views of methods: their statements, read in parallel when calls wait for them, with what their models say; or as the
//! summaries of the JDK or a kept answer have them, each read when it is first asked for.

use super::methods::{View, Ways, ways, ways_by};
use super::solver::Solver;
use crate::analysis::ir::{MethodIr, Region, Target, Type, method_ir, signature_only};
use crate::analysis::summaries::renumber::Renumber;
use crate::analysis::summaries::store;
use crate::program::{MethodId, access};
use rayon::prelude::*;
use std::sync::Arc;

/// Names of methods that look up by names, in the JDK's own helpers too.
const LOOKUPS: [&str; 28] = [
    "forName",
    "loadClass",
    "findClass",
    "findLoadedClass",
    "findSystemClass",
    "getField",
    "getDeclaredField",
    "getMethod",
    "getDeclaredMethod",
    "getInheritableMethod",
    "getPrivateMethod",
    "findVirtual",
    "findStatic",
    "findSpecial",
    "findConstructor",
    "bind",
    "findGetter",
    "findSetter",
    "findStaticGetter",
    "findStaticSetter",
    "findVarHandle",
    "findStaticVarHandle",
    "newUpdater",
    "objectFieldOffset",
    "lookupVarHandle",
    "classForName",
    "resolveClass",
    "loadClassOrNull",
];

impl Solver<'_> {
    /// Builds the views that calls wait for, and makes the calls.
    pub fn build_views(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let mut wanted: Vec<u32> = waiting.iter().map(|call| call.callee).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|method| !self.methods.list[*method as usize].built);
        let program = self.program;
        let ids: Vec<(u32, MethodId)> =
            wanted.iter().map(|method| (*method, self.methods.list[*method as usize].id)).collect();
        let built: Vec<(u32, MethodIr)> =
            ids.into_par_iter().map(|(method, id)| (method, method_ir(program, id))).collect();
        for (method, mut ir) in built {
            self.model(method, &mut ir);
            let ways = ir.regions.iter().map(|region| ways(region, &mut self.objects)).collect();
            let looks_up = self.looks_up(&ir);
            self.methods.set_ir(method, Arc::new(ir), ways, looks_up);
        }
        for call in waiting {
            self.call(call);
        }
    }

    /// Puts the method's model in the place of its code, if it has one.
    fn model(&mut self, method: u32, ir: &mut MethodIr) {
        let program = self.program;
        let id = self.methods.list[method as usize].id;
        let Some(info) = program.method(id) else { return };
        let native = info.access & access::NATIVE != 0;
        let Some(model) = self.models.natives.find(program.name(id.class), &info.name, &info.descriptor, native) else {
            if native && (info.descriptor.contains(")L") || info.descriptor.contains(")[")) {
                self.diagnostics.insert(format!("{}: the result of this native method is unknown", program.shown(id)));
            }
            return;
        };
        if !model.follows() {
            *ir = self.signature_of(id);
        }
        self.methods.list[method as usize].model = Some(model.effects.clone().into());
    }

    /// The view of a method whose code does not count.
    fn signature_of(&self, id: MethodId) -> MethodIr {
        let info = self.program.method(id);
        info.map_or_else(MethodIr::default, |info| signature_only(info.access & access::STATIC != 0, &info.descriptor))
    }

    /// The view of a method that was built.
    pub fn view(&self, method: u32) -> Option<&View> {
        let entry = &self.methods.list[method as usize];
        entry.built.then(|| entry.view.get_or_init(|| self.stored_view(method)))
    }

    fn stored_view(&self, method: u32) -> View {
        let read = || {
            let stored = self.methods.stored.iter().find(|stored| stored.methods.contains(&method))?;
            let record = stored.summaries.record(method - stored.methods.start)?;
            let (mut ir, ways) = store::decode::<(MethodIr, Vec<Ways>)>(record)?;
            ir.renumber(stored.by);
            Some((ir, ways))
        };
        let (ir, ways) = read().unwrap_or_else(|| self.view_of_code(method));
        View::new(Arc::new(ir), ways)
    }

    /// The view as it was before it was stored, for a record that is none: the method was named, but not called, when the JDK's summaries
    /// were made, or somebody wrote into the mapped file.
    fn view_of_code(&self, method: u32) -> (MethodIr, Vec<Ways>) {
        let entry = &self.methods.list[method as usize];
        let mut ir = method_ir(self.program, entry.id);
        if entry.is_modelled() {
            ir = self.signature_of(entry.id);
        }
        let of_region = |region: &Region| {
            let is_object = |ty: &Option<Type>| ty.is_some_and(|ty| self.objects.is_object(ty));
            let everything: Vec<bool> = region.handlers.iter().map(|(ty, _)| is_object(ty)).collect();
            ways_by(region, &everything, |accepts| self.objects.known_filter(&accepts))
        };
        let ways = ir.regions.iter().map(of_region).collect();
        (ir, ways)
    }

    /// Whether the method calls something that looks up by names.
    fn looks_up(&self, ir: &MethodIr) -> bool {
        ir.calls.iter().any(|call| match call.target {
            Target::Static(method) | Target::Special(method) | Target::Virtual(method) => {
                self.program.method(method).is_some_and(|info| LOOKUPS.contains(&info.name.as_str()))
            }
            _ => false,
        })
    }
}
