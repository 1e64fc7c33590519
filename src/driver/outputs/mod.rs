//! What the commands write: the jars, the plan, pages and lists.
//!
//! | module | does |
//! |---|---|
//! | [`jars`] | the jars of a program, written together |
//! | [`parts`] | what they are made of |
//! | [`changed`] | which classes must stand in them |
//! | [`common`] | what is the same in both, the runtime among it |
//! | [`at_start`] | the classes of the runtime that a run begins with |
//! | [`jar`] | one jar |
//! | [`plan_text`] | the plan as the runtime reads it |
//! | [`contents`] | what the class path held |
//! | [`premises`] | what the checkpoints rest on, written and read |
//! | [`unpacked`] | a jar as a folder |
//! | [`targets`], [`overwrites`] | what must not be written over |
//! | [`html`] | the frame of a page, and the style that pages share |
//! | [`files`] | files that are written whole or not at all |
//!
//! Invariants: every output is written beside its final name and renamed; nothing here imports runs or commands.

pub mod at_start;
pub mod changed;
pub mod common;
pub mod contents;
pub mod files;
pub mod html;
pub mod jar;
pub mod jars;
pub mod overwrites;
pub mod parts;
pub mod plan_text;
pub mod premises;
pub mod targets;
pub mod unpacked;
