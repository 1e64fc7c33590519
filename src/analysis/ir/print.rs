//! The three-address view as text, for people and tests: variables by their numbers, members by their names. What is no
//! reference is `_`.

use super::method::{Dynamic, Handle, MethodIr, Statement, Target, Var};
use crate::program::{FieldId, MethodId, Program};
use std::fmt::Write as _;

impl MethodIr {
    /// One statement a line, with the offset of its instruction.
    pub fn print(&self, program: &Program) -> String {
        let mut text = format!("({}{})", optional(self.this), list(&self.params));
        let _ = writeln!(text, " result {} thrown {}", optional(self.result), optional(self.thrown));
        for (offset, statement) in &self.statements {
            let _ = writeln!(text, "{offset:4} {}", self.line(program, statement));
        }
        for (number, region) in self.regions.iter().enumerate().skip(1) {
            let handlers = region.handlers.iter().map(|(caught, var)| {
                format!("{} v{}", caught.map_or("any".to_owned(), |caught| caught.name(program)), var.0)
            });
            let _ = writeln!(text, "region {number}: {}", handlers.collect::<Vec<_>>().join(", "));
        }
        text
    }

    fn line(&self, program: &Program, statement: &Statement) -> String {
        match *statement {
            Statement::New { dst, ty } => format!("v{} = new {}", dst.0, ty.name(program)),
            Statement::Assign { dst, src } => format!("v{} = v{}", dst.0, src.0),
            Statement::Cast { dst, src, ty } => format!("v{} = ({}) v{}", dst.0, ty.name(program), src.0),
            Statement::GetField { dst, base, field } => {
                format!("{} = {}.{}", optional(dst), optional(base), field_name(program, field))
            }
            Statement::PutField { base, field, src } => {
                format!("{}.{} = {}", optional(base), field_name(program, field), optional(src))
            }
            Statement::GetStatic { dst, field } => format!("{} = static {}", optional(dst), field_name(program, field)),
            Statement::PutStatic { field, src } => format!("static {} = {}", field_name(program, field), optional(src)),
            Statement::GetElement { dst, base } => format!("{} = {}[]", optional(dst), optional(base)),
            Statement::PutElement { base, src } => format!("{}[] = {}", optional(base), optional(src)),
            Statement::Text { dst, .. } => format!("v{} = text", dst.0),
            Statement::Class { dst, ty } => format!("v{} = class {}", dst.0, ty.name(program)),
            Statement::Handle { dst, .. } => format!("v{} = handle", dst.0),
            Statement::Throw { src, region } => format!("throw v{} {}", src.0, by(region)),
            Statement::Call(number) => {
                let call = self.call(number);
                let receiver = call.receiver.map_or(String::new(), |var| format!("v{}.", var.0));
                let callee = target(program, &call.target);
                format!("{} = {receiver}{callee}({}) {}", optional(call.dst), list(&call.args), by(call.region))
            }
        }
        .trim_start_matches("_ = ")
        .trim_end()
        .to_owned()
    }
}

fn by(region: u32) -> String {
    if region == 0 { String::new() } else { format!("region {region}") }
}

fn optional(var: Option<Var>) -> String {
    var.map_or("_".to_owned(), |var| format!("v{}", var.0))
}

fn list(vars: &[Option<Var>]) -> String {
    vars.iter().fold(String::new(), |text, var| text + " " + &optional(*var))
}

fn field_name(program: &Program, field: FieldId) -> &str {
    program.field(field).map_or("?", |info| info.name.as_str())
}

fn method(program: &Program, id: MethodId) -> String {
    program.describe(id)
}

fn target(program: &Program, target: &Target) -> String {
    match target {
        Target::Static(id) => format!("static {}", method(program, *id)),
        Target::Special(id) => format!("special {}", method(program, *id)),
        Target::Virtual(id) => format!("virtual {}", method(program, *id)),
        Target::Missing(name) => format!("missing {name}"),
        Target::Dynamic(made) => match &**made {
            Dynamic::Lambda { interface, name, runs, .. } => {
                format!("lambda {}.{name} runs {}", interface.name(program), handle(program, runs))
            }
            Dynamic::Concatenation => "concatenation".to_owned(),
            Dynamic::Record { name, .. } => format!("record {name}"),
            Dynamic::Switch => "switch".to_owned(),
            Dynamic::Other { bootstrap, .. } => format!("bootstrap {}", handle(program, bootstrap)),
        },
    }
}

fn handle(program: &Program, handle: &Handle) -> String {
    match handle {
        Handle::Field(field, _) => format!("field {}", field_name(program, *field)),
        Handle::Static(id) | Handle::Special(id) | Handle::Virtual(id) => method(program, *id),
        Handle::New(ty, _) => format!("new {}", ty.name(program)),
        Handle::Missing(name) => format!("missing {name}"),
    }
}
