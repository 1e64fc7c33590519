//! Summaries of the JDK: what an analysis found in the JDK alone, kept in a file for all later runs on the same JDK.
//!
//! [`store`] has the file and its checks, [`words`] the flat form of large tables, [`renumber`] the classes: a program
//! has the JDK's classes behind the application's, so that what is kept has them from 0 on, and a reader adds the number
//! of the application's. What is in a summary the analysis says that made it
//! ([`super::points_to::summarize`]). Answers about whole programs are kept in files of the same form ([`super::points_to::Answers`]).

pub mod renumber;
pub mod store;
pub mod words;

pub use store::{Fingerprint, Summaries};
