//! Reflection: calls that ask for members and classes, and calls that use what was found.
//!
//! [`calls`] has the calls and grows their answers, [`members`] what was found, as objects. [`lookup`] and [`names`] find members
//! and classes by names, [`callers`] classes by who calls; [`given`] reads what calls pass off their code, [`limits`] which answers the user admits; [`unknown`] tells the user which calls those can be. What is done with members is in [`invoke`], [`instances`], [`fields`] and [`handles`]; [`lazy`] has classes of names that are not known;
//! [`proxies`], [`annotations`] and [`services`] make objects of classes that no file tells. [`answers`] says which call is answered
//! by which of these, and what counts where a name is not known.

pub mod annotations;
pub mod answers;
pub mod callers;
pub mod calls;
pub mod fields;
pub mod given;
pub mod handles;
pub mod instances;
pub mod invoke;
pub mod lazy;
pub mod limits;
pub mod lookup;
pub mod members;
pub mod names;
pub mod proxies;
pub mod services;
pub mod unknown;

/// Numbers of what the model of a reflective call makes, apart from those that a line of the model counts.
const RESULT: u32 = 1 << 20;
