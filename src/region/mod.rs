//! Regions: which part of a run is captured and replayed, in the pattern language of the paper (ESEC/FSE'07, section 5).
//!
//! Text is parsed to a [`Pattern`](pattern::Pattern) ([`parse()`], [`parse_file`], printed again by its `Display`).
//! Errors name the place in the text and list candidates that are ready to paste ([`RegionError::render`]).

pub mod error;
mod file;
mod parse;
pub mod pattern;
mod print;

pub use error::{FileError, Problem, RegionError};
pub use file::{FileRegion, parse_file};
pub use parse::parse;
pub use pattern::Pattern;
