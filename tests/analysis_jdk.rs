//! The analyses of single methods hold on every method of java.base.
//!
//! What is checked is what the analyses claim about all verified code: it has a control-flow graph, paths agree on the
//! height of the stack, liveness has a fixed point.

mod common;

use jcp::analysis::liveness::Liveness;
use jcp::classfile::jimage::Jdk;
use jcp::program::{Cfg, MethodId, Program};
use rayon::prelude::*;

/// All methods with code of the JDK's module java.base.
fn java_base(program: &Program, jdk: &Jdk) -> Vec<MethodId> {
    let classes = program.classes().filter(|id| jdk.module_of(program.name(*id)) == Some("java.base"));
    let methods = classes.filter_map(|id| program.get(id)).flat_map(|class| class.methods());
    methods.filter(|(_, info)| info.code.is_some()).map(|(id, _)| id).collect()
}

/// Runs the check on every method of java.base of every JDK at hand; all problems are told at once.
fn on_all_methods(check: impl Fn(&Program, MethodId) -> Result<(), String> + Sync) {
    for home in common::jdks() {
        let open = || Jdk::open(&home.home).expect("the JDK is readable");
        let program = Program::new(Vec::new(), Box::new(open())).expect("a program");
        let methods = java_base(&program, &open());
        assert!(methods.len() > 50_000, "java.base {} has {} methods", home.feature, methods.len());
        let failed =
            |id: &MethodId| check(&program, *id).err().map(|problem| format!("{}: {problem}", program.describe(*id)));
        let problems: Vec<String> = methods.par_iter().filter_map(failed).collect();
        assert!(
            problems.is_empty(),
            "{} of {}:\n{}",
            problems.len(),
            methods.len(),
            problems[..problems.len().min(20)].join("\n")
        );
    }
}

#[test]
fn every_method_has_a_graph_and_liveness() {
    on_all_methods(|program, id| {
        let body = program.body(id).map_err(|error| error.to_string())?;
        let cfg = Cfg::new(&body).map_err(|error| error.to_string())?;
        let live = Liveness::new(&body, &cfg).map_err(|error| error.to_string())?;
        let first = body.insns()[0];
        let parameters = live.live_locals_before(first).map_err(|error| error.to_string())?;
        let info = program.method(id).ok_or("no method")?;
        let descriptor = jcp::classfile::descriptor::parse_method(&info.descriptor).ok_or("no descriptor")?;
        let slots = usize::from(descriptor.slots()) + usize::from(info.access & jcp::program::access::STATIC == 0);
        match parameters.iter().find(|local| *local >= slots) {
            Some(local) => Err(format!("local {local} is live at the entry and is no parameter")),
            None => Ok(()),
        }
    });
}
