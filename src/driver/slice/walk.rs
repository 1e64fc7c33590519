//! The ways between the lines of a slice: from each listed line the next one towards the criterion, and back the lines that it
//! brought in.
//!
//! A slice is a tree of lines with the criterion at its root, since each line has one reason. Lines that are not listed (of classes
//! whose files tell no lines) are passed over, and counted. A way ends for certain: each step is nearer to the criterion.

use std::collections::BTreeMap;

/// A class and a line.
pub type Key<'a> = (&'a str, u16);

/// Why a line is there: the kind of dependence, and the line that depends on it.
pub type Reason<'a> = Option<(&'static str, Key<'a>)>;

/// All lines of a slice, listed or not: distance and reason.
pub type Lines<'a> = BTreeMap<Key<'a>, (u32, Reason<'a>)>;

/// A listed line that is in the slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<'a> {
    /// How many dependences lie between it and the criterion.
    pub distance: u32,
    /// Why it is there; none for the criterion.
    pub because: Reason<'a>,
    /// How many lines that are not listed lie between it and the next listed one.
    pub passed: usize,
    /// The next listed line towards the criterion.
    pub next: Option<usize>,
    /// The listed lines whose next one is this.
    pub brought: Vec<usize>,
}

/// For each listed line its step; none if it is not in the slice.
pub fn steps<'a>(all: &Lines<'a>, listed: &[Key<'a>]) -> Vec<Option<Step<'a>>> {
    let numbers: BTreeMap<Key, usize> = listed.iter().enumerate().map(|(number, key)| (*key, number)).collect();
    let mut steps: Vec<Option<Step>> = listed.iter().map(|key| step(all, &numbers, *key)).collect();
    let nexts: Vec<Option<usize>> = steps.iter().map(|step| step.as_ref()?.next).collect();
    for (number, next) in nexts.into_iter().enumerate() {
        if let Some(next) = next.and_then(|next| steps[next].as_mut()) {
            next.brought.push(number);
        }
    }
    steps
}

fn step<'a>(all: &Lines<'a>, numbers: &BTreeMap<Key, usize>, key: Key<'a>) -> Option<Step<'a>> {
    let (distance, because) = *all.get(&key)?;
    let (mut passed, mut near, mut reason) = (0, distance, because);
    let mut next = None;
    while let Some((_, to)) = reason {
        next = numbers.get(&to).copied();
        match all.get(&to) {
            Some((distance, onward)) if next.is_none() && *distance < near => (near, reason) = (*distance, *onward),
            _ => break,
        }
        passed += 1;
    }
    Some(Step { distance, because, passed, next, brought: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_not_listed_are_passed_over() {
        let value = |class, line| Some(("value", (class, line)));
        let all = Lines::from([
            (("A", 1), (0, None)),
            (("jdk.B", 5), (1, value("A", 1))),
            (("jdk.B", 4), (2, value("jdk.B", 5))),
            (("A", 2), (3, value("jdk.B", 4))),
            (("A", 3), (1, value("A", 1))),
            (("jdk.B", 7), (1, value("jdk.B", 8))),
            (("jdk.B", 8), (1, value("jdk.B", 7))),
            (("A", 4), (2, value("jdk.B", 7))),
        ]);
        let steps = steps(&all, &[("A", 1), ("A", 2), ("A", 3), ("A", 4), ("A", 9)]);
        let way = |number: usize| steps[number].as_ref().map(|step| (step.next, step.passed));
        assert_eq!([way(0), way(1), way(2)], [Some((None, 0)), Some((Some(0), 2)), Some((Some(0), 0))]);
        assert_eq!(way(3), Some((None, 1)), "a circle ends");
        assert_eq!(way(4), None);
        assert_eq!(steps[0].as_ref().map(|step| step.brought.clone()), Some(vec![1, 2]));
    }
}
