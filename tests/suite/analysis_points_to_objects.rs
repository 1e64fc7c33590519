//! Which objects the points-to analysis tells apart: what `new` makes at each instruction, or one object of each class.
//!
//! The fewer are told apart, the more an answer has: each has what those have that tell more apart.

use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::objects::Origin;
use jcp::analysis::points_to::{Allocations, Budget, Known, PointsTo, Precision, points_to_named};
use jcp::program::{MethodId, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common;

/// Two boxes that hold objects of two classes.
const BOXES: &str = "class Boxes {
        static class Box { Object held; }
        static class First { public String toString() { return \"first\"; } }
        static class Second { public String toString() { return \"second\"; } }
        public static void main(String[] args) {
            Box one = new Box(), other = new Box();
            one.held = new First();
            other.held = new Second();
            String told = one.held.toString();
            java.util.List<Object> all = new java.util.ArrayList<>(java.util.List.of(told, one, other));
            for (Object each : all) System.out.println(each);
        }
    }";

/// The program with all its own classes read, so that the folder may go; and what is known of the JDK.
fn boxes() -> (Program, Known) {
    let (home, folder) = (common::any_jdk(), tempfile::tempdir().expect("a folder"));
    let classes = common::compile(&home, &[("Boxes.java", BOXES)], folder.path());
    let program = common::program(&home.home, &classes);
    assert_eq!(program.application().count(), 4);
    (program, Known { jdk: Some(common::summaries::of(&home)), answers: None })
}

fn answer<'a>(program: &'a Program, allocations: Allocations, known: &Known) -> PointsTo<'a> {
    let precision = Precision { sensitivity: Sensitivity::Insensitive, allocations };
    let main = common::method(program, "Boxes", "main");
    points_to_named(program, main, precision, &Budget::default(), known, &Arc::default()).expect("enough")
}

/// The classes of the program whose `toString` the call in `main` may run.
fn told(program: &Program, answer: &PointsTo<'_>) -> BTreeSet<String> {
    let calls = answer.calls(common::method(program, "Boxes", "main")).map(|(_, callee)| callee);
    let own = calls.filter(|callee| program.is_application(callee.class));
    own.filter(|callee| program.method(*callee).is_some_and(|info| info.name == "toString"))
        .map(|callee| program.name(callee.class).replace("Boxes$", ""))
        .collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// How many objects that are no arrays are told apart by the instruction that makes them: of the application, of the JDK.
fn by_instruction(program: &Program, answer: &PointsTo<'_>) -> [usize; 2] {
    let objects = (0..answer.allocations() as u32).filter(|object| {
        let (origin, ty) = answer.allocation(*object);
        matches!(origin, Origin::Site(..)) && !ty.is_array()
    });
    let makers: Vec<MethodId> = objects.filter_map(|object| Some(answer.made_at(object)?.0)).collect();
    let own = makers.iter().filter(|maker| program.is_application(maker.class)).count();
    [own, makers.len() - own]
}

fn edges(answer: &PointsTo<'_>) -> BTreeSet<(MethodId, MethodId)> {
    let calls = |caller: MethodId| answer.calls(caller).map(move |(_, callee)| (caller, callee)).collect::<Vec<_>>();
    answer.reachable().into_iter().flat_map(calls).collect()
}

#[test]
fn the_fewer_objects_are_told_apart_the_more_an_answer_has() {
    let (program, jdk) = boxes();
    let sites = answer(&program, Allocations::Sites, &Known::default());
    let own = answer(&program, Allocations::SitesOfApplication, &jdk);
    let of_classes = answer(&program, Allocations::Classes, &jdk);
    let [of_sites, of_own, of_all] = [&sites, &own, &of_classes].map(|answer| told(&program, answer));
    assert_eq!([of_sites, of_own, of_all], [&["First"][..], &["First"], &["First", "Second"]].map(names));
    let [[all_own, all_jdk], [own_own, own_jdk], none] =
        [&sites, &own, &of_classes].map(|answer| by_instruction(&program, answer));
    assert!(all_own == 5 && all_jdk > 100, "{all_own} {all_jdk}");
    assert_eq!(([own_own, own_jdk], none), ([all_own, 0], [0, 0]));
    for (finer, coarser) in [(&sites, &own), (&own, &of_classes)] {
        let missing: BTreeSet<MethodId> = finer.reachable().difference(&coarser.reachable()).copied().collect();
        assert!(missing.is_empty(), "{missing:?}");
        let missing: Vec<_> = edges(finer).difference(&edges(coarser)).copied().collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

/// An analysis that starts from the summaries of the JDK has what one has that does not.
#[test]
fn what_the_jdk_makes_is_the_same_without_summaries() {
    let (program, jdk) = boxes();
    for allocations in [Allocations::SitesOfApplication, Allocations::Classes] {
        let [with, without] = [&jdk, &Known::default()].map(|known| answer(&program, allocations, known));
        assert!(with.started_from_summaries() && !without.started_from_summaries());
        assert!(edges(&with) == edges(&without), "{allocations:?}");
        assert_eq!(with.size(), without.size(), "{allocations:?}");
    }
}
