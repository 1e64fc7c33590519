//! Which exceptions the instructions of a program may throw, as far as slices look at them.
//!
//! Those that the application's own code causes count wherever they go: by `throw`, and what the JVM throws by itself there (null,
//! bounds, casts, division, negative sizes). A null is told apart by where a value comes from: what `new` or a constant makes, `this` and
//! caught exceptions are none. Of the exceptions of the JDK's code, which the points-to analysis knows, those count that the method
//! catches, or some method of the application. One that nobody catches ends the program, as a loop does that never ends; both are
//! left out. Errors of the JVM (`VirtualMachineError`, `LinkageError`) are left out, as they come anywhere.

use super::flow::Throws;
use super::index::Index;
use super::value_flow::{self, Flows};
use crate::analysis::ir::{Statement, Type};
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::analysis::ssa::{Definition, Ssa, Value};
use crate::classfile::opcode::{
    self, ANEWARRAY, ARRAYLENGTH, ATHROW, CHECKCAST, GETFIELD, IALOAD, IASTORE, IDIV, INVOKEDYNAMIC, INVOKESTATIC,
    IREM, LDC, LDC_W, LDIV, LREM, MONITORENTER, MULTIANEWARRAY, NEW, NEWARRAY, PUTFIELD, SALOAD, SASTORE,
};
use crate::program::{Body, Cfg, ClassId, MethodId, Program, access};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// What is known of exceptions.
pub struct Throwing {
    /// The methods that exceptions may leave which the application's code causes.
    by_application: FxHashSet<MethodId>,
    /// Classes that are left out.
    errors: Vec<ClassId>,
    /// The classes of exceptions that handlers of the application name.
    handled: Vec<ClassId>,
    /// The classes of the exceptions that leave a method, where they were asked for.
    leaving: RefCell<FxHashMap<MethodId, Rc<[ClassId]>>>,
}

impl Throwing {
    /// Finds the methods that exceptions leave which the application's code causes.
    pub fn new(answer: &PointsTo<'_>, index: &Index) -> Self {
        let program = answer.program();
        let errors = ["java/lang/VirtualMachineError", "java/lang/LinkageError"];
        let errors = errors.iter().filter_map(|name| program.class(name)).collect();
        let application = index.methods.iter().copied().filter(|method| program.is_application(method.class));
        let application: Vec<MethodId> = application.collect();
        let mut handled: Vec<ClassId> = application.iter().flat_map(|method| catches(program, *method)).collect();
        handled.sort_unstable();
        handled.dedup();
        let mut throwing = Self { by_application: FxHashSet::default(), errors, handled, leaving: RefCell::default() };
        let mut work: Vec<MethodId> =
            application.into_iter().filter(|method| throwing.throws_itself(answer, *method)).collect();
        throwing.by_application.extend(&work);
        while let Some(callee) = work.pop() {
            for &(caller, offset) in index.callers.get(&callee).into_iter().flatten() {
                if !throwing.by_application.contains(&caller) && leaves(program, caller, offset) {
                    throwing.by_application.insert(caller);
                    work.push(caller);
                }
            }
        }
        throwing
    }

    fn throws_itself(&self, answer: &PointsTo<'_>, method: MethodId) -> bool {
        let program = answer.program();
        let Ok(Some(body)) = program.code(method) else { return false };
        let Ok(cfg) = Cfg::new(&body) else { return false };
        let ssa = Ssa::new(&body, &cfg, &super::method::parameter_slots(program, method));
        body.insns().iter().any(|item| {
            let throws = body.insn(*item).is_some_and(|insn| insn.op == ATHROW);
            (throws || implicit(answer, method, &body, &ssa, *item))
                && self.handlers(program, method, &body, *item, None).uncaught
        })
    }

    /// Where the exceptions of an instruction may go.
    pub fn of(
        &self,
        answer: &PointsTo<'_>,
        index: &Index,
        method: MethodId,
        body: &Body,
        ssa: &Ssa,
        item: usize,
    ) -> Throws {
        let Some(insn) = body.insn(item).filter(|_| body.may_throw(item)) else { return Throws::default() };
        let program = answer.program();
        let site = (method, body.offset(item).unwrap_or_default());
        let mut goes = Throws::default();
        let mut add = |more: Throws| {
            goes.caught |= more.caught;
            goes.uncaught |= more.uncaught;
        };
        if implicit(answer, method, body, ssa, item) {
            add(self.handlers(program, method, body, item, None));
        }
        if insn.op == ATHROW {
            let types = self.types(answer, &thrown_at(answer, method, site.1));
            add(self.handlers(program, method, body, item, Some(&types)));
            goes.uncaught |= program.is_application(method.class) && leaves(program, method, site.1);
        } else if opcode::is_invoke(insn.op) {
            match index.flows.get(&site) {
                Some(Flows::Ends) => add(Throws { caught: false, uncaught: true }),
                Some(Flows::Sink) => {}
                _ => {
                    let back = index.callbacks.get(&site).into_iter().flatten().copied();
                    let called = answer.callees(site.0, site.1).chain(back);
                    called.for_each(|callee| add(self.of_callee(answer, (method, body, item), callee)));
                }
            }
        }
        goes
    }

    /// Where the exceptions of a callee may go.
    fn of_callee(
        &self,
        answer: &PointsTo<'_>,
        (method, body, item): (MethodId, &Body, usize),
        callee: MethodId,
    ) -> Throws {
        let program = answer.program();
        if value_flow::never_throws(program, callee) {
            return Throws::default();
        }
        let mut goes = Throws::default();
        if self.by_application.contains(&callee) {
            goes = self.handlers(program, method, body, item, None);
        }
        let more = self.handlers(program, method, body, item, Some(&self.leaving(answer, callee)));
        goes.caught |= more.caught;
        goes.uncaught |= more.uncaught;
        goes
    }

    /// The classes of the exceptions that leave a method.
    fn leaving(&self, answer: &PointsTo<'_>, method: MethodId) -> Rc<[ClassId]> {
        let known = self.leaving.borrow().get(&method).cloned();
        known.unwrap_or_else(|| {
            let thrown = answer.ir(method).and_then(|ir| ir.thrown);
            let types = thrown.map_or(Vec::new(), |thrown| self.types(answer, &answer.objects(method, thrown)));
            let types: Rc<[ClassId]> = types.into();
            self.leaving.borrow_mut().insert(method, Rc::clone(&types));
            types
        })
    }

    /// Whether some handler of the application may catch exceptions of the class.
    fn is_handled(&self, program: &Program, class: ClassId) -> bool {
        self.handled.iter().any(|named| program.is_subtype(class, *named) || program.is_subtype(*named, class))
    }

    /// The classes of exceptions, those that are left out excepted.
    fn types(&self, answer: &PointsTo<'_>, objects: &ObjectSet) -> Vec<ClassId> {
        let classes = objects.iter().filter_map(|object| answer.allocation(object).1.as_class());
        let program = answer.program();
        let mut classes: Vec<ClassId> =
            classes.filter(|class| !self.errors.iter().any(|error| program.is_subtype(*class, *error))).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Where exceptions of these classes go that an instruction throws; none: those that the JVM throws.
    fn handlers(
        &self,
        program: &Program,
        method: MethodId,
        body: &Body,
        item: usize,
        types: Option<&[ClassId]>,
    ) -> Throws {
        let Some(class) = program.get(method.class) else { return Throws::default() };
        let of_jvm = program.class("java/lang/RuntimeException");
        let mut left: Vec<ClassId> = types.map_or_else(|| of_jvm.into_iter().collect(), <[_]>::to_vec);
        let mut caught = false;
        for (_, handler) in body.handlers_at(item) {
            if left.is_empty() {
                break;
            }
            let named = class.file.class_name(handler.catch_type).ok().filter(|_| handler.catch_type != 0);
            let Some(catches) = named.map(|name| program.class(name)) else {
                return Throws { caught: true, uncaught: false };
            };
            let Some(catches) = catches else { continue };
            let before = left.len();
            left.retain(|class| !program.is_subtype(*class, catches));
            // one of the JVM's is of some subclass
            caught |= left.len() < before
                || types.is_none() && of_jvm.is_some_and(|above| program.is_subtype(catches, above));
        }
        left.retain(|class| types.is_none() || self.is_handled(program, *class));
        Throws { caught, uncaught: !left.is_empty() }
    }
}

/// The classes that the handlers of a method name.
fn catches(program: &Program, method: MethodId) -> Vec<ClassId> {
    let (Some(class), Ok(Some(body))) = (program.get(method.class), program.code(method)) else { return Vec::new() };
    let named = body.code.handlers.iter().filter(|handler| handler.catch_type != 0);
    named.filter_map(|handler| program.class(class.file.class_name(handler.catch_type).ok()?)).collect()
}

/// The exceptions that the `throw` at an offset throws.
fn thrown_at(answer: &PointsTo<'_>, method: MethodId, offset: u32) -> ObjectSet {
    let mut found = ObjectSet::default();
    let Some(ir) = answer.ir(method) else { return found };
    for (at, statement) in &ir.statements {
        if let Statement::Throw { src, .. } = statement
            && *at == offset
        {
            found.add_all(&answer.objects(method, *src), None);
        }
    }
    found
}

/// Whether an exception leaves the caller that comes out of the call there.
fn leaves(program: &Program, caller: MethodId, offset: u32) -> bool {
    let Ok(Some(body)) = program.code(caller) else { return false };
    let Some(class) = program.get(caller.class) else { return false };
    let Some(item) = body.item_at_offset(offset) else { return true };
    let catches_all = |catch_type: u16| {
        let name = class.file.class_name(catch_type).unwrap_or("");
        catch_type == 0 || matches!(name, "java/lang/RuntimeException" | "java/lang/Exception" | "java/lang/Throwable")
    };
    !body.handlers_at(item).iter().any(|(_, handler)| catches_all(handler.catch_type))
}

/// Whether the instruction of the application's code may make the JVM throw.
fn implicit(answer: &PointsTo<'_>, method: MethodId, body: &Body, ssa: &Ssa, item: usize) -> bool {
    let program = answer.program();
    let Some(insn) = body.insn(item).filter(|_| program.is_application(method.class)) else { return false };
    let number = body.number(item);
    let operands = ssa.operands(number);
    let may_be_null =
        |value: Option<&Value>| value.is_some_and(|value| may_be_null(program, method, body, ssa, *value));
    match insn.op {
        IALOAD..=SALOAD | IASTORE..=SASTORE => true,
        IDIV | LDIV | IREM | LREM => !is_constant(body, ssa, operands.last().copied()),
        NEWARRAY | ANEWARRAY | MULTIANEWARRAY => operands.iter().any(|value| !is_constant(body, ssa, Some(*value))),
        GETFIELD | PUTFIELD | ARRAYLENGTH | MONITORENTER | ATHROW => may_be_null(operands.first()),
        CHECKCAST => answer.ir(method).is_some_and(|ir| {
            let offset = body.offset(item);
            ir.statements.iter().any(|(at, statement)| match *statement {
                Statement::Cast { src, ty, .. } if Some(*at) == offset => may_fail(answer, method, src, ty),
                _ => false,
            })
        }),
        op if opcode::is_invoke(op) && !matches!(op, INVOKESTATIC | INVOKEDYNAMIC) => may_be_null(operands.first()),
        _ => false,
    }
}

fn may_fail(answer: &PointsTo<'_>, method: MethodId, src: crate::analysis::ir::Var, ty: Type) -> bool {
    let program = answer.program();
    answer.objects(method, src).iter().any(|object| !answer.allocation(object).1.is_subtype(program, ty))
}

fn is_constant(body: &Body, ssa: &Ssa, value: Option<Value>) -> bool {
    let Some(Definition::Instruction(item)) = value.map(|value| &ssa.definitions[value]) else { return false };
    let pushes =
        |op: u8| op != opcode::ICONST_0 && op != opcode::LCONST_0 && (opcode::ICONST_M1..=LDC_W + 1).contains(&op);
    body.insn(*item).is_some_and(|insn| pushes(insn.op))
}

fn may_be_null(program: &Program, method: MethodId, body: &Body, ssa: &Ssa, value: Value) -> bool {
    let (mut seen, mut work) = (vec![value], vec![value]);
    while let Some(value) = work.pop() {
        let more: &[Value] = match &ssa.definitions[value] {
            Definition::Parameter(number) if *number != 0 || program.flags(method) & access::STATIC != 0 => {
                return true;
            }
            Definition::Parameter(_) | Definition::Caught(_) => &[],
            Definition::Join(from) => from,
            Definition::Instruction(item) => match body.insn(*item) {
                Some(insn) if super::method::is_copy(insn) => ssa.operands(body.number(*item)),
                Some(insn) if MAKES_OBJECTS.contains(&insn.op) => &[],
                _ => return true,
            },
        };
        for value in more {
            if !seen.contains(value) {
                seen.push(*value);
                work.push(*value);
            }
        }
    }
    false
}

/// Instructions whose result is never null.
const MAKES_OBJECTS: [u8; 7] = [NEW, NEWARRAY, ANEWARRAY, MULTIANEWARRAY, LDC, LDC_W, INVOKEDYNAMIC];
