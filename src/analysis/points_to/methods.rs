//! The methods of an analysis, numbered as they become reachable, and their instances: methods under contexts.
//!
//! Variables of an instance are consecutive nodes of the graph. What waits at a variable is kept once for each method.
//!
//! The view of a method that comes from summaries of the JDK is read when it is first asked for ([`super::views`]).

use super::context::Context;
use super::graph::{Filter, Node};
use super::objects::{Accepts, Objects};
use crate::analysis::ir::{MethodIr, Region, Var};
use crate::analysis::models::effect::Effect;
use crate::analysis::summaries::Summaries;
use crate::program::{ClassId, FieldId, MethodId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// What waits for objects at a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// The variable's objects' field goes to `dst`.
    Get { dst: Var, field: FieldId },
    /// `src` goes to the field of the variable's objects.
    Put { field: FieldId, src: Var },
    /// The elements of the variable's arrays go to `dst`.
    GetElement { dst: Var },
    /// `src` goes to the elements of the variable's arrays.
    PutElement { src: Var },
    /// The call with this number has the variable as receiver.
    Call(u32),
}

/// Exceptions of a region: each handler's variable with its filter, then what leaves the method, if anything may.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Ways {
    pub(super) handlers: Vec<(Filter, Var)>,
    pub(super) leaves: Option<Filter>,
}

/// The statements of a method, and what follows from them.
pub(super) struct View {
    pub(super) ir: Arc<MethodIr>,
    /// What waits at each variable.
    pub(super) uses: Arc<[Vec<Use>]>,
    /// By the numbers of the regions.
    pub(super) ways: Arc<[Ways]>,
    /// Statements that make objects of one type of which there are many, each with the first of them.
    pub(super) alike: Vec<(u32, u32)>,
}

impl View {
    pub(super) fn new(ir: Arc<MethodIr>, ways: Vec<Ways>) -> Self {
        let (uses, alike) = (uses(&ir).into(), alike(&ir));
        Self { ir, uses, ways: ways.into(), alike }
    }
}

/// A method.
pub(super) struct Method {
    pub(super) id: MethodId,
    /// Whether its view was built, here or for the summaries.
    pub(super) built: bool,
    /// Its view, if it was built; of the summaries' methods once it was asked for.
    pub(super) view: OnceLock<View>,
    /// How many variables it has, once it is built.
    pub(super) vars: u32,
    /// For each of its call sites the element of contexts that stands for it; made when the method is.
    pub(super) first_site: u32,
    /// What stands for its code, or beside it.
    pub(super) model: Option<Arc<[Effect]>>,
    /// Whether it calls something that looks up by names, so that all its string constants matter.
    pub(super) looks_up: bool,
    /// Whether it moves no reference and calls nothing, so that contexts make no difference.
    pub(super) is_inert: bool,
    /// Its instances, in the order in which they were found.
    pub(super) instances: Vec<u32>,
}

impl Method {
    pub(super) fn new(id: MethodId) -> Self {
        let (view, instances) = (OnceLock::new(), Vec::new());
        Self {
            id,
            built: false,
            view,
            vars: 0,
            first_site: 0,
            model: None,
            looks_up: false,
            is_inert: false,
            instances,
        }
    }

    /// Whether a model stands in the place of its code.
    pub(super) fn is_modelled(&self) -> bool {
        self.model.as_ref().is_some_and(|effects| !effects.contains(&Effect::Follow))
    }
}

/// A method under a context.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instance {
    pub(super) method: u32,
    pub(super) context: Context,
    /// The node of its first variable.
    pub(super) base: Node,
}

/// The views of methods that were built before, one record for each.
pub(super) struct StoredViews {
    pub(super) summaries: Arc<Summaries>,
    /// The methods, in the order of the records.
    pub(super) methods: Range<u32>,
    /// How many classes the program has before those of the records.
    pub(super) by: u32,
}

/// All methods and instances.
#[derive(Default)]
pub(super) struct Methods {
    pub(super) list: Vec<Method>,
    numbers: FxHashMap<MethodId, u32>,
    pub(super) instances: Vec<Instance>,
    instance_numbers: FxHashMap<(u32, Context), u32>,
    sites: u32,
    /// For each call site its method.
    pub(super) site_owners: Vec<u32>,
    /// For each call site the offset of its instruction.
    pub(super) site_offsets: Vec<u32>,
    /// For instances of modelled methods the call that they are for.
    calls_of_models: FxHashMap<u32, (u32, u32)>,
    /// Whether there are models for methods, once that was asked.
    with_models: FxHashMap<MethodId, bool>,
    /// Where views are that were built before.
    pub(super) stored: Vec<StoredViews>,
}

impl Methods {
    /// The methods and instances with these numbers; none if they do not belong together.
    pub(super) fn restored(list: Vec<Method>, instances: Vec<Instance>) -> Option<Self> {
        let numbers = list.iter().map(|method| method.id).zip(0..).collect();
        let places = instances.iter().map(|instance| (instance.method, instance.context));
        let instance_numbers = places.zip(0..).collect();
        let mut methods = Self { list, numbers, instance_numbers, ..Self::default() };
        for (instance, number) in instances.iter().zip(0..) {
            methods.list.get_mut(instance.method as usize)?.instances.push(number);
        }
        methods.instances = instances;
        Some(methods)
    }

    /// How many methods have their views in the summaries of the JDK.
    pub(super) fn stored_of_jdk(&self) -> u32 {
        self.stored.first().filter(|stored| stored.methods.start == 0).map_or(0, |stored| stored.methods.end)
    }

    /// Sets the methods and the offsets of all call sites.
    pub(super) fn set_sites(&mut self, methods: Vec<u32>, offsets: Vec<u32>) {
        self.sites = methods.len() as u32;
        self.site_owners = methods;
        self.site_offsets = offsets;
    }

    /// The number of the method.
    pub(super) fn number(&mut self, id: MethodId) -> u32 {
        let next = self.list.len() as u32;
        *self.numbers.entry(id).or_insert_with(|| {
            self.list.push(Method::new(id));
            next
        })
    }

    /// The number of the method, if it has one.
    pub(super) fn known(&self, id: MethodId) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    /// The call that the instance of a modelled method is for.
    pub(super) fn call_of_model(&self, instance: u32) -> Option<(u32, u32)> {
        self.calls_of_models.get(&instance).copied()
    }

    /// Sets it.
    pub(super) fn set_call_of_model(&mut self, instance: u32, call: (u32, u32)) {
        self.calls_of_models.insert(instance, call);
    }

    /// All instances of modelled methods with the calls that they are for.
    pub(super) fn calls_of_models(&self) -> impl Iterator<Item = (u32, (u32, u32))> + '_ {
        self.calls_of_models.iter().map(|(instance, call)| (*instance, *call))
    }

    /// Whether a model says something of the method, if that is known.
    pub(super) fn has_model(&self, id: MethodId) -> Option<bool> {
        self.with_models.get(&id).copied()
    }

    /// Sets it.
    pub(super) fn set_has_model(&mut self, id: MethodId, found: bool) {
        self.with_models.insert(id, found);
    }

    /// The method of the instance.
    pub(super) fn of(&self, instance: u32) -> &Method {
        &self.list[self.instances[instance as usize].method as usize]
    }

    /// The class of the method.
    pub(super) fn class(&self, method: u32) -> ClassId {
        self.list[method as usize].id.class
    }

    /// The offset of the instruction of a call.
    pub(super) fn offset(&self, method: u32, call: u32) -> u32 {
        self.site_offsets[(self.list[method as usize].first_site + call + 1) as usize]
    }

    /// Gives the method its statements.
    pub(super) fn set_ir(&mut self, method: u32, ir: Arc<MethodIr>, ways: Vec<Ways>, looks_up: bool) {
        let entry = &mut self.list[method as usize];
        entry.first_site = self.sites;
        self.sites += ir.calls.len() as u32 + 1;
        self.site_owners.resize(self.sites as usize, method);
        self.site_offsets.push(0);
        self.site_offsets.extend(ir.calls.iter().map(|call| call.offset));
        entry.vars = ir.vars;
        entry.built = true;
        entry.looks_up = looks_up;
        entry.is_inert = entry.model.is_none() && is_inert(&ir);
        let _ = entry.view.set(View::new(ir, ways));
    }

    /// The instance of the method under the context; `make` gives it nodes if it is new. True if it is.
    pub(super) fn instance(&mut self, method: u32, context: Context, make: impl FnOnce(u32) -> Node) -> (u32, bool) {
        if let Some(known) = self.instance_numbers.get(&(method, context)) {
            return (*known, false);
        }
        let number = self.instances.len() as u32;
        let vars = self.list[method as usize].vars;
        self.instances.push(Instance { method, context, base: make(vars) });
        self.instance_numbers.insert((method, context), number);
        self.list[method as usize].instances.push(number);
        (number, true)
    }
}

/// The ways of a region, with filters that are made if they are new.
pub(super) fn ways(region: &Region, objects: &mut Objects<'_>) -> Ways {
    let everything: Vec<bool> =
        region.handlers.iter().map(|(ty, _)| ty.is_some_and(|ty| objects.is_object(ty))).collect();
    ways_by(region, &everything, |accepts| objects.filter_of(accepts))
}

/// The ways of a region. `everything`: which handlers' types are or count as `java/lang/Object`; `filter` gives the
/// numbers of filters.
pub(super) fn ways_by(region: &Region, everything: &[bool], mut filter: impl FnMut(Accepts) -> u32) -> Ways {
    let mut ways = Ways::default();
    let mut before = Vec::new();
    for ((caught, var), everything) in region.handlers.iter().zip(everything) {
        let accepts = Accepts { only: *caught, never: before.clone() };
        ways.handlers.push((filter(accepts), *var));
        // a class that exists nowhere takes nothing from the handlers that follow
        before.extend(caught.filter(|_| !everything));
        if caught.is_none() {
            return ways;
        }
    }
    ways.leaves = Some(filter(Accepts { only: None, never: before }));
    ways
}

/// How many objects of one type a method of the JDK makes apart.
const APART: usize = 8;

/// In tables of constants: the statements that make more objects of a type than [`APART`], each with the first of them.
fn alike(ir: &MethodIr) -> Vec<(u32, u32)> {
    use crate::analysis::ir::{Statement, Type};
    let mut by_type: std::collections::BTreeMap<Type, Vec<u32>> = std::collections::BTreeMap::new();
    for (number, (_, statement)) in ir.statements.iter().enumerate() {
        if let Statement::New { ty, .. } = statement {
            by_type.entry(*ty).or_default().push(number as u32);
        }
    }
    let many = by_type.into_values().filter(|made| made.len() > APART);
    let mut alike: Vec<(u32, u32)> =
        many.flat_map(|made| made.clone().into_iter().map(move |it| (it, made[0]))).collect();
    alike.sort_unstable();
    alike
}

/// Whether nothing flows in the method: it works on numbers, or is empty.
fn is_inert(ir: &MethodIr) -> bool {
    use crate::analysis::ir::Statement;
    let moves = |statement: &Statement| {
        !matches!(
            statement,
            Statement::GetField { dst: None, .. }
                | Statement::PutField { src: None, .. }
                | Statement::GetStatic { dst: None, .. }
                | Statement::PutStatic { src: None, .. }
                | Statement::GetElement { dst: None, .. }
                | Statement::PutElement { src: None, .. }
        )
    };
    ir.result.is_none() && !ir.statements.iter().any(|(_, statement)| moves(statement))
}

fn uses(ir: &MethodIr) -> Vec<Vec<Use>> {
    use crate::analysis::ir::{Statement, Target};
    let mut uses = vec![Vec::new(); ir.vars as usize];
    for (_, statement) in &ir.statements {
        let (var, found) = match *statement {
            Statement::GetField { dst: Some(dst), base: Some(base), field } => (base, Use::Get { dst, field }),
            Statement::PutField { base: Some(base), field, src: Some(src) } => (base, Use::Put { field, src }),
            Statement::GetElement { dst: Some(dst), base: Some(base) } => (base, Use::GetElement { dst }),
            Statement::PutElement { base: Some(base), src: Some(src) } => (base, Use::PutElement { src }),
            Statement::Call(number) => match ir.call(number) {
                call if matches!(call.target, Target::Virtual(_) | Target::Special(_)) => match call.receiver {
                    Some(receiver) => (receiver, Use::Call(number)),
                    None => continue,
                },
                _ => continue,
            },
            _ => continue,
        };
        uses[var.0 as usize].push(found);
    }
    uses
}
