//! What the jars are made of, and what they are to hold.
//!
//! Plain data between the steps of writing them: [`super::changed`], [`super::common`] and [`super::jar`].

use crate::classfile::code::Changes;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::class_path::Entry;
use crate::plan::{Plans, Premises};
use crate::program::Program;

/// What both jars are made of.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// What rewriting is told.
    pub plans: &'a Plans,
    /// The program's classes.
    pub program: &'a Program,
    /// Its class path.
    pub entries: &'a [Entry],
    /// What is run.
    pub application: &'a Application,
    /// The runtime's files, as both jars have them.
    pub runtime: &'a Added,
    /// What the checkpoints rest on, if the jars are to tell.
    pub premises: Option<&'a Premises>,
}

/// A class that must stand in the jar.
pub struct Placed {
    /// The class-path entry that it is from.
    pub entry: usize,
    /// Its internal name.
    pub name: String,
    /// Its bytes, changed or not.
    pub bytes: Vec<u8>,
    /// The texts that were added to its constants.
    pub texts: Vec<Vec<u8>>,
}

/// The classes that must stand in the jar.
pub type Changed = Vec<Placed>;

/// The classes of both jars, those of the replaying jar once more whose initialisers have no room for a guard, and what was
/// changed in the methods of each.
pub type BothChanged = ([Changed; 2], Added, [Changes; 2]);

/// File name in the jar and content.
pub type Added = Vec<(String, Vec<u8>)>;

/// Where the replaying jar has classes once more, with initialisers that do nothing.
pub const BARE: &str = "META-INF/jcp/bare/";
