//! Facts: what of the heap a question is about, a place and the objects that have it.
//!
//! A fact stands for the field of some objects, the elements of some arrays, or a static. It is made when a load is met
//! ([`super::reaching`]), and knows which stores may write it and which methods may lead to one of them. Nothing is computed
//! for places that no load of the slice reads.

use super::index::Index;
use super::sites::{Place, Site};
use super::value_flow::Flows;
use crate::analysis::points_to::{ObjectSet, PointsTo};
use crate::define_index;
use crate::program::MethodId;
use crate::util::index::IndexVec;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;

define_index!(
    /// A fact.
    FactId
);

/// A place and the objects that have it.
pub struct Fact {
    /// The place.
    pub place: Place,
    /// The instructions that may write it. Native methods have the offset 0.
    pub stores: Vec<Site>,
    /// See [`Fact::modifiers`]; found when it is first asked.
    modifiers: OnceCell<FxHashSet<MethodId>>,
}

impl Fact {
    /// The methods that may write it, by themselves or by what they call.
    pub fn modifiers(&self, index: &Index) -> &FxHashSet<MethodId> {
        // what happens inside a string, box or builder changes nothing else
        let through = |site: Site| index.flows.get(&site).is_none_or(|flows| *flows == Flows::Sink);
        self.modifiers.get_or_init(|| index.callers_of(self.stores.iter().map(|site| site.0), through))
    }
}

/// All facts of one question.
#[derive(Default)]
pub struct Facts {
    list: IndexVec<FactId, Rc<Fact>>,
    numbers: FxHashMap<(Place, ObjectSet), FactId>,
    /// The facts by what may write them: sets of objects that the same stores write are one fact.
    by_stores: FxHashMap<(Place, Vec<Site>), FactId>,
    of_place: FxHashMap<Place, usize>,
    /// The stores into each place, with the objects that they write to.
    bases: FxHashMap<Place, Rc<Bases>>,
    /// Places of which so many facts were asked for that they are taken for all objects at once.
    pub widened: Vec<Place>,
}

/// Stores with the objects that they write to; none for statics.
type Bases = Vec<(Site, Option<ObjectSet>)>;

/// How many sets of stores are told apart for one place.
const MOST: usize = 256;

impl Facts {
    /// The fact with this number.
    pub fn get(&self, fact: FactId) -> Rc<Fact> {
        Rc::clone(&self.list[fact])
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of a fact, which is made if it is new. Stores into builders that never leave their method (`lone`) are not among
    /// those of content: nothing else reads them.
    pub fn number(
        &mut self,
        answer: &PointsTo<'_>,
        index: &Index,
        (place, objects): (Place, ObjectSet),
        lone: &FxHashSet<Site>,
    ) -> FactId {
        let key = (place, objects);
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        let stores = self.stores(answer, index, &key, lone);
        if let Some(known) = self.by_stores.get(&(place, stores.clone())) {
            self.numbers.insert(key, *known);
            return *known;
        }
        let count = self.of_place.entry(place).or_default();
        *count += 1;
        if *count > MOST && !matches!(place, Place::Static(_)) {
            let is_first = *count == MOST + 1;
            let all = (place, (0..answer.allocations() as u32).collect());
            if is_first {
                self.widened.push(place);
            }
            let known = self.numbers.get(&all).copied();
            let number = known.unwrap_or_else(|| {
                let stores = self.stores(answer, index, &all, lone);
                self.add(all, stores)
            });
            self.numbers.insert(key, number);
            return number;
        }
        self.add(key, stores)
    }

    fn add(&mut self, key: (Place, ObjectSet), stores: Vec<Site>) -> FactId {
        let number = self.list.push(Rc::new(Fact { place: key.0, stores: stores.clone(), modifiers: OnceCell::new() }));
        self.by_stores.insert((key.0, stores), number);
        self.numbers.insert(key, number);
        number
    }

    /// The stores that may write a place of some objects.
    fn stores(
        &mut self,
        answer: &PointsTo<'_>,
        index: &Index,
        (place, objects): &(Place, ObjectSet),
        lone: &FxHashSet<Site>,
    ) -> Vec<Site> {
        let mut stores = Vec::new();
        for other in written(index, *place) {
            let bases = self.bases.entry(other).or_insert_with(|| Rc::new(bases(answer, index, other)));
            let meets = |base: &Option<ObjectSet>| base.as_ref().is_none_or(|base| base.intersects(objects));
            stores.extend(bases.iter().filter(|(_, base)| meets(base)).map(|(site, _)| *site));
        }
        stores.sort_unstable();
        stores.dedup();
        stores.retain(|site| *place != Place::Content || !lone.contains(site));
        stores
    }
}

/// The places whose stores may write this one.
fn written(index: &Index, place: Place) -> Vec<Place> {
    match place {
        Place::Static(_) | Place::Content | Place::Global => vec![place],
        Place::Field(_) | Place::Element => vec![place, Place::Unknown],
        Place::Unknown => {
            let is_in_objects = |other: &&Place| !matches!(other, Place::Static(_) | Place::Content | Place::Global);
            let mut all: Vec<Place> = index.stores.keys().filter(is_in_objects).copied().collect();
            all.sort_unstable();
            all
        }
    }
}

fn bases(answer: &PointsTo<'_>, index: &Index, place: Place) -> Bases {
    let stores = index.stores.get(&place).into_iter().flatten();
    // an instance field or element of null is no store
    let stores = stores.filter(|(_, base)| base.is_some() || matches!(place, Place::Static(_) | Place::Global));
    let stores = stores.map(|(site, base)| (*site, base.map(|base| index.written(answer, place, *site, base))));
    let completed = index.completes.iter().filter(|_| place == Place::Content);
    stores.chain(completed.map(|(site, futures)| (*site, Some(futures.clone())))).collect()
}
