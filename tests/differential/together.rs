//! Verifies the regions of one program together, as the regions of one run: so one analysis, one original run and one capturing
//! run do for all. Where that does not end well, which some regions cannot in one jar, each is verified alone; a difference is
//! one for all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use jcp::driver::jdk::JdkHome;
use libtest_mimic::Trial;

use super::case::{Case, Expectation};

/// Cases that differ in their region alone, all of which are replayed equally.
pub struct Together {
    /// All regions, as those of one run.
    case: Case,
    cases: usize,
    /// Whether verifying them together ended well; the error tells a difference.
    equal: OnceLock<Result<bool, String>>,
}

/// The cases by what those that are verified together have in common.
pub struct Groups(BTreeMap<String, Arc<Together>>);

impl Groups {
    /// Those of the cases; none if each is to be verified alone.
    pub fn of(cases: &[&Case], alone: bool) -> Self {
        let mut groups: BTreeMap<String, Vec<Case>> = BTreeMap::new();
        for case in cases.iter().filter(|case| fits(case) && !alone) {
            groups.entry(key(case)).or_default().push((*case).clone());
        }
        let group = |cases: Vec<Case>| {
            let mut case = cases[0].clone();
            case.also
                .extend(cases[1..].iter().flat_map(|other| [&other.region].into_iter().chain(&other.also).cloned()));
            case.unreached_ends = cases.iter().map(|case| case.unreached_ends).sum();
            Arc::new(Together { case, cases: cases.len(), equal: OnceLock::new() })
        };
        Self(groups.into_iter().map(|(key, cases)| (key, group(cases))).collect())
    }

    /// The group of a case; none if it is alone.
    pub fn get(&self, case: &Case) -> Option<Arc<Together>> {
        self.0.get(&key(case)).filter(|group| group.cases > 1 && fits(case)).cloned()
    }
}

/// Those that `make test` verifies: of each program with more than `few` regions as many as `most`, evenly taken from all, and no programs
/// that are like others.
pub fn share(cases: Vec<Case>, most: usize, few: usize) -> Vec<Case> {
    let mut regions: BTreeMap<Vec<PathBuf>, usize> = BTreeMap::new();
    cases.iter().for_each(|case| *regions.entry(case.sources.clone()).or_default() += 1);
    let mut seen: BTreeMap<Vec<PathBuf>, usize> = BTreeMap::new();
    let mut is_taken = |case: &Case| {
        let (count, number) = (regions[&case.sources], seen.entry(case.sources.clone()).or_default());
        *number += 1;
        let taken = |number: usize| (number * most + count / 2) / count;
        case.like.is_none() && (count <= few || taken(*number) > taken(*number - 1))
    };
    cases.into_iter().filter(|case| is_taken(case)).collect()
}

/// On which of the JDKs a program is verified where one has to do: on each in turn.
pub struct Turns {
    /// The sources of each program.
    programs: Vec<Vec<PathBuf>>,
    /// Of each JDK its version, and whether it is there.
    jdks: Vec<(u32, bool)>,
}

impl Turns {
    /// Those of the cases' programs.
    pub fn of(cases: &[Case], jdks: &[(u32, Option<JdkHome>)]) -> Self {
        let mut programs: Vec<Vec<PathBuf>> = cases.iter().map(|case| case.sources.clone()).collect();
        programs.dedup();
        Self { programs, jdks: jdks.iter().map(|(version, jdk)| (*version, jdk.is_some())).collect() }
    }

    /// Whether the case's program is verified on the JDK with number `at`; `shift` moves it to one of the next.
    pub fn are_at(&self, at: usize, case: &Case, shift: usize) -> bool {
        let number = self.programs.iter().position(|sources| *sources == case.sources).unwrap_or_default();
        let turn = (number + shift) % self.jdks.len();
        let (version, is_there) = self.jdks[turn];
        turn == at || !is_there || version < case.jdk
    }
}

fn fits(case: &Case) -> bool {
    matches!(case.expectation, Expectation::Equal) && case.pruned.is_none()
}

/// What cases must have in common to be verified together.
fn key(case: &Case) -> String {
    let Case { sources, main, instance, args, stdin, options, all_verified, .. } = case;
    format!("{sources:?} {main} {instance} {args:?} {stdin:?} {options:?} {all_verified}")
}

/// Verifies a case, with its group if it has one; the error tells all that jcp said.
pub fn check(
    case: &Case,
    group: Option<&Together>,
    verify: impl Fn(&Case) -> Result<(), String>,
) -> Result<(), String> {
    let together = |group: &Together| match verify(&group.case) {
        Ok(()) => Ok(true),
        Err(why) if why.starts_with("expected equal, found different") => Err(why),
        Err(why) => {
            println!("note: {} is verified region by region: {}", case.name, why.lines().next().unwrap_or_default());
            Ok(false)
        }
    };
    match group {
        Some(group) if group.equal.get_or_init(|| together(group)).clone()? => Ok(()),
        _ => verify(case),
    }
}

/// The tests in an order in which none waits for another one of its group: the first of each group, then the others.
pub fn ordered(trials: Vec<(Option<Arc<Together>>, Trial)>) -> Vec<Trial> {
    let mut seen = BTreeSet::new();
    let (first, others): (Vec<_>, Vec<_>) =
        trials.into_iter().partition(|(group, _)| group.as_ref().is_none_or(|group| seen.insert(Arc::as_ptr(group))));
    first.into_iter().chain(others).map(|(_, trial)| trial).collect()
}
