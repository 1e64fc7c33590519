//! The two jars: which class files change, what is added, and how both are written.
//!
//! An executable jar is copied with its changed classes in place; the changed classes of its `Class-Path` are added to it,
//! where they are found first. For a class-path program the jars hold the changed classes, and what the JVM loads with the main
//! class. What the manifests say of packages goes along. A jar of the class path that is signed or sealed keeps its packages
//! together, so then all its classes move. Both outputs carry the runtime, the plan as the runtime reads it and the string literals of the program.

use super::application::Application;
use super::class_path::Entry;
use super::{DriverError, contents, plan_text, renew, unpacked};
use crate::classfile::code::Changes;
use crate::classfile::error::plain;
use crate::classfile::jar::{self, Jar};
use crate::classfile::manifest::Manifest;
use crate::classfile::{self, ClassFile, Error};
use crate::plan::{Plan, Plans, Premises};
use crate::program::{ClassId, Program};
use crate::rewrite::{self, Catalogue, Rewritten};
use crate::util::hex;
use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Cursor, Read, Write as _};
use std::path::{Path, PathBuf};

/// What both jars are made of.
pub(super) struct Outputs<'a> {
    pub(super) plans: &'a Plans,
    pub(super) program: &'a Program,
    pub(super) entries: &'a [Entry],
    pub(super) application: &'a Application,
    /// What the checkpoints rest on, if the jars are to tell.
    pub(super) premises: Option<&'a Premises>,
}

/// A class of the runtime without members, whose constants are the texts that jcp has added to the program's classes: loaded first, it
/// has the JVM know them before these are (`runtime-java`, `RandomSequence`).
const TEXTS: &str = "jcp/runtime/Texts";
/// Tells the runtime which class files are from other entries than the jar; -1: all.
const MOVED: &str = "META-INF/jcp/moved";

/// Where the replaying jar has classes once more, with initialisers that do nothing.
const BARE: &str = "META-INF/jcp/bare/";

type Rewrite = fn(&Plans, &ClassFile) -> rewrite::Result<Option<Rewritten>>;
/// A class that must stand in the jar.
struct Placed {
    /// The class-path entry that it is from.
    entry: usize,
    name: String,
    bytes: Vec<u8>,
    /// The texts that were added to its constants.
    texts: Vec<Vec<u8>>,
}
/// The classes that must stand in the jar.
type Changed = Vec<Placed>;
/// The classes of both jars, those of the replaying jar once more whose initialisers have no room for a guard, and what was
/// changed in the methods of each.
type BothChanged = ([Changed; 2], Added, [Changes; 2]);
/// File name in the jar and content.
type Added = Vec<(String, Vec<u8>)>;

impl Outputs<'_> {
    /// Writes `NAME-capture.jar` and `NAME-replay.jar` into the folder: both or, when something goes wrong, neither. Tells what
    /// was changed in the methods of each.
    pub(super) fn write(&self, folder: &Path) -> Result<([PathBuf; 2], [Changes; 2]), DriverError> {
        let [capture, replay] = targets(self.application, folder);
        if let Some(target) = [&capture, &replay].into_iter().find(|target| target.is_dir()) {
            return Err(DriverError::io("cannot write", target)(std::io::ErrorKind::IsADirectory.into()));
        }
        let ([capturing, replaying], bare, changes) = self.changed()?;
        let mut common = self.common(&bare)?;
        let capture_jar = self.prepare(&capture, capturing, &common)?;
        common.extend(bare);
        let pending = [capture_jar, self.prepare(&replay, replaying, &common)?];
        pending.into_iter().try_for_each(jar::Pending::persist).map_err(written)?;
        Ok(([capture, replay], changes))
    }

    /// Writes `NAME-replay.jar` alone into the folder.
    pub(super) fn write_replaying(&self, folder: &Path) -> Result<PathBuf, DriverError> {
        let [_, replay] = targets(self.application, folder);
        let ([_, replaying], bare, _) = self.changed()?;
        let mut common = self.common(&bare)?;
        common.extend(bare);
        self.prepare(&replay, replaying, &common)?.persist().map_err(written)?;
        Ok(replay)
    }

    /// Writes `NAME-observe.jar` into the folder: the capturing jar that records what a run does.
    pub(super) fn write_observing(&self, folder: &Path) -> Result<PathBuf, DriverError> {
        let mut catalogue = Catalogue::new(self.program.application().map(|class| &class.file));
        let classes: Vec<_> = self.program.application().collect();
        let rewritten: Vec<_> = classes
            .par_iter()
            .map(|class| match rewrite::observe_class(self.plans, &class.file, &catalogue) {
                Ok(bytes) => Ok((bytes, None)),
                // too large with the hooks: it goes without them
                Err(rewrite::Error::ClassFile(error)) => {
                    rewrite::capture_class(self.plans, &class.file).map(|bytes| (bytes, Some(error.to_string())))
                }
                Err(error) => Err(error),
            })
            .collect::<rewrite::Result<_>>()
            .map_err(|error| rewrite_error(&error))?;
        let mut changed = Changed::new();
        for (class, (bytes, left_out)) in classes.iter().zip(rewritten) {
            if let Some(why) = left_out {
                catalogue.leave_out(class.name(), "", "", &why);
            }
            let (bytes, texts) =
                bytes.map_or_else(|| (class.file.bytes.clone(), Vec::new()), |new| (new.bytes, new.texts));
            let entry = self.program.entry(class.id).unwrap_or(0);
            changed.push(Placed { entry, name: class.name().to_owned(), bytes, texts });
        }
        let mut common = self.common(&Added::new())?;
        common.push(("META-INF/jcp/observe.txt".to_owned(), catalogue.table().into_bytes()));
        let target = folder.join(format!("{}-observe.jar", self.application.name));
        self.prepare(&target, changed, &common)?.persist().map_err(written)?;
        Ok(target)
    }

    fn prepare(&self, target: &Path, changed: Changed, common: &Added) -> Result<jar::Pending, DriverError> {
        let source = self.application.executable.as_ref().and_then(|_| self.entries.first()).and_then(Entry::jar);
        let (mut replaced, mut added) = (BTreeMap::new(), Vec::new());
        let mut packages = BTreeMap::new();
        let moved = source.map_or_else(|| (-1_i32).to_be_bytes().to_vec(), |_| moved(&changed));
        added.push((format!("{TEXTS}.class"), self.texts(&changed)));
        for Placed { entry, name, bytes, .. } in changed {
            let package = name.rsplit_once('/').map(|(package, _)| package.to_owned());
            packages.entry(package).or_insert(entry);
            match source.filter(|_| entry == 0).and_then(|jar| jar.entry_of(&name)) {
                Some(path) => drop(replaced.insert(path.to_owned(), bytes)),
                None => added.push((format!("{name}.class"), bytes)),
            }
        }
        added.push((MOVED.to_owned(), moved));
        added.extend(common.iter().cloned());
        let mut manifest = source.map_or_else(Manifest::new, |source| source.jar.manifest().clone());
        if let Some(source) = source {
            set_class_path(&mut manifest, &source.jar);
        }
        // classes that move leave their manifest behind, which tells the versions of their packages
        for (package, entry) in packages {
            let of = self.entries.get(entry).and_then(Entry::jar).filter(|_| entry > 0 || source.is_none());
            if let (Some(package), Some(of)) = (package, of) {
                manifest.describe_package(&package, of.jar.manifest());
            }
        }
        jar::prepare_jar(source.map(|source| &source.jar), &replaced, &added, &manifest, target).map_err(written)
    }

    /// The classes that must stand in the capturing and in the replaying jar, in the program's order. Both hold the same
    /// ones: from which jar a class is loaded shows in identity hashes, and these must go alike in both runs.
    fn changed(&self) -> Result<BothChanged, DriverError> {
        let executable = self.application.executable.is_some();
        let closed: Vec<bool> = self
            .entries
            .iter()
            .map(|entry| entry.jar().is_some_and(super::class_path::JarClasses::is_closed))
            .collect();
        let classes: Vec<_> = self.program.application().collect();
        let early = if executable { BTreeSet::new() } else { self.early() };
        let rewritten: Vec<_> = classes
            .par_iter()
            .map(|class| {
                let entry = self.program.entry(class.id).unwrap_or(0);
                let closed = closed.get(entry) == Some(&true) && !(executable && entry == 0);
                let moves = closed || early.contains(&class.id);
                let in_chain = self.plans.forest.nodes.iter().any(|node| node.method.class == class.name());
                let failed = |error| if in_chain { rewrite_error(&error) } else { error_beside(&error) };
                let one = |rewrite: Rewrite| rewrite(self.plans, &class.file).map_err(failed);
                let both = [one(rewrite::capture_class)?, one(rewrite::replay_class)?];
                if !moves && both.iter().all(Option::is_none) {
                    return Ok(None);
                }
                let is_bare = both.iter().flatten().any(|new| new.is_bare);
                let changed = |new: Option<Rewritten>| {
                    let (bytes, changes, texts) = new.map_or_else(
                        || (class.file.bytes.clone(), Changes::default(), Vec::new()),
                        |new| (new.bytes, new.changes, new.texts),
                    );
                    (Placed { entry, name: class.name().to_owned(), bytes, texts }, changes)
                };
                let both = both.map(changed);
                let bare = if is_bare { Some(bare(&both[1].0)?) } else { None };
                Ok(Some((both, bare)))
            })
            .collect::<Result<_, DriverError>>()?;
        let mut changed = [Vec::new(), Vec::new()];
        let (mut bare, mut changes) = (Added::new(), [Changes::default(); 2]);
        for (both, once_more) in rewritten.into_iter().flatten() {
            for (number, (class, in_class)) in both.into_iter().enumerate() {
                changed[number].push(class);
                changes[number] = [changes[number], in_class].into_iter().sum();
            }
            bare.extend(once_more);
        }
        Ok((changed, bare, changes))
    }

    /// The classes of the main class's entry that the JVM may load before the first hook, to verify that class and its superclasses:
    /// those that they name, and what is above these. They go into the jar too, since to open the entry as well would take
    /// identity hashes.
    fn early(&self) -> BTreeSet<ClassId> {
        let program = self.program;
        let Some(main) = self.plans.regions.first().and_then(|plan| program.class(&plan.main)) else {
            return BTreeSet::new();
        };
        let verified = program.superclasses(main).filter(|class| program.is_application(class.id));
        let named = verified.flat_map(|class| class.file.class_names());
        let mut work: Vec<ClassId> = named.filter_map(|name| program.class(&name)).chain([main]).collect();
        let mut early = BTreeSet::new();
        while let Some(class) = work.pop() {
            if program.is_application(class) && program.entry(class) == program.entry(main) && early.insert(class) {
                let read = program.get(class);
                work.extend(read.iter().flat_map(|class| class.superclass.iter().chain(&class.interfaces)));
            }
        }
        early
    }

    /// What is the same in both jars, but for the classes with bare initialisers, which the replaying jar has.
    fn common(&self, bare: &Added) -> Result<Added, DriverError> {
        let contents = contents::contents(self.application, self.entries, self.program)?;
        let mut common = vec![
            ("META-INF/jcp/literals".to_owned(), self.literals()),
            ("META-INF/jcp/contents".to_owned(), contents.into_bytes()),
        ];
        for (region, plan) in self.plans.regions.iter().enumerate() {
            let number = if region > 0 { format!("-{}", region + 1) } else { String::new() };
            let id = self.premises.map_or_else(|| self.id(plan), |premises| premises.ids[region].clone());
            let classes = self.program.application().map(|class| &class.file);
            let text = plan_text::plan_text(self.plans, region, &id)
                + &plan_text::own_fields(classes)
                + &plan_text::unread(self.program.unread())
                + &plan_text::bare(bare.iter().filter_map(|(file, _)| file.strip_prefix(BARE)));
            common.push((format!("META-INF/jcp/plan{number}.txt"), text.into_bytes()));
        }
        if let Some(premises) = self.premises {
            common.push((renew::PREMISES.to_owned(), renew::record(premises)?));
        }
        let broken = |error: &dyn std::fmt::Display| DriverError::Internal(format!("the embedded runtime: {error}"));
        let mut runtime = zip::ZipArchive::new(Cursor::new(super::RUNTIME_JAR)).map_err(|error| broken(&error))?;
        let mut own = Added::new();
        for number in 0..runtime.len() {
            let mut file = runtime.by_index(number).map_err(|error| broken(&error))?;
            let name = file.name().map_err(|error| broken(&error))?.into_owned();
            let mut content = Vec::new();
            file.read_to_end(&mut content).map_err(|error| broken(&error))?;
            if self.program.class(name.trim_end_matches(".class")).is_some() {
                let why = "the program holds jcp's runtime already; instrument the original jar, not jcp's output";
                return Err(DriverError::Input(why.to_owned()));
            }
            own.push((name, content));
        }
        let jdk = |name: &str| self.program.find(name).map(|class| &class.file);
        common.extend(rewrite::own_names(own, jdk).map_err(|error| broken(&error))?);
        Ok(common)
    }

    /// What a checkpoint belongs to: the runtime that writes and reads it, the plan and the program's classes.
    pub(super) fn id(&self, plan: &Plan) -> String {
        let mut hash = Sha256::new();
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update(super::RUNTIME_JAR);
        hash.update(serde_json::to_vec(plan).unwrap_or_default());
        for class in self.program.application() {
            hash.update(Sha256::digest(&class.file.bytes));
        }
        hex::digits(&hash.finalize())
    }

    /// The class with the added texts, but for those that the program has too: the JVM meets these in the program's own classes.
    fn texts(&self, changed: &Changed) -> Vec<u8> {
        let added: BTreeSet<&[u8]> = changed.iter().flat_map(|class| &class.texts).map(Vec::as_slice).collect();
        let classes: Vec<_> = self.program.application().collect();
        let known: BTreeSet<&[u8]> =
            classes.par_iter().flat_map_iter(|class| class.file.texts().filter(|text| added.contains(text))).collect();
        classfile::class_of_texts(TEXTS, added.difference(&known).copied())
    }

    /// All string literals: count, then length and modified UTF-8 of each (`DataInput.readUTF`).
    fn literals(&self) -> Vec<u8> {
        let literals: BTreeSet<&[u8]> =
            self.program.application().flat_map(|class| class.file.string_literals()).collect();
        let mut bytes = (literals.len() as u32).to_be_bytes().to_vec();
        for literal in literals {
            bytes.extend_from_slice(&(literal.len() as u16).to_be_bytes());
            bytes.extend_from_slice(literal);
        }
        bytes
    }
}

/// The class once more, with an initialiser that does nothing.
fn bare(class: &Placed) -> Result<(String, Vec<u8>), DriverError> {
    let idle = rewrite::without_initialiser(&class.name, class.bytes.clone()).map_err(|error| rewrite_error(&error))?;
    Ok((format!("{BARE}{}", class.name), idle))
}

/// The class files of other entries that come to stand in an executable jar: count, then length and UTF-8 of each.
fn moved(changed: &Changed) -> Vec<u8> {
    let names: Vec<_> = changed.iter().filter(|class| class.entry > 0).map(|class| &class.name).collect();
    let mut bytes = (names.len() as u32).to_be_bytes().to_vec();
    for name in names {
        let file = format!("{name}.class");
        bytes.extend_from_slice(&(file.len() as u32).to_be_bytes());
        bytes.extend_from_slice(file.as_bytes());
    }
    bytes
}

/// The same for a class that no other chain would spare.
fn error_beside(error: &rewrite::Error) -> DriverError {
    match error {
        rewrite::Error::ClassFile(classfile::Error::Limit { .. }) => {
            DriverError::refused(format!("{error}, with what jcp adds; move a part of it to another method or class"))
        }
        _ => rewrite_error(error),
    }
}

/// A class that would pass a limit of the format is refused, and so is what rewriting does not know.
fn rewrite_error(error: &rewrite::Error) -> DriverError {
    match error {
        rewrite::Error::ClassFile(classfile::Error::Limit { .. }) => {
            DriverError::refused(format!("{error}, with what jcp adds; choose another chain or line"))
        }
        rewrite::Error::Plan { .. } => DriverError::refused(error.to_string()),
        rewrite::Error::ClassFile(_) => DriverError::Input(error.to_string()),
    }
}

/// The copy may lie in another folder than the original: its `Class-Path` names the same files by absolute URLs.
fn set_class_path(manifest: &mut Manifest, jar: &Jar) {
    let urls: Vec<String> = jar
        .class_path()
        .iter()
        .map(|path| {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            let folder = if path.is_dir() { "/" } else { "" };
            format!("file:{}{folder}", encode_url(path.to_string_lossy().trim_end_matches('/')))
        })
        .collect();
    if !urls.is_empty() {
        manifest.set("Class-Path", &urls.join(" "));
    }
}

/// Percent-encodes what may not stand in the path of a URL.
fn encode_url(path: &str) -> String {
    path.bytes().fold(String::new(), |mut url, byte| {
        if byte.is_ascii_alphanumeric() || b"/-_.~!$&'()*+,;=:@".contains(&byte) {
            url.push(char::from(byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
        url
    })
}

/// What `write_jar` says, by whose fault it is.
fn written(error: Error) -> DriverError {
    match error {
        Error::Write { path, source } => DriverError::Io { action: "cannot write", path, source },
        error => DriverError::Input(error.to_string()),
    }
}

/// The two jars of an application in a folder.
fn targets(application: &Application, folder: &Path) -> [PathBuf; 2] {
    ["capture", "replay"].map(|kind| folder.join(format!("{}-{kind}.jar", application.name)))
}

/// Refuses outputs that would replace something that the program consists of, or each other.
pub(super) fn check_targets(
    application: &Application,
    entries: &[Entry],
    folder: &Path,
    plan: Option<&Path>,
) -> Result<(), DriverError> {
    let same = |path: &Path| path.canonicalize().ok();
    let inputs: Vec<PathBuf> = entries.iter().filter_map(|entry| same(entry.jar()?.jar.path())).collect();
    let jars = targets(application, folder);
    for target in jars.iter().map(PathBuf::as_path).chain(plan) {
        if same(target).is_some_and(|target| inputs.contains(&target)) {
            let why = "would be written over, but is part of the program; choose another name, or folder with -o";
            return Err(DriverError::Usage(format!("{} {why}", target.display())));
        }
    }
    if unpacked::is_wanted(application, entries) {
        jars.iter().try_for_each(|jar| unpacked::check(jar))?;
    }
    match plan.filter(|plan| std::path::absolute(plan).is_ok_and(|plan| jars.contains(&plan))) {
        Some(plan) => Err(DriverError::Usage(format!("{} is to be a jar and the plan", plan.display()))),
        None => Ok(()),
    }
}

/// Writes a file beside its final name and renames it; anybody may read it, less what the umask takes, as any new file.
pub(super) fn write_file(file: &Path, content: &[u8]) -> Result<(), DriverError> {
    write_with(file, content, 0o666)
}

/// The same for what a heap held: nobody else may read it, and never could.
pub(super) fn write_private_file(file: &Path, content: &[u8]) -> Result<(), DriverError> {
    write_with(file, content, 0o600)
}

fn write_with(file: &Path, content: &[u8], permissions: u32) -> Result<(), DriverError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fail = |error: std::io::Error| {
        let missing = error.kind() == std::io::ErrorKind::NotFound && !folder.is_dir();
        let error = if missing { std::io::Error::other("its folder does not exist") } else { plain(&error) };
        DriverError::io("cannot write", file)(error)
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jcp-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(permissions));
    }
    let mut beside = builder.tempfile_in(folder).map_err(fail)?;
    beside.write_all(content).map_err(fail)?;
    beside.persist(file).map_err(|error| fail(error.error))?;
    Ok(())
}
