//! Methods of the JDK whose values flow from their arguments to their results, without their code: strings, builders of
//! strings, boxes, numbers; and streams of output, which nothing flows out of.
//!
//! The points-to analysis has one object for all strings and one for all builders, so following fields inside them would tie
//! every string of a program to every other. A string, box or number never changes, so what it holds is what made it. The content of a builder is
//! a place of its own ([`super::sites::Place::Content`]). Only methods whose parameters are values themselves are taken so:
//! `append(Object)` calls the program's `toString`, so its code is followed.

use crate::classfile::descriptor;
use crate::program::{ClassId, MethodId, Program, access};

/// How values flow through a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flows {
    /// By the method's code.
    Code,
    /// From the receiver and the arguments to the result.
    ToResult,
    /// From the content of the receiver, and the arguments, to the result.
    FromContent,
    /// From the arguments into the content of the receiver.
    IntoContent,
    /// Nothing comes out.
    Sink,
    /// The program ends.
    Ends,
}

impl Flows {
    /// Whether the method's code is not looked at.
    pub fn is_known(self) -> bool {
        self != Self::Code
    }
}

/// Whether a call of the method is taken to end without an exception: output, and what makes and starts threads, which fails
/// only where the program uses a thread twice or has no memory.
pub fn never_throws(program: &Program, method: MethodId) -> bool {
    let name = program.method(method).map_or("", |info| info.name.as_str());
    let of_thread = program.name(method.class) == "java/lang/Thread" && matches!(name, "<init>" | "start");
    of_thread || of(program, method) == Flows::Sink
}

/// Classes of values that never change.
const VALUES: &[&str] = &[
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Number",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/math/BigInteger",
    "java/math/BigDecimal",
];

/// Builders of strings.
const BUILDERS: &[&str] =
    &["java/lang/StringBuilder", "java/lang/StringBuffer", "java/lang/AbstractStringBuilder", "java/util/StringJoiner"];

/// Streams of output.
const SINKS: &[&str] = &["java/io/PrintStream", "java/io/PrintWriter"];

/// Methods of builders that read only.
const READERS: &[&str] = &[
    "toString",
    "length",
    "charAt",
    "substring",
    "subSequence",
    "indexOf",
    "lastIndexOf",
    "capacity",
    "codePointAt",
    "codePointBefore",
    "codePointCount",
    "compareTo",
    "isEmpty",
    "chars",
    "codePoints",
    "offsetByCodePoints",
];

/// How values flow through a call of the method.
pub fn of(program: &Program, method: MethodId) -> Flows {
    let Some(info) = program.method(method) else { return Flows::Code };
    if program.is_application(method.class) {
        return Flows::Code;
    }
    let class = program.name(method.class);
    if SINKS.contains(&class) && info.name != "<init>" {
        return Flows::Sink;
    }
    if class == "java/lang/Object" && matches!(info.name.as_str(), "<init>" | "wait" | "notify" | "notifyAll") {
        return Flows::Sink;
    }
    if matches!((class, info.name.as_str()), ("java/lang/System" | "java/lang/Runtime", "exit" | "halt")) {
        return Flows::Ends;
    }
    let parsed = descriptor::parse_method(&info.descriptor);
    if !parsed.is_some_and(|parsed| parsed.parameters.iter().all(|parameter| is_value(parameter))) {
        return Flows::Code;
    }
    if BUILDERS.contains(&class) {
        let reads = READERS.contains(&info.name.as_str());
        return if reads { Flows::FromContent } else { Flows::IntoContent };
    }
    let gives_array = info.descriptor.contains(")[");
    if VALUES.contains(&class) && !gives_array && info.access & access::NATIVE == 0 {
        return Flows::ToResult;
    }
    Flows::Code
}

/// Whether objects of the class are values.
pub fn is_value_class(class: &str) -> bool {
    VALUES.contains(&class)
}

/// Whether the class is one of builders of strings.
pub fn is_builder(program: &Program, class: ClassId) -> bool {
    BUILDERS.contains(&program.name(class))
}

/// Whether the class is one of streams of output.
pub fn is_stream(program: &Program, class: ClassId) -> bool {
    SINKS.contains(&program.name(class))
}

/// Whether a parameter is a number or a value that never changes.
fn is_value(parameter: &str) -> bool {
    parameter.len() == 1 || VALUES.contains(&descriptor::class_name(parameter))
}

/// Whether the method gives back the builder that it is called on.
pub fn gives_receiver(program: &Program, method: MethodId) -> bool {
    let Some(info) = program.method(method) else { return false };
    let result = info.descriptor.rsplit(')').next().map_or("", descriptor::class_name);
    let class = program.name(method.class);
    BUILDERS.contains(&class)
        && (BUILDERS.contains(&result) || result == "java/lang/Appendable")
        && info.access & access::STATIC == 0
}
