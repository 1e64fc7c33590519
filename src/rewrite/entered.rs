//! What a capturing run notes of itself, for edited versions of the program: which methods it enters, and where it asks about itself
//! in a way that the JVM keeps no trace of.
//!
//! A note stands at the start of each method, behind the hooks of the run's start and of the root, and before each call of the tables below:
//! reflection that `Class` does not cache, look-ups of method handles, and ways by which a program comes to its class files. It leaves the
//! operand stack as it was and makes no branch. Left out: calls of these methods by reflection.
//! Invariant: what only tells where class files are counts as reading them once the run has opened any file.

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
    /// Whether the class runs the program and is no part of it.
    surrounds: bool,
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

/// Those by which a program comes to class files without asking its loader for a resource: loaders of URLs, the places of its classes,
/// jars that a connection has opened, compilers; the runtime knows them as 1.
const READING: Methods = &[
    ("java/net/URLClassLoader", &["<init>", "newInstance", "getURLs"]),
    ("java/security/CodeSource", &["getLocation"]),
    ("java/net/JarURLConnection", &["getJarFile"]),
    ("java/lang/management/RuntimeMXBean", &["getClassPath", "getSystemProperties"]),
    ("java/lang/module/ModuleFinder", &["of"]),
    ("javax/tools/ToolProvider", &["getSystemJavaCompiler"]),
];
/// The property that tells where they are. That and loaders of the program's own are known as 2: they count for a run that has opened files, too.
const CLASS_PATH: &str = "java.class.path";
const LOADING: Methods = &[("java/lang/ClassLoader", &["<init>"]), ("java/security/SecureClassLoader", &["<init>"])];

/// Those that open files or ask for their lengths and dates, and start other programs; the runtime knows them as 3.
const OPENING: Methods = &[
    ("java/io/FileInputStream", &["<init>"]),
    ("java/io/FileReader", &["<init>"]),
    ("java/io/RandomAccessFile", &["<init>"]),
    ("java/io/File", &["list", "listFiles", "length", "lastModified", "toURL"]),
    (
        "java/nio/file/Files",
        &[
            "newInputStream",
            "newByteChannel",
            "newBufferedReader",
            "newDirectoryStream",
            "readAllBytes",
            "readAllLines",
            "readString",
            "readAttributes",
            "getAttribute",
            "getFileAttributeView",
            "getLastModifiedTime",
            "size",
            "mismatch",
            "copy",
            "lines",
            "list",
            "walk",
            "walkFileTree",
            "find",
        ],
    ),
    ("java/nio/channels/FileChannel", &["open"]),
    ("java/nio/channels/AsynchronousFileChannel", &["open"]),
    ("java/nio/file/FileSystems", &["newFileSystem"]),
    ("java/nio/file/spi/FileSystemProvider", &["newInputStream", "newByteChannel", "newFileChannel", "newFileSystem"]),
    ("java/util/zip/ZipFile", &["<init>"]),
    ("java/util/jar/JarFile", &["<init>"]),
    ("java/util/Scanner", &["<init>"]),
    ("java/net/URL", &["openStream", "openConnection", "getContent"]),
    ("java/lang/ProcessBuilder", &["start", "startPipeline"]),
    ("java/lang/Runtime", &["exec"]),
];
/// The first of the ways that tell of class files; what runs the program asks in these ways for itself alone.
const OF_FILES: usize = 1;

impl EnteredMethods {
    /// Those of the class, if the plans say so.
    pub(super) fn of(plans: &Plans, class: &ClassFile) -> Option<Self> {
        let in_chain = |node: &Node| class.method_index(&node.method.name, &node.method.descriptor);
        let nodes = plans.forest.nodes.iter().filter(|node| node.method.class == class.name);
        let first = *plans.noted.get(&class.name)?;
        let surrounds = plans.surroundings.iter().any(|start| class.name.starts_with(&start.replace('.', "/")));
        Some(Self { first, count: class.methods.len(), chains: nodes.filter_map(in_chain).collect(), surrounds })
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
                && !(self.surrounds && kind >= OF_FILES)
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
            Ok(Constant::String(text)) if text.contains(CLASS_PATH) => Some(2),
            _ => None,
        },
        opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC | opcode::INVOKEINTERFACE => {
            let member = class.member(index).ok()?;
            let has = |methods: &Methods| {
                methods.iter().any(|(class, names)| *class == member.class && names.contains(&member.name.as_str()))
            };
            [LOOKING, READING, LOADING, OPENING].iter().position(has)
        }
        _ => None,
    }
}
