//! What objects of the JDK consist of, by the points-to analysis.
//!
//! The *parts* of an object are what it leads to by fields whose declared type says that they belong to it: the list under an iterator, the
//! array under a list, the map under its set of keys. What a program puts in is held in fields and arrays of type `Object`, and
//! is no part. *All* that an object leads to includes that. Objects of the application are not looked into: the JDK gets at their fields only
//! by calling their methods. Strings and boxes are values, and lead to nothing.

use super::value_flow;
use crate::analysis::ir::Type;
use crate::analysis::points_to::objects::Origin;
use crate::analysis::points_to::{Heap, ObjectSet, PointsTo};
use crate::program::{ClassId, FieldId, Program};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Finds parts.
pub struct Contents {
    heap: Heap,
    parts: RefCell<FxHashMap<ObjectSet, Rc<ObjectSet>>>,
    all: RefCell<FxHashMap<ObjectSet, Rc<ObjectSet>>>,
    /// What each object leads to directly: as parts, in all, and parts that hold nothing but what was put in.
    next: RefCell<FxHashMap<u32, Rc<[ObjectSet; 3]>>>,
}

impl Contents {
    /// Of the objects of an answer.
    pub fn new(answer: &PointsTo<'_>) -> Self {
        let (parts, all, next) = Default::default();
        Self { heap: answer.heap_by_object(), parts, all, next }
    }

    /// The objects and those of their parts that the application may get at by other ways: what it makes itself, and collections.
    pub fn parts(&self, answer: &PointsTo<'_>, objects: &ObjectSet) -> Rc<ObjectSet> {
        self.closure(answer, objects, &self.parts, 0)
    }

    /// The objects and all that they lead to.
    pub fn all(&self, answer: &PointsTo<'_>, objects: &ObjectSet) -> Rc<ObjectSet> {
        self.closure(answer, objects, &self.all, 1)
    }

    fn closure(
        &self,
        answer: &PointsTo<'_>,
        objects: &ObjectSet,
        memory: &RefCell<FxHashMap<ObjectSet, Rc<ObjectSet>>>,
        which: usize,
    ) -> Rc<ObjectSet> {
        if let Some(known) = memory.borrow().get(objects) {
            return Rc::clone(known);
        }
        let mut found = objects.clone();
        let mut holders = ObjectSet::default();
        let mut work: Vec<u32> = objects.iter().collect();
        while let Some(object) = work.pop() {
            let next = self.next(answer, object);
            work.extend(found.add_all(&next[which], None).iter());
            holders.add_all(&next[2], None);
        }
        if which == 0 {
            found.add_all(&holders, None);
            let counts = |object: &u32| objects.contains(*object) || is_got_at(answer, *object);
            found = found.iter().filter(counts).collect();
        }
        let found = Rc::new(found);
        memory.borrow_mut().insert(objects.clone(), Rc::clone(&found));
        found
    }

    /// What the object leads to directly.
    fn next(&self, answer: &PointsTo<'_>, object: u32) -> Rc<[ObjectSet; 3]> {
        if let Some(known) = self.next.borrow().get(&object) {
            return Rc::clone(known);
        }
        let program = answer.program();
        let mut next = [ObjectSet::default(), ObjectSet::default(), ObjectSet::default()];
        let ty = answer.allocation(object).1;
        let class = ty.base_class().map_or("", |class| program.name(class));
        let is_value = value_flow::is_value_class(class);
        let is_whole = ty.as_class().is_some_and(|class| is_whole(program, class));
        if !is_value {
            let element = ty.element().and_then(Type::base_class);
            for (field, held) in self.heap.of(answer, object) {
                let (looked_into, is_part) = match field {
                    Some(field) => (!program.is_application(field.class), is_part(program, field)),
                    None => (true, element.is_some_and(|element| is_internal(program, element))),
                };
                if looked_into {
                    next[1].add_all(&held, None);
                }
                if looked_into && is_part && !is_whole {
                    let holds = field.is_some_and(|field| holds_what_was_put_in(program, field));
                    next[if holds { 2 } else { 0 }].add_all(&held, None);
                }
            }
        }
        let captured = captured(answer, object);
        next[..2].iter_mut().for_each(|next| {
            next.add_all(&captured, None);
        });
        let next = Rc::new(next);
        self.next.borrow_mut().insert(object, Rc::clone(&next));
        next
    }
}

/// What a function object holds that the JDK makes: those that it is put together of.
fn captured(answer: &PointsTo<'_>, object: u32) -> ObjectSet {
    let mut found = ObjectSet::default();
    if !matches!(answer.allocation(object).0, Origin::Lambda(..)) || is_made_by_application(answer, object) {
        return found;
    }
    let Some((method, offset)) = answer.made_at(object) else { return found };
    let Some(ir) = answer.ir(method) else { return found };
    for call in ir.calls.iter().filter(|call| call.offset == offset) {
        for var in call.receiver.iter().chain(call.args.iter().flatten()) {
            found.add_all(&answer.objects(method, *var), None);
        }
    }
    found
}

/// Whether objects of a class of the JDK are looked at as a whole: exceptions, and what belongs to the JVM rather than to the program's data.
fn is_whole(program: &Program, class: ClassId) -> bool {
    let of_jvm = ["java/lang/", "java/security/", "java/util/Locale", "java/nio/charset/", "jdk/", "sun/", "com/sun/"];
    let name = program.name(class);
    let throwable = program.class("java/lang/Throwable");
    of_jvm.iter().any(|beginning| name.starts_with(beginning))
        || throwable.is_some_and(|throwable| program.is_subtype(class, throwable))
}

/// Whether the application may get at a part by another way than by the object that it belongs to.
fn is_got_at(answer: &PointsTo<'_>, object: u32) -> bool {
    let class = answer.allocation(object).1.as_class().map_or("", |class| answer.program().name(class));
    class.starts_with("java/util/") || is_made_by_application(answer, object)
}

/// Whether the declared type of a field says that what it holds belongs to the object.
fn is_part(program: &Program, field: FieldId) -> bool {
    let descriptor = program.field(field).map_or("", |info| info.descriptor.as_str());
    let is_array = descriptor.starts_with('[');
    let class = descriptor.trim_start_matches('[').strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
    // a field holds an array of objects that the program put in, but the array itself belongs to it
    is_array || class.is_some_and(|class| class != "java/lang/Object" && class != "java/lang/Class")
}

/// Whether a field's array has only elements that were put in, whatever array it is: `toArray` of a collection gives arrays of all types.
fn holds_what_was_put_in(program: &Program, field: FieldId) -> bool {
    program.field(field).is_some_and(|info| info.descriptor == "[Ljava/lang/Object;")
}

/// Whether arrays of this class are made by the JDK for itself.
fn is_internal(program: &Program, class: ClassId) -> bool {
    !program.is_application(class) && program.name(class) != "java/lang/Object"
}

/// Whether an instruction of the application makes the object.
pub fn is_made_by_application(answer: &PointsTo<'_>, object: u32) -> bool {
    answer.made_at(object).is_some_and(|(method, _)| answer.program().is_application(method.class))
}

/// Whether the JDK keeps something in objects of this type: not in values, nor in objects of the application that extend nothing of it.
pub fn has_content(program: &Program, ty: Type) -> bool {
    let Some(class) = ty.as_class() else { return false };
    if !program.is_application(class) {
        let name = program.name(class);
        return !value_flow::is_value_class(name) && name != "java/lang/Object" && name != "java/lang/Class";
    }
    program.superclasses(class).any(|above| !program.is_application(above.id) && above.name() != "java/lang/Object")
}
