//! How a plan is written: as one list of its fields, those of its request among them.
//!
//! JSON shows the request's fields beside the plan's own. serde's `flatten` would do that, but makes the plan a map of unknown
//! length, which bincode refuses, and the premises are written by bincode. There a struct is the values of its fields one after the other,
//! so a request in its place is written and read alike whether it is a struct of its own or not: the derived `Deserialize`
//! reads what is written here. JSON is for people and other programs; jcp does not read it back.

use super::{Plan, Request};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// Writes the named variables as fields of a struct.
macro_rules! write_fields {
    ($serializer:expr, $name:literal: $($field:ident)*) => {{
        let count = [$(stringify!($field)),*].len();
        let mut written = $serializer.serialize_struct($name, count)?;
        $(written.serialize_field(stringify!($field), $field)?;)*
        written.end()
    }};
}

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // in full, so that no field is forgotten
        let Self {
            name,
            main,
            above_main,
            below,
            once,
            region,
            request,
            jdk,
            chain,
            end,
            statics,
            jdk_statics,
            jdk_notes,
            pruned_fields,
            instance_fields,
            reachable_statics,
            unreachable,
            pass_through,
            cdmps,
            lines_moved,
            edited,
            precision,
            diagnostics,
        } = self;
        let Request { instance, keep, states, clock, seeds, sockets } = request;
        write_fields!(serializer, "Plan":
            name main above_main below once region instance keep states clock seeds sockets jdk chain end statics
            jdk_statics jdk_notes pruned_fields instance_fields reachable_statics unreachable pass_through cdmps
            lines_moved edited precision diagnostics)
    }
}
