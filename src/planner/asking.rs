//! What code that ran before a checkpoint asked about the program itself, and what an edit changes of the answers.
//!
//! The run's own facts come first: classes that reflection looked at, names for which the loader was asked. What no fact tells is read off the
//! code that ran: questions of reflection that the JVM does not keep, look-ups of method handles, and ways by which a program comes to
//! its own class files. One such method is enough: then every class counts.

use super::misfit::Misfit;
use super::since_run::Comparison;
use crate::classfile::{ClassFile, Constant, MemberRef};
use crate::program::scan::constant_uses;
use crate::program::{MethodId, Program};
use std::collections::BTreeSet;

/// What was asked.
pub(super) struct Asking {
    /// A method that looks at members of classes in a way that no fact tells of which.
    looks: Option<String>,
    /// One that may read class files.
    reads: Option<String>,
    /// One that finds classes by their names.
    finds: Option<String>,
    /// Resources that are class files, or folders of them.
    resources: BTreeSet<String>,
}

/// Methods of the JDK that ask reflection what `Class` does not cache.
const LOOKING: &[(&str, &[&str])] = &[
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

/// Methods by which a program comes to class files without asking its loader for a resource: loaders of its own, the places of its
/// classes, jars that a connection has opened.
const READING: &[(&str, &[&str])] = &[
    ("java/net/URLClassLoader", &["<init>", "newInstance", "getURLs"]),
    ("java/lang/ClassLoader", &["<init>"]),
    ("java/security/SecureClassLoader", &["<init>"]),
    ("java/security/CodeSource", &["getLocation"]),
    ("java/net/JarURLConnection", &["getJarFile"]),
    ("java/lang/module/ModuleFinder", &["of"]),
    ("javax/tools/ToolProvider", &["getSystemJavaCompiler"]),
];
/// The property that tells where they are.
const CLASS_PATH: &str = "java.class.path";

/// Methods that find classes by their names.
const FINDING: &[&str] = &["forName", "loadClass", "findClass"];

impl Asking {
    /// What the methods that ran asked.
    pub(super) fn of(all: &Comparison) -> Self {
        let methods = all.methods();
        let first = |asks: &dyn Fn(&ClassFile, u16) -> bool| {
            methods.iter().find(|method| uses(all.program, **method, asks)).map(|method| all.program.describe(*method))
        };
        let of = |table: &'static [(&str, &[&str])]| {
            move |member: &MemberRef| {
                table.iter().any(|(class, names)| *class == member.class && names.contains(&member.name.as_str()))
            }
        };
        let member = |file: &ClassFile, index: u16, asks: &dyn Fn(&MemberRef) -> bool| {
            file.member(index).is_ok_and(|member| asks(&member))
        };
        let is_path = |constant: Constant| matches!(constant, Constant::String(text) if text.contains(CLASS_PATH));
        let finding = |member: &MemberRef| FINDING.contains(&member.name.as_str());
        Self {
            looks: first(&|file, index| member(file, index, &of(LOOKING))),
            reads: first(&|file, index| {
                member(file, index, &of(READING)) || file.constant(index).is_ok_and(is_path)
            }),
            finds: first(&|file, index| member(file, index, &finding)),
            resources: all.run.resources.iter().flatten().map(|name| name.trim_matches('/').to_owned()).collect(),
        }
    }

    /// Why members of this class count, if they do.
    pub(super) fn of_members(&self, all: &Comparison, class: &str) -> Option<String> {
        if all.run.looked.contains(class) {
            return Some("were looked at before the checkpoint".to_owned());
        }
        self.looks.as_ref().map(|method| format!("{method} ran before the checkpoint and looks at such things"))
    }

    /// Why the file of this class counts, if it does.
    pub(super) fn of_file(&self, all: &Comparison, class: &str) -> Option<String> {
        if let Some(method) = &self.reads {
            return Some(format!("{method} ran before the checkpoint and may read class files"));
        }
        if all.run.resources.is_none() {
            return Some("it is not known which class files were read before the checkpoint".to_owned());
        }
        let file = format!("{class}.class");
        let folders = file.match_indices('/').map(|(end, _)| &file[..end]);
        let read = [file.as_str(), "", "."].into_iter().chain(folders).find(|name| self.resources.contains(*name))?;
        Some(format!("the resource \"{read}\" was read before the checkpoint"))
    }

    /// What of the classes that the older version had not, or did not load, may have been loaded.
    pub(super) fn new_classes(&self, all: &Comparison) -> Vec<Misfit> {
        let mut found = Vec::new();
        let own = |class: &&crate::program::Class| !all.run.loaded.contains(class.name());
        for class in all.program.application().filter(own) {
            let (name, shown) = (class.name(), class.name().replace('/', "."));
            let known = all.old.all.get(name);
            if known.is_some_and(|known| known.bytes == super::since_run::bytes_of(class)) {
                continue;
            }
            let what = if known.is_some() { "changed" } else { "is new" };
            match &all.run.asked {
                Some(asked) if asked.contains(name) => {
                    found.push(Misfit::Met(format!("{shown} {what}, and was looked for before the checkpoint")));
                }
                None if self.finds.is_some() => {
                    let method = self.finds.as_deref().unwrap_or_default();
                    found.push(Misfit::Met(format!("{shown} {what}, and {method} looked up classes by name")));
                }
                _ => {}
            }
            if known.is_none()
                && let Some(why) = self.of_file(all, name)
            {
                found.push(Misfit::Met(format!("{shown} is new, and {why}")));
            }
        }
        found
    }
}

/// Whether an instruction of the method names a constant that asks.
fn uses(program: &Program, method: MethodId, asks: &dyn Fn(&ClassFile, u16) -> bool) -> bool {
    let Some((class, info)) = program.get(method.class).zip(program.method(method)) else { return false };
    constant_uses(&class.file, info).into_iter().any(|found| asks(&class.file, found.index))
}
