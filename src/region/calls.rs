//! Which methods of the program a call instruction may run: class-hierarchy analysis (Dean, Grove, Chambers, ECOOP'95)
//! over the application's classes, and the ways from one method to another in one call.
//!
//! A virtual call may run a method if an application class below the class that the call names selects it (JVMS §5.4.6);
//! abstract classes count, and so do default methods of interfaces (lambdas and proxies inherit them). Methods of the
//! JDK are left out: calls that reach the program through them are in [`super::passing`]. `invokedynamic` calls nothing.
//!
//! A *forwarder* is a synthetic method with exactly one call (bridges, `access$000`); a way to a method may pass
//! through up to three of them. A direct call wins over a way through forwarders from the same instruction.

use super::at;
use super::error::MOST_CANDIDATES;
use super::names::is_synthetic;
use super::pattern::Place;
use crate::classfile::opcode::{
    GETSTATIC, INVOKEDYNAMIC, INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL, NEW, PUTSTATIC,
};
use crate::classfile::{Constant, Insn, MemberRef, MethodHandle, Operand};
use crate::program::{Body, Class, ClassId, MethodId, Program, access};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// How many forwarders may lie between two methods.
const MOST_FORWARDERS: usize = 3;

/// A call of a method, perhaps through forwarders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    /// The call instruction: index in `Code::items` of the caller.
    pub item: usize,
    /// Its source line.
    pub line: Option<u16>,
    /// The forwarders passed, each with its call instruction.
    pub via: Vec<(MethodId, usize)>,
    /// The method called.
    pub target: MethodId,
    /// Whether frames that are not the program's lie between ([`super::passing`]).
    pub through: bool,
    /// Whether such frames go on working after they have called the target ([`super::working`]).
    pub works: bool,
}

type Ways = Rc<Vec<Way>>;
type Targets = Rc<Vec<MethodId>>;
/// Methods of interfaces: the interface and the method's name.
pub(super) type Functions = Rc<Vec<(ClassId, String)>>;

/// The calls of a program, worked out as they are asked for.
pub(super) struct Calls<'a> {
    pub program: &'a Program,
    /// Methods of the application with code, by name and descriptor.
    methods: BTreeMap<(&'a str, &'a str), Vec<MethodId>>,
    /// Application classes below each class, itself included.
    below: BTreeMap<ClassId, Vec<ClassId>>,
    /// Whether methods are forwarders, where that was asked.
    forwarders: RefCell<BTreeMap<MethodId, bool>>,
    /// The ways out of forwarders, by how many more forwarders these may pass.
    forwarded: RefCell<BTreeMap<(MethodId, usize), Ways>>,
    targets: RefCell<BTreeMap<MemberRef, Targets>>,
    ways: RefCell<BTreeMap<MethodId, Ways>>,
    implementations: RefCell<BTreeMap<MethodId, Targets>>,
    /// Of each class that makes function objects the methods that each of its bootstraps names.
    handles: OnceCell<BTreeMap<ClassId, Vec<Vec<MethodId>>>>,
    /// The methods of interfaces that function objects of a method implement.
    pub(super) functions: RefCell<BTreeMap<MethodId, Functions>>,
}

impl<'a> Calls<'a> {
    pub fn new(program: &'a Program) -> Self {
        let mut methods: BTreeMap<_, Vec<MethodId>> = BTreeMap::new();
        let mut below: BTreeMap<ClassId, Vec<ClassId>> = BTreeMap::new();
        for class in program.application() {
            for (id, info) in class.methods().filter(|(_, info)| info.code.is_some()) {
                methods.entry((info.name.as_str(), info.descriptor.as_str())).or_default().push(id);
            }
            for above in super::names::lineage(program, class.id) {
                below.entry(above).or_default().push(class.id);
            }
        }
        Self {
            program,
            methods,
            below,
            forwarders: RefCell::default(),
            forwarded: RefCell::default(),
            targets: RefCell::default(),
            ways: RefCell::default(),
            implementations: RefCell::default(),
            handles: OnceCell::default(),
            functions: RefCell::default(),
        }
    }

    /// The code of a method; none if it has none or it cannot be read.
    pub fn body(&self, method: MethodId) -> Option<Arc<Body>> {
        self.program.code(method).ok().flatten()
    }

    /// All ways out of a method, forwarders also as targets; in the order of the code, then of the targets.
    pub fn ways(&self, caller: MethodId) -> Ways {
        if let Some(known) = self.ways.borrow().get(&caller) {
            return Rc::clone(known);
        }
        let ways = Rc::new(self.ways_through(caller, MOST_FORWARDERS));
        self.ways.borrow_mut().insert(caller, Rc::clone(&ways));
        ways
    }

    /// The ways from one method to another; to a `<clinit>`, the instructions that initialise its class.
    pub fn ways_to(&self, caller: MethodId, target: MethodId) -> Vec<Way> {
        if self.program.method(target).is_some_and(|info| info.name == "<clinit>") {
            return self.initialisations(caller, target);
        }
        self.ways(caller).iter().filter(|way| way.target == target).cloned().collect()
    }

    /// Whether the way's call instruction stands at the place.
    pub fn is_at(&self, caller: MethodId, way: &Way, place: Place) -> bool {
        match place {
            Place::Line(line) => way.line == Some(line),
            _ => self.body(caller).is_some_and(|body| at::is_at(&body, way.item, place)),
        }
    }

    /// How a call is written so that it is the only one to its target there: its line, else its offset.
    pub fn place_of(&self, caller: MethodId, item: usize, target: MethodId) -> Option<Place> {
        let body = self.body(caller)?;
        let line = body.line(item).map(Place::Line);
        let alone = |place: &Place| {
            let ways = self.ways_to(caller, target);
            ways.iter().filter(|way| self.is_at(caller, way, *place)).count() == 1
        };
        line.filter(alone).or_else(|| body.offset(item).map(Place::Offset))
    }

    /// The methods of the application that call the method, forwarders left out; the first ten.
    pub fn callers(&self, target: MethodId) -> Vec<MethodId> {
        let methods = self.program.application().flat_map(|class| class.methods().map(|(id, _)| id));
        let calls = methods.filter(|id| !self.is_forwarder(*id) && !self.ways_to(*id, target).is_empty());
        calls.take(MOST_CANDIDATES).collect()
    }

    /// The methods of the application that make a function object of the method; the first ten.
    pub fn makers(&self, function: MethodId) -> Vec<MethodId> {
        let methods = self.program.application().flat_map(|class| class.methods().map(|(id, _)| id));
        methods.filter(|id| self.makes_function(*id, function).is_some()).take(MOST_CANDIDATES).collect()
    }

    /// A method with the callee's name that the caller calls and that exists nowhere.
    pub fn unresolved(&self, caller: MethodId, callee: MethodId) -> Option<String> {
        let (class, body, name) =
            (self.program.get(caller.class)?, self.body(caller)?, &self.program.method(callee)?.name);
        let missing = |insn: &Insn| {
            let Operand::Constant(index) = insn.operand else { return None };
            let member = class.file.member(index).ok().filter(|member| is_call(insn) && member.name == *name)?;
            let named = self.program.class(&member.class);
            let found = named.and_then(|class| self.program.resolve_method(class, &member.name, &member.descriptor));
            found.is_none().then(|| format!("{}.{}", member.class.replace('/', "."), member.name))
        };
        body.code.insns().find_map(|(_, insn)| missing(insn))
    }

    /// The methods that can run in place of one, or instead of one without code.
    pub fn implementations(&self, method: MethodId) -> Targets {
        if let Some(known) = self.implementations.borrow().get(&method) {
            return Rc::clone(known);
        }
        let found: Targets = Rc::new(self.runs(method.class, method));
        self.implementations.borrow_mut().insert(method, Rc::clone(&found));
        found
    }

    /// Of each class of the application that makes function objects the methods that each of its bootstraps names.
    pub fn handles(&self) -> &BTreeMap<ClassId, Vec<Vec<MethodId>>> {
        let named = |constant: &Constant| {
            let Constant::MethodHandle(MethodHandle { member, .. }) = constant else { return None };
            self.program.resolve_method(self.program.class(&member.class)?, &member.name, &member.descriptor)
        };
        let of_class = |class: &Class| {
            let bootstraps = class.file.bootstraps().ok()?;
            let handles = bootstraps.iter().map(|it| it.arguments.iter().filter_map(named).collect::<Vec<_>>());
            let handles: Vec<Vec<MethodId>> = handles.collect();
            handles.iter().any(|it| !it.is_empty()).then_some((class.id, handles))
        };
        self.handles.get_or_init(|| self.program.application().filter_map(of_class).collect())
    }

    /// The instruction of the caller that makes a function object (lambda, method reference) of the method.
    pub fn makes_function(&self, caller: MethodId, function: MethodId) -> Option<usize> {
        let handles = self.handles().get(&caller.class)?;
        if !handles.iter().any(|it| it.contains(&function)) {
            return None;
        }
        let class = self.program.get(caller.class)?;
        let body = self.body(caller)?;
        let makes = |insn: &Insn| match insn.operand {
            Operand::Constant(index) if insn.op == INVOKEDYNAMIC => match class.file.constant(index) {
                Ok(Constant::InvokeDynamic(bootstrap, ..)) => {
                    handles.get(usize::from(bootstrap)).is_some_and(|it| it.contains(&function))
                }
                _ => false,
            },
            _ => false,
        };
        body.code.insns().find(|(_, insn)| makes(insn)).map(|(item, _)| item)
    }

    /// The instructions that make the JVM initialise the class of a `<clinit>` (JVMS §5.5): `new` and accesses to static
    /// members of the class or, for its superclasses, of a subclass.
    fn initialisations(&self, caller: MethodId, target: MethodId) -> Vec<Way> {
        let Some((class, body)) = self.program.get(caller.class).zip(self.body(caller)) else { return Vec::new() };
        let initialised = |insn: &Insn| {
            let Operand::Constant(index) = insn.operand else { return None };
            match insn.op {
                NEW => self.program.class(class.file.class_name(index).ok()?),
                GETSTATIC | PUTSTATIC => {
                    let member = class.file.member(index).ok()?;
                    let named = self.program.class(&member.class)?;
                    self.program.resolve_field(named, &member.name, &member.descriptor).map(|field| field.class)
                }
                INVOKESTATIC => {
                    let member = class.file.member(index).ok()?;
                    let named = self.program.class(&member.class)?;
                    self.program.resolve_method(named, &member.name, &member.descriptor).map(|method| method.class)
                }
                _ => None,
            }
        };
        let fits = |class: ClassId| self.program.superclasses(class).any(|above| above.id == target.class);
        let items = body.code.insns().filter(|(_, insn)| initialised(insn).is_some_and(fits)).map(|(item, _)| item);
        items
            .map(|item| Way { item, line: body.line(item), via: Vec::new(), target, through: false, works: false })
            .collect()
    }

    fn ways_through(&self, caller: MethodId, forwarders: usize) -> Vec<Way> {
        let mut ways = Vec::new();
        for (item, line, target) in self.calls(caller) {
            ways.push(Way { item, line, via: Vec::new(), target, through: false, works: false });
            if forwarders == 0 || !self.is_forwarder(target) {
                continue;
            }
            for way in self.forwarded(target, forwarders - 1).iter() {
                let via = std::iter::once((target, way.item)).chain(way.via.iter().copied()).collect();
                ways.push(Way { item, line, via, ..*way });
            }
        }
        ways.sort_by_key(|way| (way.item, way.target, way.via.len(), !self.is_selected(way)));
        ways.dedup_by_key(|way| (way.item, way.target));
        ways
    }

    /// The ways out of a forwarder.
    fn forwarded(&self, forwarder: MethodId, more: usize) -> Ways {
        if let Some(known) = self.forwarded.borrow().get(&(forwarder, more)) {
            return Rc::clone(known);
        }
        let ways = Rc::new(self.ways_through(forwarder, more));
        self.forwarded.borrow_mut().insert((forwarder, more), Rc::clone(&ways));
        ways
    }

    /// Whether an object for which the target is selected has the way's bridges. A class that overrides a bridged method has a
    /// bridge of its own, and not that of the class above.
    fn is_selected(&self, way: &Way) -> bool {
        way.via
            .iter()
            .all(|(bridge, _)| self.program.select(way.target.class, *bridge).is_none_or(|own| own == *bridge))
    }

    /// Whether the method is synthetic and does one call; bodies of lambdas are none.
    pub fn is_forwarder(&self, method: MethodId) -> bool {
        if let Some(known) = self.forwarders.borrow().get(&method) {
            return *known;
        }
        let named_so = |name: &str| !name.starts_with("lambda$") && !name.starts_with('<');
        let found = is_synthetic(self.program, method)
            && self.program.method(method).is_some_and(|info| named_so(&info.name))
            && self.body(method).is_some_and(|body| body.code.insns().filter(|(_, insn)| is_call(insn)).count() == 1);
        self.forwarders.borrow_mut().insert(method, found);
        found
    }

    /// The call instructions of a method with each method of the application that they may run.
    fn calls(&self, caller: MethodId) -> Vec<(usize, Option<u16>, MethodId)> {
        let Some((class, body)) = self.program.get(caller.class).zip(self.body(caller)) else { return Vec::new() };
        let sites = body.code.insns().filter(|(_, insn)| is_call(insn)).filter_map(|(item, insn)| match insn.operand {
            Operand::Constant(index) => Some((item, insn.op, class.file.member(index).ok()?)),
            _ => None,
        });
        let calls = sites.flat_map(|(item, op, member)| {
            let line = body.line(item);
            let targets = self.targets(caller.class, op, member);
            targets.iter().map(|target| (item, line, *target)).collect::<Vec<_>>()
        });
        calls.collect()
    }

    fn targets(&self, caller: ClassId, op: u8, member: MemberRef) -> Targets {
        let fixed = matches!(op, INVOKESTATIC | INVOKESPECIAL);
        if fixed {
            let target = self.fixed_target(caller, op, &member);
            return Rc::new(target.filter(|target| self.has_code(*target)).into_iter().collect());
        }
        if let Some(known) = self.targets.borrow().get(&member) {
            return Rc::clone(known);
        }
        let targets = Rc::new(self.virtual_targets(&member));
        self.targets.borrow_mut().insert(member, Rc::clone(&targets));
        targets
    }

    /// The one method that `invokestatic` or `invokespecial` runs.
    fn fixed_target(&self, caller: ClassId, op: u8, member: &MemberRef) -> Option<MethodId> {
        let program = self.program;
        let named = program.class(&member.class)?;
        let resolved = program.resolve_method(named, &member.name, &member.descriptor)?;
        let by_super = op == INVOKESPECIAL
            && member.name != "<init>"
            && named != caller
            && !program.get(named)?.is_interface()
            && program.is_subtype(caller, named);
        if !by_super {
            return Some(resolved);
        }
        let above = program.get(caller)?.superclass?;
        program.resolve_method(above, &member.name, &member.descriptor)
    }

    fn virtual_targets(&self, member: &MemberRef) -> Vec<MethodId> {
        let program = self.program;
        let named = program.class(&member.class);
        let resolved = named.and_then(|class| program.resolve_method(class, &member.name, &member.descriptor));
        let Some((named, resolved)) = named.zip(resolved) else { return Vec::new() };
        if program.flags(resolved) & access::PRIVATE != 0 {
            return Some(resolved).filter(|target| self.has_code(*target)).into_iter().collect();
        }
        self.runs(named, resolved)
    }

    /// What a call of `resolved`, named in `named`, runs for some receiver.
    fn runs(&self, named: ClassId, resolved: MethodId) -> Vec<MethodId> {
        let program = self.program;
        let Some(info) = program.method(resolved) else { return Vec::new() };
        let Some(same) = self.methods.get(&(info.name.as_str(), info.descriptor.as_str())) else { return Vec::new() };
        let receivers = self.below.get(&named).map_or(&[][..], Vec::as_slice);
        let selected: BTreeSet<MethodId> = receivers.iter().filter_map(|it| program.select(*it, resolved)).collect();
        let is_default = |target: &MethodId| {
            let in_interface = program.get(target.class).is_some_and(Class::is_interface);
            in_interface && program.is_subtype(target.class, named)
        };
        let is_virtual = |target: &MethodId| program.flags(*target) & (access::STATIC | access::PRIVATE) == 0;
        let runs = |target: &MethodId| is_virtual(target) && (selected.contains(target) || is_default(target));
        same.iter().copied().filter(runs).collect()
    }

    pub(super) fn has_code(&self, method: MethodId) -> bool {
        self.program.is_application(method.class) && self.program.method(method).is_some_and(|info| info.code.is_some())
    }
}

pub(super) fn is_call(insn: &Insn) -> bool {
    matches!(insn.op, INVOKEVIRTUAL | INVOKESPECIAL | INVOKESTATIC | INVOKEINTERFACE)
}
