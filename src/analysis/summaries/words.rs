//! Large tables of numbers as one run of bytes, so that reading them is little more than copying. A list has its length in
//! front; a reader gives none where numbers are missing.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// Numbers; in a file 4 bytes each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(pub Vec<u32>);

impl Words {
    /// Adds a list with its length in front.
    pub fn list(&mut self, numbers: &[u32]) {
        self.0.push(numbers.len() as u32);
        self.0.extend(numbers);
    }

    /// Reads from the start.
    pub fn reader(&self) -> Reader<'_> {
        Reader(&self.0)
    }
}

/// What is left to read.
pub struct Reader<'a>(&'a [u32]);

impl<'a> Reader<'a> {
    /// The next number.
    pub fn word(&mut self) -> Option<u32> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next numbers.
    pub fn words<const N: usize>(&mut self) -> Option<[u32; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next list.
    pub fn list(&mut self) -> Option<&'a [u32]> {
        let length = self.word()? as usize;
        let (list, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(list)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("4 bytes for each number")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Words, E> {
                let (words, rest) = bytes.as_chunks();
                if !rest.is_empty() {
                    return Err(E::invalid_length(bytes.len(), &self));
                }
                Ok(Words(words.iter().map(|word| u32::from_le_bytes(*word)).collect()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}
