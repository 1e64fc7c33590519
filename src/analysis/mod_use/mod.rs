//! Mod/Use analysis: which static fields a method, and all that it calls, may modify and use.
//!
//! Direct effects of each method come from its three-address view and the points-to sets ([`effects`]); they are joined
//! bottom-up over the strongly connected components of the call graph ([`summaries`]; Banning: An Efficient Way to Find
//! the Side Effects of Procedure Calls, POPL 1979). A static is *used* if it is read, and *modified* if it is written or
//! an object that is reachable from it is mutated. Class initialisers count as called where the JVM may run them.
//! [`selection`] is the paper's Figure 3 on top: what is modified before a checkpoint and used after it; [`unread`] says which
//! instance fields are read after it; [`call_path`] shows where a static is modified or used.

pub mod call_path;
pub mod effects;
pub mod foreseen;
pub mod selection;
pub mod summaries;
pub mod unread;

pub use call_path::{Access, CallPath, Step};
pub use effects::Effects;
pub use foreseen::Foreseen;
pub use selection::{Part, Selection, select};
pub use summaries::ModUse;
