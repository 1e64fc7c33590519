//! Regions: which part of a run is captured and replayed, in the pattern language of the paper (ESEC/FSE'07, section 5).
//!
//! Text is parsed to a [`Pattern`] ([`parse()`], [`parse_file`]; printed again by its `Display`), the pattern is resolved
//! to instructions of a program ([`resolve()`]): a [`Region`]. Errors name the place in the text and list candidates that
//! are ready to paste ([`RegionError::render`]).

mod at;
mod calls;
mod chains;
mod elements;
pub mod error;
mod file;
mod handed;
mod line;
mod links;
mod names;
mod parse;
mod passing;
pub mod pattern;
mod places;
mod polls;
mod print;
mod quotes;
mod resolve;
mod resolved;
mod stacks;
mod waiting;
mod working;

pub use error::{FileError, Problem, RegionError};
pub use file::{FileRegion, parse_file};
pub use line::{LinePattern, instructions, parse_line};
pub use parse::parse;
pub use passing::pass_through_frames;
pub use pattern::Pattern;
pub use resolve::{Finder, find_main, resolve, resolve_all};
pub use resolved::{ChainCall, LinkKind, Point, Region};
pub use stacks::{OpenPoint, SeenFrame, SeenStack};
pub use waiting::{GoesOn, Waiting, resolve_waiting, waiting_at};
