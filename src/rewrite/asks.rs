//! By which instructions a program asks about itself in a way that the JVM keeps no trace of: reflection that `Class` does not cache,
//! look-ups of method handles, ways by which it comes to its class files, and what it does with files.
//!
//! A method reference counts where its function object is made. Calls of the JDK that take a file, a path or a location count as opening
//! it, but for those of classes that only handle names, and of those that only write. Left out: calls of these methods by
//! reflection, and names given as texts to methods that are not in the tables.
//! Invariant: what only tells where class files are counts as reading them once the run has opened any file.

use crate::classfile::descriptor::{MethodDescriptor, parse_method};
use crate::classfile::{ClassFile, Constant, Insn, MemberRef, Operand, opcode};

/// In which way an instruction asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// It looks at members of classes.
    Looks,
    /// It may come to class files.
    Reads,
    /// It tells where all class files are, or makes a loader.
    Places,
    /// It opens a file.
    Opens,
    /// It tells where the files of one class are; the `CodeSource` is on the stack.
    Location,
    /// It makes a loader of URLs; the array of them is on the stack.
    Urls,
    /// The same, under the loader's parent.
    UrlsUnderParent,
    /// It opens what is on the stack: a file by an object or a name, or another program.
    OpensTop,
    /// The same, under one argument more.
    OpensUnder,
}

impl Asks {
    /// The number by which the runtime knows it.
    pub(super) fn number(self) -> usize {
        self as usize
    }

    /// Whether it is about files; what runs the program asks so for itself alone.
    pub(super) fn is_of_files(self) -> bool {
        self != Self::Looks
    }
}

/// Methods of the JDK by class.
type Methods = &'static [(&'static str, &'static [&'static str])];

/// Those that look at members of classes.
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

/// Those by which a program comes to class files without asking its loader for a resource: loaders of URLs, jars that a connection has
/// opened, compilers.
const URL_LOADER: &str = "java/net/URLClassLoader";
const READING: Methods = &[
    (URL_LOADER, &["<init>", "newInstance", "getURLs"]),
    ("java/net/JarURLConnection", &["getJarFile"]),
    ("java/lang/management/RuntimeMXBean", &["getClassPath", "getSystemProperties"]),
    ("java/lang/module/ModuleFinder", &["of"]),
    ("javax/tools/ToolProvider", &["getSystemJavaCompiler"]),
];
/// The property that tells where they are. That and loaders of the program's own count for a run that has opened files, too.
const CLASS_PATH: &str = "java.class.path";
const LOADING: Methods = &[("java/lang/ClassLoader", &["<init>"]), ("java/security/SecureClassLoader", &["<init>"])];

/// Adds to those of a loader, which the program calls by a class of its own.
const ADDING: (&str, &str) = ("addURL", "(Ljava/net/URL;)V");
/// What makes a loader of URLs; of none it reads nothing.
const URLS: [(&str, Asks); 2] =
    [("([Ljava/net/URL;)", Asks::Urls), ("([Ljava/net/URL;Ljava/lang/ClassLoader;)", Asks::UrlsUnderParent)];

/// Tells where one class's file is.
const LOCATION: (&str, &str) = ("java/security/CodeSource", "getLocation");

/// Those that open files or ask for their lengths, dates and whether they are there, and start other programs.
const OPENING: Methods = &[
    ("java/io/FileInputStream", &["<init>"]),
    ("java/io/FileReader", &["<init>"]),
    ("java/io/RandomAccessFile", &["<init>"]),
    (
        "java/io/File",
        &[
            "list",
            "listFiles",
            "length",
            "lastModified",
            "toURL",
            "exists",
            "isFile",
            "isDirectory",
            "canRead",
            "isHidden",
        ],
    ),
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
            "exists",
            "notExists",
            "isRegularFile",
            "isDirectory",
            "isReadable",
        ],
    ),
    ("java/nio/file/Path", &["toRealPath"]),
    ("java/nio/channels/FileChannel", &["open"]),
    ("java/nio/channels/AsynchronousFileChannel", &["open"]),
    ("java/nio/file/FileSystems", &["newFileSystem"]),
    ("java/nio/file/spi/FileSystemProvider", &["newInputStream", "newByteChannel", "newFileChannel", "newFileSystem"]),
    ("java/util/zip/ZipFile", &["<init>"]),
    ("java/util/jar/JarFile", &["<init>"]),
    ("java/net/URL", &["openStream", "openConnection", "getContent"]),
    ("java/lang/ProcessBuilder", &["start", "startPipeline"]),
    ("java/lang/Runtime", &["exec", "load"]),
    ("java/lang/System", &["load"]),
    ("javax/xml/parsers/DocumentBuilder", &["parse"]),
    ("javax/xml/parsers/SAXParser", &["parse"]),
    ("javax/xml/transform/stream/StreamSource", &["<init>"]),
    ("org/xml/sax/InputSource", &["<init>"]),
];

/// Classes of which no other method counts as opening what it is given: they handle names, or write.
const NAMES: &[&str] = &[
    "java/io/File",
    "java/io/FileOutputStream",
    "java/io/FileWriter",
    "java/io/PrintStream",
    "java/io/PrintWriter",
    "java/lang/ClassLoader",
    "java/lang/Package",
    "java/net/URI",
    "java/net/URL",
    "java/nio/file/FileSystem",
    "java/nio/file/Files",
    "java/nio/file/Path",
    "java/nio/file/Paths",
    "java/security/CodeSource",
    "java/security/SecureClassLoader",
    "java/util/Formatter",
];
/// Those whose methods open the receiver.
const RECEIVERS: &[&str] = &["java/io/File", "java/net/URL", "java/lang/ProcessBuilder"];
/// Those whose methods are given a file by its name.
const BY_NAME: &[&str] = &[
    "java/io/FileInputStream",
    "java/io/FileReader",
    "java/io/RandomAccessFile",
    "java/util/zip/ZipFile",
    "java/util/jar/JarFile",
];
/// What stands for a file in a descriptor.
const FILES: &[&str] = &["Ljava/io/File;", "Ljava/nio/file/Path;", "Ljava/net/URL;", "Ljava/net/URI;"];

/// In which way the instruction asks, if it does.
pub(super) fn asks(class: &ClassFile, dynamic: &[Option<Asks>], insn: &Insn) -> Option<Asks> {
    let Operand::Constant(index) = insn.operand else { return None };
    match insn.op {
        opcode::LDC | opcode::LDC_W => match class.constant(index) {
            Ok(Constant::String(text)) if text.contains(CLASS_PATH) => Some(Asks::Places),
            _ => None,
        },
        opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC | opcode::INVOKEINTERFACE => {
            by_call(&class.member(index).ok()?)
        }
        opcode::INVOKEDYNAMIC => {
            let Ok(Constant::InvokeDynamic(number, ..)) = class.constant(index) else { return None };
            *dynamic.get(usize::from(number))?
        }
        _ => None,
    }
}

/// In which ways the method references ask that are among the arguments of the class's bootstrap methods.
pub(super) fn by_bootstraps(class: &ClassFile) -> Vec<Option<Asks>> {
    let of_reference = |argument: &Constant| match argument {
        Constant::MethodHandle(handle) => by_call(&handle.member),
        _ => None,
    };
    // where the files of which class are, or which URLs a loader has, is not known
    let known = |asks: Asks| match asks {
        Asks::Location => Asks::Places,
        Asks::Urls | Asks::UrlsUnderParent => Asks::Reads,
        Asks::OpensTop | Asks::OpensUnder => Asks::Opens,
        _ => asks,
    };
    let bootstraps = class.bootstraps().unwrap_or_default();
    bootstraps.iter().map(|it| it.arguments.iter().find_map(of_reference).map(known)).collect()
}

/// In which way a call of the method asks.
fn by_call(member: &MemberRef) -> Option<Asks> {
    let (of, name) = (member.class.as_str(), member.name.as_str());
    if (of, name) == LOCATION {
        return Some(Asks::Location);
    }
    if (name, member.descriptor.as_str()) == ADDING {
        return Some(Asks::Reads);
    }
    if of == URL_LOADER
        && let Some((_, kind)) = URLS.iter().find(|(parameters, _)| member.descriptor.starts_with(parameters))
    {
        return Some(*kind);
    }
    let has = |methods: &Methods| methods.iter().any(|(class, names)| *class == of && names.contains(&name));
    let tables = [(LOOKING, Asks::Looks), (READING, Asks::Reads), (LOADING, Asks::Places), (OPENING, Asks::Opens)];
    let listed = tables.iter().find(|(methods, _)| has(methods)).map(|(_, kind)| *kind);
    let found = listed.or_else(|| takes_a_file(member).then_some(Asks::Opens))?;
    Some(if found == Asks::Opens { opens(member) } else { found })
}

/// How the method that opens a file is given it: as its first argument, with none or one of one word after it, or as its receiver.
fn opens(member: &MemberRef) -> Asks {
    let Some(MethodDescriptor { parameters, .. }) = parse_method(&member.descriptor) else { return Asks::Opens };
    let is_file = |text: &str| FILES.contains(&text);
    let names = |text: &str| is_file(text) || text == "Ljava/lang/String;" && BY_NAME.contains(&member.class.as_str());
    let is_short = |text: &str| !is_file(text) && text != "J" && text != "D";
    let by_receiver = RECEIVERS.contains(&member.class.as_str());
    match parameters.as_slice() {
        [] if by_receiver => Asks::OpensTop,
        [other] if by_receiver && member.name != "startPipeline" && is_short(other) => Asks::OpensUnder,
        [first] if !by_receiver && names(first) => Asks::OpensTop,
        [first, other] if !by_receiver && names(first) && is_short(other) => Asks::OpensUnder,
        _ => Asks::Opens,
    }
}

/// Whether it is a method of the JDK that is given a file to open, as far as its descriptor tells.
fn takes_a_file(member: &MemberRef) -> bool {
    let is_of_jdk = ["java/", "javax/"].iter().any(|start| member.class.starts_with(start));
    let parameters = member.descriptor.split(')').next().unwrap_or_default();
    is_of_jdk && !NAMES.contains(&member.class.as_str()) && FILES.iter().any(|file| parameters.contains(file))
}
