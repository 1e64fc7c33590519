//! Class files, jars and the JDK's image, as bytes: reading, editing and writing are three things.
//!
//! A class file is data ([`class`]); its constants are read by `ristretto_classfile` ([`constants`]); bytecode is decoded to labelled instructions
//! ([`code`], [`decode`]) and assembled again ([`assemble`], [`stack_map`]); changed parts are spliced into the
//! original bytes ([`splice`]), so that whatever was not changed stays byte-identical.
//! Nothing here knows of a class hierarchy.

mod annotations;
mod assemble;
mod call_sites;
pub mod class;
pub mod code;
mod constants;
mod decode;
pub mod descriptor;
pub mod error;
mod inner;
pub mod jar;
pub mod jimage;
mod layout;
mod legacy;
pub mod manifest;
mod max_stack;
pub mod meaning;
mod members;
pub mod opcode;
mod pool;
mod print;
mod read;
mod rebuild;
mod redirect;
mod scan;
pub mod splice;
mod stack_map;
mod supertypes;
mod texts;
mod type_annotations;
mod types;

pub use call_sites::Bootstraps;
pub use class::{ClassFile, Constant, FieldInfo, MemberRef, MethodHandle, MethodInfo};
pub use code::{Code, Frame, Handler, Insn, Item, Label, LineEntry, LocalEntry, Operand, VType};
pub use error::{Error, Result};
pub use jar::{Jar, write_jar};
pub use jimage::Jdk;
pub use manifest::Manifest;
pub use members::{members, nesting};
pub use rebuild::{Renamed, Renaming, rebuilt};
pub use splice::ClassEditor;
pub use supertypes::supertypes;
pub use texts::{class_of_texts, with_texts};
