//! The plans as the runtime reads them (`runtime-java`, `Plan`): lines of words between tabs.
//!
//! `plan.txt` is the first region's, `plan-2.txt` the second one's, and so on. Each has all that is the same for all
//! regions, and the contexts of the forest: `node`, its number, its parent, and the method.

use crate::classfile::ClassFile;
use crate::plan::{Again, ChainMethod, Dispatch, Instance, MethodName, Place, Plans, Sockets, Time};
use crate::rewrite;
use std::fmt::Write as _;

/// Whether a chain of any region has a call that goes on working: the runtime reads it of the first one.
fn works(plans: &Plans) -> bool {
    let mut elements = plans.regions.iter().flat_map(|plan| plan.chain.iter().chain(&plan.end));
    elements.any(|element| element.site.through.as_ref().is_some_and(|through| through.works))
}

/// The text for a region. `id`: what its checkpoints belong to.
pub fn plan_text(plans: &Plans, region: usize, id: &str) -> String {
    let plan = &plans.regions[region];
    let instance = instance(plan.request.instance);
    let mut text = String::new();
    let _ = writeln!(text, "jcp\t1\nplan\t{id}\nname\t{}\ninstance\t{instance}", plan.name);
    let _ = writeln!(text, "jdk\t{}\nregions\t{}", plan.jdk, plans.regions.len());
    let keep = plan.request.keep.map(|keep| format!("keep\t{keep}\n"));
    let run = plans.run.map(|run| format!("run\t{run:016x}\n"));
    text.extend(keep.into_iter().chain(run));
    for (word, _) in
        [("clock", plan.request.clock), ("seeds", plan.request.seeds)].iter().filter(|(_, time)| *time == Time::Replay)
    {
        let _ = writeln!(text, "{word}");
    }
    let words = [
        ("closes-sockets", plan.request.sockets == Sockets::Close),
        ("below", plan.below.is_some()),
        ("once", plan.once),
        ("works", works(plans)),
        ("moved", plan.lines_moved),
        ("edited", plan.edited),
        ("turns", plans.has_end()),
    ];
    for (word, _) in words.iter().filter(|(_, holds)| *holds) {
        let _ = writeln!(text, "{word}");
    }
    for (word, chain) in [("chain", &plan.chain), ("end", &plan.end)] {
        for (depth, element) in chain.iter().enumerate() {
            let method = &element.method;
            let kind = match element.dispatch {
                Dispatch::Root | Dispatch::Thread | Dispatch::Static => "static",
                Dispatch::Special => "special",
                Dispatch::Virtual => "virtual",
                Dispatch::Through => "through",
            };
            let (class, name, descriptor, line) = (&method.class, &method.name, &method.descriptor, element.site.line);
            let _ = writeln!(text, "{word}\t{depth}\t{class}\t{name}\t{descriptor}\t{line}\t{kind}");
        }
    }
    for (depth, way) in rewrite::ways(plans, Place::Start(region)).into_iter().enumerate() {
        let _ = writeln!(text, "way\t{depth}\t{way}");
    }
    for (number, node) in plans.forest.nodes.iter().enumerate() {
        let (class, name, descriptor) = (&node.method.class, &node.method.name, &node.method.descriptor);
        let parent = node.parent.map_or("-1".to_owned(), |parent| parent.to_string());
        let _ = writeln!(text, "node\t{number}\t{parent}\t{class}\t{name}\t{descriptor}\t{}", node.clone);
    }
    threads(&mut text, plans);
    for (depth, element) in plan.chain.iter().enumerate() {
        for (number, name, kind) in rewrite::variables(&element.site) {
            let _ = writeln!(text, "variable\t{depth}\t{number}\t{name}\t{kind}");
        }
    }
    for (depth, element) in plan.chain.iter().enumerate() {
        for name in rewrite::slot_names(&element.site) {
            let _ = writeln!(text, "slot\t{depth}\t{name}");
        }
    }
    // the capturing run reads the first plan alone
    let passing = plans.regions.iter().map(|plan| &plan.pass_through).find(|frames| !frames.is_empty());
    for frames in passing.into_iter().flatten() {
        let _ = writeln!(text, "through\t{}\t{}", frames.class, frames.method);
    }
    for field in &plan.statics {
        let _ = writeln!(text, "static\t{}\t{}\t{}", field.class, field.name, field.descriptor);
    }
    for field in &plan.pruned_fields {
        let _ = writeln!(text, "pruned\t{}\t{}\t{}", field.class, field.name, field.descriptor);
    }
    text
}

/// The wanted arrivals, as the runtime reads them.
fn instance(instance: Instance) -> String {
    match instance {
        Instance::Number(number) => number.to_string(),
        Instance::Last => "last".to_owned(),
        Instance::Every(step) => format!("every:{step}"),
        Instance::Seconds(seconds) => format!("every:{seconds}s"),
    }
}

/// The chains of other threads: what each waits in, where receiver, time limit and its unit are among the values of the last frame, and its
/// methods with their ways. The runtime passes over the lines that name the call's class and the slots.
fn threads(text: &mut String, plans: &Plans) {
    for (number, thread) in plans.threads.iter().enumerate() {
        let MethodName { class, name, descriptor } = &thread.waits_in;
        let again = match thread.again {
            Again::Call => "again",
            Again::Behind => "behind",
            Again::Loop => "loop",
            Again::Entry => "entry",
        };
        let slots = thread.chain.last().map(|last| rewrite::waited_slots(&last.site, descriptor)).unwrap_or_default();
        let [receiver, limit, unit] = slots.map(|slot| slot.map_or("-1".to_owned(), |slot| slot.to_string()));
        let _ = writeln!(
            text,
            "thread\t{number}\t{again}\t{name}\t{receiver}\t{limit}\t{unit}\t{}",
            monitors(&thread.chain)
        );
        let _ = writeln!(text, "waits-in\t{class}\t{name}");
        let ways = rewrite::ways(plans, Place::Wait(number));
        for (depth, (element, way)) in thread.chain.iter().zip(ways).enumerate() {
            let MethodName { class, name, descriptor } = &element.method;
            let line = element.site.line;
            let _ = writeln!(text, "waits\t{depth}\t{class}\t{name}\t{descriptor}\t{line}\t{number}\t{way}");
        }
        for (depth, element) in thread.chain.iter().enumerate() {
            for name in rewrite::slot_names(&element.site) {
                let _ = writeln!(text, "waits-slot\t{depth}\t{name}");
            }
        }
    }
}

/// How many monitors the methods of a thread hold; more than that if its first method enters one, which the JVM does.
fn monitors(chain: &[ChainMethod]) -> usize {
    let held = |element: &ChainMethod| element.site.monitors.len() + usize::from(element.is_synchronized);
    chain.iter().map(held).sum::<usize>() + usize::from(chain.first().is_some_and(|first| first.is_synchronized))
}

/// The classes of the class path whose files could not be read.
pub fn unread(names: &[String]) -> String {
    let mut text = String::new();
    for name in names {
        let _ = writeln!(text, "unread\t{name}");
    }
    text
}

/// The classes whose initialisers have no room for a hook.
pub fn bare<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for name in names {
        let _ = writeln!(text, "bare\t{name}");
    }
    text
}

/// Access flags of fields (JVMS §4.5): static, transient and synthetic.
const OF_AGENTS: u16 = 0x0008 | 0x0080 | 0x1000;

/// The static fields that look as if an agent had added them when the class was loaded, but are in the program's class files.
pub fn own_fields<'a>(classes: impl Iterator<Item = &'a ClassFile>) -> String {
    let mut text = String::new();
    for class in classes {
        for field in class.fields.iter().filter(|field| field.access & OF_AGENTS == OF_AGENTS) {
            let _ = writeln!(text, "own\t{}\t{}", class.name, field.name);
        }
    }
    text
}
