//! Lays out a tree of owners as rectangles: squarified treemaps (Bruls, Huizing, van Wijk, 2000).
//!
//! Each owner has the area that its bytes have of its parent's; parts lie inside their parent, under a strip for its name if
//! there is room. What no part of an owner has stays free: it is the owner's own. Parts that would be smaller than a few
//! pixels are left out, with all that is in them.

use crate::checkpoint::Owner;

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// The rectangle of an owner.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// The owner's place in the list.
    pub owner: usize,
    /// How many owners it lies in.
    pub depth: usize,
    /// Where it is.
    pub rect: Rect,
}

/// Height of the strip for an owner's name, margin around its parts, and the least side of a tile.
const STRIP: f64 = 15.0;
const MARGIN: f64 = 2.0;
const LEAST: f64 = 2.5;

impl Rect {
    /// Without strip and margins; none if nothing is left.
    fn inside(self) -> Option<Self> {
        let strip = if self.height > 3.0 * STRIP && self.width > 3.0 * STRIP { STRIP } else { MARGIN };
        let (width, height) = (self.width - 2.0 * MARGIN, self.height - strip - MARGIN);
        let room = width > 2.0 * LEAST && height > 2.0 * LEAST;
        room.then_some(Self { x: self.x + MARGIN, y: self.y + strip, width, height })
    }
}

/// Lays out owners, parents before their parts, in `room`, which stands for `bytes` bytes.
pub fn tiles(owners: &[Owner], bytes: u64, room: Rect) -> Vec<Tile> {
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); owners.len() + 1];
    for (number, owner) in owners.iter().enumerate() {
        parts[owner.parent.map_or(0, |parent| parent + 1)].push(number);
    }
    let mut tiles = Vec::new();
    let mut waiting = vec![(0, bytes, room, 0)];
    while let Some((place, bytes, room, depth)) = waiting.pop() {
        let areas: Vec<f64> =
            parts[place].iter().map(|part| room.width * room.height * share(owners[*part].bytes, bytes)).collect();
        for (owner, rect) in parts[place].iter().zip(squarified(&areas, room)) {
            if rect.width < LEAST || rect.height < LEAST {
                continue;
            }
            tiles.push(Tile { owner: *owner, depth, rect });
            waiting.extend(rect.inside().map(|inside| (owner + 1, owners[*owner].bytes, inside, depth + 1)));
        }
    }
    tiles.sort_by_key(|tile| (tile.depth, tile.owner));
    tiles
}

#[allow(clippy::cast_precision_loss, reason = "a part of a picture")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Rectangles of these areas, the largest first, as square as rows along the shorter side make them. The areas together may be
/// less than the room.
fn squarified(areas: &[f64], mut room: Rect) -> Vec<Rect> {
    let mut rects = Vec::with_capacity(areas.len());
    let mut rest = areas;
    while !rest.is_empty() {
        let side = room.width.min(room.height);
        let mut count = 1;
        while count < rest.len() && worst(&rest[..=count], side) <= worst(&rest[..count], side) {
            count += 1;
        }
        let (row, others) = rest.split_at(count);
        rest = others;
        let across = if side > 0.0 { row.iter().sum::<f64>() / side } else { 0.0 };
        let mut along = 0.0;
        for area in row {
            let length = if across > 0.0 { area / across } else { 0.0 };
            rects.push(if room.width >= room.height {
                Rect { x: room.x, y: room.y + along, width: across, height: length }
            } else {
                Rect { x: room.x + along, y: room.y, width: length, height: across }
            });
            along += length;
        }
        room = if room.width >= room.height {
            Rect { x: room.x + across, width: (room.width - across).max(0.0), ..room }
        } else {
            Rect { y: room.y + across, height: (room.height - across).max(0.0), ..room }
        };
    }
    rects
}

/// The greatest ratio of sides in a row along `side`.
fn worst(row: &[f64], side: f64) -> f64 {
    let sum: f64 = row.iter().sum();
    let (least, most) = row.iter().fold((f64::MAX, 0.0_f64), |(least, most), area| (least.min(*area), most.max(*area)));
    if sum == 0.0 || least == 0.0 {
        return f64::MAX;
    }
    (side * side * most / (sum * sum)).max(sum * sum / (side * side * least))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ROOM: Rect = Rect { x: 0.0, y: 0.0, width: 600.0, height: 400.0 };

    fn overlap(a: &Rect, b: &Rect) -> f64 {
        let wide = (a.x + a.width).min(b.x + b.width) - a.x.max(b.x);
        let high = (a.y + a.height).min(b.y + b.height) - a.y.max(b.y);
        wide.max(0.0) * high.max(0.0)
    }

    proptest! {
        #[test]
        fn areas_are_kept_and_nothing_overlaps(mut parts in prop::collection::vec(1_u32..1000, 1..40), free in 0_u32..500) {
            parts.sort_unstable_by(|a, b| b.cmp(a));
            let whole = f64::from(parts.iter().sum::<u32>() + free);
            let areas: Vec<f64> = parts.iter().map(|part| f64::from(*part) / whole * 240_000.0).collect();
            let rects = squarified(&areas, ROOM);
            for (number, (rect, area)) in rects.iter().zip(&areas).enumerate() {
                prop_assert!((rect.width * rect.height - area).abs() < 1e-6 * area);
                prop_assert!(rect.x >= 0.0 && rect.y >= 0.0);
                prop_assert!(rect.x + rect.width < 600.000_1 && rect.y + rect.height < 400.000_1, "{rect:?}");
                for other in &rects[..number] {
                    prop_assert!(overlap(rect, other) < 1e-3, "{rect:?} {other:?}");
                }
            }
        }
    }

    #[test]
    fn parts_lie_in_their_owner() {
        let owner = |parent, bytes| Owner {
            object: Some(1),
            parent,
            path: Vec::new(),
            class: String::new(),
            bytes,
            objects: 1,
            shared: false,
        };
        let owners = [owner(None, 80), owner(Some(0), 60), owner(Some(0), 20), owner(None, 20)];
        let tiles = tiles(&owners, 100, ROOM);
        let shown: Vec<String> = tiles
            .iter()
            .map(|tile| {
                let Rect { x, y, width, height } = tile.rect;
                format!("{}@{}: {x:.0},{y:.0} {width:.0}x{height:.0}", tile.owner, tile.depth)
            })
            .collect();
        assert_eq!(shown, ["0@0: 0,0 480x400", "3@0: 480,0 120x400", "1@1: 2,15 357x383", "2@1: 359,15 119x383"]);
    }
}
