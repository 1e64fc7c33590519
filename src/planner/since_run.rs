//! Whether an edited program's run up to the checkpoint is the older version's, by what that one run did ([`Run`]).
//!
//! The older run is a fact: the methods that it entered, the classes that it loaded, and what it asked about them. The edited program's
//! run is the same as long as all of that is: by induction over its steps, the next instruction is the same one, and whatever the JVM is
//! asked for it (which class, method or field a name means, which method a receiver selects, what reflection tells) is answered alike.
//! So code that did not run may change at will, and what ran may not. Of a chain's methods the part before the checkpoint ran,
//! unless they were entered more often than the chain does.
//!
//! * A method that was added counts if a call may have found another one of its name: where that one is of the JDK, or ran, and an
//!   object of the class, or a static call, may have been there. Fields that hide others, and initialisers that would have run, likewise.
//! * Members and annotations of classes count where they were looked at, class files where they were read as resources
//!   ([`asking`](super::asking)); new classes where their names were asked for.
//! * Instance fields may come and go as long as the checkpoint has no object of the class: those that were let go of have been
//!   made by constructors that are the same.
//!
//! Resources count for all ways of comparing ([`resources`](super::resources)). Left out: files that the program read by their own names,
//! and its input.

use super::asking::Asking;
use super::misfit::Misfit;
use super::premises::class_premise;
use crate::analysis::dispatch::subtypes;
use crate::classfile::opcode::GETSTATIC;
use crate::plan::{ClassPremise, FieldPremise, MethodPremise, Premises};
use crate::program::scan::constant_uses;
use crate::program::{Class, ClassId, Program, access, fingerprint};
use std::collections::BTreeSet;

/// What a capturing run did up to the checkpoint, as that has it. Classes are told by internal names.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// How often methods were entered, by their numbers; those behind the last one never.
    pub entered: Vec<u8>,
    /// The program's classes that were loaded.
    pub loaded: BTreeSet<String>,
    /// Those that were initialised.
    pub initialized: BTreeSet<String>,
    /// Those of which members, annotations or generic types were looked at.
    pub looked: BTreeSet<String>,
    /// Names of other classes that the loader was asked for.
    pub asked: BTreeSet<String>,
    /// Names of resources that it was asked for.
    pub resources: BTreeSet<String>,
    /// The number of a method that looked at members of classes in a way that does not tell of which.
    pub looks: Option<u32>,
    /// The number of one that may have read class files.
    pub reads: Option<u32>,
    /// What it did with files, as the checkpoint has it.
    pub files: Files,
    /// Files and folders of the class path that it opened by their own names.
    pub opened: BTreeSet<String>,
    /// Which files of the class path it may have come to by a place that it knew.
    pub near: Option<Near>,
    /// Classes of which the checkpoint has objects.
    pub stored: BTreeSet<String>,
    /// Those of the program whose code an agent has changed: the checkpoint has that code.
    pub changed: BTreeSet<String>,
    /// Tells this run from others, for the replay.
    pub id: u64,
}

/// Flags by which the JVM selects methods, or refuses to call them; the code that ran has its own flags in its fingerprint.
const SELECTING: u16 = access::PUBLIC | access::PRIVATE | access::PROTECTED | access::STATIC | access::ABSTRACT;

/// What a run did with files.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The number of a method that knew where any class files are, or made a loader.
    pub places: Option<u32>,
    /// The number of one that asked where the file of a class is.
    pub locates: Option<u32>,
    /// The places that it was told, as URLs.
    pub located: BTreeSet<String>,
    /// Whether a file was opened that is not known.
    pub opens: bool,
    /// Names of files that were opened, and arguments of programs that were started, with a `?` in front.
    pub opened: BTreeSet<String>,
}

/// Files of the class path that lie where a run may have come to.
#[derive(Clone, Debug, Default)]
pub struct Near {
    /// The number of a method that asked where classes are; none where the run opened an entry of the class path.
    pub method: Option<u32>,
    /// The files that lie elsewhere.
    pub elsewhere: BTreeSet<String>,
}

/// The older version and its run, and the edited one.
pub(super) struct Comparison<'a> {
    pub(super) program: &'a Program,
    pub(super) old: &'a Premises,
    pub(super) run: &'a Run,
    misfits: Vec<Misfit>,
    moved: bool,
}

/// What keeps the edited program's run from being the older one's, and whether lines of code that ran have moved.
pub(super) fn code(program: &Program, old: &Premises, run: &Run) -> (Vec<Misfit>, bool) {
    let mut all = Comparison { program, old, run, misfits: Vec::new(), moved: false };
    let asking = Asking::of(old, run);
    for (name, before) in &old.all {
        all.class(name, before, &asking);
    }
    asking.new_classes(&all).into_iter().for_each(|misfit| all.misfit(misfit));
    all.services();
    (all.misfits, all.moved)
}

impl Comparison<'_> {
    /// How often a method of a class was entered beyond its place in the chain.
    fn ran(&self, class: &str, (name, descriptor): (&str, &str), method: &MethodPremise) -> bool {
        let Some(first) = self.old.plans.noted.get(class) else { return false };
        let count = self.run.entered.get((first + method.number) as usize).copied().unwrap_or(0);
        let is_it = |it: &&crate::plan::ChainMethod| {
            it.method.class == class && it.method.name == name && it.method.descriptor == descriptor
        };
        let chain = self.old.plans.regions.first().map_or(&[][..], |plan| &plan.chain);
        usize::from(count) > chain.iter().filter(is_it).count()
    }

    /// Whether it was entered at all.
    fn entered(&self, class: &str, method: &MethodPremise) -> bool {
        let number = self.old.plans.noted.get(class).map(|first| (first + method.number) as usize);
        number.is_none_or(|number| self.run.entered.get(number).is_some_and(|count| *count > 0))
    }

    fn misfit(&mut self, misfit: Misfit) {
        if !self.misfits.contains(&misfit) {
            self.misfits.push(misfit);
        }
    }

    /// What of one class matters.
    fn class(&mut self, name: &str, old: &ClassPremise, asking: &Asking) {
        let read = self.program.find(name).filter(|class| self.program.is_application(class.id));
        if read.map(bytes_of) == Some(old.bytes) {
            return;
        }
        let shown = name.replace('/', ".");
        if let Some(why) = asking.of_file(name) {
            self.misfit(Misfit::Met(format!(
                "{shown} {}, and {why}",
                if read.is_some() { "changed" } else { "was removed" }
            )));
        }
        if self.run.changed.contains(name) {
            let why = "an agent had changed its code before the checkpoint, which has that code";
            self.misfit(Misfit::Met(format!("{shown} changed, and {why}")));
        }
        if !self.run.loaded.contains(name) {
            return;
        }
        let Some(read) = read else {
            return self.misfit(Misfit::Met(format!("{shown} was loaded before the checkpoint and was removed")));
        };
        if !self.old.plans.noted.contains_key(name) {
            let why = "and is so large that jcp does not note which of its methods run";
            return self.misfit(Misfit::Met(format!("{shown} changed, was loaded before the checkpoint, {why}")));
        }
        let new = class_premise(self.program, read, &|_| true);
        self.code_of(name, old, &new);
        self.shape(name, (old, &new), asking);
        self.initialisers(name, (old, &new), asking);
        self.added_methods(read, old);
        self.fields(read, old, &new);
    }

    /// The methods that ran.
    fn code_of(&mut self, class: &str, old: &ClassPremise, new: &ClassPremise) {
        for ((name, descriptor), method) in &old.methods {
            let now = new.methods.get(&(name.clone(), descriptor.clone()));
            if self.entered(class, method) {
                self.moved |= now.is_some_and(|now| now.lines != method.lines);
            }
            if self.ran(class, (name, descriptor), method) && now.is_none_or(|now| now.code != method.code) {
                let shown = format!("{}.{name}", class.replace('/', "."));
                self.misfit(if now.is_some() { Misfit::Ran(shown) } else { Misfit::RanAndRemoved(shown) });
            }
        }
    }

    /// What objects, casts and reflection depend on.
    fn shape(&mut self, name: &str, (old, new): (&ClassPremise, &ClassPremise), asking: &Asking) {
        let shown = name.replace('/', ".");
        let instance = |class: &ClassPremise| -> Vec<(String, String, u16)> {
            let own = class.fields.iter().filter(|field| field.access & access::STATIC == 0);
            own.map(|field| (field.name.clone(), field.descriptor.clone(), field.access)).collect()
        };
        if (&old.super_name, &old.interfaces) != (&new.super_name, &new.interfaces) {
            self.misfit(Misfit::Loaded(shown.clone(), "super types"));
        }
        if old.access != new.access {
            self.misfit(Misfit::Loaded(shown.clone(), "access flags"));
        }
        if old.nesting != new.nesting {
            self.misfit(Misfit::Loaded(shown.clone(), "flags or an outer class"));
        }
        if instance(old) != instance(new)
            && let Some(stored) = self.program.class(name).and_then(|class| self.stored(class))
        {
            let of = if stored == shown { String::new() } else { format!(" of {stored}") };
            self.misfit(Misfit::Met(format!(
                "the instance fields of {shown} changed, and the checkpoint has objects{of}"
            )));
        }
        if old.members != new.members
            && let Some(why) = asking.of_members(self, name)
        {
            self.misfit(Misfit::Met(format!("members or annotations of {shown} changed, and {why}")));
        }
    }

    /// The class among this one and those below of which the checkpoint has objects.
    fn stored(&self, class: ClassId) -> Option<String> {
        let mut all = [class].into_iter().chain(subtypes(self.program, class)).map(|class| self.program.name(class));
        all.find(|name| self.run.stored.contains(*name)).map(|name| name.replace('/', "."))
    }

    /// Initialisers, and constants, that the edited program would have run or set by then.
    fn initialisers(&mut self, name: &str, (old, new): (&ClassPremise, &ClassPremise), asking: &Asking) {
        let initialiser = ("<clinit>".to_owned(), "()V".to_owned());
        let shown = name.replace('/', ".");
        let begun = old.methods.get(&initialiser).is_some_and(|method| self.entered(name, method));
        let is_initialized = begun || self.run.initialized.contains(name);
        let has_new = new.methods.contains_key(&initialiser) && !old.methods.contains_key(&initialiser);
        if is_initialized && has_new {
            self.misfit(Misfit::Met(format!(
                "{shown} has an initialiser now, and was initialised before the checkpoint"
            )));
        }
        // an interface is initialised with its classes if it has a default method
        let defaults = |class: &ClassPremise| {
            class.access & access::INTERFACE != 0
                && class.methods.values().any(|method| method.access & (access::STATIC | access::ABSTRACT) == 0)
        };
        if defaults(old) != defaults(new) && (has_new || old.methods.contains_key(&initialiser)) {
            self.misfit(Misfit::Loaded(shown.clone(), "default methods, by which its initialiser runs"));
        }
        let same = |before: &&FieldPremise| {
            let found = new.fields.iter().find(|now| is_same(before, now));
            found.is_none_or(|now| now.value == before.value)
        };
        let mut changed = old.fields.iter().filter(|field| is_initialized && !same(field));
        if let Some((field, why)) = changed.find_map(|field| Some((field, self.reads(name, field, asking)?))) {
            self.misfit(Misfit::Met(format!("the constant {shown}.{} changed, and {why}", field.name)));
        }
    }

    /// Why code may have read the field of a constant, if it may: most compilers put its value in the place of each use.
    fn reads(&self, class: &str, field: &FieldPremise, asking: &Asking) -> Option<String> {
        if field.access & access::FINAL == 0 {
            return Some("the class was initialised before the checkpoint".to_owned()); // a variable, which the checkpoint has
        }
        if field.name == "serialVersionUID" {
            return Some("objects of the class may have been serialized before the checkpoint".to_owned());
        }
        let reads = |class: &Class| {
            let uses = class.file.methods.iter().flat_map(|method| constant_uses(&class.file, method));
            let uses = uses.filter(|found| found.op == GETSTATIC);
            let mut members = uses.filter_map(|found| class.file.member(found.index).ok());
            members.any(|member| (&member.name, &member.descriptor) == (&field.name, &field.descriptor))
        };
        if let Some(reader) = self.program.application().find(|class| reads(class)) {
            let reader = reader.name().replace('/', ".");
            return Some(format!("the class was initialised before the checkpoint, and {reader} reads the field"));
        }
        asking.of_members(self, class)?;
        Some("code that looks at members of its class may have read it before the checkpoint".to_owned())
    }

    /// Methods by which a call that ran would have come to another one.
    fn added_methods(&mut self, class: &Class, old: &ClassPremise) {
        let added = |info: &crate::classfile::MethodInfo| {
            let before = old.methods.get(&(info.name.clone(), info.descriptor.clone()));
            before.is_none_or(|before| (before.access ^ info.access) & SELECTING != 0)
        };
        for (_, info) in class.methods().filter(|(_, info)| !info.name.starts_with('<') && added(info)) {
            let declares = |other: &Class| {
                let (name, descriptor) = (info.name.clone(), info.descriptor.clone());
                other.declared(&name, &descriptor)?;
                let known = self.old.all.get(other.name());
                match known.map(|known| known.methods.get(&(name, descriptor))) {
                    None => Some(()),   // the JDK's
                    Some(None) => None, // new itself
                    Some(Some(method)) => self.entered(other.name(), method).then_some(()),
                }
            };
            if self.beside(class.id).into_iter().filter_map(|it| self.program.get(it)).any(|it| declares(it).is_some())
                && self.is_in_use(class.id)
            {
                let shown = format!("{}.{}", class.name().replace('/', "."), info.name);
                self.misfit(Misfit::Added(shown));
            }
        }
    }

    /// Fields by which an access that ran would have come to another one.
    fn fields(&mut self, class: &Class, old: &ClassPremise, new: &ClassPremise) {
        let differ = |all: &[FieldPremise], others: &[FieldPremise]| -> Vec<FieldPremise> {
            all.iter().filter(|field| !others.iter().any(|other| is_same(field, other))).cloned().collect()
        };
        let changed = [differ(&new.fields, &old.fields), differ(&old.fields, &new.fields)].concat();
        let beside = self.beside(class.id);
        for field in changed {
            let declares = |it: &ClassId| {
                self.program.get(*it).is_some_and(|it| it.declared_field(&field.name, &field.descriptor).is_some())
            };
            if beside.iter().any(declares) {
                let shown = class.name().replace('/', ".");
                self.misfit(Misfit::Met(format!(
                    "{shown}.{} hides a field of the same name from code that ran",
                    field.name
                )));
            }
        }
    }

    /// The classes in which a look-up may have found a member that now is in this one: above it, and above what is below it.
    fn beside(&self, class: ClassId) -> BTreeSet<ClassId> {
        let own: BTreeSet<ClassId> = subtypes(self.program, class).into_iter().chain([class]).collect();
        let above = |class: &ClassId| -> Vec<ClassId> {
            let classes = self.program.superclasses(*class).map(|class| class.id);
            classes.chain(self.program.superinterfaces(*class)).collect()
        };
        own.iter().flat_map(above).filter(|class| !own.contains(class)).collect()
    }

    /// Whether there may have been objects of the class, or calls of its static methods.
    fn is_in_use(&self, class: ClassId) -> bool {
        let mut all = subtypes(self.program, class).into_iter().chain([class]);
        all.any(|class| self.run.initialized.contains(self.program.name(class)))
    }

    /// Service providers that were looked for.
    fn services(&mut self) {
        let (before, now) = (&self.old.services, self.program.services());
        let names: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
        let changed = names.into_iter().filter(|name| before.get(*name) != now.get(*name));
        let asked = |service: &str| {
            let file = format!("META-INF/services/{}", service.replace('/', "."));
            self.run.resources.contains(&file)
        };
        let found: Vec<String> = changed.filter(|name| asked(name)).cloned().collect();
        for service in found {
            let shown = service.replace('/', ".");
            self.misfit(Misfit::Met(format!(
                "the providers of {shown} changed, and were looked for before the checkpoint"
            )));
        }
    }
}

/// All of a class's file.
pub(super) fn bytes_of(class: &Class) -> u128 {
    fingerprint::of_bytes(&class.file.bytes).0
}

/// Whether two fields have one name and type.
fn is_same(one: &FieldPremise, other: &FieldPremise) -> bool {
    (&one.name, &one.descriptor) == (&other.name, &other.descriptor)
}
