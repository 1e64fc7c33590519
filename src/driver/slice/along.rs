//! `--stack FILE`: from a stack trace to the frames of the program that a slice keeps to, and to its criterion.
//!
//! Frames of other classes than the program's are passed over: what the JDK calls back is called by the program's call into the JDK. The
//! criterion is the line of the first frame of the program, unless one is named; that stands in some frame, and what lies below that one
//! is passed over, too.

use super::criterion::{self, Criterion};
use super::report::StackReport;
use super::trace::{self, Frame};
use crate::analysis::slice::{Place, Slicer, Stack};
use crate::driver::DriverError;
use crate::program::Program;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A stack trace that was found in the program.
pub struct Along {
    file: PathBuf,
    /// The frames of the program, innermost first: number in the trace, frame, instructions on its line.
    frames: Vec<(usize, Frame, Vec<Place>)>,
}

impl Along {
    /// Reads a trace and finds its frames in the program.
    pub fn read(file: &Path, program: &Program) -> Result<Self, DriverError> {
        let bytes = std::fs::read(file).map_err(DriverError::input("cannot read", file))?;
        let all = trace::parse(&String::from_utf8_lossy(&bytes));
        let bad = |why: String| DriverError::Input(format!("{}: {why}", file.display()));
        let Some(first) = all.first() else {
            let why = "no stack trace in it: no line such as `at Class.method(File.java:12)`";
            return Err(bad(why.to_owned()));
        };
        let mut frames = Vec::new();
        for (number, frame) in (1..).zip(&all) {
            if let Some(found) = places(program, frame) {
                let places = found.map_err(|why| bad(format!("frame {number}, {}: {why}", frame.shown())))?;
                frames.push((number, frame.clone(), places));
            }
        }
        if frames.is_empty() {
            let why = format!("no frame of the trace is in the program; the first one is {}", first.shown());
            return Err(bad(why));
        }
        Ok(Self { file: file.to_path_buf(), frames })
    }

    /// The criterion: the first frame's line, or the one that is named; what lies below it on the stack is dropped.
    pub fn criterion(&mut self, program: &Program, at: &str, variable: Option<&str>) -> Result<Criterion, DriverError> {
        if at.is_empty() {
            let (number, first, places) = &self.frames[0];
            if let Some(line) = first.line {
                return criterion::of_line(program, line, places, variable);
            }
            let why = format!("frame {number}, {}, tells no line", first.shown());
            return Err(DriverError::Input(format!("{}: {why}; name the line with --at", self.file.display())));
        }
        let mut asked = criterion::find(program, at, variable)?;
        let on_line = |frame: &(usize, Frame, Vec<Place>)| asked.places.iter().any(|place| frame.2.contains(place));
        let in_method = |frame: &(usize, Frame, Vec<Place>)| {
            asked.places.iter().any(|place| frame.2.iter().any(|other| other.0 == place.0))
        };
        let found = self.frames.iter().position(on_line).or_else(|| self.frames.iter().position(in_method));
        let Some(found) = found else {
            let methods: Vec<String> = self.frames.iter().take(5).map(|frame| frame.1.shown()).collect();
            let why = format!("{} is in no frame of {}", asked.described, self.file.display());
            return Err(DriverError::Input(format!("{why}\n  note: the frames are: {}", methods.join(", "))));
        };
        self.frames.drain(..found);
        let methods: BTreeSet<_> = self.frames[0].2.iter().map(|place| place.0).collect();
        asked.places.retain(|place| methods.contains(&place.0));
        self.frames[0].2.clone_from(&asked.places);
        Ok(asked)
    }

    /// The stack for slices, and what reports say of it.
    pub fn stack(&self, slicer: &Slicer, program: &Program) -> Result<(Stack, StackReport), DriverError> {
        let places: Vec<Vec<Place>> = self.frames.iter().map(|frame| frame.2.clone()).collect();
        let stack = slicer.stack(&places).map_err(|at| {
            let (number, frame, _) = &self.frames[at];
            let below = at.checked_sub(1).map_or_else(String::new, |below| self.frames[below].1.shown());
            let why = format!("no call on its line leads to the frame below it, {below}");
            let why = format!("{}: frame {number}, {}: {why}", self.file.display(), frame.shown());
            DriverError::Input(format!("{why}\n  note: the trace may be of another version of {}", of(program, frame)))
        })?;
        let frames = self.frames.iter().map(|frame| frame.1.shown()).collect();
        let is_whole = stack.is_whole();
        Ok((stack, StackReport { frames, is_whole }))
    }
}

fn of(program: &Program, frame: &Frame) -> String {
    let class = program.find(&frame.class.replace('.', "/"));
    class.and_then(|class| class.file.source_file.clone()).unwrap_or_else(|| frame.class.clone())
}

/// The instructions of a frame: those on its line, or all of its method where the trace tells no line. None if its class is not one of the
/// program's, or its method has no code.
fn places(program: &Program, frame: &Frame) -> Option<Result<Vec<Place>, String>> {
    let class = program.find(&frame.class.replace('.', "/")).filter(|class| program.is_application(class.id))?;
    let methods: Vec<_> = class.methods_named(&frame.method).collect();
    if methods.is_empty() {
        return Some(Err(format!("class {} has no method {}", frame.class, frame.method)));
    }
    let with_code: Vec<_> = methods.into_iter().filter(|(_, info)| info.code.is_some()).collect();
    if with_code.is_empty() {
        return None;
    }
    let mut places = Vec::new();
    for (method, _) in with_code {
        let Ok(Some(body)) = program.code(method) else { continue };
        let on_line = |item: &&usize| frame.line.is_none_or(|line| body.line(**item) == Some(line));
        places.extend(body.insns().iter().filter(on_line).map(|item| (method, body.number(*item) as u32)));
    }
    let is_there = frame.line.is_none() || !places.is_empty();
    let why = || format!("{}.{} has no code on that line", frame.class, frame.method);
    Some(if is_there { Ok(places) } else { Err(why()) })
}
