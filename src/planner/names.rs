//! How methods are named in plans.
//!
//! A plan names them as class files do, so that it can be read without the program at hand.

use super::error::{Error, Result};
use crate::plan::MethodName;
use crate::program::{MethodId, Program};

/// The names of a method.
pub(super) fn method_name(program: &Program, id: MethodId) -> Result<MethodName> {
    let info = program
        .method(id)
        .ok_or_else(|| Error::refused(program.describe(id), "the class of this method cannot be read"))?;
    Ok(MethodName {
        class: program.name(id.class).to_owned(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
    })
}
