//! Contexts and how they are chosen.
//!
//! A context is a list of elements, the youngest last: call sites, objects or classes. The selectors are those of the
//! standard formulation (Smaragdakis, Bravenboer, Lhoták: Pick Your Contexts Well: Understanding Object-Sensitivity,
//! POPL 2011): under *k-call* a callee runs under the last k call sites; under *k-object* under the receiver object and
//! its heap context; under *k-type* under the class that contains the receiver's allocation, and likewise. Static calls
//! keep the caller's context under the last two. Heap contexts are the youngest k − 1 elements of the allocating
//! method's context; this holds for function objects too, so that the function objects made of function objects
//! (`Function.andThen`) are finitely many.

use super::allocations::Allocations;
use crate::program::MethodId;
use rustc_hash::FxHashMap;
use std::fmt;
use std::str::FromStr;

/// Number of a context; 0 is the empty one.
pub type Context = u32;

/// What contexts are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flavour {
    /// Call sites.
    Call,
    /// Receiver objects.
    Object,
    /// Classes that contain the receivers' allocations.
    Type,
}

/// How contexts are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sensitivity {
    /// One context for everything.
    #[default]
    Insensitive,
    /// The last `k` elements of the flavour.
    K {
        /// How many elements.
        k: u8,
        /// Of what.
        flavour: Flavour,
    },
    /// Contexts only where they pay, by a first insensitive run.
    Selective,
}

impl FromStr for Sensitivity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || "expected `insensitive`, `selective`, or `K-call`, `K-object`, `K-type` such as `2-object`".to_owned();
        match text {
            "insensitive" => return Ok(Self::Insensitive),
            "selective" => return Ok(Self::Selective),
            _ => {}
        }
        let (k, flavour) = text.split_once('-').ok_or_else(wrong)?;
        let k = k.parse().ok().filter(|k| (1..=5).contains(k)).ok_or_else(wrong)?;
        let flavour = match flavour {
            "call" => Flavour::Call,
            "object" => Flavour::Object,
            "type" => Flavour::Type,
            _ => return Err(wrong()),
        };
        Ok(Self::K { k, flavour })
    }
}

impl fmt::Display for Sensitivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Insensitive => f.write_str("insensitive"),
            Self::Selective => f.write_str("selective"),
            Self::K { k, flavour: Flavour::Call } => write!(f, "{k}-call"),
            Self::K { k, flavour: Flavour::Object } => write!(f, "{k}-object"),
            Self::K { k, flavour: Flavour::Type } => write!(f, "{k}-type"),
        }
    }
}

/// All contexts.
pub struct Contexts {
    lists: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, Context>,
}

impl Default for Contexts {
    fn default() -> Self {
        let empty: Box<[u32]> = Box::default();
        Self { lists: vec![empty.clone()], numbers: FxHashMap::from_iter([(empty, 0)]) }
    }
}

impl Contexts {
    /// The contexts with these elements, by their numbers.
    pub fn from_lists(lists: Vec<Box<[u32]>>) -> Self {
        let numbers = lists.iter().cloned().zip(0..).collect();
        Self { lists, numbers }
    }

    /// The elements of all contexts.
    pub fn lists(&self) -> &[Box<[u32]>] {
        &self.lists
    }

    /// The context's elements.
    pub fn elements(&self, context: Context) -> &[u32] {
        &self.lists[context as usize]
    }

    /// The context with one more element, of which the youngest `most` are kept.
    pub fn append(&mut self, context: Context, element: u32, most: usize) -> Context {
        let mut list = self.lists[context as usize].to_vec();
        list.push(element);
        self.youngest_of(&list, most)
    }

    /// The youngest `most` elements of the context.
    pub fn youngest(&mut self, context: Context, most: usize) -> Context {
        if self.lists[context as usize].len() <= most {
            return context;
        }
        let list = self.lists[context as usize].to_vec();
        self.youngest_of(&list, most)
    }

    fn youngest_of(&mut self, list: &[u32], most: usize) -> Context {
        let kept: Box<[u32]> = list[list.len().saturating_sub(most)..].into();
        if let Some(known) = self.numbers.get(&kept) {
            return *known;
        }
        let number = self.lists.len() as Context;
        self.lists.push(kept.clone());
        self.numbers.insert(kept, number);
        number
    }
}

/// What is known of a receiver object.
#[derive(Clone, Copy, Debug, Default)]
pub struct Receiver {
    /// Its heap context.
    pub context: Context,
    /// The element that stands for its allocation, whatever the context.
    pub allocation: u32,
    /// The element that stands for the class that contains its allocation.
    pub class: u32,
}

/// Chooses contexts.
pub trait Selector: Send + Sync {
    /// The context of a callee without receiver: by the caller's context, the element that stands for the call site,
    /// and the callee.
    fn of_static(&self, contexts: &mut Contexts, caller: Context, site: u32, callee: MethodId) -> Context;
    /// The context of a callee with a receiver.
    fn of_virtual(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        site: u32,
        receiver: Receiver,
        callee: MethodId,
    ) -> Context;
    /// Whether the receiver decides the context of the callee.
    fn looks_at_receivers(&self, callee: MethodId) -> bool;
    /// The part of a caller's context that decides under which contexts its virtual calls run, if that is a part.
    fn of_virtual_calls(&self, _: &mut Contexts, _: Context) -> Option<Context> {
        None
    }
    /// The heap context of what a method makes under this context.
    fn of_heap(&self, contexts: &mut Contexts, context: Context, method: MethodId) -> Context;
    /// Which objects that a method makes under one context are told apart.
    fn allocations(&self) -> Allocations {
        Allocations::Sites
    }
}

/// One context for everything.
pub struct Insensitive(pub Allocations);

impl Selector for Insensitive {
    fn of_static(&self, _: &mut Contexts, _: Context, _: u32, _: MethodId) -> Context {
        0
    }
    fn of_virtual(&self, _: &mut Contexts, _: Context, _: u32, _: Receiver, _: MethodId) -> Context {
        0
    }
    fn looks_at_receivers(&self, _: MethodId) -> bool {
        false
    }
    fn of_heap(&self, _: &mut Contexts, _: Context, _: MethodId) -> Context {
        0
    }
    fn allocations(&self) -> Allocations {
        self.0
    }
}

/// The last `k` elements of one flavour.
pub struct Limited {
    /// How many elements.
    pub k: usize,
    /// Of what.
    pub flavour: Flavour,
}

impl Selector for Limited {
    fn of_static(&self, contexts: &mut Contexts, caller: Context, site: u32, _: MethodId) -> Context {
        match self.flavour {
            Flavour::Call => contexts.append(caller, site, self.k),
            Flavour::Object | Flavour::Type => contexts.youngest(caller, self.k),
        }
    }

    fn of_virtual(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        site: u32,
        receiver: Receiver,
        _: MethodId,
    ) -> Context {
        match self.flavour {
            Flavour::Call => contexts.append(caller, site, self.k),
            Flavour::Object => contexts.append(receiver.context, receiver.allocation, self.k),
            Flavour::Type => contexts.append(receiver.context, receiver.class, self.k),
        }
    }

    fn looks_at_receivers(&self, _: MethodId) -> bool {
        self.flavour != Flavour::Call
    }

    fn of_virtual_calls(&self, contexts: &mut Contexts, caller: Context) -> Option<Context> {
        Some(match self.flavour {
            Flavour::Call => contexts.youngest(caller, self.k - 1),
            Flavour::Object | Flavour::Type => 0,
        })
    }

    fn of_heap(&self, contexts: &mut Contexts, context: Context, _: MethodId) -> Context {
        contexts.youngest(context, self.k - 1)
    }
}

/// For each method its own sensitivity.
pub struct PerMethod {
    /// How many elements of what; without an entry: insensitive.
    pub choices: FxHashMap<MethodId, (u8, Flavour)>,
}

impl PerMethod {
    fn limited(&self, method: MethodId) -> Option<Limited> {
        let (k, flavour) = *self.choices.get(&method)?;
        Some(Limited { k: k.into(), flavour })
    }
}

impl Selector for PerMethod {
    fn of_static(&self, contexts: &mut Contexts, caller: Context, site: u32, callee: MethodId) -> Context {
        self.limited(callee).map_or(0, |limited| limited.of_static(contexts, caller, site, callee))
    }

    fn of_virtual(
        &self,
        contexts: &mut Contexts,
        caller: Context,
        site: u32,
        receiver: Receiver,
        callee: MethodId,
    ) -> Context {
        self.limited(callee).map_or(0, |limited| limited.of_virtual(contexts, caller, site, receiver, callee))
    }

    fn looks_at_receivers(&self, callee: MethodId) -> bool {
        self.limited(callee).is_some_and(|limited| limited.looks_at_receivers(callee))
    }

    fn of_heap(&self, contexts: &mut Contexts, context: Context, method: MethodId) -> Context {
        self.limited(method).map_or(0, |limited| limited.of_heap(contexts, context, method))
    }
}
