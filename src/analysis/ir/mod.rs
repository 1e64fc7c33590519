//! A three-address view of bytecode: what a method does to references, fields and statics, for whole-program analyses.
//!
//! Variables stand for values: parameters, results of instructions, and *merges*, one for each local or stack slot that
//! holds a reference where control joins (the φ of static single assignment form). They are found by walking the code
//! once with a symbolic stack; merges with one source are replaced by it (Braun et al.: Simple and Efficient
//! Construction of Static Single Assignment Form, CC 2013), unused ones dropped. Values of primitive type and null have
//! no variable: reading or writing them still stands in the list, for analyses of effects.
//!
//! Statements keep the offset of their instruction, and stand in the order of the walk: the analyses that use them are
//! insensitive to flow. Code that control never reaches has no statements. `jsr` and `ret` are followed like jumps.
//! Exceptions: [`Region`].

mod build;
mod dynamic;
mod method;
mod print;
mod simplify;
mod step;
mod types;

pub use build::{method_ir, signature_only, variables_of_local};
pub use dynamic::handle_of;
pub use method::{CallSite, Dynamic, Handle, MethodIr, Region, Statement, Target, Var};
pub use types::Type;
