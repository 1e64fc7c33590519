//! All classes that a run may load: the application's, read at once, and the JDK's, read when they are asked for.
//!
//! Class ids are given out by name when the program is made, so they do not depend on what is read when. Of several
//! classes of one name on the class path the first wins. A package that the JDK's modules have belongs to them: the
//! class loaders look nowhere else for its classes, so application classes in such a package are left out (with a
//! diagnostic), as the JVM leaves them out. Classes that exist nowhere are collected as they are asked for.

use super::body::Body;
use super::class::{Class, ClassId, FieldId, MethodId, package};
use super::error::{Error, Result};
use super::source::{ClassSource, resources};
use crate::classfile::descriptor::parameters;
use crate::classfile::{ClassFile, FieldInfo, MethodInfo};
use crate::util::index::{Idx, IndexVec};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A class that is known by name and perhaps not read yet.
struct Slot {
    name: String,
    class: OnceLock<Option<Class>>,
}

/// The program.
pub struct Program {
    slots: IndexVec<ClassId, Slot>,
    names: FxHashMap<String, ClassId>,
    application: usize,
    /// For each application class the number of its class-path entry.
    entries: Vec<usize>,
    library: Box<dyn ClassSource>,
    services: BTreeMap<String, Vec<String>>,
    class_path: Vec<Box<dyn ClassSource>>,
    diagnostics: Vec<String>,
    unread: Vec<String>,
    missing: Mutex<BTreeSet<String>>,
    /// Of each class of the library, if that was told.
    library_supertypes: OnceLock<Vec<Vec<ClassId>>>,
    subtypes: OnceLock<IndexVec<ClassId, Vec<ClassId>>>,
}

impl Program {
    /// Reads all classes of the class path and lists those of the library (the JDK).
    pub fn new(class_path: Vec<Box<dyn ClassSource>>, library: Box<dyn ClassSource>) -> Result<Self> {
        let mut program = Self {
            slots: IndexVec::new(),
            names: FxHashMap::default(),
            application: 0,
            entries: Vec::new(),
            library,
            services: BTreeMap::new(),
            class_path: Vec::new(),
            diagnostics: Vec::new(),
            unread: Vec::new(),
            missing: Mutex::default(),
            library_supertypes: OnceLock::new(),
            subtypes: OnceLock::new(),
        };
        let mut library_names = program.library.class_names();
        library_names.sort_unstable();
        let packages: BTreeSet<String> =
            library_names.iter().map(|name| package(name).to_owned()).filter(|package| !package.is_empty()).collect();
        let files = program.read_application(&class_path, &packages)?;
        for name in &library_names {
            program.add(name);
        }
        for (id, file) in files {
            let class = Class::new(id, file, |name| program.class(name));
            let _ = program.slots[id].class.set(Some(class));
        }
        for source in &class_path {
            for (service, providers) in source.services()? {
                program.services.entry(service).or_default().extend(providers);
            }
        }
        program.class_path = class_path;
        Ok(program)
    }

    fn read_application(
        &mut self,
        class_path: &[Box<dyn ClassSource>],
        packages: &BTreeSet<String>,
    ) -> Result<Vec<(ClassId, ClassFile)>> {
        let mut files = Vec::new();
        let mut of_modules = Vec::new();
        for (entry, source) in class_path.iter().enumerate() {
            let (hidden, names): (Vec<String>, Vec<String>) =
                source.class_names().into_iter().partition(|name| packages.contains(package(name)));
            of_modules.extend(hidden);
            let names: Vec<String> = names.into_iter().filter(|name| self.wanted(name)).collect();
            let read = |name: &String| match source.class_bytes(name)? {
                Some(bytes) => Ok(Some(ClassFile::parse(bytes, name))),
                None => Ok(None),
            };
            let parsed: Vec<Option<crate::classfile::Result<ClassFile>>> =
                names.par_iter().map(read).collect::<Result<_>>()?;
            for (name, file) in names.iter().zip(parsed) {
                match file {
                    Some(Ok(file)) if file.name == *name => {
                        files.push((self.add(name), file));
                        self.entries.push(entry);
                    }
                    Some(Ok(file)) => {
                        self.diagnostics.push(format!("{name}: left out: the file contains class {}", file.name));
                    }
                    Some(Err(error)) => {
                        self.diagnostics.push(format!("{name}: left out: {error}"));
                        self.unread.push(name.clone());
                    }
                    None => {}
                }
            }
            self.application = self.slots.len();
        }
        self.diagnostics.extend(match &of_modules[..] {
            [] => None,
            [name] => Some(format!("{name}: left out: its package belongs to a module of the JDK")),
            [name, more @ ..] => {
                let count = more.len();
                Some(format!("{name} and {count} more classes: left out: their packages belong to modules of the JDK"))
            }
        });
        Ok(files)
    }

    /// Whether a class of the class path, in no package of the JDK's, is one that the JVM would load.
    fn wanted(&self, name: &str) -> bool {
        name != "module-info" && !self.names.contains_key(name)
    }

    fn add(&mut self, name: &str) -> ClassId {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let id = self.slots.push(Slot { name: name.to_owned(), class: OnceLock::new() });
        self.names.insert(name.to_owned(), id);
        id
    }

    /// The class with this internal name; arrays have the members of `java/lang/Object`. A class that exists nowhere is
    /// remembered as missing.
    pub fn class(&self, name: &str) -> Option<ClassId> {
        let found = self.names.get(if name.starts_with('[') { "java/lang/Object" } else { name }).copied();
        if found.is_none() {
            self.missing.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
        }
        found
    }

    /// The class that people call so: with this name, of the JDK or not, or those of the application whose names end so, by their names. `.` may stand for
    /// `$`.
    pub fn called(&self, name: &str) -> Vec<ClassId> {
        let internal = name.replace('.', "/");
        if self.has_class(&internal) {
            return self.class(&internal).into_iter().collect();
        }
        let dotted = |internal: &str| internal.replace(['/', '$'], ".");
        let wanted = dotted(name);
        let ends_so = |class: &&Class| {
            let class = dotted(class.name());
            class.strip_suffix(&wanted).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        let mut found: Vec<&Class> = self.application().filter(ends_so).collect();
        found.sort_by_key(|class| class.name());
        found.into_iter().map(|class| class.id).collect()
    }

    /// Whether there is a class with this internal name; asking leaves no trace.
    pub fn has_class(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// The class, read if it was not yet; none if it can't be read.
    pub fn get(&self, id: ClassId) -> Option<&Class> {
        let slot = self.slots.get(id)?;
        slot.class.get_or_init(|| self.read(id, &slot.name)).as_ref()
    }

    fn read(&self, id: ClassId, name: &str) -> Option<Class> {
        let bytes = self.library.class_bytes(name).ok().flatten()?;
        let file = ClassFile::parse(bytes, name).ok()?;
        Some(Class::new(id, file, |name| self.class(name)))
    }

    /// The class with this internal name, read.
    pub fn find(&self, name: &str) -> Option<&Class> {
        self.class(name).and_then(|id| self.get(id))
    }

    /// Internal name of the class.
    pub fn name(&self, id: ClassId) -> &str {
        self.slots.get(id).map_or("", |slot| &slot.name)
    }

    /// Whether the class is on the class path.
    pub fn is_application(&self, id: ClassId) -> bool {
        id.index() < self.application
    }

    /// The number of the class-path entry that the class comes from; none for the JDK's.
    pub fn entry(&self, id: ClassId) -> Option<usize> {
        self.entries.get(id.index()).copied()
    }

    /// The application's classes.
    pub fn application(&self) -> impl Iterator<Item = &Class> {
        (0..self.application).filter_map(|number| self.get(ClassId::from_usize(number)))
    }

    /// All classes, the JDK's too.
    pub fn classes(&self) -> impl DoubleEndedIterator<Item = ClassId> + use<> {
        self.slots.indices()
    }

    /// How many classes lie before the JDK's: those of the application.
    pub fn application_count(&self) -> usize {
        self.application
    }

    /// How many classes there are.
    pub fn class_count(&self) -> usize {
        self.slots.len()
    }

    /// The direct supertypes of the library's classes, in the order of their ids; reads all of them that were not read yet.
    pub fn library_supertypes(&self) -> Vec<Vec<ClassId>> {
        let ids: Vec<ClassId> = self.classes().skip(self.application).collect();
        ids.par_iter().map(|id| self.supertypes(*id).into_owned()).collect()
    }

    /// Tells what [`Self::library_supertypes`] gives, so that the classes need not be read for it.
    pub fn tell_library_supertypes(&self, supertypes: Vec<Vec<ClassId>>) {
        if supertypes.len() == self.slots.len() - self.application {
            let _ = self.library_supertypes.set(supertypes); // told before: it is the same
        }
    }

    /// The direct subclasses of a class, and the direct subinterfaces and implementing classes of an interface, the
    /// JDK's too. Looks into all classes when it is first called.
    pub fn subtypes(&self, id: ClassId) -> &[ClassId] {
        let all = self.subtypes.get_or_init(|| {
            let ids: Vec<ClassId> = self.classes().collect();
            let above: Vec<Cow<'_, [ClassId]>> = ids.par_iter().map(|id| self.supertypes(*id)).collect();
            let mut subtypes = IndexVec::from_elem(Vec::new(), ids.len());
            for (id, above) in ids.iter().zip(&above) {
                above.iter().for_each(|above| subtypes[*above].push(*id));
            }
            subtypes
        });
        all.get(id).map_or(&[], Vec::as_slice)
    }

    /// The direct supertypes of a class: its superclass first. A class that was not read yet is not read as a whole for it.
    pub fn supertypes(&self, id: ClassId) -> Cow<'_, [ClassId]> {
        let Some(slot) = self.slots.get(id) else { return Cow::default() };
        let told = self.library_supertypes.get().zip(id.index().checked_sub(self.application));
        if let Some(above) = told.and_then(|(told, number)| told.get(number)) {
            return Cow::Borrowed(above);
        }
        if let Some(class) = slot.class.get() {
            return class.iter().flat_map(|class| class.superclass.iter().chain(&class.interfaces)).copied().collect();
        }
        let names = self.library.supertypes(&slot.name).unwrap_or_default();
        names.iter().filter_map(|name| self.names.get(name).copied()).collect()
    }

    /// The method's declaration.
    pub fn method(&self, id: MethodId) -> Option<&MethodInfo> {
        self.get(id.class)?.file.methods.get(usize::from(id.index))
    }

    /// The field's declaration.
    pub fn field(&self, id: FieldId) -> Option<&FieldInfo> {
        self.get(id.class)?.file.fields.get(usize::from(id.index))
    }

    /// The method's code, decoded once; none for abstract and native methods.
    pub fn code(&self, id: MethodId) -> Result<Option<Arc<Body>>> {
        self.get(id.class).map_or(Ok(None), |class| class.body(id.index))
    }

    /// The method's code, which must be there.
    pub fn body(&self, id: MethodId) -> Result<Arc<Body>> {
        self.code(id)?.ok_or_else(|| Error::code(&self.describe(id), 0, "the method has no code"))
    }

    /// The method as people read it: `a.b.C.name(II)V`.
    pub fn describe(&self, id: MethodId) -> String {
        let class = self.name(id.class).replace('/', ".");
        self.method(id).map_or_else(|| class.clone(), |info| format!("{class}.{}{}", info.name, info.descriptor))
    }

    /// `a.b.C.m(int,a.b.D[])`, for people; methods that differ in their results alone are shown alike.
    pub fn shown(&self, id: MethodId) -> String {
        let class = self.name(id.class).replace('/', ".");
        let of_method = |info: &MethodInfo| format!("{class}.{}{}", info.name, parameters(&info.descriptor));
        self.method(id).map_or_else(|| class.clone(), of_method)
    }

    /// The source line of the instruction at an offset, bytes; none if it is not known.
    pub fn line_at(&self, id: MethodId, offset: u32) -> Option<u16> {
        let body = self.code(id).ok().flatten()?;
        body.line(body.item_at_offset(offset)?)
    }

    /// Providers that the class path names under `META-INF/services`, by service; binary names.
    pub fn services(&self) -> &BTreeMap<String, Vec<String>> {
        &self.services
    }

    /// What tells the contents of the resources of the class path, by their names.
    pub fn resources(&self) -> BTreeMap<String, u128> {
        resources(self.class_path.iter().map(AsRef::as_ref))
    }

    /// Adds what users are to know about the class path.
    pub fn add_diagnostic(&mut self, text: String) {
        self.diagnostics.push(text);
    }

    /// Classes and entries of the class path that were left out, and why.
    pub fn diagnostics(&self) -> &[String] {
        &self.diagnostics
    }

    /// Internal names of classes of the class path whose files could not be read.
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// Internal names that were asked for and exist nowhere, so far.
    pub fn missing_classes(&self) -> Vec<String> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
