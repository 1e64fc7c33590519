//! The heap of a points-to answer, asked object by object: what its fields and elements hold, and which instruction made it.
//! Contexts are left out, as in the whole answer ([`PointsTo`]).

use super::graph::Node;
use super::objects::{Object, Origin};
use super::result::PointsTo;
use super::set::ObjectSet;
use crate::program::{FieldId, MethodId};

/// The fields and elements (none) of each object.
pub struct Heap {
    held: Vec<Vec<(Option<FieldId>, Node)>>,
}

impl Heap {
    /// What an object's fields and elements hold; a field may come several times.
    pub fn of(&self, answer: &PointsTo<'_>, object: Object) -> impl Iterator<Item = (Option<FieldId>, ObjectSet)> {
        let held = self.held[object as usize].iter();
        held.map(|(field, node)| (*field, answer.without_contexts(std::iter::once(*node))))
    }
}

impl PointsTo<'_> {
    /// The heap, to ask object by object.
    pub fn heap_by_object(&self) -> Heap {
        let mut held = vec![Vec::new(); self.allocations()];
        for (object, field, node) in self.solver.nodes.fields() {
            held[self.allocation_of[object as usize] as usize].push((field, node));
        }
        held.iter_mut().for_each(|fields| fields.sort_unstable());
        Heap { held }
    }

    /// The instruction that makes an object: its method and offset, bytes; none if none is known.
    pub fn made_at(&self, object: Object) -> Option<(MethodId, u32)> {
        let (number, call) = match &self.allocation(object).0 {
            Origin::Site(number, statement) => {
                let offset = self.solver.view(*number)?.ir.statements.get(*statement as usize)?.0;
                return Some((self.solver.methods.list[*number as usize].id, offset));
            }
            Origin::Lambda(number, call) | Origin::Model(number, call, _) => (*number, *call),
            _ => return None,
        };
        let method = self.solver.methods.list.get(number as usize)?;
        Some((method.id, self.solver.methods.offset(number, call)))
    }
}
