//! Names of the runtime's own that no program has. The JVM takes a number of its random sequence for each text that it meets for the
//! first time, and one for each thread that is started, as the seed of the thread's identity hashes (`runtime-java`, `RandomSequence`).
//! The runtime puts back what it took. But a text that both the runtime and the program have would be met for the first time in the
//! runtime, and take no number in the program. So the texts of the two are kept apart, in both jars:
//!
//! * fields and methods get a prefix, and the source file one, too;
//! * methods whose descriptor names no class of the runtime get a last parameter that does, for which null is passed;
//! * short string literals are cut out of one long one, by the class's initialiser.
//!
//! Invariants: what overrides a method of the JDK keeps its name and descriptor, and so do the methods that the JVM or code of the
//! program calls in the place of the JDK's ([`KEPT`]); a name that has `jcp` in it is kept, so that source can name such a member
//! in a string. Public static methods of the package itself are hooks, and keep their descriptors if they have one parameter at most. Left out: what the runtime names of the JDK (classes,
//! their members, types of fields), and literals that are whole sentences.

use super::error::Result;
use super::hook_table::CLOCK;
use super::one_package::in_one_package;
use crate::classfile::descriptor::parse_method;
use crate::classfile::opcode::{LDC, LDC_W};
use crate::classfile::{ClassFile, Constant, Insn, Operand, Renamed, Renaming, rebuilt};
use std::collections::{BTreeMap, BTreeSet};

const ACC_PUBLIC: u16 = 0x0001;
const ACC_PRIVATE: u16 = 0x0002;
const ACC_STATIC: u16 = 0x0008;
const ACC_NATIVE: u16 = 0x0100;
const ACC_INTERFACE: u16 = 0x0200;
const ACC_ENUM: u16 = 0x4000;

/// In every name of the runtime's own.
const OWN: &str = "jcp";
const PREFIX: &str = "jcp$";
/// The package whose classes can call [`PARTS`]; the others are those that are put into packages of the JDK.
const PACKAGE: &str = "jcp/runtime/";
/// What the JVM and the JDK call by these names, and what the program calls by them in the place of the JDK's methods.
const KEPT: [&str; 9] = [
    "metafactory",
    "altMetafactory",
    "makeConcatWithConstants",
    "bootstrap",
    "linkCallSiteImpl",
    "agentmain",
    "exit",
    "halt",
    "intern",
];
/// The type of the last parameter in that package: the class of the first hook, whose name each class has that calls a hook. Another
/// one's the JVM would meet when it verifies such a call.
const MARKER: &str = "Ljcp/runtime/Start;";
/// Gives the parts of a text.
const PARTS: (&str, &str) = ("jcp/runtime/jvm/OwnTexts", "jcp$of");
/// Stands before each part.
const SEPARATOR: char = '\u{7f}';
/// Literals with blanks that are longer are sentences, of which programs have no equal.
const SENTENCE: usize = 24;

/// The name and descriptor of a hook in both jars.
pub(super) fn hook(class: &str, name: &str, descriptor: &str) -> Renamed {
    let new = renamed(class, name, ACC_PUBLIC | ACC_STATIC);
    let parameters = parse_method(descriptor).map_or(0, |parsed| parsed.parameters.len());
    let marked = parameters > 1 && new != name && !has_own(descriptor);
    Renamed {
        name: new,
        descriptor: if marked { with_marker(class, descriptor) } else { descriptor.to_owned() },
        marked,
    }
}

fn renamed(class: &str, name: &str, access: u16) -> String {
    let is_kept = name.starts_with('<') || has_own(name) || KEPT.contains(&name);
    let in_place = is_hook(class, access) && class.starts_with(CLOCK);
    if is_kept || in_place { name.to_owned() } else { format!("{PREFIX}{name}") }
}

/// Whether the method is a hook: those of packages below are public for each other.
fn is_hook(class: &str, access: u16) -> bool {
    let in_front = class.strip_prefix(PACKAGE).is_some_and(|name| !name.contains('/'));
    in_front && access & ACC_PUBLIC != 0 && access & ACC_STATIC != 0
}

/// With one more parameter: in the package of the runtime of one type, in those of the JDK of the class itself.
fn with_marker(class: &str, descriptor: &str) -> String {
    let marker = if class.starts_with(PACKAGE) { MARKER.to_owned() } else { format!("L{class};") };
    descriptor.replacen(')', &format!("{marker})"), 1)
}

fn has_own(text: &str) -> bool {
    text.contains(OWN) || text.contains("Jcp")
}

/// The runtime's classes, rebuilt under names of their own, in one package. `jdk` gives a class of the JDK.
pub fn own_names<'j>(
    files: Vec<(String, Vec<u8>)>,
    jdk: impl Fn(&str) -> Option<&'j ClassFile>,
) -> Result<Vec<(String, Vec<u8>)>> {
    let mut parsed = Vec::with_capacity(files.len());
    for (name, bytes) in files {
        let is_class = bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]);
        let class = if is_class { Some(ClassFile::parse(bytes.clone(), &name)?) } else { None };
        parsed.push((name, bytes, class));
    }
    let own = Own::new(parsed.iter().filter_map(|(_, _, class)| class.as_ref()), jdk);
    let rebuild = |(name, bytes, class): &(String, Vec<u8>, Option<ClassFile>)| {
        let bytes = match class {
            Some(class) => rebuilt(class, &Names { own: &own, class, texts: texts(class)? })?,
            None => bytes.clone(),
        };
        Ok((name.clone(), bytes))
    };
    in_one_package(parsed.iter().map(rebuild).collect::<Result<_>>()?)
}

/// The runtime's classes and members.
struct Own<'c> {
    classes: BTreeMap<&'c str, OwnClass<'c>>,
    /// The names of the methods that the JDK's superclasses and interfaces of these classes have.
    overridable: BTreeSet<String>,
}

/// Members with their flags.
struct OwnClass<'c> {
    file: &'c ClassFile,
    fields: BTreeSet<&'c str>,
    methods: BTreeMap<(&'c str, &'c str), u16>,
}

impl<'c> Own<'c> {
    fn new<'j>(files: impl Iterator<Item = &'c ClassFile>, jdk: impl Fn(&str) -> Option<&'j ClassFile>) -> Self {
        let classes: BTreeMap<&str, OwnClass<'_>> = files
            .map(|file| {
                let fields = file.fields.iter().map(|field| field.name.as_str()).collect();
                let methods = file.methods.iter();
                let methods = methods.map(|it| ((it.name.as_str(), it.descriptor.as_str()), it.access)).collect();
                (file.name.as_str(), OwnClass { file, fields, methods })
            })
            .collect();
        let mut work: Vec<String> =
            classes.values().flat_map(|class| supertypes(class.file)).map(str::to_owned).collect();
        let (mut seen, mut overridable) = (BTreeSet::new(), BTreeSet::new());
        while let Some(name) = work.pop() {
            if classes.contains_key(name.as_str()) || !seen.insert(name.clone()) {
                continue;
            }
            if let Some(file) = jdk(&name) {
                overridable.extend(file.methods.iter().map(|method| method.name.clone()));
                work.extend(supertypes(file).map(str::to_owned));
            }
        }
        Self { classes, overridable }
    }

    /// The class that declares the method, and its flags, as found from a class of the runtime.
    fn method(&self, class: &str, name: &str, descriptor: &str) -> Option<(&OwnClass<'c>, u16)> {
        let found = self.classes.get(class)?;
        match found.methods.get(&(name, descriptor)) {
            Some(access) => Some((found, *access)),
            None => supertypes(found.file).find_map(|above| self.method(above, name, descriptor)),
        }
    }

    fn has_field(&self, class: &str, name: &str) -> bool {
        let found = self.classes.get(class);
        found.is_some_and(|found| {
            found.fields.contains(name) || supertypes(found.file).any(|above| self.has_field(above, name))
        })
    }

    fn renamed(&self, class: &str, name: &str, descriptor: &str) -> Option<Renamed> {
        let (declaring, access) = self.method(class, name, descriptor)?;
        let overrides = access & (ACC_STATIC | ACC_PRIVATE) == 0 && self.overridable.contains(name);
        let of_enum = declaring.file.access & ACC_ENUM != 0 && matches!(name, "values" | "valueOf");
        if (overrides && name != "<init>") || of_enum {
            return None;
        }
        let new = renamed(&declaring.file.name, name, access);
        if is_hook(&declaring.file.name, access) {
            return Some(hook(&declaring.file.name, name, descriptor));
        }
        let is_called_otherwise = access & ACC_NATIVE != 0 || name == "<clinit>" || name.starts_with("lambda$");
        let marked = !is_called_otherwise && (new != name || name == "<init>") && !has_own(descriptor);
        let descriptor = if marked { with_marker(&declaring.file.name, descriptor) } else { descriptor.to_owned() };
        Some(Renamed { name: new, descriptor, marked })
    }
}

fn supertypes(file: &ClassFile) -> impl Iterator<Item = &str> {
    file.super_name.iter().chain(&file.interfaces).map(String::as_str)
}

/// The names in one class.
struct Names<'n> {
    own: &'n Own<'n>,
    class: &'n ClassFile,
    texts: Vec<String>,
}

impl Renaming for Names<'_> {
    fn field(&self, class: &str, name: &str, _: &str) -> String {
        if !self.own.has_field(class, name) || has_own(name) { name.to_owned() } else { format!("{PREFIX}{name}") }
    }

    fn method(&self, class: &str, name: &str, descriptor: &str) -> Renamed {
        self.own.renamed(class, name, descriptor).unwrap_or_else(|| Renamed {
            name: name.to_owned(),
            descriptor: descriptor.to_owned(),
            marked: false,
        })
    }

    fn source_file(&self, name: &str) -> String {
        if has_own(name) { name.to_owned() } else { format!("{OWN}.{name}") }
    }

    fn texts(&self) -> &[String] {
        &self.texts
    }

    fn text_field(&self, number: usize) -> String {
        format!("{PREFIX}{number}")
    }

    fn joined(&self) -> String {
        let mut joined = self.class.name.clone();
        for text in &self.texts {
            joined.push(SEPARATOR);
            joined.push_str(text);
        }
        joined
    }

    fn parts(&self) -> (&str, &str) {
        PARTS
    }
}

/// The string literals of the class that a program may have as well, in the order of its code.
fn texts(class: &ClassFile) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    if !class.name.starts_with(PACKAGE) || class.access & ACC_INTERFACE != 0 {
        return Ok(texts);
    }
    for number in 0..class.methods.len() {
        let Some(code) = class.code(number)? else { continue };
        for (_, insn) in code.insns() {
            let Insn { op: LDC | LDC_W, operand: Operand::Constant(index) } = insn else { continue };
            if let Constant::String(text) = class.constant(*index)?
                && is_common(&text)
                && !texts.contains(&text)
            {
                texts.push(text);
            }
        }
    }
    Ok(texts)
}

fn is_common(text: &str) -> bool {
    let is_sentence = text.len() > SENTENCE && text.contains(' ');
    let cannot = text.is_empty() || text.contains([SEPARATOR, char::REPLACEMENT_CHARACTER]);
    !(is_sentence || cannot || has_own(text))
}
