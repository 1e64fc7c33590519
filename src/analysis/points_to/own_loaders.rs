//! Which calls of the application may load classes that are not on the class path: those that are given a class loader of the program's own.
//!
//! What such a class runs and reads, nothing tells. A loader is the program's own if the application has its class, or if the JDK has the class for
//! programs that make loaders: `URLClassLoader` and those below it, the loaders of module layers. The loader of a class that a constant names is the
//! class path's, though it may be any loader to the points-to analysis. Services are loaded one by one as they are asked for, so that with such a loader
//! what a `ServiceLoader` gives counts where it is used. Left out: loaders in arrays of arguments; streams of services that were made before.

use super::objects::Origin;
use super::result::PointsTo;
use super::set::ObjectSet;
use crate::analysis::ir::{CallSite, MethodIr, Statement, Target, Type, Var};
use crate::program::{MethodId, Program};

/// What loads classes by a loader among its arguments, by the start of `a.b.Class.method`.
const LOADS: &[&str] = &[
    "java.lang.Class.forName",
    "java.lang.ClassLoader.loadClass",
    "java.lang.invoke.MethodHandle.invoke",
    "java.lang.reflect.Method.invoke",
    "java.util.ResourceBundle.getBundle",
    "java.util.ServiceLoader.load",
    "javax.xml.",
];

/// What loads them by the context class loader, if it is given none.
const LOADS_BY_THREAD: &[&str] = &["java.util.ServiceLoader.load", "javax.xml."];

/// How many copies a variable is followed through.
const COPIES: u32 = 8;

/// The class loaders of a program.
pub struct OwnLoaders<'p, 'a> {
    answer: &'p PointsTo<'a>,
    loaders: ObjectSet,
    /// Whether one may be the context class loader of a thread.
    is_of_thread: bool,
    /// The service loaders and their iterators, if services may be loaded by one.
    services: ObjectSet,
}

impl<'p, 'a> OwnLoaders<'p, 'a> {
    /// Of an answer.
    pub fn new(answer: &'p PointsTo<'a>) -> Self {
        let loaders = of_type(answer, |origin, ty| !matches!(origin, Origin::Class(_)) && is_own(answer.program(), ty));
        let mut found = Self { answer, loaders, is_of_thread: false, services: ObjectSet::default() };
        if !found.loaders.is_empty() {
            found.is_of_thread = found.are_of_threads();
            if found.load_services() {
                let program = answer.program();
                let names = ["java/util/ServiceLoader", "java/util/Iterator"].map(|name| Type::named(program, name));
                found.services =
                    of_type(answer, |origin, ty| matches!(origin, Origin::Member(_)) && names.contains(&ty));
            }
        }
        found
    }

    /// Whether the call of `a.b.Class.method` by this instruction may load a class that is not on the class path.
    pub fn loads(&self, method: MethodId, offset: u32, callee: &str) -> bool {
        let is_one_of = |starts: &[&str]| starts.iter().any(|start| callee.starts_with(start));
        !self.loaders.is_empty()
            && (is_one_of(LOADS) && self.is_given(method, offset)
                || is_one_of(LOADS_BY_THREAD) && self.is_of_thread
                || !self.services.is_empty() && callee.starts_with("java.util.ServiceLoader.") && !is_one_of(LOADS))
    }

    /// Calls that may step to a service and so load its class: offset, and `a.b.Class.method`. Those of `ServiceLoader` itself are not among them.
    pub fn steps(&self, method: MethodId) -> Vec<(u32, String)> {
        let Some(ir) = self.answer.ir(method).filter(|_| !self.services.is_empty()) else { return Vec::new() };
        let program = self.answer.program();
        let step = |call: &CallSite| {
            let (Target::Static(callee) | Target::Special(callee) | Target::Virtual(callee)) = call.target else {
                return None;
            };
            let class = program.name(callee.class);
            let mut vars = variables(call).filter(|_| class != "java/util/ServiceLoader");
            let gets = vars.any(|var| self.answer.objects(method, var).intersects(&self.services));
            let name = &program.method(callee).filter(|_| gets)?.name;
            Some((call.offset, format!("{}.{name}", class.replace('/', "."))))
        };
        ir.calls.iter().filter_map(step).collect()
    }

    /// Whether a call is given such a loader; a method reference is given what will be.
    fn is_given(&self, method: MethodId, offset: u32) -> bool {
        let Some(ir) = self.answer.ir(method) else { return true };
        let mut calls = ir.calls.iter().filter(|call| call.offset == offset);
        calls.any(|call| {
            let is_own = |var| self.answer.objects(method, var).intersects(&self.loaders);
            matches!(call.target, Target::Dynamic(_))
                || variables(call).any(|var| is_own(var) && !self.is_of_class_path(&ir, var, COPIES))
        })
    }

    /// Whether a variable has nothing but the loader of a class that a constant names.
    fn is_of_class_path(&self, ir: &MethodIr, var: Var, copies: u32) -> bool {
        let values = values(ir, var);
        let is_loader = |value: &Value<'_>| match value {
            Value::Call(call) => {
                let mut class = call.receiver.map(|class| self::values(ir, class)).unwrap_or_default().into_iter();
                self.is_named(&call.target, "java/lang/Class", "getClassLoader")
                    && class.all(|value| matches!(value, Value::Class))
            }
            Value::Copy(src) => copies > 0 && self.is_of_class_path(ir, *src, copies - 1),
            Value::Class | Value::Other => false,
        };
        !values.is_empty() && values.iter().all(is_loader)
    }

    fn is_named(&self, target: &Target, class: &str, name: &str) -> bool {
        let program = self.answer.program();
        let (Target::Static(callee) | Target::Special(callee) | Target::Virtual(callee)) = target else { return false };
        program.name(callee.class) == class && program.method(*callee).is_some_and(|info| info.name == name)
    }

    fn are_of_threads(&self) -> bool {
        let thread = self.answer.program().find("java/lang/Thread");
        let field = thread.and_then(|class| class.declared_field("contextClassLoader", "Ljava/lang/ClassLoader;"));
        let mut held = self.answer.solver.nodes.fields().filter(|(_, of, _)| field.is_some() && *of == field);
        held.any(|(_, _, node)| self.answer.without_contexts(std::iter::once(node)).intersects(&self.loaders))
    }

    /// Whether the application loads services by such a loader somewhere.
    fn load_services(&self) -> bool {
        let program = self.answer.program();
        let methods = self.answer.reachable().into_iter().filter(|method| program.is_application(method.class));
        let mut calls = methods.flat_map(|method| self.answer.calls(method).map(move |call| (method, call)));
        calls.any(|(method, (offset, callee))| {
            let loads = program.method(callee).is_some_and(|info| info.name.starts_with("load"));
            loads
                && program.name(callee.class) == "java/util/ServiceLoader"
                && (self.is_of_thread || self.is_given(method, offset))
        })
    }
}

/// What may be assigned to a variable.
enum Value<'i> {
    Class,
    Call(&'i CallSite),
    Copy(Var),
    Other,
}

/// All that is assigned to a variable in its method.
fn values(ir: &MethodIr, var: Var) -> Vec<Value<'_>> {
    let value = |statement: &Statement| match *statement {
        Statement::Class { dst, .. } => (dst == var).then_some(Value::Class),
        Statement::Assign { dst, src } | Statement::Cast { dst, src, .. } => (dst == var).then_some(Value::Copy(src)),
        Statement::Call(number) => {
            let call = ir.call(number);
            (call.dst == Some(var)).then_some(Value::Call(call))
        }
        Statement::New { dst, .. } | Statement::Text { dst, .. } | Statement::Handle { dst, .. } => {
            (dst == var).then_some(Value::Other)
        }
        Statement::GetField { dst, .. } | Statement::GetStatic { dst, .. } | Statement::GetElement { dst, .. } => {
            (dst == Some(var)).then_some(Value::Other)
        }
        Statement::PutField { .. }
        | Statement::PutStatic { .. }
        | Statement::PutElement { .. }
        | Statement::Throw { .. } => None,
    };
    let is_entry = ir.this == Some(var) || ir.params.contains(&Some(var));
    let caught = ir.regions.iter().any(|region| region.handlers.iter().any(|(_, handler)| *handler == var));
    let found = ir.statements.iter().filter_map(|(_, statement)| value(statement));
    found.chain((is_entry || caught).then_some(Value::Other)).collect()
}

fn variables(call: &CallSite) -> impl Iterator<Item = Var> + '_ {
    call.receiver.into_iter().chain(call.args.iter().copied().flatten())
}

fn of_type(answer: &PointsTo<'_>, wanted: impl Fn(&Origin, Type) -> bool) -> ObjectSet {
    let all = 0..answer.allocations() as u32;
    all.filter(|object| {
        let (origin, ty) = answer.allocation(*object);
        wanted(origin, *ty)
    })
    .collect()
}

fn is_own(program: &Program, ty: Type) -> bool {
    let Some(class) = ty.as_class() else { return false };
    let is_below = |name: &str| program.class(name).is_some_and(|above| program.is_subtype(class, above));
    is_below("java/lang/ClassLoader")
        && (program.is_application(class)
            || is_below("java/net/URLClassLoader")
            || program.name(class) == "jdk/internal/loader/Loader")
}
