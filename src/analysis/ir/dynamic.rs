//! What `invokedynamic` and computed constants make, by their bootstrap methods (JVMS §5.4.3.6).
//!
//! The JDK's own bootstrap methods have known meanings: `LambdaMetafactory`, `StringConcatFactory`, `ObjectMethods`,
//! `SwitchBootstraps`. Any other one is called, and what its handles refer to counts as called.

use super::build::Builder;
use super::method::{Dynamic, Handle, Target};
use super::types::Type;

use crate::analysis::calls::{Call, call};
use crate::classfile::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use crate::classfile::{Constant, MethodHandle};
use crate::program::{Class, Program};

/// What the bootstrap method with this number makes, for a call site of this name and descriptor.
pub(super) fn dynamic(builder: &mut Builder<'_>, bootstrap: u16, name: &str, descriptor: &str) -> Target {
    let bootstraps = builder.bootstraps();
    let Some(found) = bootstraps.get(usize::from(bootstrap)) else {
        return Target::Missing(format!("bootstrap method {bootstrap}").into());
    };
    let handles = || {
        let handles = found.arguments.iter().filter_map(|argument| match argument {
            Constant::MethodHandle(handle) => Some(handle),
            _ => None,
        });
        handles.collect::<Vec<_>>()
    };
    let made = match (found.method.member.class.as_str(), handles().first()) {
        ("java/lang/invoke/LambdaMetafactory", Some(runs)) => Dynamic::Lambda {
            interface: Type::of_descriptor(builder.program, descriptor.rsplit(')').next().unwrap_or(""))
                .unwrap_or_else(|| Type::named(builder.program, "java/lang/Object")),
            markers: markers(builder, &found.arguments),
            name: name.to_owned(),
            descriptor: match found.arguments.first() {
                Some(Constant::MethodType(descriptor)) => descriptor.clone(),
                _ => String::new(),
            },
            runs: handle(builder, runs),
        },
        ("java/lang/invoke/StringConcatFactory", _) => Dynamic::Concatenation,
        ("java/lang/runtime/ObjectMethods", _) => Dynamic::Record {
            name: name.to_owned(),
            fields: handles()
                .into_iter()
                .filter_map(|it| match handle(builder, it) {
                    Handle::Field(field, _) => Some(field),
                    _ => None,
                })
                .collect(),
        },
        ("java/lang/runtime/SwitchBootstraps", _) => Dynamic::Switch,
        _ => Dynamic::Other {
            bootstrap: handle(builder, &found.method),
            handles: handles().into_iter().map(|it| handle(builder, it)).collect(),
        },
    };
    Target::Dynamic(Box::new(made))
}

/// The interfaces that `altMetafactory` adds: after three arguments flags, then with flag 2 a number and as many classes;
/// flag 1 stands for `Serializable`.
fn markers(builder: &Builder<'_>, arguments: &[Constant]) -> Vec<Type> {
    let Some(Constant::Int(flags)) = arguments.get(3) else { return Vec::new() };
    let serializable = (flags & 1 != 0).then(|| Type::named(builder.program, "java/io/Serializable"));
    let count = match arguments.get(4) {
        Some(Constant::Int(count)) if flags & 2 != 0 => usize::try_from(*count).unwrap_or(0),
        _ => 0,
    };
    let named = arguments.iter().skip(5).take(count).filter_map(|argument| match argument {
        Constant::Class(name) => Some(Type::named(builder.program, name)),
        _ => None,
    });
    serializable.into_iter().chain(named).collect()
}

/// The handle with its member found (JVMS table 5.4.3.5-A).
pub(super) fn handle(builder: &Builder<'_>, constant: &MethodHandle) -> Handle {
    handle_of(builder.program, builder.class, constant)
}

/// A method handle constant of a class with its member found.
pub fn handle_of(program: &Program, class: &Class, constant: &MethodHandle) -> Handle {
    let member = &constant.member;
    let found = |op| match call(program, class, op, member)? {
        Call::Exact(method) | Call::Virtual(_, method) => Some(method),
    };
    let resolved = match constant.kind {
        1..=4 => {
            let class = program.class(&member.class);
            let field = class.and_then(|class| program.resolve_field(class, &member.name, &member.descriptor));
            field.map(|field| Handle::Field(field, constant.kind <= 2))
        }
        5 => found(INVOKEVIRTUAL).map(Handle::Virtual),
        6 => found(INVOKESTATIC).map(Handle::Static),
        7 => found(INVOKESPECIAL).map(Handle::Special),
        8 => found(INVOKESPECIAL).map(|method| Handle::New(Type::named(program, &member.class), method)),
        _ => found(INVOKEINTERFACE).map(Handle::Virtual),
    };
    resolved.unwrap_or_else(|| Handle::Missing(missing(constant)))
}

/// A handle as people read it, for what is missing.
fn missing(handle: &MethodHandle) -> Box<str> {
    let member = &handle.member;
    format!("{}.{}{}", member.class.replace('/', "."), member.name, member.descriptor).into()
}
