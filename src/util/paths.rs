//! Paths as texts: of URLs, and with `.` and `..` in them.
//!
//! Invariant: only [`real`] looks at the file system. Left out: names of other systems than Unix.

use std::path::{Component, Path, PathBuf};

/// The text of a URL's path, in which `%XX` stands for a byte.
pub fn decoded(url: &str) -> String {
    let mut bytes = Vec::with_capacity(url.len());
    let mut rest = url.as_bytes();
    while let [first, others @ ..] = rest {
        let hex = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = hex.filter(|_| *first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The path without `.` and `..`, by its text alone.
pub fn normal(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The path without links, `.` and `..`; of a file that is not there the part that is.
pub fn real(path: &Path) -> PathBuf {
    let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let Some((above, real)) = there else { return normal(path) };
    normal(&real.join(path.strip_prefix(above).unwrap_or(Path::new(""))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_behind_a_percent_sign_are_a_byte() {
        assert_eq!(decoded("/a%20b/%C3%A4"), "/a b/ä");
        assert_eq!(decoded("100%/%zz%4"), "100%/%zz%4");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_where_the_file_is_missing_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        std::fs::create_dir_all(root.join("far/away")).expect("a folder");
        std::os::unix::fs::symlink(root.join("far/away"), root.join("link")).expect("a link");
        assert_eq!(real(&root.join("link/new.txt")), root.join("far/away/new.txt"));
        assert_eq!(real(&root.join("link/../x")), root.join("far/x"));
        assert_eq!(real(&root.join("none/../x")), root.join("x"));
    }
}
