//! The height of the operand stack: `max_stack` by a work list over the instructions (JVMS §4.10.2.2, heights only).
//!
//! Starts are the method's entry with an empty stack, every handler with the exception on it, and every frame, since
//! code that nothing reaches is checked too if it has one. Where control joins, the heights must be equal. Behind a `jsr`
//! the subroutine is taken to leave the stack as it found it, which holds for what compilers made of `finally`.

use super::code::{Code, Frame, Insn, Item, Label, Operand, VType};
use super::descriptor;
use super::error::Fault;
use super::opcode::{self, Effect, GETFIELD, INVOKEDYNAMIC, INVOKESTATIC, JSR, PUTFIELD, PUTSTATIC};
use super::pool::Constants;

/// Computes `max_stack`. `places` gives the position of each label in the items.
pub(super) fn max_stack(
    constants: &impl Constants,
    code: &Code,
    places: &[Option<usize>],
) -> std::result::Result<u16, Fault> {
    let mut heights = Heights { code, places, at: vec![None; code.items.len() + 1], work: Vec::new(), highest: 0 };
    heights.reach(0, 0)?;
    for handler in &code.handlers {
        heights.reach_label(handler.handler, 1)?;
    }
    for (label, frame) in &code.frames {
        heights.reach_label(*label, slots(frame))?;
    }
    while let Some(at) = heights.work.pop() {
        heights.run(constants, at)?;
    }
    u16::try_from(heights.highest).map_err(|_| {
        Fault::Limit(format!("it would need an operand stack of {} slots, but 65,535 are allowed", heights.highest))
    })
}

fn slots(frame: &Frame) -> usize {
    frame.stack.iter().map(|entry| if matches!(entry, VType::Long | VType::Double) { 2 } else { 1 }).sum()
}

struct Heights<'a> {
    code: &'a Code,
    places: &'a [Option<usize>],
    /// Height before each item, once known.
    at: Vec<Option<usize>>,
    /// Items still to be looked at.
    work: Vec<usize>,
    highest: usize,
}

impl Heights<'_> {
    fn reach_label(&mut self, label: Label, height: usize) -> std::result::Result<(), Fault> {
        let place = self.places.get(label.0 as usize).copied().flatten();
        self.reach(place.unwrap_or(self.code.items.len()), height)
    }

    fn reach(&mut self, at: usize, height: usize) -> std::result::Result<(), Fault> {
        self.highest = self.highest.max(height);
        match self.at[at] {
            None => {
                self.at[at] = Some(height);
                self.work.push(at);
                Ok(())
            }
            Some(known) if known == height => Ok(()),
            Some(known) => Err(self.fault(at, format!("the operand stack is {known} or {height} slots high here"))),
        }
    }

    #[cold]
    fn fault(&self, at: usize, problem: String) -> Fault {
        let offset = self.code.items.iter().skip(at).find_map(|item| match item {
            Item::Insn { offset, .. } => Some(*offset),
            Item::Label(_) => None,
        });
        super::error::Problem(problem).at(offset.unwrap_or(0))
    }

    /// Goes on from the item to where control ends or has been.
    fn run(&mut self, constants: &impl Constants, mut at: usize) -> std::result::Result<(), Fault> {
        let Some(mut height) = self.at[at] else { return Ok(()) };
        while let Some(item) = self.code.items.get(at) {
            if let Item::Insn { insn, offset } = item {
                let (popped, pushed) = effect(constants, insn).map_err(|problem| problem.at(*offset))?;
                let left = height.checked_sub(popped);
                height = left.ok_or_else(|| self.fault(at, "it pops from an empty operand stack".into()))? + pushed;
                self.highest = self.highest.max(height);
                for target in insn.operand.targets() {
                    self.reach_label(target, height)?;
                }
                if insn.op == JSR {
                    height -= 1;
                }
                if !opcode::falls_through(insn.op) {
                    return Ok(());
                }
            }
            at += 1;
            match self.at[at] {
                None => self.at[at] = Some(height),
                Some(_) => return self.reach(at, height),
            }
        }
        Ok(())
    }
}

/// Slots popped and pushed.
pub(super) fn effect(constants: &impl Constants, insn: &Insn) -> super::error::Step<(usize, usize)> {
    let row = opcode::opcode(insn.op).ok_or_else(|| format!("{} is not an opcode", insn.op))?;
    let index = match (row.effect, &insn.operand) {
        (Effect::Fixed(popped, pushed), _) => return Ok((popped.into(), pushed.into())),
        (_, Operand::MultiArray { dimensions, .. }) => return Ok(((*dimensions).into(), 1)),
        (_, Operand::Constant(index)) => *index,
        _ => return Err(format!("{} lacks its constant", row.name).into()),
    };
    let (_, text) = constants.name_and_descriptor(index)?;
    if opcode::is_field(insn.op) {
        let kind = descriptor::Kind::of(&text).ok_or_else(|| format!("{text} is not a field descriptor"))?;
        let (receiver, value) = (usize::from(matches!(insn.op, GETFIELD | PUTFIELD)), usize::from(kind.slots()));
        let puts = matches!(insn.op, PUTFIELD | PUTSTATIC);
        return Ok(if puts { (receiver + value, 0) } else { (receiver, value) });
    }
    let parsed = descriptor::parse_method(&text).ok_or_else(|| format!("{text} is not a method descriptor"))?;
    let receiver = usize::from(!matches!(insn.op, INVOKESTATIC | INVOKEDYNAMIC));
    Ok((receiver + usize::from(parsed.slots()), parsed.result_slots().into()))
}
