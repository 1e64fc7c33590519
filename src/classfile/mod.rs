//! Class files, jars and the JDK's image, as bytes: reading, editing and writing are three things.
//!
//! Constants are read by `ristretto_classfile` ([`class`]); bytecode is decoded to labelled instructions
//! ([`code`], [`decode`]) and assembled again ([`assemble`], [`stack_map`]); changed parts are spliced into the
//! original bytes ([`splice`]), so that whatever was not changed stays byte-identical.
//! Nothing here knows of a class hierarchy.

pub mod assemble;
pub mod class;
pub mod code;
pub mod decode;
pub mod descriptor;
pub mod error;
pub mod jar;
pub mod jimage;
pub mod opcode;
mod scan;
pub mod splice;
pub mod stack_map;
mod type_annotations;

pub use class::{ClassFile, Constant, FieldInfo, MemberRef, MethodHandle, MethodInfo};
pub use code::{Code, Frame, Handler, Insn, Item, Label, LineEntry, LocalEntry, Operand, VType};
pub use error::{Error, Result};
