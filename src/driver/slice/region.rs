//! `--region PATTERN`: a slice that ends at a checkpoint, and what it needs of the captured state.
//!
//! The region is that of `jcp instrument`, and so are the chains of threads; what counts is the region's start. Locals have the names of the class file's table at the frame's site;
//! without one they are told by their slots.

use super::criterion::Criterion;
use super::lines::{line_of, word};
use super::report::{Because, Need, RegionReport};
use crate::analysis::slice::{Checkpoint, Kept, Member, Place, Slice, Slicer};
use crate::driver::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::inputs::regions::resolve_threads;
use crate::program::{FieldId, MethodId, Program};
use crate::region::Region;

/// A checkpoint that was found in the program.
pub struct From {
    region: Region,
    /// The frames of main's chain, and of each thread that waits; their sites.
    stacks: Vec<Vec<Place>>,
}

impl From {
    /// Finds the region that the options name.
    pub fn find(loaded: &Loaded, options: &InstrumentOptions) -> Result<Self, DriverError> {
        let region = loaded.region(options)?;
        let threads = resolve_threads(options, &loaded.program)?;
        let stacks = std::iter::once(&region).chain(threads.iter().map(|thread| &thread.chain));
        let stacks = stacks.map(|chain| sites(&loaded.program, chain)).collect();
        Ok(Self { region, stacks })
    }

    /// The checkpoint for slices; keeps those instructions of the criterion that run after it.
    pub fn checkpoint(
        &self,
        slicer: &Slicer,
        program: &Program,
        asked: &Criterion,
        places: &mut Vec<Place>,
    ) -> Result<Checkpoint, DriverError> {
        let checkpoint = slicer.checkpoint(&self.stacks);
        places.retain(|place| checkpoint.runs_after(*place));
        if places.is_empty() {
            let why = format!("{} does not run after the checkpoint", asked.described);
            let region = self.region.describe(program);
            return Err(DriverError::Input(format!("{why}\n  note: the checkpoint is {region}")));
        }
        Ok(checkpoint)
    }

    /// What a slice needs of the captured state.
    pub fn report(&self, program: &Program, slice: &Slice) -> RegionReport {
        let mut needs: Vec<Need> = slice.kept.iter().map(|(kept, member)| self.need(program, *kept, *member)).collect();
        needs.sort_by(|a, b| (a.distance, a.what, &a.name, &a.method).cmp(&(b.distance, b.what, &b.name, &b.method)));
        needs.dedup_by(|a, b| (a.what, &a.name, &a.method) == (b.what, &b.name, &b.method));
        RegionReport { region: self.region.describe(program), needs }
    }

    fn need(&self, program: &Program, kept: Kept, member: Member) -> Need {
        let (what, name, depth) = match kept {
            Kept::Local(depth, slot) => ("local", Some(self.local(program, depth, slot)), Some(depth)),
            Kept::Operand(depth) => ("operand", None, Some(depth)),
            Kept::Static(field) => ("static", field_name(program, field), None),
            Kept::Field(field) => ("field", field_name(program, field), None),
            Kept::Elements => ("elements", None, None),
            Kept::Content => ("content", None, None),
        };
        let site = depth.and_then(|depth| self.site(depth));
        let because = member.because.map(|(place, kind)| {
            let (class, line) = line_of(program, place);
            Because { kind: word(kind), class, line }
        });
        Need { what, name, method: site.map(|site| program.shown(site.0)), distance: member.distance, because }
    }

    /// The site of a frame.
    fn site(&self, depth: u16) -> Option<Place> {
        self.stacks.iter().flatten().nth(usize::from(depth)).copied()
    }

    /// The name of a local at its frame's site.
    fn local(&self, program: &Program, depth: u16, slot: u16) -> String {
        let named = || {
            let (method, number) = self.site(depth)?;
            let body = program.code(method).ok().flatten()?;
            let item = *body.insns().get(number as usize)?;
            let entry = body.code.locals.iter().find(|entry| {
                entry.local == slot && (body.item_of(entry.start)..body.item_of(entry.end)).contains(&item)
            })?;
            program.get(method.class)?.file.utf8(entry.name).ok().map(str::to_owned)
        };
        named().unwrap_or_else(|| format!("in slot {slot}"))
    }
}

/// The calls of a chain, and the instruction to which they lead.
pub fn sites(program: &Program, region: &Region) -> Vec<Place> {
    let calls = region.chain.iter().map(|call| (call.method, call.item));
    let number = |(method, item): (MethodId, usize)| {
        let body = program.code(method).ok().flatten()?;
        Some((method, body.number(item) as u32))
    };
    calls.chain([(region.start.method, region.start.item)]).filter_map(number).collect()
}

fn field_name(program: &Program, field: FieldId) -> Option<String> {
    let class = program.name(field.class).replace('/', ".");
    program.field(field).map(|info| format!("{class}.{}", info.name))
}
