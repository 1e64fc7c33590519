//! The replaying jar's clock, if the plan wants it to go on from the time of the checkpoint: what the program calls to know
//! the time is turned to the runtime's `ReplayClock`.
//!
//! Static methods are turned where the constant pool names them, so method references are too. `new Date()` becomes
//! `new Date(millis)` in code. Left out: `Date::new`, `new GregorianCalendar()`, and what the JDK asks for by itself.

use super::emit::Emitter;
use super::error::Result;
use super::hook_table::{CLOCK, CURRENT_TIME};
use crate::classfile::opcode::INVOKESPECIAL;
use crate::classfile::splice::ClassEditor;
use crate::classfile::{ClassFile, Code, Insn, Item, MemberRef, Operand};
use crate::plan::{Plan, Time};

/// Class, methods, and the class of the runtime that has methods of the same names and descriptors.
const TURNED: &[(&str, &[&str], &str)] = &[
    ("java/lang/System", &["currentTimeMillis", "nanoTime"], "jcp/runtime/ReplayClock"),
    ("java/time/Clock", &["systemUTC", "systemDefaultZone", "system"], "jcp/runtime/ReplayClock$Clocks"),
    ("java/time/Instant", &["now"], "jcp/runtime/ReplayClock$Instants"),
    ("java/time/LocalDate", &["now"], "jcp/runtime/ReplayClock$LocalDates"),
    ("java/time/LocalTime", &["now"], "jcp/runtime/ReplayClock$LocalTimes"),
    ("java/time/LocalDateTime", &["now"], "jcp/runtime/ReplayClock$LocalDateTimes"),
    ("java/time/ZonedDateTime", &["now"], "jcp/runtime/ReplayClock$ZonedDateTimes"),
    ("java/time/OffsetDateTime", &["now"], "jcp/runtime/ReplayClock$OffsetDateTimes"),
    ("java/time/OffsetTime", &["now"], "jcp/runtime/ReplayClock$OffsetTimes"),
    ("java/time/Year", &["now"], "jcp/runtime/ReplayClock$Years"),
    ("java/time/YearMonth", &["now"], "jcp/runtime/ReplayClock$YearMonths"),
    ("java/time/MonthDay", &["now"], "jcp/runtime/ReplayClock$MonthDays"),
    ("java/util/Calendar", &["getInstance"], "jcp/runtime/ReplayClock$Calendars"),
];

/// Turns the static methods.
pub(super) fn turn(editor: &mut ClassEditor, plan: &Plan) -> Result<()> {
    if plan.request.clock == Time::Replay {
        editor.redirect(|member| {
            let asks_a_clock = member.descriptor.starts_with("(Ljava/time/Clock;");
            let found = TURNED.iter().find(|(class, names, _)| {
                member.class == *class && names.contains(&member.name.as_str()) && !asks_a_clock
            });
            found.map(|(_, _, to)| *to)
        })?;
    }
    Ok(())
}

/// The method's code with the time for each `new Date()`; true if there is one.
pub(super) fn dates(code: &mut Code, editor: &mut ClassEditor, plan: &Plan) -> Result<bool> {
    if plan.request.clock != Time::Replay {
        return Ok(false);
    }
    let class = editor.class;
    let makes = |item: &Item| match item {
        Item::Insn { insn: Insn { op: INVOKESPECIAL, operand: Operand::Constant(index) }, .. } => {
            class.member(*index).is_ok_and(|member| makes_date(&member))
        }
        _ => false,
    };
    let places: Vec<usize> = (0..code.items.len()).filter(|&at| makes(&code.items[at])).collect();
    for &at in places.iter().rev() {
        let mut emit = Emitter::new(code, editor);
        emit.hook(CLOCK, &CURRENT_TIME)?; // …, date, millis
        emit.invoke(INVOKESPECIAL, "java/util/Date", "<init>", "(J)V", false)?; // …
        let mut items = emit.items;
        if let (Item::Insn { offset: original, .. }, Some(Item::Insn { offset, .. })) =
            (&code.items[at], items.first_mut())
        {
            *offset = *original; // a checkpoint may be here
        }
        code.items.splice(at..=at, items);
    }
    Ok(!places.is_empty())
}

/// The methods of a class in which a date is made.
pub(super) fn makers(class: &ClassFile, plan: &Plan) -> Vec<usize> {
    let count = if plan.request.clock == Time::Replay && class.method_refs().iter().any(makes_date) {
        class.methods.len()
    } else {
        0
    };
    (0..count).collect()
}

fn makes_date(member: &MemberRef) -> bool {
    member.class == "java/util/Date" && member.name == "<init>" && member.descriptor == "()V"
}
