//! Classes, methods and their code, as analyses see them.
//!
//! [`Program`] holds the classes of the application and the JDK; [`resolve`](self) answers what names mean; [`Body`] is
//! a method's code with indices, [`Cfg`] its control-flow graph. A program does not change once it is made; what it reads
//! or decodes later is only kept so that it need not be done again.

pub mod body;
pub mod cfg;
pub mod class;
pub mod effect;
pub mod error;
pub mod fingerprint;
pub mod print;
#[expect(clippy::module_inception, reason = "the type that the layer is named after")]
mod program;
mod resolve;
pub mod scan;
pub mod source;

pub use body::Body;
pub use cfg::{BlockId, Cfg, Edge, EdgeKind};
pub use class::{Class, ClassId, FieldId, MethodId, access};
pub use error::{Error, Result};
pub use program::Program;
pub use source::{ClassSource, Folder};
