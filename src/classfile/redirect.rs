//! Lets a class call methods of another class than it names: the same names and descriptors, elsewhere.
//!
//! The `Methodref` constants themselves are changed (JVMS §4.4.2), so instructions and method handles follow alike.

use super::class::{ClassFile, MemberRef};
use super::error::Result;
use super::splice::ClassEditor;
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
}
