//! Access flags of methods and classes that rewriting sets or looks at (JVMS tables 4.1-B and 4.6-A).
//! Left out: flags that no rewriting asks for; the others of a method or class stay as they are.

/// `ACC_PUBLIC`
pub(super) const PUBLIC: u16 = 0x0001;
/// `ACC_PRIVATE`
pub(super) const PRIVATE: u16 = 0x0002;
/// `ACC_STATIC`
pub(super) const STATIC: u16 = 0x0008;
/// `ACC_SYNCHRONIZED`
pub(super) const SYNCHRONIZED: u16 = 0x0020;
/// `ACC_INTERFACE`
pub(super) const INTERFACE: u16 = 0x0200;
/// `ACC_SYNTHETIC`
pub(super) const SYNTHETIC: u16 = 0x1000;
