//! The plan: plain data, the only thing that passes from analysis to rewriting.
//!
//! It names classes, methods and fields by their class-file names and instructions by their offset in the original
//! bytecode, so that it can be written as JSON (`jcp instrument --plan`) and read without the program at hand. Each
//! decision carries its reason. The planner makes it; rewriting and the driver only read it.
//!
//! *Depth* is the index in the chain: 0 is the root (`main`), the last one is the CP container. *Site* i is the chain
//! call in the method of depth i; the container's site is the checkpoint itself.

mod exploration;
mod forest;
mod premises;
mod reduction;
mod request;
mod written;

pub use exploration::{Content, ELEMENTS, Exploration, ExploredCall, Initialised, Part, SharedField};
pub use forest::{Call, Forest, Node, Place, Point, Started};
pub use premises::{ClassPremise, FieldPremise, MethodPremise, Premises};
pub use reduction::{Change, MethodReduction, Reduced, Reduction, Then};
pub use request::{Instance, Request, Sockets, Time};

pub use crate::classfile::descriptor::type_name;

use crate::classfile::descriptor::parameters;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that rewriting is told: the regions of a run, and their chains merged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plans {
    /// The regions in the order in which they were given, at least one where anything is captured.
    pub regions: Vec<Plan>,
    /// The chains of other threads than main's, which wait at the checkpoint.
    pub threads: Vec<ThreadChain>,
    /// All their chains.
    pub forest: Forest,
    /// The classes of which the capturing run notes the methods that it enters, each with the number of its first method; the others
    /// follow in the order of the class file. Empty where it does not.
    #[serde(default)]
    pub noted: BTreeMap<String, u32>,
    /// Starts of the names of classes that run the program and are no part of it.
    #[serde(default)]
    pub surroundings: Vec<String>,
    /// Of an edited program: the run whose checkpoint alone its replay can take, if there is but one.
    #[serde(default)]
    pub run: Option<u64>,
}

/// The methods of the program on the stack of a thread that waits, and the call of the JDK in which it does; or of one that runs, down to a
/// loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThreadChain {
    /// The chain as it is written.
    pub pattern: String,
    /// The methods, the thread's first one first; the last site is the call, or the first instruction of the loop.
    pub chain: Vec<ChainMethod>,
    /// The method that the call names; without a class where there is none.
    pub waits_in: MethodName,
    /// How the replay comes to wait again.
    pub again: Again,
}

/// How a thread of the replay comes to wait where it waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Again {
    /// The call is made again.
    Call,
    /// The thread goes on behind the call, which may return at any time by its contract.
    Behind,
    /// There is no call: the thread runs, and is held at the head of a loop, where it goes on.
    Loop,
    /// There is no call of the JDK: the chain's last method is `synchronized`, and the thread enters it.
    Entry,
}

/// What is known of one region.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Plan {
    /// Base name of the checkpoint file.
    pub name: String,
    /// Internal name of the main class.
    pub main: String,
    /// The application's classes and interfaces above it.
    pub above_main: Vec<String>,
    /// The program's `main`, if the chain starts below it: then the root is entered while frames above it hold objects.
    pub below: Option<MethodName>,
    /// Whether an entry of the root reaches the region's start at most once; false where that is not known.
    pub once: bool,
    /// The region, fully explicit, ready to paste.
    pub region: String,
    /// What is asked of the runs.
    pub request: Request,
    /// Feature version of the JDK that the analysis saw, such as 17.
    pub jdk: u16,
    /// The chain, root first, CP container last.
    pub chain: Vec<ChainMethod>,
    /// The chain to the region's end, root first; the last site is the end. Empty if the region is open.
    pub end: Vec<ChainMethod>,
    /// The static fields to capture, in the order of their names.
    pub statics: Vec<StaticField>,
    /// Statics of the JDK that may be modified before the checkpoint and used after it, in the order of their names.
    pub jdk_statics: Vec<JdkStatic>,
    /// Where the analysis is imprecise about the JDK, much the same for every program: calls that it does not follow, statics
    /// that no model classifies.
    pub jdk_notes: Vec<String>,
    /// Instance fields of the application that need not be captured, since no code after the checkpoint reads them; in the
    /// order of their names.
    pub pruned_fields: Vec<InstanceField>,
    /// How many instance fields the application's classes have; zero where that was not asked.
    pub instance_fields: usize,
    /// How many statics anything reachable from `main` reads or writes. Zeros where that was not asked.
    pub reachable_statics: StaticCounts,
    /// Methods that the analysis holds unreachable after the checkpoint and that read statics or fields which are therefore
    /// not captured: the replaying jar stops with an error when one of them runs. In order, since there are tens of thousands and each
    /// class asks for its own.
    pub unreachable: Vec<MethodName>,
    /// The frames that may lie between a call with [`Site::through`] and the next method of the chain.
    pub pass_through: Vec<Frames>,
    /// The control-decision-making points of the chain.
    pub cdmps: Vec<Cdmp>,
    /// Whether source lines of code that ran before the checkpoint moved since it was taken.
    pub lines_moved: bool,
    /// Whether the program was edited since the checkpoint was taken, and it is not known what the run did that left it.
    pub edited: bool,
    /// Where the analysis takes the program to do more than it does: then more is captured, never less.
    pub precision: Vec<String>,
    /// What the user has to know besides: entries and classes that were left out, options without effect.
    pub diagnostics: Vec<String>,
}

/// Methods that are not the program's and only call on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frames {
    /// Internal name of the class; `a/b/*`: all of the package.
    pub class: String,
    /// The method's name; `*`: all.
    pub method: String,
}

/// A method of the chain with its site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainMethod {
    /// The method.
    pub method: MethodName,
    /// Whether its class is an interface.
    pub in_interface: bool,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// Whether it holds the monitor of its object or class while it runs.
    pub is_synchronized: bool,
    /// How the method above calls it.
    pub dispatch: Dispatch,
    /// Dimensions of the array type that marks the clone, the number of its node in the forest; 0: instrumented in place
    /// (the root, and what is not called by the chain itself).
    pub clone: u8,
    /// The chain call, or the checkpoint.
    pub site: Site,
}

/// How a chain method is reached from the one above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dispatch {
    /// The JVM calls it: the root.
    Root,
    /// The JDK calls it on another thread than main's, of which it is the first method of the program.
    Thread,
    /// `invokestatic`.
    Static,
    /// `invokespecial`: private methods, `super.m()`, constructors; and virtual calls that can only reach this method.
    Special,
    /// `invokevirtual` or `invokeinterface`: the receiver decides.
    Virtual,
    /// Frames between call it that are not the program's.
    Through,
}

/// A method by its names in the class file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MethodName {
    /// Internal name of the class.
    pub class: String,
    /// The method's name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A chain call or the checkpoint: what must be captured there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Source line, 0 if unknown.
    pub line: u16,
    /// Offset of the instruction in the original code, bytes.
    pub offset: u32,
    /// At a call with a receiver: the receiver's type. None where it counts as part of the stack.
    pub receiver: Option<SlotKind>,
    /// Locals just before the instruction, by slot.
    pub locals: Vec<Slot>,
    /// The operand stack, bottom first: at the checkpoint and at a call that passes through all of it, at any other call
    /// what lies under receiver and arguments.
    pub stack: Vec<Slot>,
    /// At a call that reaches the chain's next method through frames that are not the program's.
    pub through: Option<Through>,
    /// The `new` instructions whose unfinished objects lie on the stack, outermost first.
    pub unfinished: Vec<Unfinished>,
    /// Locals that hold the objects whose monitors the method holds, in the order of entering.
    pub monitors: Vec<u16>,
}

/// A call whose callee calls the chain's next method. The replay makes the same call again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Through {
    /// The descriptor of what the instruction calls.
    pub descriptor: String,
    /// How many of the stack's slots are its receiver and arguments.
    pub passed: u16,
    /// Whether the callee goes on working after it has called: the replay resumes its frames.
    #[serde(default)]
    pub works: bool,
}

/// An object under construction whose constructor's arguments are being evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// Offset of its `new`, bytes.
    pub offset: u32,
    /// The locals just before that `new`.
    pub locals: Vec<Slot>,
}

/// A local or an operand-stack slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Number of the local, or position in the stack (a `long` counts once there).
    pub index: u16,
    /// Its type there.
    pub kind: SlotKind,
    /// Whether its value is needed afterwards.
    pub live: bool,
    /// The variable's name, if the class file tells.
    pub name: Option<String>,
}

/// The verification type of a slot (JVMS §4.10.1.2), with `new` instructions named by offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SlotKind {
    /// int, and smaller.
    Int,
    /// long.
    Long,
    /// float.
    Float,
    /// double.
    Double,
    /// The null reference.
    Null,
    /// An object of the class (internal name or array descriptor).
    Object(String),
    /// `this` of a constructor before `super(…)`.
    UninitializedThis,
    /// The result of the `new` at this offset, not yet constructed.
    Uninitialized(u32),
}

/// A static field that is captured.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StaticField {
    /// Internal name of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether code before the checkpoint may modify it. If not, it holds what every class starts with.
    pub modified: bool,
    /// Whether its class comes from another entry of the class path than the main class.
    pub of_library: bool,
    /// Why: who reads it after the checkpoint.
    pub reason: String,
}

/// Numbers of static fields by whose they are. Constants of class files do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaticCounts {
    /// Of the class-path entry that has the main class.
    pub program: usize,
    /// Of the other entries of the class path.
    pub libraries: usize,
    /// Of the JDK.
    pub jdk: usize,
    /// Whether that is what the class hierarchy says, which reaches more than the points-to analysis does.
    #[serde(default)]
    pub by_hierarchy: bool,
}

/// An instance field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InstanceField {
    /// Internal name of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A static field of the JDK that the selection found: it is not captured as a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JdkStatic {
    /// Internal name of its class.
    pub class: String,
    /// Its name.
    pub name: String,
    /// `cache`, `provider`, `refuse` or `unclassified` (`patterns/README.md`).
    pub kind: String,
    /// Why it is of that kind.
    pub why: String,
}

/// A control-decision-making point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cdmp {
    /// Depth of the method that contains it.
    pub depth: u16,
    /// Source line, 0 if unknown.
    pub line: u16,
    /// Offset of the instruction, bytes.
    pub offset: u32,
    /// `predicate`, `switch`, `throw` or `call`.
    pub kind: String,
}

impl Plans {
    /// The first region's plan, which has all that is the same for all regions.
    pub fn first(&self) -> &Plan {
        self.regions.first().expect("plans have a region")
    }

    /// Whether a region has an end.
    pub fn has_end(&self) -> bool {
        self.regions.iter().any(|plan| !plan.end.is_empty())
    }

    /// How many methods would be cloned if the chains were not merged.
    pub fn unmerged_clones(&self) -> usize {
        let cloned = |chain: &[ChainMethod]| chain.iter().filter(|element| element.clone > 0).count();
        self.regions.iter().map(|plan| cloned(&plan.chain) + cloned(&plan.end)).sum()
    }

    /// The methods of a class that may be unreachable after a region's start ([`Plan::unreachable`]), each once, in order.
    pub fn unreachable_of(&self, class: &str) -> BTreeSet<&MethodName> {
        self.regions.iter().flat_map(|plan| plan.unreachable_of(class)).collect()
    }

    /// The chain that passes through a place.
    pub fn chain(&self, place: Place) -> &[ChainMethod] {
        match place {
            Place::Start(region) => &self.regions[region].chain,
            Place::End(region) => &self.regions[region].end,
            Place::Wait(thread) => &self.threads[thread].chain,
        }
    }

    /// Whether it is the chain of a thread that is about to enter the monitor of its last method.
    pub fn is_entry(&self, place: Place) -> bool {
        matches!(place, Place::Wait(thread) if self.threads[thread].again == Again::Entry)
    }

    /// Whether it is the chain of a thread that is held in a loop.
    pub fn is_loop(&self, place: Place) -> bool {
        matches!(place, Place::Wait(thread) if self.threads[thread].again == Again::Loop)
    }

    /// Whether it is the chain of another thread of which both jars keep frames as long as they run, since states are compared. None is where a thread's
    /// chain passes through frames of the JDK.
    pub fn is_shown(&self, place: Place) -> bool {
        let waits = matches!(place, Place::Wait(_)) && !self.is_loop(place) && !self.is_entry(place);
        let passes = |element: &ChainMethod| element.dispatch == Dispatch::Through;
        let any_passes = self.threads.iter().any(|other| other.chain.iter().any(passes)); // a call may be noted for both
        waits && self.first().request.states && !any_passes
    }
}

impl Plan {
    /// The CP container.
    pub fn container(&self) -> &ChainMethod {
        self.chain.last().expect("a chain has at least its root")
    }

    /// Whether the class's initialiser may be the first code of the program that runs.
    pub fn starts_in(&self, class: &str) -> bool {
        self.main == class || self.above_main.iter().any(|above| above == class)
    }

    /// Those of [`Plan::unreachable`] that are of the class.
    pub fn unreachable_of(&self, class: &str) -> &[MethodName] {
        let from = self.unreachable.partition_point(|name| &*name.class < class);
        let count = self.unreachable[from..].partition_point(|name| name.class == class);
        &self.unreachable[from..from + count]
    }

    /// How many locals and operand-stack slots are captured.
    pub fn captured_slots(&self) -> usize {
        let live = |slots: &[Slot]| slots.iter().filter(|slot| slot.live).count();
        self.chain.iter().map(|element| live(&element.site.locals) + live(&element.site.stack)).sum()
    }

    /// How many locals and operand-stack slots hold a value at the sites, captured or not.
    pub fn slots(&self) -> usize {
        self.chain.iter().map(|element| element.site.locals.len() + element.site.stack.len()).sum()
    }

    /// How many statics are captured: modified before the checkpoint and used after it.
    pub fn captured_statics(&self) -> usize {
        self.statics.iter().filter(|field| field.modified).count()
    }

    /// How many of them are of libraries.
    pub fn captured_library_statics(&self) -> usize {
        self.statics.iter().filter(|field| field.modified && field.of_library).count()
    }

    /// How many methods of the chain are cloned.
    pub fn clones(&self) -> usize {
        self.chain.iter().filter(|element| element.clone > 0).count()
    }
}

impl MethodName {
    /// `a.b.C.m`, for people.
    pub fn display(&self) -> String {
        format!("{}.{}", self.class.replace('/', "."), self.name)
    }

    /// `a.b.C.m(int,a.b.D[])`, for people.
    pub fn with_types(&self) -> String {
        self.display() + &parameters(&self.descriptor)
    }
}
