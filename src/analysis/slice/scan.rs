//! What one method does to places, to classes and to threads, and what it calls of the JDK: one walk over its statements, whose
//! findings [`super::index`] puts together for the whole program.

use super::boundary::{self, Writes};
use super::comparing;
use super::contents;
use super::sites::{Boundary, Gives, Place, Runs, Site, Store};
use super::value_flow::{self, Flows};
use crate::analysis::ir::{CallSite, Dynamic, Handle, MethodIr, Statement, Target, Var};
use crate::analysis::points_to::PointsTo;
use crate::classfile::descriptor;
use crate::program::{ClassId, MethodId, Program, access};

/// What one method adds.
#[derive(Default)]
pub struct Part {
    /// Its stores.
    pub stores: Vec<(Place, Store)>,
    /// The classes that its instructions initialise.
    pub initializes: Vec<(u32, ClassId)>,
    /// The threads that it starts.
    pub starts: Vec<(u32, Var)>,
    /// Its calls whose values flow as stated.
    pub flows: Vec<(u32, Flows)>,
    /// The function objects that it makes, by what they run.
    pub functions: Vec<(MethodId, u32)>,
    /// Its calls of the JDK.
    pub boundaries: Vec<(u32, Boundary)>,
    /// The objects and arrays that it copies: the original.
    pub copies: Vec<(u32, Var)>,
}

/// Looks through a method.
pub fn part(answer: &PointsTo<'_>, method: MethodId) -> Part {
    let mut part = Part::default();
    let Some(ir) = answer.ir(method) else { return part };
    let program = answer.program();
    if program.flags(method) & access::NATIVE != 0 {
        of_native(program, method, &ir, &mut part);
        return part;
    }
    for (offset, statement) in &ir.statements {
        let site = (method, *offset);
        match *statement {
            Statement::PutField { base, field, .. } => {
                part.stores.push((Place::Field(field), (site, base)));
                if !program.is_application(field.class) {
                    part.stores.push((Place::Content, (site, base)));
                }
            }
            Statement::PutElement { base, .. } => part.stores.push((Place::Element, (site, base))),
            Statement::PutStatic { field, .. } => {
                part.stores.push((Place::Static(field), (site, None)));
                part.initializes.push((*offset, field.class));
            }
            Statement::GetStatic { field, .. } => part.initializes.push((*offset, field.class)),
            Statement::New { ty, .. } => part.initializes.extend(ty.as_class().map(|class| (*offset, class))),
            Statement::Call(number) => {
                of_call(answer, site, ir.call(number), &mut part);
            }
            _ => {}
        }
    }
    part
}

fn of_call(answer: &PointsTo<'_>, site: Site, call: &CallSite, part: &mut Part) {
    let program = answer.program();
    let called = match &call.target {
        Target::Static(method) | Target::Special(method) | Target::Virtual(method) => *method,
        Target::Dynamic(made) => {
            let handles: Vec<&Handle> = match &**made {
                Dynamic::Lambda { runs, .. } => vec![runs],
                Dynamic::Other { handles, .. } => handles.iter().collect(),
                _ => Vec::new(),
            };
            part.functions.extend(handles.into_iter().filter_map(Handle::method).map(|method| (method, site.1)));
            return;
        }
        Target::Missing(_) => return,
    };
    if let Target::Static(method) = &call.target {
        part.initializes.push((site.1, method.class));
    }
    let mut flows = value_flow::of(program, called);
    let prints_into_memory = |receiver: Var| {
        let objects = answer.objects(site.0, receiver);
        objects.iter().any(|object| contents::is_made_by_application(answer, object))
    };
    if flows == Flows::Sink
        && value_flow::is_stream(program, called.class)
        && call.receiver.is_some_and(prints_into_memory)
    {
        flows = Flows::Code;
    }
    if flows == Flows::IntoContent {
        part.stores.push((Place::Content, (site, call.receiver)));
    }
    part.flows.extend(flows.is_known().then_some((site.1, flows)));
    if flows == Flows::Code {
        let boundary = boundary(answer, site, call, part);
        part.boundaries.extend(boundary.map(|boundary| (site.1, boundary)));
    }
    if program.name(called.class) == "java/lang/Object" && info_name(program, called) == "clone" {
        part.stores.push((Place::Unknown, (site, call.dst)));
        part.copies.extend(call.receiver.map(|receiver| (site.1, receiver)));
    }
    let is_start = program.method(called).is_some_and(|info| info.name == "start" && info.descriptor == "()V");
    let thread = program.find("java/lang/Thread").map(|class| class.id);
    if is_start && thread.is_some_and(|thread| program.is_subtype(called.class, thread)) {
        part.starts.extend(call.receiver.map(|receiver| (site.1, receiver)));
    }
}

fn info_name(program: &Program, method: MethodId) -> &str {
    program.method(method).map_or("", |info| info.name.as_str())
}

/// Whether a method's declared result says that the JDK may have made it: a collection gives back what was put in as an `Object`.
fn gives_own(program: &Program, method: MethodId) -> bool {
    let result = program.method(method).and_then(|info| info.descriptor.rsplit(')').next());
    result.is_some_and(|result| result.len() > 1 && result != "Ljava/lang/Object;")
}

/// What a call does in the JDK; none if it only runs the application's code. Its stores are added.
fn boundary(answer: &PointsTo<'_>, site: Site, call: &CallSite, part: &mut Part) -> Option<Boundary> {
    let program = answer.program();
    let callees: Vec<MethodId> =
        answer.callees(site.0, site.1).filter(|callee| !program.is_application(callee.class)).collect();
    if callees.is_empty() {
        return None;
    }
    let mut writes = Writes::default();
    callees.iter().for_each(|callee| writes.add(&boundary::writes(program, *callee)));
    let is_static = matches!(call.target, Target::Static(_));
    let receiver = (!is_static).then_some(call.receiver);
    let arguments: Vec<Option<Var>> = receiver.into_iter().chain(call.args.iter().copied()).collect();
    let result = call.dst.filter(|_| callees.iter().any(|callee| gives_own(program, *callee)));
    let written = writes.arguments.iter().filter_map(|place| *arguments.get(*place)?).chain(result);
    for var in written {
        part.stores.extend([Place::Content, Place::Element].map(|place| (place, (site, Some(var)))));
    }
    part.stores.extend(writes.global.then_some((Place::Global, (site, None))));
    let of_all = |tells: &dyn Fn(MethodId) -> bool| callees.iter().all(|callee| tells(*callee));
    let runs = if of_all(&|callee| comparing::only_keeps(program, callee)) {
        Runs::Parts
    } else if of_all(&|callee| {
        boundary::is_of_collections(program, callee.class) && !comparing::prints(program, callee)
    }) {
        Runs::Choices
    } else if of_all(&|callee| boundary::only_compares(program, callee.class)) {
        Runs::Comparisons
    } else {
        Runs::Anything
    };
    Some(Boundary {
        runs,
        gives: Gives {
            compares: of_all(&|callee| boundary::is_of_collections(program, callee.class)),
            selects: of_all(&|callee| comparing::selects(program, callee)),
            object: of_all(&|callee| comparing::gives_object(program, callee)),
        },
        makes_objects: callees.iter().all(|callee| boundary::makes_objects(program, *callee)),
        is_static,
        is_of_builder: callees.iter().all(|callee| value_flow::is_builder(program, callee.class)),
        result,
        arguments,
        writes,
    })
}

/// A native method may write into the arrays that it is given, and by `Unsafe` into any object.
fn of_native(program: &Program, method: MethodId, ir: &MethodIr, part: &mut Part) {
    let Some(info) = program.method(method) else { return };
    let parsed = descriptor::parse_method(&info.descriptor);
    let parameters = parsed.map_or(Vec::new(), |parsed| parsed.parameters);
    let by_unsafe = program.name(method.class).ends_with("/Unsafe")
        && (!info.name.starts_with("get") || info.name.starts_with("getAnd"));
    let copies = info.name == "arraycopy";
    for (number, (var, descriptor)) in ir.params.iter().zip(parameters).enumerate() {
        let writes = descriptor.starts_with('[') || by_unsafe && number == 0 || copies && number == 2;
        if writes && var.is_some() {
            part.stores.push((Place::Unknown, ((method, 0), *var)));
        }
    }
}
