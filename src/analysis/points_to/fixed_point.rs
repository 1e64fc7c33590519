//! The fixed point: what the rules are applied to, in which order, and until when.
//!
//! Statements of new instances come first, then objects that new triggers were added for, then the graph, whose waves end
//! before those who wait for objects are told. Views of methods are built when nothing else is left to do, or many calls wait
//! for them. Plugins are told at once. So the order, and with it all numbers, are the same on every run.

use super::budget::{Budget, Exceeded};
use super::events::{Caller, Trigger};
use super::graph::{Node, TRIGGERS, USES};
use super::methods::Use;
use super::set::ObjectSet;
use super::solver::Solver;
use crate::program::MethodId;

/// How many calls wait before the views that they need are built.
const MANY_WAIT: usize = 512;

/// How many steps are made between two looks at the budget.
const ROUNDS: u32 = 1024;

impl Solver<'_> {
    /// Follows what the JVM and the JDK do by themselves, to the fixed point.
    pub fn started(mut self, budget: &Budget) -> Result<Self, Exceeded> {
        self.jvm_thrown = self.node();
        self.plugins.iter().for_each(|plugin| plugin.on_start(&mut self));
        self.reach_fixed_point(budget)?;
        Ok(self)
    }

    /// Goes on with `main`, to the fixed point or until the budget is used up.
    pub fn run(&mut self, main: MethodId, budget: &Budget) -> Result<(), Exceeded> {
        self.with_application = true;
        self.plugins.iter().for_each(|plugin| plugin.on_application(self, main));
        self.reach_fixed_point(budget)
    }

    fn reach_fixed_point(&mut self, budget: &Budget) -> Result<(), Exceeded> {
        self.check(budget)?;
        let mut rounds = 0_u32;
        loop {
            rounds = rounds.wrapping_add(1);
            if rounds.is_multiple_of(ROUNDS) {
                self.check(budget)?;
            }
            while let Some(instance) = self.fresh.pop() {
                self.follow(instance);
            }
            if let Some((trigger, objects)) = self.triggers.next_noticed() {
                self.triggered(trigger, &objects);
                continue;
            }
            if self.waiting.len() >= MANY_WAIT {
                self.build_views();
            }
            if self.graph.step(&mut self.objects) {
                continue;
            }
            let arrivals = self.graph.take_arrivals();
            for node in &arrivals {
                let (node, objects) = self.graph.take_untold(*node);
                self.arrived(node, &objects);
            }
            if arrivals.is_empty() {
                self.check(budget)?;
                if self.waiting.is_empty() {
                    if self.plugins.iter().any(|plugin| plugin.goes_on(self)) {
                        continue;
                    }
                    self.plugins.iter().for_each(|plugin| plugin.on_fixed_point(self));
                    return Ok(());
                }
                self.build_views();
            }
            if self.graph.wants_search() {
                self.graph.search();
                self.check(budget)?;
            }
        }
    }

    fn check(&self, budget: &Budget) -> Result<(), Exceeded> {
        self.plugins.iter().try_for_each(|plugin| plugin.check(self, budget))?;
        budget.check(&self.graph)
    }

    /// Objects arrived at a node.
    fn arrived(&mut self, node: Node, objects: &ObjectSet) {
        let count = objects.len() as u64;
        for (member, waits) in self.graph.waited(node) {
            if waits & USES != 0 {
                let owner = self.owners[member as usize];
                let base = self.methods.instances[owner as usize].base;
                let uses = self.view_of(owner).uses.clone();
                for found in &uses[(member - base) as usize] {
                    self.graph.work += count;
                    self.used(owner, *found, objects);
                }
            }
            if waits & TRIGGERS != 0 {
                for trigger in self.triggers.at(member) {
                    self.graph.work += count;
                    self.triggered(trigger, objects);
                }
            }
        }
    }

    fn used(&mut self, instance: u32, found: Use, objects: &ObjectSet) {
        match found {
            Use::Get { dst, field } => {
                let dst = self.var(instance, dst);
                self.get(objects, Some(field), dst);
            }
            Use::Put { field, src } => {
                let src = self.var(instance, src);
                self.put(objects, Some(field), src);
            }
            Use::GetElement { dst } => {
                let dst = self.var(instance, dst);
                self.get(objects, None, dst);
            }
            Use::PutElement { src } => {
                let src = self.var(instance, src);
                self.put(objects, None, src);
            }
            Use::Call(number) => self.call_on(instance, number, objects),
        }
    }

    /// Objects arrived at a node with a trigger.
    fn triggered(&mut self, trigger: Trigger, objects: &ObjectSet) {
        match trigger {
            Trigger::Invoke(synthetic, method, selects) => {
                self.invoke(Caller::Synthetic(synthetic), method, selects, objects);
            }
            Trigger::InvokeOfApplication(synthetic, method) => {
                let objects = self.of_application(objects);
                self.invoke(Caller::Synthetic(synthetic), method, true, &objects);
            }
            Trigger::Initialize => self.initialize_all(objects),
            Trigger::Load(dst, step) => self.load(objects, step, dst),
            Trigger::Store(src, step) => self.store(objects, step, src),
            Trigger::Clone(..) | Trigger::InvokeNamed(..) | Trigger::Reflect(..) | Trigger::Ask(_) => {
                self.plugins.iter().for_each(|plugin| plugin.on_objects(self, trigger, objects));
            }
        }
    }
}
