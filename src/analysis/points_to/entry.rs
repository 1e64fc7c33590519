//! Where a run starts: `main` with its arguments, and what the JVM does by itself.

use super::objects::Origin;
use super::set::ObjectSet;
use super::solver::{Caller, Flow, Solver};
use crate::analysis::ir::Type;
use crate::program::{MethodId, access};

/// Exceptions that the JVM throws by itself (JVMS §2.10, §6.5).
const IMPLICIT: &[&str] = &[
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/ExceptionInInitializerError",
    "java/lang/IllegalMonitorStateException",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/InternalError",
    "java/lang/LinkageError",
    "java/lang/NegativeArraySizeException",
    "java/lang/NoClassDefFoundError",
    "java/lang/NullPointerException",
    "java/lang/OutOfMemoryError",
    "java/lang/StackOverflowError",
    "java/lang/UnsatisfiedLinkError",
];

/// Makes the entry points reachable.
pub(super) fn start(solver: &mut Solver<'_>, main: MethodId) {
    let string = Type::named(solver.program, "java/lang/String");
    for name in IMPLICIT {
        let exception = solver.merged(name);
        let node = solver.jvm_thrown;
        solver.graph.add_object(node, exception);
    }
    let arguments = solver.node();
    let elements = solver.merged("java/lang/String");
    if let Some(ty) = string.array() {
        let array = solver.object(Origin::Merged, 0, ty);
        let node = solver.elements(array);
        solver.graph.add_object(node, elements);
        solver.graph.add_object(arguments, array);
    }
    let flow = solver.flow(Flow { site: None, args: vec![Some(arguments)], dst: None, thrown: None });
    solver.initialize(main.class);
    if solver.program.flags(main) & access::STATIC == 0 {
        let this = solver.object(Origin::Merged, 0, Type::class(main.class));
        solver.invoke(Caller::Flow(flow), main, false, &ObjectSet::from_iter([this]));
    } else {
        solver.run_static(Caller::Flow(flow), main);
    }
}
