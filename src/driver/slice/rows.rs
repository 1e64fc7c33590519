//! The code of a page: grey lines as text, and each line of the slice as an element that opens and tells why it is there.
//!
//! Links lead to the next line towards the criterion and back to the lines that were brought in. Where the thin slice and the full
//! one have different reasons, both are there, and the style shows those of the slice that is chosen.

use maud::{Markup, html};

use super::listing::{Listing, Row};
use super::walk::Step;
use super::words;

/// How many grey lines are shown beside a line of the slice; more are folded if there are at least so many more.
const AROUND: usize = 4;
const LEAST_FOLDED: usize = 6;

/// A line of the slice.
pub struct Member<'a> {
    /// Its class.
    pub class: &'a str,
    /// Its number.
    pub line: u16,
    /// Why it is in the slice.
    pub full: Step<'a>,
    /// Why it is in the thin slice, if it is.
    pub thin: Option<Step<'a>>,
}

impl Member<'_> {
    fn name(&self) -> String {
        named((self.class, self.line))
    }

    /// Whether both slices say the same of it.
    pub fn agrees(&self) -> bool {
        self.thin.as_ref() == Some(&self.full)
    }
}

fn named((class, line): (&str, u16)) -> String {
    if line == 0 { class.to_owned() } else { format!("{class}:{line}") }
}

/// The lines of the slice, and where they stand.
pub struct Rows<'a> {
    members: &'a [Member<'a>],
    /// For each the first one of its row, by which the row is called.
    places: Vec<usize>,
}

impl<'a> Rows<'a> {
    /// Of the lines of these listings.
    pub fn of(members: &'a [Member<'a>], listings: &[Listing]) -> Self {
        let mut places: Vec<usize> = (0..members.len()).collect();
        for row in listings.iter().flat_map(|listing| &listing.rows) {
            row.members.iter().for_each(|member| places[*member] = row.members[0]);
        }
        Self { members, places }
    }

    /// The code of a file.
    pub fn code(&self, listing: &Listing) -> Markup {
        let all = listing.rows.len();
        html! {
            @for (at, rows) in runs(&listing.rows) {
                @match rows {
                    [row] if !row.members.is_empty() => (self.row(row)),
                    _ if listing.has_source => (grey(rows, at == 0, at + rows.len() == all)),
                    _ => p.grey { "not in the slice: " @for row in rows { (row.line) " " } },
                }
            }
        }
    }

    /// A line with members; these are numbered nearest first.
    fn row(&self, row: &Row) -> Markup {
        let members: Vec<&Member> = row.members.iter().map(|number| &self.members[*number]).collect();
        let near = members[0];
        let thin = members.iter().filter_map(|member| member.thin.as_ref()).min_by_key(|step| step.distance);
        let is_criterion = members.iter().any(|member| member.full.because.is_none());
        let class =
            format!("in{}{}", if thin.is_some() { " thin" } else { "" }, if is_criterion { " criterion" } else { "" });
        let next = |step: &Step| step.next.map(|next| self.place(next));
        html! {
            details class=(class) data-name=(near.name()) data-distance=(near.full.distance) data-next=[next(&near.full)]
                data-thin=[thin.map(|step| step.distance)] data-thin-next=[thin.and_then(next)] {
                summary id=(self.place(row.members[0])) {
                    code { (number(row.line)) (row.text.as_deref().unwrap_or_default()) }
                    @if is_criterion { span.badge.here { "criterion" } }
                    (distance(&near.full, thin))
                }
                @for member in &members {
                    div.why {
                        @if members.len() > 1 { p { b { (member.class) } } }
                        (self.reasons(member))
                    }
                }
            }
        }
    }

    fn reasons(&self, member: &Member) -> Markup {
        html! {
            @if member.agrees() {
                (self.reason(&member.full))
            } @else {
                @if let Some(thin) = &member.thin { div.of-thin { p.small { "In the thin slice:" } (self.reason(thin)) } }
                div class=[member.thin.is_some().then_some("of-full")] {
                    p.small { @if member.thin.is_some() { "In the full slice:" } @else { "In the full slice only:" } }
                    (self.reason(&member.full))
                }
            }
        }
    }

    fn reason(&self, step: &Step) -> Markup {
        html! {
            @match step.because {
                None => p { "This is the criterion." },
                Some((kind, to)) => {
                    @let (before, after) = words::because(kind);
                    p {
                        span.kind { (kind) } " " (before)
                        @if let (0, Some(next)) = (step.passed, step.next) { (self.link(next, "next")) } @else { code { (named(to)) } }
                        (after)
                        @if step.passed > 0 { @if let Some(next) = step.next {
                            "; from there, over lines that are not listed (" (step.passed) "), to " (self.link(next, "next"))
                        } }
                    }
                },
            }
            @if step.brought.is_empty() { p { "It brought in no other line." } } @else {
                p { "It brought in:" }
                ul { @for number in &step.brought { li { (self.link(*number, "brought")) } } }
            }
        }
    }

    fn link(&self, number: usize, class: &str) -> Markup {
        html! { a class=(class) href=(format!("#{}", self.place(number))) { (self.members[number].name()) } }
    }

    /// What the element of a line is called.
    fn place(&self, number: usize) -> String {
        format!("line{}", self.places[number])
    }
}

fn distance(full: &Step, thin: Option<&Step>) -> Markup {
    let badge = |step: &Step, class: &str| {
        html! { span class=(format!("badge{class}")) { span.unseen { "distance " } (step.distance) } }
    };
    match thin {
        Some(thin) if thin.distance != full.distance => html! { (badge(thin, " of-thin")) (badge(full, " of-full")) },
        _ => badge(full, ""),
    }
}

/// The rows of the slice one by one, the others in runs, each with the place of its first.
fn runs(rows: &[Row]) -> Vec<(usize, &[Row])> {
    let runs: Vec<&[Row]> = rows.chunk_by(|a, b| a.members.is_empty() && b.members.is_empty()).collect();
    let mut at = 0;
    let place = |run: &&[Row]| {
        at += run.len();
        at - run.len()
    };
    let places: Vec<usize> = runs.iter().map(place).collect();
    places.into_iter().zip(runs).collect()
}

/// Lines of source that are not in the slice. Of a long run only those beside lines of the slice are shown; the others are folded.
fn grey(rows: &[Row], is_first: bool, is_last: bool) -> Markup {
    let (before, after) = (if is_first { 0 } else { AROUND }, if is_last { 0 } else { AROUND });
    if rows.len() < before + after + LEAST_FOLDED {
        return pre(rows);
    }
    let (head, rest) = rows.split_at(before);
    let (folded, tail) = rest.split_at(rest.len() - after);
    html! {
        (pre(head))
        details.fold {
            summary { (folded.len()) " lines that are not in the slice" }
            (pre(folded))
        }
        (pre(tail))
    }
}

fn pre(rows: &[Row]) -> Markup {
    html! {
        @if !rows.is_empty() {
            pre.grey { @for row in rows { (number(row.line)) (row.text.as_deref().unwrap_or_default()) "\n" } }
        }
    }
}

/// A line's number, as wide as all are.
fn number(line: u16) -> Markup {
    let shown = if line == 0 { "?".to_owned() } else { line.to_string() };
    html! { span.line { (format!("{shown:>5}  ")) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(line: u16, members: &[usize]) -> Row {
        Row { line, text: Some(format!("<{line}>")), members: members.to_vec() }
    }

    #[test]
    fn long_runs_are_folded_but_for_what_stands_beside_the_slice() {
        let rows: Vec<Row> = (1..=20).map(|line| row(line, &[])).collect();
        let text = grey(&rows, false, true).into_string();
        let (shown, folded) = text.split_once("<details").expect("folded");
        assert!(shown.contains("&lt;4&gt;") && !shown.contains("&lt;5&gt;"), "{shown}");
        assert!(folded.contains("16 lines that are not") && folded.contains("&lt;20&gt;"), "{folded}");
        assert!(!grey(&rows[..9], false, true).into_string().contains("<details"));
    }

    #[test]
    fn rows_of_the_slice_stand_alone() {
        let rows = [row(1, &[]), row(2, &[]), row(3, &[0]), row(4, &[1]), row(5, &[])];
        let found: Vec<(usize, usize)> = runs(&rows).iter().map(|(at, run)| (*at, run.len())).collect();
        assert_eq!(found, [(0, 2), (2, 1), (3, 1), (4, 1)]);
    }
}
