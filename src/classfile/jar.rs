//! Jars: reading entries, and writing a jar in which some entries are replaced.
//!
//! Entries that are not replaced are copied as they are, still compressed, in their order. The manifest comes first, as
//! `JarInputStream` wants it. Signatures are removed: they would no longer hold. New entries have a fixed date, so equal
//! input gives equal bytes. Of entries with one name the last counts, as in the JVM; whatever precedes the archive (a
//! start script) is dropped. Names are UTF-8, whatever the entry says about them: so the JVM reads them, and it opens no
//! jar in which one is not.

use super::error::{Error, Result};
use super::manifest::Manifest;
use crate::util::paths::decoded;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// Where the manifest lies.
const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// Reserve no more than this for an entry before its bytes are there.
const RESERVE: u64 = 1 << 20;

/// The longest entry that is read, bytes: far more than any class file of a compiler, manifest or list of services has.
/// Deflated zeros grow a thousandfold, so without a limit a small jar could take all memory.
const MOST: u64 = 64 << 20;

/// How hard entries are compressed: instrumenting again should be quick, and jcp's jars stay where they are made.
const FASTEST: i64 = 1;

/// A jar, read into memory.
#[derive(Clone, Debug)]
pub struct Jar {
    path: PathBuf,
    archive: ZipArchive<Cursor<Arc<[u8]>>>,
    entries: Vec<String>,
    manifest: Manifest,
}

/// A class in a jar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassEntry {
    /// The class's internal name, as its path says.
    pub name: String,
    /// The entry that holds it, such as `META-INF/versions/11/a/B.class`.
    pub entry: String,
}

impl Jar {
    /// Opens a jar.
    pub fn open(path: &Path) -> Result<Self> {
        let fail = |problem: String| Error::File { path: path.to_owned(), problem };
        let bytes = std::fs::read(path).map_err(|error| fail(error.to_string()))?;
        Self::of_bytes(path, bytes)
    }

    /// The jar that an entry of this one is.
    pub fn nested(&self, entry: &str) -> Result<Self> {
        let bytes = self.read(entry)?.ok_or_else(|| self.fail(format!("there is no entry {entry}")))?;
        Self::of_bytes(&PathBuf::from(format!("{}!/{entry}", self.path.display())), bytes)
    }

    fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self> {
        let fail = |problem: String| Error::File { path: path.to_owned(), problem };
        let archive = ZipArchive::new(Cursor::new(Arc::from(bytes)))
            .map_err(|error| fail(format!("this is not a jar, or it is damaged ({error})")))?;
        let entries = archive.file_names_raw().map(|name| text(name).map_err(fail)).collect::<Result<_>>()?;
        let mut jar = Self { path: path.to_owned(), archive, entries, manifest: Manifest::default() };
        if let Some(number) = jar.manifest_entry() {
            jar.manifest = Manifest::parse(&jar.read_number(number)?);
        }
        Ok(jar)
    }

    /// Where the jar lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of all entries in order; those of folders end with `/`.
    pub fn entries(&self) -> &[String] {
        &self.entries
    }

    /// The manifest; empty if there is none.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The content of an entry; none if there is no such one.
    pub fn read(&self, entry: &str) -> Result<Option<Vec<u8>>> {
        self.archive.index_for_name(entry).map(|number| self.read_number(number)).transpose()
    }

    fn read_number(&self, number: usize) -> Result<Vec<u8>> {
        let name = self.entries.get(number).map_or("?", String::as_str);
        let fail = |problem: String| self.fail(format!("{name} cannot be read: {problem}"));
        // a copy shares the bytes and has a position of its own
        let mut archive = self.archive.clone();
        let mut file = archive.by_index(number).map_err(|error| fail(error.to_string()))?;
        let mut content = Vec::with_capacity(file.size().min(RESERVE) as usize);
        let read = file.by_ref().take(MOST + 1).read_to_end(&mut content).map_err(|error| fail(error.to_string()))?;
        if read as u64 > MOST {
            return Err(fail(format!("it is larger than {} MiB", MOST >> 20)));
        }
        Ok(content)
    }

    /// The lengths and checksums of all entries but folders, as the jar's directory has them.
    pub fn checksums(&self) -> Vec<(&str, u64, u32)> {
        let mut archive = self.archive.clone();
        let mut of = |(number, name)| {
            let file = archive.by_index_raw(number).ok()?;
            file.is_file().then(|| (name, file.size(), file.crc32()))
        };
        self.entries.iter().map(String::as_str).enumerate().filter_map(&mut of).collect()
    }

    fn manifest_entry(&self) -> Option<usize> {
        self.entries.iter().position(|name| name.eq_ignore_ascii_case(MANIFEST))
    }

    /// The classes that a JDK of this feature version sees, by name: in a multi-release jar, the newest of each that
    /// is not too new.
    pub fn effective_classes(&self, feature: u16) -> Vec<ClassEntry> {
        self.classes_below("", self.manifest.is_multi_release(), feature)
    }

    /// The classes in a folder of the jar, by their names from there.
    pub fn classes_in(&self, folder: &str) -> Vec<ClassEntry> {
        self.classes_below(folder, false, 0)
    }

    fn classes_below(&self, folder: &str, multi_release: bool, feature: u16) -> Vec<ClassEntry> {
        let mut found: BTreeMap<&str, (u16, &str)> = BTreeMap::new();
        for entry in &self.entries {
            let path = entry.strip_prefix(folder).and_then(|path| path.strip_suffix(".class"));
            let Some(path) = path else { continue };
            let (version, name) = match path.strip_prefix("META-INF/") {
                None => (0, path),
                Some(path) => match versioned(path) {
                    Some((version, name)) if multi_release && version <= feature => (version, name),
                    _ => continue,
                },
            };
            let last = name.rsplit('/').next().unwrap_or(name);
            let newest = found.get(name).is_none_or(|&(other, _)| other <= version);
            if newest && last != "module-info" && last != "package-info" {
                found.insert(name, (version, entry));
            }
        }
        let entry = |(name, (_, entry)): (&str, (u16, &str))| ClassEntry { name: name.into(), entry: entry.into() };
        found.into_iter().map(entry).collect()
    }

    /// The files and folders that `Class-Path` names, whether they exist or not; URLs of other hosts are left out.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let file = |url: &str| {
            let path = match url.split_once(':') {
                Some((scheme, path)) if scheme.eq_ignore_ascii_case("file") => {
                    format!("/{}", path.trim_start_matches('/'))
                }
                Some(_) => return None,
                None => url.to_owned(),
            };
            Some(folder.join(decoded(&path)))
        };
        self.manifest.class_path().into_iter().filter_map(file).collect()
    }

    #[cold]
    fn fail(&self, problem: String) -> Error {
        Error::File { path: self.path.clone(), problem }
    }
}

/// An entry's name.
fn text(name: &[u8]) -> std::result::Result<String, String> {
    let no = |_| {
        format!(
            "the name of entry `{}` is not UTF-8, so that the JVM does not open the jar; rename the entry",
            name.escape_ascii()
        )
    };
    std::str::from_utf8(name).map(str::to_owned).map_err(no)
}

/// Version and name of `versions/N/name`.
fn versioned(path: &str) -> Option<(u16, &str)> {
    let (version, name) = path.strip_prefix("versions/")?.split_once('/')?;
    let version = version.parse().ok().filter(|&version| version >= 9)?;
    Some((version, name))
}

/// Whether the entry is a signature (JAR File Specification, "Signed JAR File").
pub fn is_signature(entry: &str) -> bool {
    let name = entry.to_ascii_uppercase();
    let Some(name) = name.strip_prefix("META-INF/").filter(|name| !name.contains('/')) else { return false };
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    matches!(extension, "SF" | "RSA" | "DSA" | "EC") || name.starts_with("SIG-")
}

/// A jar that is written, but does not have its name yet; it vanishes unless it gets it.
#[derive(Debug)]
pub struct Pending {
    file: tempfile::NamedTempFile,
    target: PathBuf,
}

impl Pending {
    /// Gives the jar its name. What had this name before is replaced.
    pub fn persist(self) -> Result<()> {
        let target = self.target;
        self.file.persist(&target).map_err(|error| Error::write(&target, &error.error))?;
        Ok(())
    }
}

/// Writes a jar: the manifest, then the entries of `source` in order, those in `replaced` with the content given there,
/// then those in `added`. An empty manifest is left out. The file appears under its name only when it is complete.
pub fn write_jar(
    source: Option<&Jar>,
    replaced: &BTreeMap<String, Vec<u8>>,
    added: &[(String, Vec<u8>)],
    manifest: &Manifest,
    target: &Path,
) -> Result<()> {
    prepare_jar(source, replaced, added, manifest, target)?.persist()
}

/// Does what [`write_jar`] does, but for giving the jar its name.
pub fn prepare_jar(
    source: Option<&Jar>,
    replaced: &BTreeMap<String, Vec<u8>>,
    added: &[(String, Vec<u8>)],
    manifest: &Manifest,
    target: &Path,
) -> Result<Pending> {
    // in memory first, where only the source can be at fault
    let bytes = jar_bytes(source, replaced, added, manifest, target)?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fail = |error: std::io::Error| Error::write(target, &error);
    let mut file = new_file(folder).map_err(fail)?;
    file.write_all(&bytes).map_err(fail)?;
    Ok(Pending { file, target: target.to_owned() })
}

/// What is written of a jar in which some entries are replaced.
pub fn replaced_bytes(source: &Jar, replaced: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>> {
    jar_bytes(Some(source), replaced, &[], &source.manifest, &source.path)
}

fn jar_bytes(
    source: Option<&Jar>,
    replaced: &BTreeMap<String, Vec<u8>>,
    added: &[(String, Vec<u8>)],
    manifest: &Manifest,
    target: &Path,
) -> Result<Vec<u8>> {
    check_names(source, replaced, added, target)?;
    let mut manifest = manifest.clone();
    manifest.remove_digests();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let written = write_entries(&mut writer, source, replaced, added, &manifest);
    let bytes = written.and_then(|()| writer.finish()).map_err(|error| {
        let path = source.map_or(target, Jar::path).to_owned();
        Error::File { path, problem: format!("it cannot be copied: {error}") }
    })?;
    Ok(bytes.into_inner())
}

/// A file beside the target, with the permissions that new files have.
fn new_file(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".jcp-").suffix(".jar");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
        builder.tempfile_in(folder)
    }
    #[cfg(not(unix))]
    builder.tempfile_in(folder)
}

fn check_names(
    source: Option<&Jar>,
    replaced: &BTreeMap<String, Vec<u8>>,
    added: &[(String, Vec<u8>)],
    target: &Path,
) -> Result<()> {
    let fail = |problem: String| Err(Error::File { path: target.to_owned(), problem });
    let mut names: BTreeSet<&str> = source.iter().flat_map(|jar| jar.entries()).map(String::as_str).collect();
    if let Some(name) = replaced.keys().find(|name| !names.contains(name.as_str())) {
        return fail(format!("{name} is to be replaced, but is not in the jar"));
    }
    match added.iter().find(|(name, _)| name == MANIFEST || !names.insert(name)) {
        Some((name, _)) => fail(format!("{name} is to be added, but is in the jar already")),
        None => Ok(()),
    }
}

fn write_entries<W: Write + Seek>(
    writer: &mut ZipWriter<W>,
    source: Option<&Jar>,
    replaced: &BTreeMap<String, Vec<u8>>,
    added: &[(String, Vec<u8>)],
    manifest: &Manifest,
) -> zip::result::ZipResult<()> {
    let fresh = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(FASTEST))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let put = |writer: &mut ZipWriter<W>, name: &str, options, content: &[u8]| {
        writer.start_file(name, options)?;
        writer.write_all(content)?;
        Ok::<_, zip::result::ZipError>(())
    };
    let mut archive = source.map(|jar| jar.archive.clone());
    let entries = source.map(Jar::entries).unwrap_or_default();
    // jar tools put the folder before the manifest
    let folder_first = entries.first().is_some_and(|name| name == "META-INF/");
    if let (true, Some(archive)) = (folder_first, &mut archive) {
        writer.raw_copy_file(archive.by_index_raw(0)?)?;
    }
    if !manifest.is_empty() {
        put(writer, MANIFEST, fresh, &manifest.to_bytes())?;
    }
    for (number, name) in entries.iter().enumerate().skip(usize::from(folder_first)) {
        let Some(archive) = &mut archive else { break };
        if name.eq_ignore_ascii_case(MANIFEST) || is_signature(name) {
            continue;
        }
        let file = archive.by_index_raw(number)?;
        match replaced.get(name) {
            None => writer.raw_copy_file(file)?,
            Some(content) => {
                let options = fresh.last_modified_time(file.last_modified().unwrap_or_default());
                let method = file.compression();
                let level = Some(FASTEST).filter(|_| method != CompressionMethod::Stored);
                let options = options.compression_method(method).compression_level(level);
                let options = options.unix_permissions(file.unix_mode().unwrap_or(0o644));
                put(writer, name, options, content)?;
            }
        }
    }
    for (name, content) in added {
        put(writer, name, fresh, content)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
