//! What a capturing run notes of itself, for edited versions of the program: which methods it enters, and where it asks about itself
//! in a way that the JVM keeps no trace of.
//!
//! A note stands at the start of each method, behind the hooks of the run's start and of the root, and before each call of the tables below:
//! reflection that `Class` does not cache, look-ups of method handles, and ways by which a program comes to its class files. It leaves the
//! operand stack as it was and makes no branch. Left out: calls of these methods by reflection.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{ASKS, CHAIN_METHOD_RUNS, ENTERED, METHOD_RUNS};
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Constant, Insn, Item, Operand, opcode};
use crate::plan::{Node, Plans};
use std::collections::BTreeSet;

/// Methods of a class whose entries are noted.
pub(super) struct EnteredMethods {
    /// The number of the first.
    first: u32,
    /// How many there are.
    pub(super) count: usize,
    /// Those that are in chains, by their numbers in the class file.
    chains: BTreeSet<usize>,
}

/// Methods of the JDK by class.
type Methods = &'static [(&'static str, &'static [&'static str])];

/// Those that look at members of classes; the runtime knows them as 0.
const LOOKING: Methods = &[
    (
        "java/lang/Class",
        &[
            "getDeclaredClasses",
            "getClasses",
            "getRecordComponents",
            "getPermittedSubclasses",
            "isSealed",
            "getNestMembers",
        ],
    ),
    (
        "java/lang/invoke/MethodHandles$Lookup",
        &[
            "bind",
            "findVirtual",
            "findStatic",
            "findSpecial",
            "findConstructor",
            "findGetter",
            "findSetter",
            "findStaticGetter",
            "findStaticSetter",
            "findVarHandle",
            "findStaticVarHandle",
        ],
    ),
];

/// Those by which a program comes to class files without asking its loader for a resource: loaders of its own, the places of its classes,
/// jars that a connection has opened, compilers; the runtime knows them as 1.
const READING: Methods = &[
    ("java/net/URLClassLoader", &["<init>", "newInstance", "getURLs"]),
    ("java/lang/ClassLoader", &["<init>"]),
    ("java/security/SecureClassLoader", &["<init>"]),
    ("java/security/CodeSource", &["getLocation"]),
    ("java/net/JarURLConnection", &["getJarFile"]),
    ("java/lang/management/RuntimeMXBean", &["getClassPath", "getSystemProperties"]),
    ("java/lang/module/ModuleFinder", &["of"]),
    ("javax/tools/ToolProvider", &["getSystemJavaCompiler"]),
];
/// The property that tells where they are.
const CLASS_PATH: &str = "java.class.path";

impl EnteredMethods {
    /// Those of the class, if the plans say so.
    pub(super) fn of(plans: &Plans, class: &ClassFile) -> Option<Self> {
        let in_chain = |node: &Node| class.method_index(&node.method.name, &node.method.descriptor);
        let nodes = plans.forest.nodes.iter().filter(|node| node.method.class == class.name);
        let first = *plans.noted.get(&class.name)?;
        Some(Self { first, count: class.methods.len(), chains: nodes.filter_map(in_chain).collect() })
    }

    /// Takes the notes in the method's code.
    pub(super) fn note(&self, code: &mut Code, editor: &mut ClassEditor, method: usize) -> Result<()> {
        let number = self.first as usize + method;
        let items = std::mem::take(&mut code.items);
        let mut emit = Emitter::new(code, editor);
        emit.index(number)?; // number
        emit.hook(ENTERED, if self.chains.contains(&method) { &CHAIN_METHOD_RUNS } else { &METHOD_RUNS })?; // –
        for item in items {
            if let Item::Insn { insn, .. } = &item
                && let Some(kind) = asks(emit.editor.class, insn)
            {
                emit.index(number)?; // …, number
                emit.index(kind)?; // …, number, kind
                emit.hook(ENTERED, &ASKS)?; // …
            }
            emit.items.push(item);
        }
        let items = emit.items;
        code.items = items;
        Ok(())
    }
}

/// In which way the instruction asks, if it does.
fn asks(class: &ClassFile, insn: &Insn) -> Option<usize> {
    let Operand::Constant(index) = insn.operand else { return None };
    match insn.op {
        opcode::LDC | opcode::LDC_W => match class.constant(index) {
            Ok(Constant::String(text)) if text.contains(CLASS_PATH) => Some(1),
            _ => None,
        },
        opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC | opcode::INVOKEINTERFACE => {
            let member = class.member(index).ok()?;
            let has = |methods: &Methods| {
                methods.iter().any(|(class, names)| *class == member.class && names.contains(&member.name.as_str()))
            };
            [LOOKING, READING].iter().position(has)
        }
        _ => None,
    }
}
