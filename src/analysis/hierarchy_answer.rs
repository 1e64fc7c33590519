//! What the class-hierarchy analyses say ([`super::statics_read`], [`super::dispatch`]), as a [`StaticAnswer`].
//!
//! Every static field counts as modified before the checkpoint.

use super::calls::{Call, call};
use super::dispatch::targets;
use super::observed::StaticAnswer;
use super::statics_read::{Start, StaticsAnalysis, StaticsRead};
use crate::classfile::Operand;
use crate::program::{FieldId, MethodId, Program, Result, access};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// The answer for one program and one checkpoint.
pub struct HierarchyAnswer<'a> {
    program: &'a Program,
    whole: BTreeSet<MethodId>,
    /// None: anything may happen after the checkpoint.
    after: Option<StaticsRead>,
    targets: RefCell<HashMap<Call, Vec<MethodId>>>,
}

impl<'a> HierarchyAnswer<'a> {
    /// For the program that starts with `main`, and goes on after the checkpoint from `after`; none: from anywhere.
    pub fn new(program: &'a Program, main: MethodId, after: Option<&[Start]>) -> Result<Self> {
        let analysis = StaticsAnalysis::new(program);
        let first: Vec<MethodId> = started_by_the_jvm(program, main);
        let starts = first.iter().map(|method| {
            let items = program.body(*method)?.insns().iter().copied().collect();
            Ok(Start { method: *method, items })
        });
        let mut whole = analysis.read_from(&starts.collect::<Result<Vec<_>>>()?)?.methods;
        whole.extend(first);
        let after = after.map(|starts| analysis.read_from(starts)).transpose()?;
        Ok(Self { program, whole, after, targets: RefCell::default() })
    }
}

/// `main`, the initialisers of its class and the classes above, and of an instance `main` the constructor.
fn started_by_the_jvm(program: &Program, main: MethodId) -> Vec<MethodId> {
    let constructor = program.get(main.class).and_then(|class| class.declared("<init>", "()V"));
    let constructor = constructor.filter(|_| program.flags(main) & access::STATIC == 0);
    let above = program.superclasses(main.class).filter(|class| program.is_application(class.id));
    let initialisers = above.filter_map(|class| class.declared("<clinit>", "()V"));
    initialisers.chain(constructor).chain([main]).collect()
}

impl StaticAnswer for HierarchyAnswer<'_> {
    fn reachable(&self, method: MethodId) -> bool {
        self.whole.contains(&method)
    }

    fn reachable_after(&self, method: MethodId) -> bool {
        self.after.as_ref().is_none_or(|after| after.methods.contains(&method))
    }

    fn may_call(&self, caller: MethodId, offset: u32, callee: MethodId) -> bool {
        let named = || {
            let class = self.program.get(caller.class)?;
            let body = self.program.code(caller).ok().flatten()?;
            let insn = body.insn(body.item_at_offset(offset)?)?;
            let Operand::Constant(index) = insn.operand else { return None };
            call(self.program, class, insn.op, &class.file.member(index).ok()?)
        };
        let Some(call) = named() else { return false };
        let mut known = self.targets.borrow_mut();
        known.entry(call).or_insert_with(|| targets(self.program, call)).binary_search(&callee).is_ok()
    }

    fn used_after(&self, field: FieldId) -> bool {
        self.after.as_ref().is_none_or(|after| after.fields.contains_key(&field))
    }

    fn got_after(&self, _: FieldId) -> bool {
        true
    }

    fn modified_before(&self, _: FieldId) -> bool {
        true
    }
}
