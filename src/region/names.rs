//! Classes and methods of the program by the names that a pattern gives them, and the other way round.
//!
//! A written class fits a class of the program if it is its binary name (`a.b.C$D`), or else if the two are equal with
//! `$` read as `.`, or else if it is the end of the class's name behind a `.` or `$`; only the best of the three kinds
//! counts. A written method is looked for in the class, then in its superclasses, then in its superinterfaces, and the
//! first of them that has it decides. Parameter types are compared with the erased ones in the same manner.
//!
//! Synthetic methods (bridges) count only if there is no other with that name and those parameters.

use super::pattern::{MethodPattern, Name, TypeName};
use crate::classfile::descriptor;
use crate::program::{ClassId, MethodId, Program};

/// `ACC_SYNTHETIC` (JVMS §4.6).
const SYNTHETIC: u16 = 0x1000;

/// What a written method may stand for.
pub(super) enum Found {
    /// Just this one.
    One(MethodId),
    /// Several of the same class.
    Several(Vec<MethodId>),
    /// Some have the name, none has the parameters.
    OtherParameters(Vec<MethodId>),
    /// None has the name.
    None,
}

/// The classes of the program that the name fits, in the program's order.
pub(super) fn classes_called(program: &Program, name: &Name) -> Vec<ClassId> {
    let written = name.dotted();
    let kinds: Vec<(u8, ClassId)> =
        program.application().filter_map(|class| Some((fit(&written, class.name())?, class.id))).collect();
    let best = kinds.iter().map(|(kind, _)| *kind).min();
    kinds.into_iter().filter(|(kind, _)| Some(*kind) == best).map(|(_, class)| class).collect()
}

/// How well a written name fits a class or type: 0 is best.
fn fit(written: &str, internal: &str) -> Option<u8> {
    let binary = internal.replace('/', ".");
    if written == binary {
        return Some(0);
    }
    let (written, dotted) = (written.replace('$', "."), binary.replace('$', "."));
    let before = dotted.strip_suffix(&written)?;
    if before.is_empty() { Some(1) } else { before.ends_with('.').then_some(2) }
}

/// The class, its superclasses upwards, then all superinterfaces.
pub(super) fn lineage(program: &Program, class: ClassId) -> Vec<ClassId> {
    let above: Vec<ClassId> = program.superclasses(class).map(|class| class.id).collect();
    above.into_iter().chain(program.superinterfaces(class)).collect()
}

/// The methods of the class that are called so, superclasses and superinterfaces included.
pub(super) fn find_method(program: &Program, class: ClassId, pattern: &MethodPattern) -> Found {
    let special = pattern.name.value.starts_with('<');
    let mut others = Vec::new();
    for class in lineage(program, class) {
        let named = methods_called(program, class, &pattern.name.value);
        let fitting = fitting(program, &named, pattern);
        match fitting.as_slice() {
            [] => others.extend(named),
            [method] => return Found::One(*method),
            _ => return Found::Several(fitting),
        }
        if special {
            break;
        }
    }
    if others.is_empty() { Found::None } else { Found::OtherParameters(others) }
}

fn methods_called(program: &Program, class: ClassId, name: &str) -> Vec<MethodId> {
    program.get(class).map(|class| class.methods_named(name).map(|(id, _)| id).collect()).unwrap_or_default()
}

/// Those of the methods whose parameters fit best; all that are not synthetic if none are written.
fn fitting(program: &Program, named: &[MethodId], pattern: &MethodPattern) -> Vec<MethodId> {
    let Some(parameters) = &pattern.parameters else { return without_synthetic(program, named) };
    let fits: Vec<(u8, MethodId)> = named
        .iter()
        .filter_map(|method| Some((parameters_fit(&parameters.value, &program.method(*method)?.descriptor)?, *method)))
        .collect();
    let best = fits.iter().map(|(kind, _)| *kind).min();
    let fits: Vec<_> = fits.into_iter().filter(|(kind, _)| Some(*kind) == best).map(|(_, method)| method).collect();
    without_synthetic(program, &fits)
}

fn without_synthetic(program: &Program, methods: &[MethodId]) -> Vec<MethodId> {
    let synthetic = |method: &MethodId| is_synthetic(program, *method);
    if methods.iter().all(synthetic) {
        return methods.to_vec();
    }
    methods.iter().copied().filter(|method| !synthetic(method)).collect()
}

/// Whether the compiler made the method up.
pub(super) fn is_synthetic(program: &Program, method: MethodId) -> bool {
    program.flags(method) & SYNTHETIC != 0
}

/// How well the written types fit a descriptor: that of the worst of them.
fn parameters_fit(written: &[TypeName], method: &str) -> Option<u8> {
    let method = descriptor::parse_method(method)?;
    if method.parameters.len() != written.len() {
        return None;
    }
    let kinds = written.iter().zip(&method.parameters).map(|(written, parameter)| {
        let actual = type_of(parameter);
        (actual.dimensions == written.dimensions).then(|| fit(&written.name.dotted(), &actual.name.parts.join("/")))?
    });
    kinds.into_iter().try_fold(0, |worst, kind| Some(worst.max(kind?)))
}

/// A field descriptor as a type of the language, packages and all.
fn type_of(descriptor: &str) -> TypeName {
    let element = descriptor.trim_start_matches('[');
    let dimensions = u8::try_from(descriptor.len() - element.len()).unwrap_or(u8::MAX);
    let name = match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => descriptor::class_name(element),
    };
    TypeName { name: split(name), dimensions }
}

fn split(internal: &str) -> Name {
    Name { parts: internal.split('/').map(str::to_owned).collect() }
}

/// The class's full name, nested classes with `$`.
pub(super) fn class_name(program: &Program, class: ClassId) -> Name {
    split(program.name(class))
}

/// The method with its class and parameter types, as short as can be: `java.lang` is left out where that is no other
/// method's name too.
pub(super) fn method_pattern(program: &Program, method: MethodId) -> MethodPattern {
    let (name, types) = match program.method(method) {
        Some(info) => (info.name.as_str(), descriptor::parse_method(&info.descriptor).map(|parsed| parsed.parameters)),
        None => ("?", None),
    };
    let full: Vec<TypeName> = types.unwrap_or_default().into_iter().map(type_of).collect();
    let with = |parameters: Vec<TypeName>| MethodPattern {
        class: class_name(program, method.class).into(),
        name: name.to_owned().into(),
        parameters: (name != "<clinit>").then(|| parameters.into()),
        call: None,
    };
    let short = with(full.iter().map(without_java_lang).collect());
    match find_method(program, method.class, &short) {
        Found::One(found) if found == method => short,
        _ => with(full),
    }
}

fn without_java_lang(full: &TypeName) -> TypeName {
    match full.name.parts.as_slice() {
        [java, lang, name] if java == "java" && lang == "lang" => {
            TypeName { name: Name { parts: vec![name.clone()] }, dimensions: full.dimensions }
        }
        _ => full.clone(),
    }
}

/// The method as messages name it: `a.b.C.m(int,String[])`.
pub(super) fn show(program: &Program, method: MethodId) -> String {
    method_pattern(program, method).to_string()
}

/// Those of the names that come near to `wanted`, nearest first, each with its payload; ties by name.
pub(super) fn near<T: Ord>(wanted: &str, names: impl Iterator<Item = (String, T)>) -> Vec<T> {
    let limit = 1 + wanted.chars().count() / 4;
    let distance = |name: &str| {
        let contained = name.len() > 3 && wanted.contains(name) || wanted.len() > 3 && name.contains(wanted);
        let edits = strsim::damerau_levenshtein(&wanted.to_lowercase(), &name.to_lowercase());
        if edits <= limit { Some(edits) } else { contained.then_some(limit + 1) }
    };
    let mut found: Vec<_> = names.filter_map(|(name, payload)| Some((distance(&name)?, name, payload))).collect();
    found.sort();
    found.into_iter().map(|(_, _, payload)| payload).collect()
}
