//! The hooks: the methods of the runtime that rewritten code calls (`jcp::rewrite::hook_table`) are those that the runtime's jar has,
//! and the runtime makes no others public.

use std::collections::BTreeSet;

use jcp::classfile::ClassFile;
use jcp::rewrite::{BOOTSTRAPS, hook_table};

use crate::own_names::runtime;

const ACC_PUBLIC: u16 = 0x0001;
const ACC_STATIC: u16 = 0x0008;
/// Stands for classes of the JDK, with the names of their methods: no hooks.
const CLOCK: &str = "jcp/runtime/ReplayClock";
/// Called by the JVM that attaches the agent.
const ATTACHED: (&str, &str, &str) =
    ("jcp/runtime/Agent", "agentmain", "(Ljava/lang/String;Ljava/lang/instrument/Instrumentation;)V");

type Method = (String, String, String);

fn method((class, name, descriptor): (&str, &str, &str)) -> Method {
    (class.to_owned(), name.to_owned(), descriptor.to_owned())
}

/// The public static methods of the public classes.
fn public() -> BTreeSet<Method> {
    let parse = |(name, bytes): (String, Vec<u8>)| {
        bytes
            .starts_with(&[0xca, 0xfe, 0xba, 0xbe])
            .then(|| ClassFile::parse(bytes, &name).expect("a class of the runtime"))
    };
    let mut found = BTreeSet::new();
    for class in runtime().into_iter().filter_map(parse).filter(|class| class.access & ACC_PUBLIC != 0) {
        let is_hook = |access: u16| access & ACC_PUBLIC != 0 && access & ACC_STATIC != 0;
        let hooks = class.methods.iter().filter(|method| is_hook(method.access));
        found.extend(hooks.map(|hook| method((&class.name, &hook.name, &hook.descriptor))));
    }
    let is_in_front = |class: &str| class.strip_prefix("jcp/runtime/").is_some_and(|name| !name.contains('/'));
    found.retain(|(class, _, _)| !class.starts_with(CLOCK) && is_in_front(class));
    found
}

#[test]
fn the_hooks_are_what_the_runtime_makes_public() {
    let hooks = hook_table().flat_map(|hook| hook.classes.iter().map(|class| (*class, hook.name, hook.descriptor)));
    let bootstraps = BOOTSTRAPS.iter().flat_map(|all| all.methods.iter().map(|(name, of)| (all.to, *name, *of)));
    let mut named: BTreeSet<Method> = hooks.chain(bootstraps).chain([ATTACHED]).map(method).collect();
    named.retain(|(class, _, _)| !class.starts_with(CLOCK));
    let public = public();
    assert_eq!(named.difference(&public).collect::<Vec<_>>(), Vec::<&Method>::new(), "hooks that the runtime has not");
    assert_eq!(public.difference(&named).collect::<Vec<_>>(), Vec::<&Method>::new(), "public, but no hooks");
}
