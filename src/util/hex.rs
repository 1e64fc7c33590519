//! Bytes as hexadecimal digits. The one place that writes them.

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
