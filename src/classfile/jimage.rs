//! A JDK's own classes: the `release` file and the run-time image `lib/modules`, read by `ristretto_jimage`.
//!
//! All class names are listed when the image is opened (27,000 in about 10 ms); bytes are read by name. The library panics
//! on resources that `jlink` compressed, so the image's locations are looked through for such ones first. JDK 8 and older
//! have no image and are refused.

use super::error::{Error, Result};
use super::supertypes::supertypes;
use ristretto_classfile::byte_reader::ByteReader;
use ristretto_jimage::{Image, Resource};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// An installed JDK.
#[derive(Debug)]
pub struct Jdk {
    home: PathBuf,
    feature: u16,
    image: Image,
    /// All classes, with the number of their module in `modules`.
    classes: BTreeMap<String, usize>,
    modules: Vec<String>,
}

impl Jdk {
    /// Opens the JDK (or a JRE) in this folder.
    pub fn open(home: &Path) -> Result<Self> {
        let modules = image_path(home)?;
        let compressed = has_compressed(&modules).map_err(|error| broken(&modules, &error.to_string()))?;
        if compressed {
            let problem = "the image of this JDK was compressed by jlink, and jcp cannot read it; name an ordinary JDK \
                           with --jdk";
            return Err(Error::File { path: modules, problem: problem.to_owned() });
        }
        let opened = guard(|| {
            let image = Image::from_file(&modules).map_err(|error| error.to_string())?;
            let (classes, modules) = list(&image)?;
            Ok((image, classes, modules))
        });
        let (image, classes, names) = opened.map_err(|problem| broken(&modules, &problem))?;
        let mut jdk = Self { home: home.to_owned(), feature: 0, image, classes, modules: names };
        jdk.feature = release_feature(home).or_else(|| jdk.class_feature()).ok_or_else(|| {
            broken(&modules, "neither the release file nor java.lang.Object tells the version of this JDK")
        })?;
        Ok(jdk)
    }

    /// The folder that was opened.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The feature version, such as 17.
    pub fn feature(&self) -> u16 {
        self.feature
    }

    /// The class file of the class with this internal name.
    pub fn class_bytes(&self, name: &str) -> Option<Vec<u8>> {
        self.with_bytes(name, <[u8]>::to_vec)
    }

    /// Internal names of the direct supertypes of the class with this internal name; the bytes are not copied for it.
    pub fn supertypes(&self, name: &str) -> Option<Vec<String>> {
        self.with_bytes(name, supertypes)?
    }

    fn with_bytes<T>(&self, name: &str, of: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let module = self.module_of(name)?;
        let read = || self.image.get_resource(&format!("/{module}/{name}.class")).map_err(|error| error.to_string());
        guard(|| read().map(|resource| of(resource.data()))).ok()
    }

    /// Internal names of all classes, sorted.
    pub fn class_names(&self) -> impl Iterator<Item = &str> {
        self.classes.keys().map(String::as_str)
    }

    /// The module of the class with this internal name.
    pub fn module_of(&self, name: &str) -> Option<&str> {
        self.modules.get(*self.classes.get(name)?).map(String::as_str)
    }

    /// The version that the JDK's own classes are compiled for.
    fn class_feature(&self) -> Option<u16> {
        let object = self.class_bytes("java/lang/Object")?;
        Some(u16::from_be_bytes(object.get(6..8)?.try_into().ok()?).saturating_sub(44))
    }
}

/// Where the image is, or why there is none.
fn image_path(home: &Path) -> Result<PathBuf> {
    let modules = home.join("lib/modules");
    if modules.is_file() {
        return Ok(modules);
    }
    let problem = if home.join("jre/lib/rt.jar").is_file() || home.join("lib/rt.jar").is_file() {
        "this is JDK 8 or older; name a JDK 17 or later with --jdk"
    } else if home.join("modules/java.base").is_dir() {
        "this is a JDK build without an image; name a complete JDK with --jdk"
    } else {
        "there is no JDK here (lib/modules is missing); set JAVA_HOME or give --jdk HOME"
    };
    Err(Error::File { path: home.to_owned(), problem: problem.to_owned() })
}

#[cold]
fn broken(image: &Path, problem: &str) -> Error {
    Error::File { path: image.to_owned(), problem: format!("the JDK's image cannot be read: {problem}") }
}

/// Runs a call into the library, which may panic on damaged images.
fn guard<T>(call: impl FnOnce() -> std::result::Result<T, String>) -> std::result::Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| Err("it is damaged".to_owned()))
}

type Listing = (BTreeMap<String, usize>, Vec<String>);

/// All classes and the modules.
fn list(image: &Image) -> std::result::Result<Listing, String> {
    let mut numbers = BTreeMap::new();
    let mut modules = Vec::new();
    let mut classes = BTreeMap::new();
    for resource in image {
        let resource = resource.map_err(|error| error.to_string())?;
        if !is_class(&resource) {
            continue;
        }
        let number = *numbers.entry(resource.module().to_owned()).or_insert_with(|| {
            modules.push(resource.module().to_owned());
            modules.len() - 1
        });
        let name = match resource.parent() {
            "" => resource.base().to_owned(),
            package => format!("{package}/{}", resource.base()),
        };
        classes.insert(name, number);
    }
    Ok((classes, modules))
}

fn is_class(resource: &Resource<'_>) -> bool {
    resource.extension() == "class"
        && resource.base() != "module-info"
        && !matches!(resource.module(), "" | "modules" | "packages")
}

/// The feature version in the `release` file (`JAVA_VERSION="17.0.15"`).
fn release_feature(home: &Path) -> Option<u16> {
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?.trim().trim_matches('"');
    let version = version.strip_prefix("1.").unwrap_or(version);
    version.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok()
}

/// Whether any resource is compressed. The locations are runs of attributes: a byte `kind << 3 | length - 1`, then the
/// value, big-endian; kind 0 ends a run, kind 6 is the compressed size (`jdk.internal.jimage.ImageLocation`).
fn has_compressed(image: &Path) -> std::io::Result<bool> {
    const COMPRESSED: u8 = 6;
    let mut file = File::open(image)?;
    let mut header = [0; 28];
    file.read_exact(&mut header)?;
    let little = header.starts_with(&[0xDA, 0xDA, 0xFE, 0xCA]);
    let word = |at: usize| {
        let bytes = [header[at], header[at + 1], header[at + 2], header[at + 3]];
        if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) }
    };
    let (table, size) = (u64::from(word(16)), u64::from(word(20)));
    file.seek(SeekFrom::Start(28 + 8 * table))?;
    let mut locations = Vec::new();
    file.take(size).read_to_end(&mut locations)?;
    let mut reader = ByteReader::new(&locations);
    while let Ok(head) = reader.read_u8() {
        if head >> 3 == 0 {
            continue;
        }
        let Ok(value) = reader.read_bytes(usize::from(head & 7) + 1) else { break };
        if head >> 3 == COMPRESSED && value.iter().any(|&byte| byte != 0) {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_and_old_jdks_are_named() {
        let home = tempfile::tempdir().expect("a folder");
        let problem = |home: &Path| Jdk::open(home).expect_err("no JDK").to_string();
        assert!(problem(home.path()).contains("there is no JDK here"), "{}", problem(home.path()));
        std::fs::create_dir_all(home.path().join("jre/lib")).expect("a folder");
        std::fs::write(home.path().join("jre/lib/rt.jar"), "").expect("a file");
        assert!(problem(home.path()).contains("JDK 8"), "{}", problem(home.path()));
        std::fs::create_dir_all(home.path().join("lib")).expect("a folder");
        std::fs::write(home.path().join("lib/modules"), "not an image, and more than 28 bytes long").expect("a file");
        assert!(problem(home.path()).contains("cannot be read"), "{}", problem(home.path()));
        std::fs::write(home.path().join("lib/modules"), "").expect("a file");
        assert!(problem(home.path()).contains("cannot be read"), "{}", problem(home.path()));
    }

    #[test]
    fn compressed_resources_are_found() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let image = |size: u8| {
            // table of one entry: redirect and offset words; locations: offset 1, compressed size, end
            let mut bytes = [0xCAFE_DADA_u32, 1 << 16, 0, 1, 1, 5, 0].map(u32::to_le_bytes).concat();
            bytes.extend([0; 8]);
            bytes.extend([5 << 3, 1, 6 << 3, size, 0]);
            std::fs::write(file.path(), bytes).expect("written");
            has_compressed(file.path()).expect("read")
        };
        assert!(image(7));
        assert!(!image(0));
    }
}
