//! What executions before have shown of a program, without which its steps would be others: places that threads share, accesses to which are points, and classes that
//! are to be initialised at the checkpoint.
//!
//! It holds for other processes, too: places have the same names in each. Invariant: it only grows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Places that threads share, with the numbers of their locations.
pub(super) type Shared = BTreeMap<u64, u32>;

/// What is known.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Known {
    /// Places that threads share.
    pub places: Shared,
    /// Classes with an initialiser that are first used behind the checkpoint.
    pub early: Vec<String>,
}

impl Known {
    /// The places, with nothing known of where they are accessed, and the classes.
    pub fn of(places: &[String], early: Vec<String>) -> Self {
        let places = places.iter().filter_map(|place| Some((u64::from_str_radix(place, 16).ok()?, 0))).collect();
        Self { places, early }
    }

    /// Takes over what the other one knows.
    pub fn extend(&mut self, other: Self) {
        self.places.extend(other.places);
        for class in other.early {
            if !self.early.contains(&class) {
                self.early.push(class);
            }
        }
    }

    /// Whether this knows nothing.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.early.is_empty()
    }
}

/// What a search came to that was not known.
#[derive(Debug)]
pub(super) enum News {
    /// Places that threads share.
    Places(Shared),
    /// Classes with an initialiser; none: other classes, which the process knows now.
    Classes(Vec<String>),
}

impl News {
    /// The same to be known.
    pub fn known(self) -> Known {
        match self {
            Self::Places(places) => Known { places, early: Vec::new() },
            Self::Classes(early) => Known { places: Shared::new(), early },
        }
    }
}
