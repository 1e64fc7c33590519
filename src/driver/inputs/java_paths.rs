//! Which paths Java can name.
//!
//! A JVM takes the bytes of a path for text in the encoding of its locale (`sun.jnu.encoding`), and writes that text as bytes
//! again when it opens the file. Bytes that are no text there come out as others: the file is "not found", whatever jcp does.
//! So paths that a JVM is to open are checked before anything long is done. What lies *in* a working directory is not: jcp
//! compares such names by their bytes.
//!
//! Left out: encodings other than UTF-8 and ASCII. A path in one of them is refused, though a JVM with that locale could open
//! it; a locale that is named but not installed counts as there.

use std::ffi::OsStr;
use std::path::Path;

use crate::driver::error::DriverError;

/// Refuses a path that no JVM with UTF-8 or ASCII can open.
pub fn check(path: &Path) -> Result<(), DriverError> {
    if path.to_str().is_some() {
        return Ok(());
    }
    Err(DriverError::Input(format!(
        "{}: this path is not UTF-8 (shown with \u{fffd} or escapes), and a JVM cannot open it; rename the file or folder, or \
         give a symbolic link to it with a UTF-8 path",
        path.display()
    )))
}

/// Refuses a path that a JVM started by jcp, with jcp's own locale, cannot open.
pub fn check_for_run(path: &Path) -> Result<(), DriverError> {
    check(path)?;
    let ascii_only = cfg!(unix) && !cfg!(target_os = "macos") && is_ascii_locale(|name| std::env::var_os(name));
    check_in_locale(path, ascii_only)
}

fn check_in_locale(path: &Path, ascii_only: bool) -> Result<(), DriverError> {
    if !ascii_only || path.as_os_str().is_ascii() {
        return Ok(());
    }
    Err(DriverError::Input(format!(
        "{}: this path has characters outside ASCII, and a JVM cannot open it in the locale C; run jcp with a UTF-8 locale, \
         such as LC_ALL=C.UTF-8",
        path.display()
    )))
}

/// Whether the environment asks for the locale C, as it does if it says nothing (POSIX, "Internationalization Variables").
fn is_ascii_locale<T: AsRef<OsStr>>(variable: impl Fn(&str) -> Option<T>) -> bool {
    let set = |name: &&str| variable(name).is_some_and(|value| !value.as_ref().is_empty());
    let Some(name) = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| set(name)) else { return true };
    variable(name).is_some_and(|value| value.as_ref() == "C" || value.as_ref() == "POSIX")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_names_the_locale() {
        let of = |set: &[(&str, &'static str)]| {
            is_ascii_locale(|name| set.iter().find(|(other, _)| *other == name).map(|(_, value)| *value))
        };
        assert!(of(&[]) && of(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]) && of(&[("LC_ALL", ""), ("LANG", "POSIX")]));
        assert!(!of(&[("LC_CTYPE", "C.UTF-8"), ("LANG", "C")]) && !of(&[("LANG", "de_DE.UTF-8")]));
    }

    #[test]
    fn only_ascii_can_be_named_in_the_locale_c() {
        assert!(check_in_locale(Path::new("/é"), false).is_ok() && check_in_locale(Path::new("/e"), true).is_ok());
        let why = check_in_locale(Path::new("/é"), true).expect_err("refused").to_string();
        assert!(why.contains("LC_ALL=C.UTF-8"), "{why}");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_utf_8_is_refused_in_any_locale() {
        use std::os::unix::ffi::OsStrExt;
        let why = check(Path::new(OsStr::from_bytes(b"/a\xff"))).expect_err("refused").to_string();
        assert!(why.contains("not UTF-8") && why.contains("symbolic link"), "{why}");
    }
}
