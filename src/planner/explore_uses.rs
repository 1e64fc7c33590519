//! Which classes of an explored program have an initialiser that others may see, and which uses of classes may run one: then it matters who uses a class first.
//!
//! A use is a static field that is read or written, a static method that is called, an object that is made (JVMS §5.5). It initialises the class that declares the member, its superclasses, and
//! those of their superinterfaces that have a method with a body; of an interface nothing else. Constants that the compiler knows are no uses, since no instruction reads them.
//!
//! Invariant: an initialiser that `explore_initialisers` does not know to be harmless counts, and each one below it. Left out: what the JDK initialises by itself, as `Class.forName` does.

use std::collections::{BTreeMap, BTreeSet};

use super::explore_initialisers::is_harmless;
use crate::plan::Initialised;
use crate::program::class::access;
use crate::program::{Class, ClassId, Program};

/// The classes whose use may run such an initialiser, by their names; `location` gives an initialiser's place a number, by its name.
pub(super) fn initialised(program: &Program, mut location: impl FnMut(String) -> u32) -> BTreeMap<String, Initialised> {
    let harmful: BTreeSet<ClassId> =
        program.application().filter(|class| !is_harmless(program, class)).map(|class| class.id).collect();
    let runs: Vec<(&Class, Vec<&Class>)> = program.application().map(|class| (class, runs(program, class))).collect();
    // a harmless one may be late for that of a superclass, which uses its class
    let has_one = |class: &Class| class.declared("<clinit>", "()V").is_some();
    let is_seen = |runs: &[&Class]| runs.iter().any(|class| harmful.contains(&class.id));
    let seen = runs.iter().filter(|(class, runs)| has_one(class) && is_seen(runs)).map(|(class, _)| class.id);
    let seen: BTreeSet<ClassId> = seen.collect();
    let mut all: BTreeMap<String, Initialised> = BTreeMap::new();
    let users = runs.into_iter().filter(|(_, runs)| runs.iter().any(|class| seen.contains(&class.id)));
    for (number, (class, runs)) in users.enumerate() {
        let run = runs.into_iter().filter(|class| seen.contains(&class.id));
        let locations = run.map(|class| location(format!("{}.<clinit>", class.name().replace('/', ".")))).collect();
        all.insert(class.name().to_owned(), Initialised { number: number as u32, locations, above: Vec::new() });
    }
    let numbers: BTreeMap<String, u32> = all.iter().map(|(name, it)| (name.clone(), it.number)).collect();
    for class in program.application() {
        if let Some(it) = all.get_mut(class.name()) {
            it.above = program.superclasses(class.id).filter_map(|above| numbers.get(above.name()).copied()).collect();
        }
    }
    all
}

/// The classes whose initialisers run when this one is initialised.
fn runs<'a>(program: &'a Program, class: &'a Class) -> Vec<&'a Class> {
    if class.is_interface() {
        return vec![class];
    }
    let interfaces = program.superinterfaces(class.id).into_iter().filter_map(|id| program.get(id));
    program.superclasses(class.id).chain(interfaces.filter(|it| has_bodies(it))).collect()
}

/// Whether an interface has a method with a body that an object has.
fn has_bodies(interface: &Class) -> bool {
    interface.methods().any(|(_, info)| info.access & (access::ABSTRACT | access::STATIC) == 0)
}
