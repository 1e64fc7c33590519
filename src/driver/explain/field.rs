//! Why one static field is captured, or why not: with the write before the checkpoint and the read after it, each as a call path
//! from the chain.

use serde::Serialize;

use crate::analysis::mod_use::call_path::{Access, CallPath, Step, to_modification, to_read};
use crate::analysis::mod_use::{ModUse, Part};
use crate::driver::error::DriverError;
use crate::plan::Plan;
use crate::program::{FieldId, Program, access};

/// How many fields an error lists.
const LISTED: usize = 10;

/// The answer about a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldAnswer {
    /// Its class and name.
    pub field: String,
    /// Whether it is captured.
    pub captured: bool,
    /// Why, or why not.
    pub why: String,
    /// How code before the checkpoint comes to modify it, as calls `Class.method:line`; empty if none was found.
    pub modified_by: Vec<String>,
    /// How code after the checkpoint comes to read it.
    pub read_by: Vec<String>,
    /// By which path its value then comes to the program's output; empty if none was found.
    pub reaches: Vec<String>,
}

/// The field that `Class.field` names; the class simply or in full.
pub(super) fn named(program: &Program, name: &str) -> Result<FieldId, DriverError> {
    let (class, field) = name
        .rsplit_once('.')
        .ok_or_else(|| DriverError::Usage(format!("{name}: expected Class.field, the field to explain")))?;
    let classes = program.called(class);
    let id = match classes.as_slice() {
        [] => {
            return Err(DriverError::Input(format!(
                "no class {class} in the program or the JDK; give the full name of a class of the JDK"
            )));
        }
        [only] => *only,
        several => {
            let names: Vec<String> = several.iter().map(|id| program.name(*id).replace('/', ".")).collect();
            return Err(DriverError::Input(format!(
                "several classes are called {class}; give one of these full names: {}",
                names.join(", ")
            )));
        }
    };
    // inherited ones too
    let all: Vec<_> = program
        .superclasses(id)
        .flat_map(|class| {
            let fields = class.file.fields.iter().enumerate();
            fields.map(|(index, info)| (FieldId { class: class.id, index: index as u16 }, info))
        })
        .collect();
    all.iter().find(|(_, info)| info.name == field).map(|(id, _)| *id).ok_or_else(|| {
        let statics = all.iter().filter(|(_, info)| info.access & access::STATIC != 0);
        let names: Vec<&str> = statics.map(|(_, info)| info.name.as_str()).take(LISTED).collect();
        let has =
            if names.is_empty() { String::new() } else { format!("; its static fields are {}", names.join(", ")) };
        DriverError::Input(format!("no field {field} in class {}{has}", program.name(id).replace('/', ".")))
    })
}

/// All that answers are made of.
pub(super) struct Asked<'x, 'p, 'a> {
    pub(super) program: &'x Program,
    pub(super) plan: &'x Plan,
    /// None where statics were not selected by it.
    pub(super) analysis: Option<&'x ModUse<'p, 'a>>,
    /// What runs before the checkpoint, what after it.
    pub(super) parts: &'x (Vec<Part>, Vec<Part>),
}

impl Asked<'_, '_, '_> {
    /// Why the field is captured, or why not.
    pub(super) fn why(&self, field: FieldId) -> FieldAnswer {
        let class = self.program.name(field.class);
        let info = self.program.field(field);
        let name = info.map_or("", |info| info.name.as_str());
        let mut answer = FieldAnswer {
            field: format!("{}.{name}", class.replace('/', ".")),
            captured: false,
            why: String::new(),
            modified_by: Vec::new(),
            read_by: Vec::new(),
            reaches: Vec::new(),
        };
        if info.is_some_and(|info| info.access & access::STATIC == 0) {
            let pruned = self.plan.pruned_fields.iter().any(|it| it.class == class && it.name == name);
            answer.captured = !pruned;
            let why = if pruned {
                "no code after the checkpoint reads the field, and --prune-fields leaves it out"
            } else {
                "an instance field is captured with each object that a frame or a captured static field reaches"
            };
            why.clone_into(&mut answer.why);
            return answer;
        }
        if info.is_some_and(|info| info.constant) {
            "the JVM sets this constant from the class file, in the replay as well".clone_into(&mut answer.why);
            return answer;
        }
        let modified = self.analysis.and_then(|analysis| to_modification(analysis, field, &self.parts.0));
        let read = self.analysis.and_then(|analysis| to_read(analysis, field, &self.parts.1));
        answer.modified_by = modified.iter().flat_map(|path| self.shown(path)).collect();
        answer.read_by = read.iter().flat_map(|path| self.shown(path)).collect();
        if self.program.is_application(field.class) {
            self.of_application(class, name, modified.as_ref(), read.is_some(), &mut answer);
        } else {
            self.of_jdk(class, name, modified.is_some(), read.is_some(), &mut answer);
        }
        answer
    }

    fn of_application(
        &self,
        class: &str,
        name: &str,
        modified: Option<&CallPath>,
        read: bool,
        answer: &mut FieldAnswer,
    ) {
        let planned = self.plan.statics.iter().find(|it| it.class == class && it.name == name);
        answer.captured = planned.is_some() || self.plan.below.is_some();
        answer.why = match (planned, modified.map(|path| path.access)) {
            _ if self.plan.below.is_some() => {
                "the chain starts below main, and frames above the chain may read any static field: all are captured"
                    .to_owned()
            }
            (Some(_), Some(Access::Mutation)) if read => {
                "an object in the field may be changed before the checkpoint, and the field is read after it".to_owned()
            }
            (Some(_), Some(_)) if read => {
                "the field may be written before the checkpoint, and is read after it".to_owned()
            }
            (Some(planned), _) if planned.modified && self.analysis.is_some() => {
                format!(
                    "{}; all methods of the application count, because the analysis cannot follow some code (see the notes)",
                    planned.reason
                )
            }
            (Some(planned), _) if planned.modified => {
                format!("{}, by the class hierarchy, where every field that is read counts as modified", planned.reason)
            }
            (Some(_), _) => "the field is read after the checkpoint and not modified before it; the checkpoint holds \
                 its initial value"
                .to_owned(),
            (None, Some(_)) => "the field may be modified before the checkpoint, but no later code reads it".to_owned(),
            (None, None) => "no code after the checkpoint reads the field, and no earlier code modifies it".to_owned(),
        };
    }

    fn of_jdk(&self, class: &str, name: &str, modified: bool, read: bool, answer: &mut FieldAnswer) {
        let known = self.plan.jdk_statics.iter().find(|it| it.class == class && it.name == name);
        answer.why = match (known, modified, read) {
            (Some(known), ..) => {
                format!(
                    "jcp has models for static fields of the JDK; the model of this field: {}: {}",
                    known.kind, known.why
                )
            }
            (None, _, false) => "no code after the checkpoint reads the field".to_owned(),
            (None, false, true) => "no code before the checkpoint modifies the field".to_owned(),
            (None, true, true) => "only class initialisers modify the field, and they run in every JVM".to_owned(),
        };
    }

    /// A path as people read it.
    fn shown(&self, path: &CallPath) -> Vec<String> {
        let first = path.any_time.then(|| "at any time, in another thread or by the JVM".to_owned());
        first.into_iter().chain(path.steps.iter().map(|step| self.step(step))).collect()
    }

    /// `a.b.C.m:12`, with the offset where lines are not known.
    fn step(&self, step: &Step) -> String {
        let program = self.program;
        let name = program.method(step.method).map_or("?", |info| info.name.as_str());
        let method = format!("{}.{name}", program.name(step.method.class).replace('/', "."));
        let Some(offset) = step.offset else { return method };
        let line = program.line_at(step.method, offset);
        line.map_or_else(|| format!("{method}@{offset}"), |line| format!("{method}:{line}"))
    }
}
