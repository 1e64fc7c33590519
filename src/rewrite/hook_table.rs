//! The hooks: static methods of the runtime that rewritten code calls, with the classes that have them.
//!
//! One table: code is emitted by its rows alone. `tests/suite/hook_table.rs` compares it with the runtime's
//! jar: each hook is a public method there, and what is public there is a hook. Left out: methods by which the clock's classes stand
//! for those of the JDK ([`super::clock`]), which have the JDK's names.

use crate::classfile::Bootstraps;
use crate::plan::SlotKind;

/// The hooks of the capturing jar.
pub(super) const CAPTURE: &str = "jcp/runtime/Capture";
/// The hooks of the replaying jar.
pub(super) const REPLAY: &str = "jcp/runtime/Replay";
/// The hooks of both jars that note what is live where a region ends.
pub(super) const STATES: &str = "jcp/runtime/States";
/// The first hook of a run.
pub(super) const FIRST_HOOK: &str = "jcp/runtime/Start";
/// Where it is noted which methods run.
pub(super) const ENTERED: &str = "jcp/runtime/Entered";
/// Where interned strings are noted.
pub(super) const INTERNED: &str = "jcp/runtime/Interned";
/// Where memory outside the heap is noted.
pub(super) const OFF_HEAP: &str = "jcp/runtime/OffHeap";
/// The clock of a replay.
pub(super) const CLOCK: &str = "jcp/runtime/ReplayClock";
/// The hooks of the observing jar.
pub(super) const OBSERVE: &str = "jcp/runtime/Observe";

/// A hook, under the name that the runtime's source has ([`mod@super::own_names`] gives it another one in the jars).
#[derive(Debug)]
pub struct Hook {
    /// The classes that have it, by internal name.
    pub classes: &'static [&'static str],
    /// The method's name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
}

macro_rules! hooks {
    ($($constant:ident $name:literal $descriptor:literal $($class:ident)+;)*) => {
        $(pub(super) const $constant: Hook = Hook { classes: &[$($class),+], name: $name, descriptor: $descriptor };)*
        const NAMED: &[Hook] = &[$($constant),*];
    };
}

hooks! {
    // the start of a run, and its root
    START_HASHES "start" "(II)V" FIRST_HOOK;
    START "start" "()V" CAPTURE REPLAY;
    CAPTURE_ENTERED "entered" "()V" CAPTURE;
    REPLAY_ENTERED "entered" "()Z" REPLAY;
    ROOT "root" "()Z" CAPTURE REPLAY;
    PASSED "passed" "(I)Z" CAPTURE REPLAY;
    SELECTS "selects" "(Ljava/lang/Object;I)Z" CAPTURE REPLAY;
    // the shadow frames
    ENTER "enter" "(I)V" CAPTURE STATES;
    LEAVE "leave" "(I)V" CAPTURE STATES;
    ARRIVE "arrive" "(I)Z" CAPTURE;
    SNAPSHOT "snapshot" "(I)V" CAPTURE;
    // calls that pass through frames that are not the program's
    PASSING "passing" "(I)V" CAPTURE REPLAY;
    ALSO_PASSING "alsoPassing" "(I)V" CAPTURE;
    BACK "back" "()V" CAPTURE;
    CAME "came" "()V" REPLAY;
    LEADS "leads" "(I)V" REPLAY;
    ALSO_LEADS "alsoLeads" "(I)V" REPLAY;
    LED "led" "()V" REPLAY;
    REACHED "reached" "(I)Z" REPLAY;
    // threads that wait
    BEGINS "begins" "(I)Z" CAPTURE REPLAY;
    KEEPS "keeps" "()Z" CAPTURE;
    CAPTURE_WAITS "waits" "(II)V" CAPTURE;
    RESTS "rests" "()Z" CAPTURE;
    REPLAY_WAITS "waits" "()V" REPLAY;
    WOKEN "woken" "()V" CAPTURE REPLAY STATES;
    STATES_BEGINS "begins" "()Z" STATES;
    STATES_WAITS "waits" "(I)V" STATES;
    THREW "threw" "()V" CAPTURE;
    ENTERS "enters" "()V" REPLAY;
    ENTERS_METHOD "entersMethod" "()V" REPLAY;
    AGAIN "again" "()Z" REPLAY;
    SKIPS "skips" "()Z" REPLAY;
    // ends of regions and of the program
    END "end" "(ZI)V" CAPTURE REPLAY;
    LEAVING "leaving" "(Z)V" CAPTURE REPLAY;
    THROWN "thrown" "(Z)V" CAPTURE REPLAY;
    FAILED "failed" "(Ljava/lang/Throwable;Ljava/lang/String;)V" CAPTURE;
    EXIT "exit" "(I)V" CAPTURE REPLAY; // in the place of `System.exit`
    EXITING "exiting" "(I)V" CAPTURE;
    HALTING "halting" "(I)V" CAPTURE;
    // resuming
    INITIALIZED "initialized" "(Ljava/lang/String;)Z" REPLAY;
    LAUNCHING "launching" "()Z" REPLAY;
    FRAME "frame" "(I)V" REPLAY;
    TAKES "takes" "(I)Z" REPLAY;
    RESUMING "resuming" "()Z" REPLAY;
    RESUMING_WAY "resuming" "(I)Z" REPLAY;
    LIVE "live" "()V" REPLAY;
    UNREACHABLE "unreachable" "(Ljava/lang/String;)V" REPLAY;
    UNREACHABLE_IN "unreachable" "(Ljava/lang/String;Ljava/lang/String;)V" REPLAY;
    // what is noted of the program's calls
    NOTE_INTERNED "note" "(Ljava/lang/String;)V" INTERNED;
    MEMORY_TAKEN "taken" "(J)V" OFF_HEAP;
    MEMORY_FREED "freed" "(J)V" OFF_HEAP;
    MEMORY_MOVES "moves" "(J)V" OFF_HEAP;
    MEMORY_MOVED "moved" "(J)V" OFF_HEAP;
    CURRENT_TIME "currentTimeMillis" "()J" CLOCK;
    METHOD_RUNS "runs" "(I)V" ENTERED;
    CHAIN_METHOD_RUNS "runsInChain" "(I)V" ENTERED;
    ASKS "asks" "(II)V" ENTERED;
    LOCATES "locates" "(Ljava/lang/Object;I)V" ENTERED;
    OPENS "opens" "(Ljava/lang/Object;I)V" ENTERED;
    MAKES_LOADER "makesLoader" "(Ljava/lang/Object;I)V" ENTERED;
    // observing runs
    METHOD_ENTERED "entered" "(I)V" OBSERVE;
    SITE_REACHED "reached" "(I)V" OBSERVE;
    RECEIVER "receiver" "(Ljava/lang/Object;I)V" OBSERVE;
    MUTATED "mutated" "(Ljava/lang/Object;)V" OBSERVE;
    OBSERVED_HALTING "halting" "()V" OBSERVE;
    // in the place of what a method reference names; the runtime's `Lambdas` turns it
    EXIT_OF_RUNTIME "exit" "(Ljava/lang/Runtime;I)V" CAPTURE;
    HALT_OF_RUNTIME "halt" "(Ljava/lang/Runtime;I)V" CAPTURE;
    INTERN "intern" "(Ljava/lang/String;)Ljava/lang/String;" INTERNED;
}

/// Hooks of which there is one for each kind of value.
type OfKinds = [Hook; 5];

macro_rules! of_kinds {
    ($name:literal $before:literal $after:literal $($class:ident)+) => {
        of_kinds!(@ [$($class),+] $name $before $after "I" "I", "J" "J", "F" "F", "D" "D", "A" "Ljava/lang/Object;")
    };
    (@ $classes:tt $name:literal $before:literal $after:literal $($letter:literal $descriptor:literal),*) => {
        [$(Hook { classes: &$classes, name: concat!($name, $letter), descriptor: concat!($before, $descriptor, $after) }),*]
    };
}

/// The place of the one for references.
pub(super) const OBJECT: usize = 4;

/// Puts a value into the shadow frame that was entered last.
pub(super) const PUT: OfKinds = of_kinds!("put" "(" ")V" CAPTURE STATES);
/// Passes receiver or argument of a root below main.
pub(super) const ARGUMENT: OfKinds = of_kinds!("argument" "(" ")V" CAPTURE REPLAY);
/// Gives the value of a slot of the frame that is resumed.
pub(super) const GET: OfKinds = of_kinds!("get" "(I)" "" REPLAY);
/// Assigns a final field: object, value, class, name and descriptor.
pub(super) const ASSIGN: OfKinds =
    of_kinds!("assign" "(Ljava/lang/Object;" "Ljava/lang/String;Ljava/lang/String;)V" REPLAY);

/// The hook for values of that kind.
pub(super) fn of_kind<'h>(hooks: &'h OfKinds, kind: &SlotKind) -> &'h Hook {
    match kind {
        SlotKind::Int => &hooks[0],
        SlotKind::Long => &hooks[1],
        SlotKind::Float => &hooks[2],
        SlotKind::Double => &hooks[3],
        _ => &hooks[OBJECT],
    }
}

/// All hooks.
pub fn hooks() -> impl Iterator<Item = &'static Hook> {
    const KINDS: [&OfKinds; 4] = [&PUT, &ARGUMENT, &GET, &ASSIGN];
    NAMED.iter().chain(KINDS.into_iter().flatten())
}

/// The bootstrap methods of the JDK in whose place both jars call the runtime's.
pub const BOOTSTRAPS: [Bootstraps<'static>; 3] = [
    Bootstraps {
        from: "java/lang/invoke/LambdaMetafactory",
        to: "jcp/runtime/Lambdas",
        methods: &[
            (
                "metafactory",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
                 Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)\
                 Ljava/lang/invoke/CallSite;",
            ),
            (
                "altMetafactory",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
                 [Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
            ),
        ],
    },
    Bootstraps {
        from: "java/lang/invoke/StringConcatFactory",
        to: "jcp/runtime/Linking",
        methods: &[(
            "makeConcatWithConstants",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
             Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
        )],
    },
    Bootstraps {
        from: "java/lang/runtime/ObjectMethods",
        to: "jcp/runtime/RecordMethods",
        methods: &[(
            "bootstrap",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/TypeDescriptor;\
             Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;",
        )],
    },
];
