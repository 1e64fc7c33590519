//! Abstract objects and their types, and the filters that let only objects of some types pass.
//!
//! An object is where it was made ([`Origin`]) under a heap context. Types are numbered as objects of them appear; a
//! filter has a bit for each object, computed when the filter is first used after the object was made.

use super::context::Context;
use super::set::Mask;
use crate::analysis::ir::Type;
use crate::program::{ClassId, Program};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Number of an abstract object.
pub type Object = u32;

/// What makes an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// A statement of a method: numbers of the method and the statement.
    Site(u32, u32),
    /// One object for all of the type: exceptions, string builders, what the JVM makes by itself.
    Merged,
    /// A string constant whose text matters.
    Text(Box<str>),
    /// All other strings that constants stand for.
    AnyText,
    /// The object of a class.
    Class(Type),
    /// The function object of an `invokedynamic`: numbers of the method and of the call in it.
    Lambda(u32, u32),
    /// A method, field or constructor object: number of what reflection found.
    Member(u32),
    /// Made by a model: numbers of the calling method and the call, and which object of the model it is.
    Model(u32, u32, u32),
    /// A proxy: its interfaces' number.
    Proxy(u32),
}

/// An abstract object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ObjectData {
    /// Where it was made.
    pub origin: Origin,
    /// Its heap context.
    pub context: Context,
    /// Its type: of a function object or proxy an interface.
    pub ty: Type,
}

/// What a filter lets pass: objects of the first type that are of none of the others.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Accepts {
    /// None: all.
    pub only: Option<Type>,
    /// Types that do not pass.
    pub never: Vec<Type>,
}

#[derive(Default)]
struct FilterData {
    mask: Mask,
    /// How many objects were looked at.
    seen: usize,
    /// For each type number whether it passes: 0 not known, 1 no, 2 yes.
    passes: Vec<u8>,
}

/// Objects with the numbers of their types, types, filters and supertypes.
pub type Parts = (Vec<(ObjectData, u32)>, Vec<(Type, Box<[Type]>)>, Vec<Accepts>, Vec<(ClassId, Vec<ClassId>)>);

/// All objects, types and filters.
pub struct Objects<'a> {
    program: &'a Program,
    /// `java/lang/Object`.
    object_class: Option<ClassId>,
    list: Vec<ObjectData>,
    numbers: FxHashMap<ObjectData, Object>,
    /// Number of each object's type.
    types_of: Vec<u32>,
    /// Each with the interfaces that a function object of it has besides.
    types: Vec<(Type, Box<[Type]>)>,
    type_numbers: FxHashMap<(Type, Box<[Type]>), u32>,
    filters: Vec<(Accepts, FilterData)>,
    filter_numbers: FxHashMap<Accepts, u32>,
    supertypes: FxHashMap<ClassId, Box<[ClassId]>>,
}

impl<'a> Objects<'a> {
    /// No object; filter 0 lets everything pass.
    pub fn new(program: &'a Program) -> Self {
        let all = Accepts { only: None, never: Vec::new() };
        Self {
            program,
            object_class: program.class("java/lang/Object"),
            list: Vec::new(),
            numbers: FxHashMap::default(),
            types_of: Vec::new(),
            types: Vec::new(),
            type_numbers: FxHashMap::default(),
            filters: vec![(all.clone(), FilterData::default())],
            filter_numbers: FxHashMap::from_iter([(all, 0)]),
            supertypes: FxHashMap::default(),
        }
    }

    /// All objects, types, what filters accept, and supertypes so far, each in order.
    pub fn parts(&self) -> Parts {
        let filters = self.filters.iter().map(|(accepts, _)| accepts.clone()).collect();
        let mut supertypes: Vec<(ClassId, Vec<ClassId>)> =
            self.supertypes.iter().map(|(class, above)| (*class, above.to_vec())).collect();
        supertypes.sort_unstable();
        let objects = self.list.iter().cloned().zip(self.types_of.iter().copied()).collect();
        (objects, self.types.clone(), filters, supertypes)
    }

    /// The objects with these parts; none if they do not belong together.
    pub fn from_parts(program: &'a Program, (objects, types, filters, supertypes): Parts) -> Option<Self> {
        let (objects, types_of): (Vec<ObjectData>, Vec<u32>) = objects.into_iter().unzip();
        let fits = |(object, ty): (&ObjectData, &u32)| types.get(*ty as usize).is_some_and(|(ty, _)| *ty == object.ty);
        objects.iter().zip(&types_of).all(fits).then_some(())?;
        Some(Self {
            program,
            object_class: program.class("java/lang/Object"),
            numbers: objects.iter().cloned().zip(0..).collect(),
            list: objects,
            types_of,
            type_numbers: types.iter().cloned().zip(0..).collect(),
            types,
            filter_numbers: filters.iter().cloned().zip(0..).collect(),
            filters: filters.into_iter().map(|accepts| (accepts, FilterData::default())).collect(),
            supertypes: supertypes.into_iter().map(|(class, above)| (class, above.into())).collect(),
        })
    }

    /// The number of a filter that was asked for before; else of the one that lets everything pass.
    pub fn known_filter(&self, accepts: &Accepts) -> u32 {
        let only = accepts.only.filter(|ty| !self.is_object(*ty));
        self.filter_numbers.get(&Accepts { only, never: accepts.never.clone() }).copied().unwrap_or(0)
    }

    /// The object with this data; true if it is new.
    pub fn object(&mut self, data: ObjectData) -> (Object, bool) {
        if let Some(known) = self.numbers.get(&data) {
            return (*known, false);
        }
        let number = self.list.len() as u32;
        let ty = self.type_number(data.ty, &[]);
        self.types_of.push(ty);
        self.list.push(data.clone());
        self.numbers.insert(data, number);
        (number, true)
    }

    /// A function object, which may have more interfaces than its type.
    pub fn function(&mut self, data: ObjectData, markers: &[Type]) -> Object {
        let ty = data.ty;
        let (object, new) = self.object(data);
        if new && !markers.is_empty() {
            self.types_of[object as usize] = self.type_number(ty, markers);
        }
        object
    }

    /// What [`Objects::function`] was told.
    pub fn markers(&self, object: Object) -> &[Type] {
        &self.types[self.types_of[object as usize] as usize].1
    }

    /// How many objects there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// An object's data.
    pub fn get(&self, object: Object) -> &ObjectData {
        &self.list[object as usize]
    }

    /// All objects' data, in the order of their numbers.
    pub fn all(&self) -> &[ObjectData] {
        &self.list
    }

    /// An object's type.
    pub fn type_of(&self, object: Object) -> Type {
        self.list[object as usize].ty
    }

    /// The number of an object's type.
    pub fn type_number_of(&self, object: Object) -> u32 {
        self.types_of[object as usize]
    }

    fn type_number(&mut self, ty: Type, markers: &[Type]) -> u32 {
        let next = self.types.len() as u32;
        let key = (ty, Box::from(markers));
        *self.type_numbers.entry(key).or_insert_with_key(|key| {
            self.types.push(key.clone());
            next
        })
    }

    /// The filter that lets objects of the type pass.
    pub fn filter(&mut self, ty: Type) -> u32 {
        if self.is_object(ty) { 0 } else { self.filter_of(Accepts { only: Some(ty), never: Vec::new() }) }
    }

    /// The number of a filter.
    pub fn filter_of(&mut self, accepts: Accepts) -> u32 {
        let accepts = Accepts { only: accepts.only.filter(|ty| !self.is_object(*ty)), ..accepts };
        let next = self.filters.len() as u32;
        if let Some(known) = self.filter_numbers.get(&accepts) {
            return *known;
        }
        self.filters.push((accepts.clone(), FilterData::default()));
        self.filter_numbers.insert(accepts, next);
        next
    }

    /// Whether it is `java/lang/Object`; what exists nowhere counts as that.
    pub fn is_object(&self, ty: Type) -> bool {
        ty.as_class().is_some_and(|class| Some(class) == self.object_class)
    }

    /// The filter's bits for all objects so far.
    pub fn mask(&mut self, filter: u32) -> &Mask {
        if self.filters[filter as usize].1.seen < self.list.len() {
            self.extend(filter);
        }
        &self.filters[filter as usize].1.mask
    }

    /// Looks at the objects that are new since the filter was last asked for.
    fn extend(&mut self, filter: u32) {
        let (accepts, mut data) = {
            let (accepts, data) = &mut self.filters[filter as usize];
            (accepts.clone(), std::mem::take(data))
        };
        data.mask.resize(self.list.len().div_ceil(64), 0);
        data.passes.resize(self.types.len(), 0);
        for object in data.seen..self.list.len() {
            let number = self.types_of[object] as usize;
            if data.passes[number] == 0 {
                let (ty, markers) = self.types[number].clone();
                let passes = accepts.only.is_none_or(|only| {
                    self.is_subtype(ty, only) || markers.iter().any(|marker| self.is_subtype(*marker, only))
                }) && accepts.never.iter().all(|never| !self.is_subtype(ty, *never));
                data.passes[number] = if passes { 2 } else { 1 };
            }
            if data.passes[number] == 2 {
                data.mask[object / 64] |= 1 << (object % 64);
            }
        }
        data.seen = self.list.len();
        self.filters[filter as usize].1 = data;
    }

    /// Whether objects of the first type can be cast to the second; supertypes of classes are kept.
    pub fn is_subtype(&mut self, below: Type, above: Type) -> bool {
        match (below.as_class(), above.as_class()) {
            (Some(below), Some(above)) => self.is_subclass(below, above),
            _ => match (below.element(), above.element()) {
                (Some(below), Some(above)) => self.is_subtype(below, above),
                _ => below.is_subtype(self.program, above),
            },
        }
    }

    /// Whether the first class is the second or below it.
    pub fn is_subclass(&mut self, below: ClassId, above: ClassId) -> bool {
        let program = self.program;
        let all = self.supertypes.entry(below).or_insert_with(|| {
            let mut all: Vec<ClassId> = program.superclasses(below).map(|class| class.id).collect();
            all.extend(program.superinterfaces(below));
            all.extend(self.object_class);
            all.sort_unstable();
            all.dedup();
            all.into()
        });
        below == above || all.binary_search(&above).is_ok()
    }
}
