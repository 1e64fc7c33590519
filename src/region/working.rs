//! Calls of methods of the JDK that go on working after they have called the next method of a chain: `forEach`, sorting, streams, maps that compute
//! a value, whatever calls `equals` or `compareTo`.
//!
//! The code does not say which call at a place it is, nor whether it leads there: the capturing run looks at its own stack. So of the calls
//! at a place those count that are given an object with the method, or are made on one; if there are none, all that may have been given one before,
//! and of these the ones that end a stream's pipeline, if the method is a function object's.
//!
//! Left out: calls that only make something that works later (a stream, a collector, a comparator, a function object); constructors of the
//! JDK, since the object under construction is another one in the replay; places where the call is not known.

use super::calls::{Calls, Way};
use super::names::lineage;
use super::pattern::Place;
use crate::classfile::descriptor::parse_method;
use crate::classfile::{Insn, MemberRef};
use crate::program::{ClassId, MethodId, access};

/// What such calls make works later.
const LAZY: [&str; 3] = ["java/util/stream/BaseStream", "java/util/stream/Collector", "java/util/Comparator"];
const STREAM: &str = "java/util/stream/BaseStream";
const FUNCTIONS: &str = "java/util/function/";

impl Calls<'_> {
    /// The calls at the place that may lead to the target through code of the JDK that goes on working.
    pub fn working(&self, caller: MethodId, target: MethodId, place: Place) -> Vec<Way> {
        let functions = self.function_methods(target);
        if functions.is_empty() && !self.is_known_to_jdk(target) {
            return Vec::new();
        }
        let calls: Vec<(usize, Insn, MemberRef)> =
            self.sites(caller, Some(place)).into_iter().filter(|(_, _, member)| self.works(member)).collect();
        let has_target = |class: ClassId| {
            self.program.name(class) != "java/lang/Object"
                && (self.program.is_subtype(target.class, class)
                    || functions.iter().any(|(interface, _)| self.program.is_subtype(*interface, class)))
        };
        let given = |member: &MemberRef| self.passed(member).into_iter().any(has_target);
        let ends_stream = |member: &MemberRef| {
            !functions.is_empty() && self.program.class(&member.class).is_some_and(|class| self.is_below(class, STREAM))
        };
        let some = |wanted: &dyn Fn(&MemberRef) -> bool| calls.iter().any(|(_, _, member)| wanted(member));
        let all = |_: &MemberRef| true;
        let wanted: &dyn Fn(&MemberRef) -> bool = match () {
            () if some(&given) => &given,
            () if some(&ends_stream) => &ends_stream,
            () => &all,
        };
        let line = |item: usize| self.body(caller).and_then(|body| body.line(item));
        let chosen = calls.iter().filter(|(_, _, member)| wanted(member));
        chosen
            .map(|(item, ..)| Way {
                item: *item,
                line: line(*item),
                via: Vec::new(),
                target,
                through: true,
                works: true,
            })
            .collect()
    }

    /// Whether the JDK can call the method: a class or interface of the JDK above its class has a method of that name.
    fn is_known_to_jdk(&self, method: MethodId) -> bool {
        let Some(info) = self.program.method(method) else { return false };
        let mut library =
            lineage(self.program, method.class).into_iter().filter(|class| !self.program.is_application(*class));
        info.access & (access::STATIC | access::PRIVATE) == 0
            && !info.name.starts_with('<')
            && library.any(|class| {
                self.program.get(class).is_some_and(|class| class.methods_named(&info.name).next().is_some())
            })
    }

    /// Whether the call is of a method of the JDK that does its work at once.
    pub(super) fn works(&self, member: &MemberRef) -> bool {
        self.is_of_jdk(member) && !self.returns_lazy(member)
    }

    /// Whether the call is of a method of the JDK that makes something which works later.
    pub(super) fn makes_lazy(&self, member: &MemberRef) -> bool {
        self.is_of_jdk(member) && self.returns_lazy(member)
    }

    fn is_of_jdk(&self, member: &MemberRef) -> bool {
        let program = self.program;
        let Some(named) = program.class(&member.class).filter(|_| member.name != "<init>") else { return false };
        let declared = program.resolve_method(named, &member.name, &member.descriptor);
        declared.is_some_and(|it| !program.is_application(it.class))
    }

    fn returns_lazy(&self, member: &MemberRef) -> bool {
        let made = member.descriptor.rsplit_once(")L").map(|(_, name)| name.trim_end_matches(';'));
        let is_lazy = |name: &str| {
            let class = self.program.class(name);
            name.starts_with(FUNCTIONS) || class.is_some_and(|class| LAZY.iter().any(|lazy| self.is_below(class, lazy)))
        };
        made.is_some_and(is_lazy)
    }

    /// Whether the class is one of the JDK of this name, or below it.
    pub(super) fn is_below(&self, class: ClassId, name: &str) -> bool {
        self.program.class(name).is_some_and(|above| self.program.is_subtype(class, above))
    }

    /// The classes of receiver and arguments, as the call names them.
    fn passed(&self, member: &MemberRef) -> Vec<ClassId> {
        let parameters = parse_method(&member.descriptor).map(|descriptor| descriptor.parameters).unwrap_or_default();
        let names = parameters.iter().filter_map(|it| it.strip_prefix('L')?.strip_suffix(';'));
        names.chain([member.class.as_str()]).filter_map(|name| self.program.class(name)).collect()
    }
}
