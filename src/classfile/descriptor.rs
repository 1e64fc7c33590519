//! Descriptors (JVMS §4.3): parameter types, result, slots and kinds of values, borrowed from the descriptor's text.
//!
//! Slots count as on the operand stack and in locals: two for long and double, one for everything else.

use super::code::VType;

/// The kinds of values that the machine tells apart (JVMS §2.11.1); the discriminants are the order of `iload` … `aload`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// int, short, char, byte and boolean.
    Int,
    /// long.
    Long,
    /// float.
    Float,
    /// double.
    Double,
    /// A reference.
    Ref,
}

impl Kind {
    /// How many slots a value takes.
    pub fn slots(self) -> u16 {
        match self {
            Self::Long | Self::Double => 2,
            _ => 1,
        }
    }

    /// The kind of a field descriptor; none for `V` and what is no descriptor.
    pub fn of(descriptor: &str) -> Option<Self> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' | b'B' | b'C' | b'S' | b'I' => Self::Int,
            b'J' => Self::Long,
            b'F' => Self::Float,
            b'D' => Self::Double,
            b'L' | b'[' => Self::Ref,
            _ => return None,
        })
    }
}

/// A method descriptor in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// Descriptors of the parameters.
    pub parameters: Vec<&'a str>,
    /// Descriptor of the result, `V` for void.
    pub result: &'a str,
}

impl MethodDescriptor<'_> {
    /// Kinds of the parameters.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.parameters.iter().filter_map(|parameter| Kind::of(parameter))
    }

    /// Slots of all parameters, without a receiver.
    pub fn slots(&self) -> u16 {
        self.kinds().map(Kind::slots).sum()
    }

    /// Kind of the result; none for void.
    pub fn result_kind(&self) -> Option<Kind> {
        Kind::of(self.result)
    }

    /// Slots of the result.
    pub fn result_slots(&self) -> u16 {
        self.result_kind().map_or(0, Kind::slots)
    }
}

/// Takes a method descriptor apart; none if it is none, or has more than 255 slots of parameters (JVMS §4.3.3).
pub fn parse_method(descriptor: &str) -> Option<MethodDescriptor<'_>> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut parameters = Vec::new();
    let result = loop {
        if let Some(result) = rest.strip_prefix(')') {
            break result;
        }
        let (first, others) = rest.split_at_checked(field_length(rest)?)?;
        parameters.push(first);
        rest = others;
    };
    let parsed = MethodDescriptor { parameters, result };
    let result_ok = result == "V" || is_field(result);
    (result_ok && parsed.kinds().map(|kind| u32::from(kind.slots())).sum::<u32>() <= 255).then_some(parsed)
}

/// Whether the text is one field descriptor.
pub fn is_field(descriptor: &str) -> bool {
    field_length(descriptor) == Some(descriptor.len())
}

/// Length of the field descriptor that the text starts with, bytes.
fn field_length(text: &str) -> Option<usize> {
    let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
    match text.as_bytes().get(dimensions)? {
        b'L' => Some(text.find(';')? + 1),
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => Some(dimensions + 1),
        _ => None,
    }
}

/// The verification type of a value of a field descriptor; none for `V` and what is no descriptor.
pub fn vtype(descriptor: &str) -> Option<VType> {
    Some(match Kind::of(descriptor)? {
        Kind::Int => VType::Int,
        Kind::Long => VType::Long,
        Kind::Float => VType::Float,
        Kind::Double => VType::Double,
        Kind::Ref => VType::Object(class_name(descriptor).to_owned()),
    })
}

/// The name that a `Class` constant has for a reference type's descriptor: `Ljava/lang/String;` gives
/// `java/lang/String`, an array descriptor is its own name.
pub fn class_name(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(descriptor)
}

/// A field descriptor as Java writes the type.
pub fn type_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let name = match element {
        "Z" => "boolean".to_owned(),
        "B" => "byte".to_owned(),
        "C" => "char".to_owned(),
        "S" => "short".to_owned(),
        "I" => "int".to_owned(),
        "J" => "long".to_owned(),
        "F" => "float".to_owned(),
        "D" => "double".to_owned(),
        _ => class_name(element).replace('/', "."),
    };
    name + &"[]".repeat(descriptor.len() - element.len())
}

/// The classes that a signature of generic types names (JVMS §4.7.9.1), as internal names, and names that are none: any text
/// between an `L` and `;`, `<` or `.` counts. What follows a `.` is the name of a class inside the one before.
pub fn classes_in_signature(signature: &str) -> Vec<String> {
    let name_from = |start: usize| signature[start..].split([';', '<', '.', '>', ':']).next().unwrap_or_default();
    let starts = signature.match_indices('L').map(|(at, _)| at + 1);
    let mut found = Vec::new();
    for start in starts {
        let mut name = name_from(start).to_owned();
        let mut end = start + name.len();
        found.push(name.clone());
        loop {
            end += arguments_at(&signature[end..]);
            if !signature[end..].starts_with('.') {
                break;
            }
            let inner = name_from(end + 1);
            name = format!("{name}${inner}");
            end += 1 + inner.len();
            found.push(name.clone());
        }
    }
    found
}

/// How long the type arguments are that a text starts with.
fn arguments_at(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.bytes().enumerate() {
        match letter {
            b'<' => depth += 1,
            b'>' if depth > 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if letter == b'>' { at + 1 } else { 0 };
        }
    }
    0
}

/// The parameters of a method descriptor as Java writes them: `(int,a.b.D[])`.
pub fn parameters(descriptor: &str) -> String {
    let types =
        parse_method(descriptor).map_or(Vec::new(), |parsed| parsed.parameters.into_iter().map(type_name).collect());
    format!("({})", types.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_descriptors() {
        let parsed = parse_method("(IJ[[Ljava/lang/String;D[I)Z").expect("a descriptor");
        assert_eq!(parsed.parameters, ["I", "J", "[[Ljava/lang/String;", "D", "[I"]);
        assert_eq!((parsed.slots(), parsed.result, parsed.result_slots()), (7, "Z", 1));
        assert_eq!(parse_method("()V").map(|it| (it.slots(), it.result_slots())), Some((0, 0)));
        for bad in ["", "()", "(V)V", "(I", "(L)V", "(I)VV", "([)V", "(Q)I", "I", "(Lé"] {
            assert_eq!(parse_method(bad), None, "{bad}");
        }
        assert_eq!(parse_method(&format!("({})V", "J".repeat(128))), None);
    }

    #[test]
    fn signatures_name_classes() {
        let named =
            |text| classes_in_signature(text).into_iter().filter(|name| name.contains(['/', '$'])).collect::<Vec<_>>();
        assert_eq!(
            named("<T::La/I;>(ILjava/util/List<+La/B;>;TT;)La/O<TT;>.In<La/C;>.D;^TX;"),
            ["a/I", "java/util/List", "a/B", "a/O", "a/O$In", "a/O$In$D", "a/C",]
        );
        assert_eq!(named("Lé<<;.L"), [""; 0]);
    }

    #[test]
    fn names_of_types() {
        assert_eq!(class_name("Ljava/lang/String;"), "java/lang/String");
        assert_eq!(class_name("[Ljava/lang/String;"), "[Ljava/lang/String;");
        assert_eq!(vtype("[J"), Some(VType::Object("[J".into())));
        assert_eq!(vtype("V"), None);
    }
}
