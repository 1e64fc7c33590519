//! Compares what two collections hold: entries by key, elements by place.
//!
//! Maps and sets: an entry whose key says the same in both ([`super::keys::key`]), and only once in each, is one entry; what is
//! left is matched in the order of iteration if its keys say nothing, else it was added or removed. The order of the matched
//! entries is compared, too.
//!
//! Lists of the same length are compared element by element. Of lists of different length the equal elements at the start and
//! at the end are set aside first; of the rest the longer one's tail was added.

use std::collections::HashMap;

use super::diff::{Name, Walk};
use super::differences::Kind;
use super::keys::{is_value, key};

/// Added or removed elements in a row that are told one by one.
const ONE_BY_ONE: usize = 3;

/// Compares two lists, or arrays of objects.
pub(super) fn lists(walk: &mut Walk, at: u32, a: &[u32], b: &[u32]) {
    let mut end = 0;
    if a.len() != b.len() {
        let same = |(mine, its): &(&u32, &u32)| same(walk, **mine, **its);
        let start = a.iter().zip(b).take_while(same).count();
        end = a[start..].iter().rev().zip(b[start..].iter().rev()).take_while(same).count();
    }
    let common = (a.len() - end).min(b.len() - end);
    for index in 0..common {
        walk.meet(a[index], b[index], at, Name::Index(index as u32));
    }
    alone(walk, false, at, &a[common..a.len() - end], common);
    alone(walk, true, at, &b[common..b.len() - end], common);
    for (index, (mine, its)) in a[a.len() - end..].iter().zip(&b[b.len() - end..]).enumerate() {
        walk.meet(*mine, *its, at, Name::Index((a.len() - end + index) as u32));
    }
}

/// Elements that only one list has.
fn alone(walk: &mut Walk, second: bool, at: u32, elements: &[u32], start: usize) {
    let heap = walk.heaps[usize::from(second)];
    if elements.len() <= ONE_BY_ONE {
        for (index, element) in elements.iter().enumerate() {
            let name = Name::Index((start + index) as u32);
            walk.alone(second, &heap.describe(*element), at, &name);
        }
        return;
    }
    let name = format!("[{start}…{}]", start + elements.len() - 1);
    let first = heap.describe(elements[0]);
    walk.alone(second, &format!("{} elements: {first}, …", elements.len()), at, &Name::Text(name.into()));
}

/// Whether two elements say the same.
fn same(walk: &Walk, a: u32, b: u32) -> bool {
    let mine = key(walk.heaps[0], a);
    mine.is_some() && mine == key(walk.heaps[1], b)
}

/// Compares two sets.
pub(super) fn sets(walk: &mut Walk, at: u32, a: &[u32], b: &[u32]) {
    let matched = matched(walk, at, a, b);
    for (second, number) in matched.alone {
        let element = if second { b[number] } else { a[number] };
        let what = walk.heaps[usize::from(second)].describe(element);
        walk.alone(second, &what, at, &Name::Key(second, element));
    }
}

/// Compares two maps.
pub(super) fn maps(walk: &mut Walk, at: u32, a: &[(u32, u32)], b: &[(u32, u32)]) {
    let [mine, its]: [Vec<u32>; 2] = [a, b].map(|entries| entries.iter().map(|(key, _)| *key).collect());
    let matched = matched(walk, at, &mine, &its);
    for (in_a, in_b) in matched.pairs {
        let name = if key(walk.heaps[0], a[in_a].0).is_some() {
            Name::Key(false, a[in_a].0)
        } else {
            Name::Text(format!("value [{in_a}]").into())
        };
        walk.meet(a[in_a].1, b[in_b].1, at, name);
    }
    for (second, number) in matched.alone {
        let (key, value) = if second { b[number] } else { a[number] };
        let what = walk.heaps[usize::from(second)].describe(value);
        walk.alone(second, &what, at, &Name::Key(second, key));
    }
}

/// Which keys belong together.
struct Matched {
    /// Places in both, in the first one's order.
    pairs: Vec<(usize, usize)>,
    /// Whether it is in the second one, and its place.
    alone: Vec<(bool, usize)>,
}

/// Matches keys, compares those that are objects, and the order.
fn matched(walk: &mut Walk, at: u32, a: &[u32], b: &[u32]) -> Matched {
    let (mine, its) = (said(walk, 0, a), said(walk, 1, b));
    let (known, other) = (places(&mine), places(&its));
    let (mut pairs, mut alone, mut silent) = (Vec::new(), Vec::new(), Vec::new());
    for (place, said) in mine.iter().enumerate() {
        match said.as_ref().filter(|said| known.get(said) == Some(&Some(place))) {
            None => silent.push(place),
            Some(said) => match other.get(said) {
                Some(Some(there)) => pairs.push((place, *there)),
                Some(None) => silent.push(place),
                None => alone.push((false, place)),
            },
        }
    }
    let mut silent = silent.into_iter();
    for (there, said) in its.iter().enumerate() {
        let unique = said.as_ref().filter(|said| other.get(said) == Some(&Some(there)));
        match unique.map(|said| known.get(said)) {
            Some(Some(Some(_))) => {}
            Some(None) => alone.push((true, there)),
            None | Some(Some(None)) => match silent.next() {
                Some(place) => pairs.push((place, there)),
                None => alone.push((true, there)),
            },
        }
    }
    alone.extend(silent.map(|place| (false, place)));
    pairs.sort_unstable();
    alone.sort_unstable();
    for (mine, its) in &pairs {
        if !is_value(walk.heaps[0], a[*mine]) || !is_value(walk.heaps[1], b[*its]) {
            walk.meet(a[*mine], b[*its], at, Name::Text(format!("key [{mine}]").into()));
        }
    }
    order(walk, at, (a, b), &pairs);
    Matched { pairs, alone }
}

/// Tells the first entry that comes earlier in one than in the other.
fn order(walk: &mut Walk, at: u32, (a, b): (&[u32], &[u32]), pairs: &[(usize, usize)]) {
    let mut sorted: Vec<usize> = pairs.iter().map(|(_, there)| *there).collect();
    sorted.sort_unstable();
    if let Some(((mine, _), its)) = pairs.iter().zip(&sorted).find(|((_, there), place)| there != *place) {
        let shown = (walk.heaps[0].describe(a[*mine]), walk.heaps[1].describe(b[*its]));
        let shown = (Some(format!("{} comes first", shown.0)), Some(format!("{} comes first", shown.1)));
        walk.tell(Kind::Order, shown, at, &Name::Text("order of the entries".into()));
    }
}

fn said(walk: &Walk, side: usize, objects: &[u32]) -> Vec<Option<String>> {
    objects.iter().map(|object| key(walk.heaps[side], *object)).collect()
}

/// The place of each key; none if it is there several times.
fn places(said: &[Option<String>]) -> HashMap<&String, Option<usize>> {
    let mut places = HashMap::new();
    for (place, key) in said.iter().enumerate() {
        if let Some(key) = key {
            places.entry(key).and_modify(|place| *place = None).or_insert(Some(place));
        }
    }
    places
}
