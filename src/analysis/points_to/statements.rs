//! The statements of a method's instance as objects and edges: the rules New, Assign, Cast and those of statics and
//! exceptions; loads, stores and calls wait for the objects of their bases.

use super::events::Trigger;
use super::graph::Node;
use super::solver::Solver;
use crate::analysis::ir::{MethodIr, Statement, Target, Type, Var};
use crate::classfile::descriptor::parameters;

impl Solver<'_> {
    /// The statements of a new instance.
    pub(super) fn follow(&mut self, instance: u32) {
        let ir = self.ir(instance);
        self.plugins.iter().for_each(|plugin| plugin.on_instance(self, instance));
        let ways = self.view_of(instance).ways.clone();
        let jvm_thrown = self.jvm_thrown;
        for (filter, var) in ways.iter().flat_map(|ways| &ways.handlers) {
            let to = self.var(instance, *var);
            self.edge(jvm_thrown, to, *filter);
        }
        for (number, (_, statement)) in ir.statements.iter().enumerate() {
            self.statement(instance, number as u32, statement, &ir);
        }
    }

    fn statement(&mut self, instance: u32, number: u32, statement: &Statement, ir: &MethodIr) {
        match *statement {
            Statement::New { dst, ty } => {
                let object = self.allocate(instance, number, ty);
                ty.as_class().into_iter().for_each(|class| self.initialize(class));
                self.graph.add_object(self.var(instance, dst), object);
            }
            Statement::Assign { dst, src } => self.edge(self.var(instance, src), self.var(instance, dst), 0),
            Statement::Cast { dst, src, ty } => {
                let filter = self.objects.filter(ty);
                self.ask(instance, src, ty);
                self.edge(self.var(instance, src), self.var(instance, dst), filter);
            }
            Statement::GetStatic { dst, field } => {
                self.initialize(field.class);
                if let Some(dst) = dst {
                    let node = self.static_field(field);
                    self.edge(node, self.var(instance, dst), 0);
                }
            }
            Statement::PutStatic { field, src } => {
                self.initialize(field.class);
                if let Some(src) = src {
                    let node = self.static_field(field);
                    self.edge(self.var(instance, src), node, 0);
                }
            }
            Statement::Text { dst, constant } => {
                let object = self.text(instance, constant);
                self.graph.add_object(self.var(instance, dst), object);
            }
            Statement::Class { dst, ty } => {
                let object = self.class_object(ty);
                self.graph.add_object(self.var(instance, dst), object);
            }
            Statement::Handle { .. } => self.tell_of_statement(instance, statement),
            Statement::Throw { src, region } => {
                let from = self.var(instance, src);
                self.throw(instance, region, from);
            }
            Statement::Call(call) => match &ir.call(call).target {
                Target::Static(method) => self.call_static(instance, call, *method),
                Target::Dynamic(_) => self.tell_of_statement(instance, statement),
                Target::Missing(name) => {
                    let shown = name
                        .find('(')
                        .map_or_else(|| name.to_string(), |at| name[..at].to_owned() + &parameters(&name[at..]));
                    self.diagnostics.insert(format!("missing method: {shown}"));
                }
                Target::Virtual(method) => {
                    if let Some(receiver) = ir.call(call).receiver {
                        self.ask(instance, receiver, Type::class(method.class));
                    }
                }
                Target::Special(_) => {}
            },
            Statement::GetField { .. }
            | Statement::PutField { .. }
            | Statement::GetElement { .. }
            | Statement::PutElement { .. } => {}
        }
    }

    /// Code of the application takes objects to be of the type.
    fn ask(&mut self, instance: u32, var: Var, ty: Type) {
        let asks = self.program.is_application(self.methods.of(instance).id.class);
        if asks && ty.base_class().is_some_and(|class| self.has_below(class)) {
            self.add_trigger(self.var(instance, var), Trigger::Ask(ty));
        }
    }

    fn tell_of_statement(&mut self, instance: u32, statement: &Statement) {
        self.plugins.iter().for_each(|plugin| plugin.on_statement(self, instance, statement));
    }

    /// Exceptions from the node go the ways of the region.
    pub(super) fn throw(&mut self, instance: u32, region: u32, from: Node) {
        let view = self.view_of(instance);
        let (ways, thrown) = (view.ways.clone(), view.ir.thrown);
        let ways = &ways[region as usize];
        for (filter, var) in &ways.handlers {
            self.edge(from, self.var(instance, *var), *filter);
        }
        if let (Some(filter), Some(thrown)) = (ways.leaves, thrown) {
            self.edge(from, self.var(instance, thrown), filter);
        }
    }
}
