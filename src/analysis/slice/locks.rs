//! What locks hide: a write that another write follows before the lock is released, and a read that the reader's own write comes before since
//! it got the lock.
//!
//! A write in one thread interferes with a read in another, both holding one lock, only if the write is what is there when
//! the lock is released, and if what was there when the reader got the lock is still there at the read. The lock must be one object: a class,
//! or what is made once. Only blocks and methods that hold it themselves are looked at, not their callers. If the application waits on
//! objects, which releases a lock in between, nothing is hidden.

use super::edges::Graph;
use super::facts::FactId;
use super::method::Method;
use super::node::Node;
use super::sites::Site;
use crate::analysis::ir::Statement;
use crate::analysis::monitors::Monitors;
use crate::analysis::points_to::ObjectSet;
use crate::analysis::points_to::objects::Origin;
use crate::analysis::ssa::{Definition, Value};
use crate::classfile::opcode::MONITOREXIT;
use crate::program::{Cfg, FieldId, MethodId, access};
use std::rc::Rc;

/// A lock that is one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// What a static field holds that is final.
    Static(FieldId),
    /// An object that is made once, or a class.
    Object(u32),
}

/// A lock that is held, and the `monitorenter` of the block by its number; none for that of the method.
pub type Held = (Lock, Option<usize>);

impl Graph<'_, '_> {
    /// Whether a lock keeps a write in one thread from a read in another.
    pub(super) fn is_hidden(&mut self, reader: (&Rc<Method>, usize), fact: FactId, store: Site) -> bool {
        if *self.waits.get_or_init(|| waits(self.answer, &self.index.methods)) {
            return false;
        }
        let of_reader = self.locks_at(reader.0, reader.1);
        if of_reader.is_empty() {
            return false;
        }
        let Some(writer) = self.method(store.0) else { return false };
        let Some(number) = writer.number_at(store.1) else { return false };
        for &(lock, enter) in self.locks_at(&writer, number).iter() {
            let Some(own) = of_reader.iter().find(|held| held.0 == lock).map(|held| held.1) else { continue };
            if !self.is_left(&writer, number, enter, fact) || !self.is_found(reader, own, fact) {
                return true;
            }
        }
        false
    }

    /// The locks that are one object and held at an instruction by its own method.
    fn locks_at(&mut self, method: &Rc<Method>, number: usize) -> Rc<[Held]> {
        if let Some(known) = self.locks.get(&(method.id, number)) {
            return Rc::clone(known);
        }
        let mut held: Vec<Held> = Vec::new();
        let flags = self.program().flags(method.id);
        if flags & access::SYNCHRONIZED != 0 && flags & access::STATIC == 0 {
            let this = method.ir.this.map(|this| self.answer.objects(method.id, this));
            held.extend(this.and_then(|this| self.single(&this)).map(|object| (Lock::Object(object), None)));
        } else if flags & access::SYNCHRONIZED != 0 {
            let of_class = |object: &u32| matches!(&self.answer.allocation(*object).0, Origin::Class(of) if of.as_class() == Some(method.id.class));
            held.extend(
                (0..self.answer.allocations() as u32).find(of_class).map(|object| (Lock::Object(object), None)),
            );
        }
        for enter in enters(method, number) {
            let value = method.ssa.operands(enter).first().map(|value| method.original(*value));
            held.extend(value.and_then(|value| self.lock(method, value)).map(|lock| (lock, Some(enter))));
        }
        let held: Rc<[Held]> = held.into();
        self.locks.insert((method.id, number), Rc::clone(&held));
        held
    }

    /// The lock that a value is, if it is one object each time.
    fn lock(&mut self, method: &Method, value: Value) -> Option<Lock> {
        let var = match method.ssa.definitions[value] {
            Definition::Instruction(item) => {
                method.statements(method.body.number(item)).find_map(|statement| match *statement {
                    Statement::New { dst, .. } | Statement::Class { dst, .. } => Some(Ok(dst)),
                    Statement::GetStatic { field, .. } if self.is_final(field) => Some(Err(field)),
                    Statement::GetField { dst, .. } | Statement::GetStatic { dst, .. } => dst.map(Ok),
                    _ => None,
                })
            }
            Definition::Parameter(0) => method.ir.this.map(Ok),
            _ => None,
        };
        match var? {
            Err(field) => Some(Lock::Static(field)),
            Ok(var) => self.single(&self.answer.objects(method.id, var)).map(Lock::Object),
        }
    }

    fn is_final(&self, field: FieldId) -> bool {
        let flags = self.program().field(field).map_or(0, |info| info.access);
        flags & access::FINAL != 0
    }

    /// The one object of a set, if it is made once.
    fn single(&mut self, objects: &ObjectSet) -> Option<u32> {
        let object = objects.iter().next().filter(|_| objects.len() == 1)?;
        if matches!(self.answer.allocation(object).0, Origin::Class(_)) {
            return Some(object);
        }
        let site = self.answer.made_at(object)?;
        let threads = Rc::clone(&self.threads);
        let [thread] = threads.of(site.0) else { return self.is_initializer(site).then_some(object) };
        let thread = &threads.list[*thread];
        (!thread.is_multiple && self.runs_once(thread, site, &mut Vec::new())).then_some(object)
    }

    /// Whether an instruction is one of a class's initialiser that runs once.
    fn is_initializer(&mut self, (id, offset): Site) -> bool {
        let named = self.program().method(id).is_some_and(|info| info.name == "<clinit>");
        let code = self.method(id).filter(|_| named);
        code.is_some_and(|code| code.number_at(offset).is_some_and(|number| !code.flow.reaches(number, number)))
    }

    /// Whether a write is there when its lock is released.
    fn is_left(&mut self, method: &Rc<Method>, number: usize, enter: Option<usize>, fact: FactId) -> bool {
        let write = Node::Instruction(method.id, number as u32);
        let after = Node::After(method.id, number as u32, fact, false);
        let Some(enter) = enter else {
            let mut left = self.reaching_exit(method, fact, false);
            left.extend(self.reaching_exit(method, fact, true));
            return left.contains(&write) || left.contains(&after);
        };
        let leaves = |at: &usize| method.insn(*at).is_some_and(|insn| insn.op == MONITOREXIT);
        let exits: Vec<usize> = (0..method.body.insns().len()).filter(leaves).collect();
        exits.into_iter().filter(|at| enters(method, *at).contains(&enter)).any(|at| {
            let left = self.reaching(method, at, fact, None);
            left.contains(&write) || left.contains(&after)
        })
    }

    /// Whether what was there when a reader got its lock is still there at the read.
    fn is_found(&mut self, (method, number): (&Rc<Method>, usize), enter: Option<usize>, fact: FactId) -> bool {
        let found = self.reaching(method, number, fact, None);
        found.iter().any(|node| match node.at() {
            Some((_, at)) => enter.is_some_and(|enter| !enters(method, at as usize).contains(&enter)),
            None => true,
        })
    }
}

/// The `monitorenter`s of the blocks that an instruction stands in, by their numbers; none where locking is not structured.
fn enters(method: &Method, number: usize) -> Vec<usize> {
    let Ok(cfg) = Cfg::new(&method.body) else { return Vec::new() };
    let Ok(monitors) = Monitors::new(&method.body, &cfg) else { return Vec::new() };
    let held = monitors.held_before(method.item(number)).unwrap_or_default();
    held.into_iter().map(|held| method.body.number(held.item)).collect()
}

/// Whether the application waits on objects.
fn waits(answer: &crate::analysis::points_to::PointsTo<'_>, methods: &std::collections::BTreeSet<MethodId>) -> bool {
    let program = answer.program();
    let own = methods.iter().filter(|method| program.is_application(method.class));
    let mut called = own.flat_map(|method| answer.calls(*method)).map(|(_, callee)| callee);
    called.any(|callee| {
        program.name(callee.class) == "java/lang/Object"
            && program.method(callee).is_some_and(|info| info.name == "wait")
    })
}
