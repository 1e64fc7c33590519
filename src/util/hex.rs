//! Bytes as hexadecimal digits: fingerprints and hashes in names of files and in texts.
//! The one place that writes them. Nothing of jcp reads such digits back.

use std::fmt::Write as _;

/// Two digits for each byte, small letters.
pub fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_byte_has_two_digits() {
        assert_eq!(super::digits(&[0, 0x0a, 0xff]), "000aff");
    }
}
