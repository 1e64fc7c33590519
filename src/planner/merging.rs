//! Merges the chains of a run's regions into a forest ([`crate::plan::Forest`]) and gives each clone its mark.
//!
//! From the root down (section 4 of the paper): a chain follows the nodes that earlier chains left as long as call and
//! callee agree, then goes on with nodes of its own. Refused is what one jar cannot hold: chains with different roots,
//! a first method that is entered from outside the program once more, more contexts than marks.

use super::error::{Error, Result};
use crate::plan::{Call, ChainMethod, Dispatch, Forest, Node, Place, Plan, Plans, Point, ThreadChain};
use std::collections::BTreeMap;

/// Marks of clones are dimensions of an array type, of which there are 255 (JVMS §4.4.1). Where regions end, the replaying jar
/// has two clones of a context: one to resume in, one that is called from its start.
const MOST: usize = 255;
const MOST_WITH_ENDS: usize = 127;

/// Merges the chains of `regions`.
pub(super) fn merge(regions: Vec<Plan>, threads: Vec<ThreadChain>) -> Result<Plans> {
    let mut plans = Plans {
        regions,
        threads,
        forest: Forest::default(),
        noted: BTreeMap::new(),
        surroundings: Vec::new(),
        run: None,
    };
    let of_regions = (0..plans.regions.len()).flat_map(|region| [Place::Start(region), Place::End(region)]);
    for place in of_regions.chain((0..plans.threads.len()).map(Place::Wait)) {
        let chain = plans.chain(place).to_vec();
        let (is_entry, ends) = (plans.is_entry(place), place.is_end() || plans.is_shown(place));
        let nodes = add(&mut plans.forest, &chain, (place, is_entry), ends)?;
        let chain = match place {
            Place::Start(region) => &mut plans.regions[region].chain,
            Place::End(region) => &mut plans.regions[region].end,
            Place::Wait(thread) => &mut plans.threads[thread].chain,
        };
        for (element, node) in chain.iter_mut().zip(nodes) {
            element.clone = plans.forest.nodes[node].clone;
        }
    }
    for node in &mut plans.forest.nodes {
        node.points.sort_by_key(|point| point.offset);
    }
    refuse(&plans)?;
    Ok(plans)
}

/// The plan of one region alone, with the marks of its clones.
pub(super) fn merge_one(plan: Plan) -> Result<Plan> {
    Ok(merge(vec![plan], Vec::new())?.regions.remove(0))
}

/// Adds a chain; `is_entry`: its last method is the place itself; `ends`: its frames are kept in the replay. Returns its nodes.
fn add(forest: &mut Forest, chain: &[ChainMethod], (place, is_entry): (Place, bool), ends: bool) -> Result<Vec<usize>> {
    let Some(root) = chain.first() else { return Ok(Vec::new()) };
    let same = |node: &Node| node.parent.is_none() && node.method == root.method && node.dispatch == root.dispatch;
    let number = forest.nodes.iter().position(same).unwrap_or(forest.nodes.len());
    if number == forest.nodes.len() {
        if number > 0 && root.dispatch == Dispatch::Root {
            let why =
                "all chains, also those to end points, must start with the same method; start the chains with main";
            return Err(Error::refused(root.method.display(), why));
        }
        forest.nodes.push(node(root, place, 0, None, number));
    }
    let mut path = vec![number];
    for (depth, element) in chain.iter().enumerate() {
        let at = path[depth];
        let is_last = depth + 1 == chain.len();
        let found = if is_last { None } else { child(forest, at, element.site.offset, &chain[depth + 1]) };
        let number = forest.nodes.len();
        if let (true, true, Place::Wait(thread)) = (is_last, is_entry, place) {
            let node = &mut forest.nodes[at];
            node.entry = Some(thread);
            node.starts = true;
            break;
        }
        let point = point(&mut forest.nodes[at], element.site.offset, place);
        if is_last {
            match place {
                Place::Start(region) => point.starts.push(region),
                Place::End(region) => point.ends.push(region),
                Place::Wait(thread) => point.waits.push(thread),
            }
        } else if let Some(next) = found {
            let call = point.calls.iter_mut().find(|call| call.child == next);
            prefer(&mut call.expect("it was found there").place, place);
            path.push(next);
        } else {
            point.calls.push(Call { child: number, place });
            forest.nodes.push(node(&chain[depth + 1], place, depth + 1, Some(at), number));
            path.push(number);
        }
        let node = &mut forest.nodes[at];
        node.starts |= !place.is_end();
        node.ends |= ends;
        prefer(&mut node.place, place);
    }
    Ok(path)
}

fn node(element: &ChainMethod, place: Place, depth: usize, parent: Option<usize>, number: usize) -> Node {
    let in_place = matches!(element.dispatch, Dispatch::Root | Dispatch::Thread | Dispatch::Through);
    Node {
        method: element.method.clone(),
        dispatch: element.dispatch,
        clone: if in_place { 0 } else { u8::try_from(number).unwrap_or(u8::MAX) },
        depth,
        parent,
        place,
        starts: false,
        ends: false,
        entry: None,
        points: Vec::new(),
    }
}

/// What stands for several chains is that of a start, if one of them is.
fn prefer(known: &mut Place, new: Place) {
    if known.is_end() && !new.is_end() {
        *known = new;
    }
}

/// The node's child that the chain goes on with. What the call reaches itself is another one than what it reaches by way of the JDK.
fn child(forest: &Forest, at: usize, offset: u32, element: &ChainMethod) -> Option<usize> {
    let point = forest.nodes[at].points.iter().find(|point| point.offset == offset)?;
    point.calls.iter().map(|call| call.child).find(|child| forest.nodes[*child].is_of(element))
}

/// The node's point at the offset.
fn point(node: &mut Node, offset: u32, place: Place) -> &mut Point {
    let found = node.points.iter().position(|point| point.offset == offset);
    let number = found.unwrap_or_else(|| {
        node.points.push(Point {
            offset,
            place,
            ends: Vec::new(),
            starts: Vec::new(),
            waits: Vec::new(),
            calls: Vec::new(),
        });
        node.points.len() - 1
    });
    prefer(&mut node.points[number].place, place);
    &mut node.points[number]
}

/// Refuses what one jar cannot hold.
fn refuse(plans: &Plans) -> Result<()> {
    let nodes = &plans.forest.nodes;
    let most = if nodes.iter().any(|node| node.ends) { MOST_WITH_ENDS } else { MOST };
    if let Some(node) = nodes.get(most + 1) {
        let why = format!(
            "the chains have more than {most} different calls; give fewer regions, or start the chains nearer to the \
             checkpoint"
        );
        return Err(Error::refused(node.method.display(), why));
    }
    let is_root = |node: &&Node| node.dispatch == Dispatch::Root;
    let Some(root) = nodes.iter().find(is_root) else { return Ok(()) };
    if nodes.iter().any(|node| node.clone == 0 && node.dispatch != Dispatch::Root && node.method == root.method) {
        let why =
            "the chains enter their first method once more from outside the program; choose chains that enter it once";
        return Err(Error::refused(root.method.display(), why));
    }
    Ok(())
}
