//! A jar's manifest (the JAR File Specification, "JAR Manifest").
//!
//! What is not changed is written as it was read, byte for byte; changed attributes are written in lines of at most 72
//! bytes. Bytes that are not UTF-8 stay as they are unless their attribute is changed.

/// A manifest: the main section and the sections of single entries.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Manifest {
    main: Vec<Attribute>,
    /// The other sections, each with its `Name` first.
    sections: Vec<Vec<Attribute>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Attribute {
    name: String,
    value: String,
    /// Its lines with their ends.
    lines: Vec<u8>,
}

/// The attributes that `java.lang.Package` tells.
const OF_PACKAGES: [&str; 6] = [
    "Specification-Title",
    "Specification-Version",
    "Specification-Vendor",
    "Implementation-Title",
    "Implementation-Version",
    "Implementation-Vendor",
];

/// The longest line, bytes without its end.
const LINE: usize = 72;

impl Attribute {
    fn new(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), value: value.to_owned(), lines: wrap(&format!("{name}: {value}")) }
    }
}

/// The text in lines; those after the first start with a space.
fn wrap(text: &str) -> Vec<u8> {
    let mut lines = Vec::new();
    let (mut rest, mut room) = (text, LINE);
    while rest.len() > room {
        let cut = (1..=room).rev().find(|&cut| rest.is_char_boundary(cut)).unwrap_or(rest.len());
        let (line, others) = rest.split_at(cut);
        lines.extend_from_slice(line.as_bytes());
        lines.extend_from_slice(b"\r\n ");
        (rest, room) = (others, LINE - 1);
    }
    lines.extend_from_slice(rest.as_bytes());
    lines.extend_from_slice(b"\r\n");
    lines
}

impl Manifest {
    /// A manifest with nothing but its version.
    pub fn new() -> Self {
        Self { main: vec![Attribute::new("Manifest-Version", "1.0")], sections: Vec::new() }
    }

    /// Reads a manifest. Lines that are no attribute are dropped.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut manifest = Self::default();
        let mut section: Vec<Attribute> = Vec::new();
        let mut is_main = true;
        let mut end = |section: &mut Vec<Attribute>| {
            let ended = std::mem::take(section);
            if is_main {
                manifest.main = ended;
                is_main = false;
            } else if !ended.is_empty() {
                manifest.sections.push(ended);
            }
        };
        for line in logical_lines(bytes) {
            match attribute(line) {
                Some(attribute) => section.push(attribute),
                None if is_blank(line) => end(&mut section),
                None => {}
            }
        }
        end(&mut section);
        manifest
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.main.is_empty() && self.sections.is_empty()
    }

    /// The value of a main attribute; names differ not by case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.main.iter().find(|it| it.name.eq_ignore_ascii_case(name)).map(|it| it.value.trim())
    }

    /// Says of a package, named as a folder, what the manifest of another jar says of it, unless this one has a section for it.
    pub fn describe_package(&mut self, package: &str, other: &Self) {
        let name = format!("{package}/");
        let of = |manifest: &Self| {
            let section = |it: &&Vec<Attribute>| it.first().is_some_and(|first| first.value.trim() == name);
            manifest.sections.iter().find(section).cloned()
        };
        let own = of(other).unwrap_or_default();
        let found = OF_PACKAGES.iter().filter_map(|wanted| {
            let there = own.iter().chain(&other.main).find(|it| it.name.eq_ignore_ascii_case(wanted))?;
            Some(Attribute::new(&there.name, &there.value))
        });
        let mut section = vec![Attribute::new("Name", &name)];
        section.extend(found);
        if section.len() > 1 && of(self).is_none() {
            self.sections.push(section);
        }
    }

    /// `Main-Class`.
    pub fn main_class(&self) -> Option<&str> {
        self.get("Main-Class")
    }

    /// The relative URLs of `Class-Path`.
    pub fn class_path(&self) -> Vec<&str> {
        self.get("Class-Path").map(|path| path.split_whitespace().collect()).unwrap_or_default()
    }

    /// Whether `META-INF/versions/N` counts.
    pub fn is_multi_release(&self) -> bool {
        self.get("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    /// Sets a main attribute, in its place if there is one.
    pub fn set(&mut self, name: &str, value: &str) {
        if self.main.is_empty() {
            self.main = Self::new().main;
        }
        let attribute = Attribute::new(name, value);
        match self.main.iter_mut().find(|it| it.name.eq_ignore_ascii_case(name)) {
            Some(there) if there.value == value => {}
            Some(there) => *there = attribute,
            None => self.main.push(attribute),
        }
    }

    /// Removes a main attribute.
    pub fn remove(&mut self, name: &str) {
        self.main.retain(|it| !it.name.eq_ignore_ascii_case(name));
    }

    /// Adds words to a main attribute that is a list, such as `Add-Opens` or `Class-Path`, behind those it has.
    pub fn add_words(&mut self, name: &str, words: &[&str]) {
        let value = self.get(name).unwrap_or_default();
        let mut all: Vec<&str> = value.split_whitespace().collect();
        let before = all.len();
        for word in words {
            if !all.contains(word) {
                all.push(word);
            }
        }
        if all.len() > before {
            let value = all.join(" ");
            self.set(name, &value);
        }
    }

    /// Removes what signing added: digests of entries, and sections that held nothing else.
    pub fn remove_digests(&mut self) {
        for section in &mut self.sections {
            let before = section.len();
            section.retain(|it| !is_digest(&it.name));
            if section.len() < before && section.len() == 1 {
                section.clear();
            }
        }
        self.sections.retain(|section| !section.is_empty());
    }

    /// The manifest as it stands in a jar.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for section in std::iter::once(&self.main).chain(&self.sections) {
            out.extend(section.iter().flat_map(|attribute| &attribute.lines));
            out.extend_from_slice(b"\r\n");
        }
        out
    }
}

fn is_digest(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("-digest") || name.contains("-digest-") || name == "magic"
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|byte| matches!(byte, b'\r' | b'\n'))
}

/// The attribute in a line with its continuations.
fn attribute(lines: &[u8]) -> Option<Attribute> {
    if lines.starts_with(b" ") {
        return None; // continues nothing
    }
    let mut joined = Vec::with_capacity(lines.len());
    for (number, line) in physical_lines(lines).enumerate() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        joined.extend_from_slice(line.get(usize::from(number > 0)..).unwrap_or_default());
    }
    let text = String::from_utf8_lossy(&joined);
    let (name, value) = text.split_once(':')?;
    let mut lines = lines.to_vec();
    if !matches!(lines.last(), Some(b'\r' | b'\n')) {
        lines.extend_from_slice(b"\r\n");
    }
    Some(Attribute { name: name.trim().to_owned(), value: value.strip_prefix(' ').unwrap_or(value).to_owned(), lines })
}

/// Lines with their ends: `\r\n`, `\n` or `\r`.
fn physical_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let length = end.map_or(rest.len(), |end| if rest[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 });
        let (line, others) = rest.split_at(length);
        rest = others;
        (!line.is_empty()).then_some(line)
    })
}

/// Lines, each with the lines behind it that start with a space; an empty line is not continued.
fn logical_lines(bytes: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let (mut start, mut end) = (0, 0);
    for line in physical_lines(bytes) {
        if end > start && (!line.starts_with(b" ") || is_blank(&bytes[start..end])) {
            lines.push(&bytes[start..end]);
            start = end;
        }
        end += line.len();
    }
    lines.push(&bytes[start..end]);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(manifest: &Manifest) -> String {
        String::from_utf8(manifest.to_bytes()).expect("UTF-8")
    }

    const SIGNED: &str = "Manifest-Version: 1.0\r\nMain-Class: a.b.Main\r\nClass-Path: lib/one.jar li\r\n b/two.jar\r\n\
        \r\nName: a/b/Main.class\r\nSHA-256-Digest: xyz=\r\n\r\nName: a/b/\r\nSealed: true\r\nSHA-256-Digest: q\r\n\r\n";

    #[test]
    fn packages_are_described_by_their_section_and_else_by_the_main_one() {
        let other = Manifest::parse(
            b"Implementation-Version: 1\nImplementation-Title: T\nX: y\n\nName: a/b/\nImplementation-Version: 2\nSealed: true\n",
        );
        let mut manifest = Manifest::new();
        for package in ["a/b", "c", "a/b"] {
            manifest.describe_package(package, &other);
        }
        manifest.describe_package("d", &Manifest::new());
        assert_eq!(
            text(&manifest),
            "Manifest-Version: 1.0\r\n\r\nName: a/b/\r\nImplementation-Title: T\r\nImplementation-Version: 2\r\n\r\n\
             Name: c/\r\nImplementation-Title: T\r\nImplementation-Version: 1\r\n\r\n"
        );
    }

    #[test]
    fn reads_continued_lines() {
        let manifest = Manifest::parse(SIGNED.as_bytes());
        assert_eq!(manifest.main_class(), Some("a.b.Main"));
        assert_eq!(manifest.class_path(), ["lib/one.jar", "lib/two.jar"]);
        assert_eq!(manifest.get("main-class"), Some("a.b.Main"));
        assert!(!manifest.is_multi_release());
        assert_eq!(text(&manifest), SIGNED);
    }

    #[test]
    fn digests_go_and_the_rest_stays() {
        let mut manifest = Manifest::parse(SIGNED.as_bytes());
        manifest.remove_digests();
        assert_eq!(
            text(&manifest),
            "Manifest-Version: 1.0\r\nMain-Class: a.b.Main\r\nClass-Path: lib/one.jar li\r\n b/two.jar\r\n\r\n\
             Name: a/b/\r\nSealed: true\r\n\r\n"
        );
    }

    #[test]
    fn lists_grow_and_long_lines_are_wrapped() {
        let mut manifest = Manifest::parse(b"Manifest-Version: 1.0\nAdd-Opens: java.base/java.util\nX: \xff");
        manifest.add_words("Add-Opens", &["java.base/java.lang", "java.base/java.util"]);
        manifest.add_words("Add-Exports", &["java.base/jdk.internal.misc"]);
        manifest.set("Long", &"äbcdefghij".repeat(12));
        let bytes = manifest.to_bytes();
        assert!(bytes.split(|&byte| byte == b'\n').all(|line| line.len() <= LINE + 1));
        let again = Manifest::parse(&bytes);
        assert_eq!(again.get("Long"), Some("äbcdefghij".repeat(12).as_str()));
        assert_eq!(again.get("Add-Opens"), Some("java.base/java.util java.base/java.lang"));
        assert_eq!(again.get("Add-Exports"), Some("java.base/jdk.internal.misc"));
        assert!(bytes.windows(4).any(|bytes| bytes == b"X: \xff"));
    }

    #[test]
    fn odd_manifests() {
        assert!(Manifest::parse(b"").is_empty());
        assert!(Manifest::parse(b"\r\n\r\n").is_empty());
        assert!(Manifest::parse(b"no colon\n").is_empty());
        assert!(Manifest::parse(b" a: continues nothing\n").is_empty());
        let manifest = Manifest::parse(b"A: 1\rno colon\r\n\n b: 2\n\nName: x\n");
        assert_eq!(text(&manifest), "A: 1\r\r\nName: x\n\r\n");
        let mut manifest = Manifest::default();
        manifest.set("Main-Class", "M");
        assert_eq!(text(&manifest), "Manifest-Version: 1.0\r\nMain-Class: M\r\n\r\n");
        assert_eq!(Manifest::parse(b"A: 1\r\rName: x\rB: 2\r").to_bytes(), b"A: 1\r\r\nName: x\rB: 2\r\r\n");
    }
}
