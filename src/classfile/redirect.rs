//! Lets a class call methods of another class than it names: the same names and descriptors, elsewhere.
//!
//! The `Methodref` constants themselves are changed (JVMS §4.4.2), so instructions and method handles follow alike. Method handles alone can be let refer to
//! other methods, too (JVMS §4.4.8).

use super::class::{ClassFile, MemberRef, MethodHandle};
use super::error::Result;
use super::splice::{ClassEditor, INVOKE_STATIC};
use ristretto_classfile::Constant;

impl ClassFile {
    /// What the `Methodref` constants name, with their indexes.
    fn numbered_method_refs(&self) -> impl Iterator<Item = (u16, MemberRef)> + '_ {
        let indexes = (1..=u16::MAX).take(self.parts.constants.len());
        let methods = indexes.filter(|index| matches!(self.raw(*index), Ok(Constant::MethodRef { .. })));
        methods.filter_map(|index| Some((index, self.member(index).ok()?)))
    }

    /// What the `Methodref` constants name.
    pub fn method_refs(&self) -> Vec<MemberRef> {
        self.numbered_method_refs().map(|(_, member)| member).collect()
    }
}

impl ClassEditor<'_> {
    /// Lets every `Methodref` for which `to` names a class name that class.
    pub fn redirect(&mut self, to: impl Fn(&MemberRef) -> Option<&'static str>) -> Result<()> {
        for (index, member) in self.class.numbered_method_refs() {
            let Some(class) = to(&member) else { continue };
            let class = self.class_ref(class)?;
            let start = self.class.parts.constants[usize::from(index)] as usize + 1; // behind the tag
            self.patch(start..start + 2, class.to_be_bytes().to_vec());
        }
        Ok(())
    }

    /// The method handles that the class has, with the indexes of their constants.
    pub fn method_handles(&self) -> Vec<(u16, MethodHandle)> {
        let indexes = (1..=u16::MAX).take(self.class.parts.constants.len());
        let handles = indexes.filter_map(|index| match self.class.constant(index) {
            Ok(super::Constant::MethodHandle(handle)) => Some((index, handle)),
            _ => None,
        });
        handles.collect()
    }

    /// Lets a method handle refer to a static method, which a `Methodref` or `InterfaceMethodref` names.
    pub fn refer_to_static(&mut self, handle: u16, method: u16) {
        let start = self.class.parts.constants[usize::from(handle)] as usize + 1; // behind the tag
        let [high, low] = method.to_be_bytes();
        self.patch(start..start + 3, vec![INVOKE_STATIC, high, low]);
    }
}
