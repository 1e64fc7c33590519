//! Abstract objects and their types, and the filters that let only objects of some types pass.
//!
//! An object is where it was made ([`Origin`]) under a heap context. Types are numbered as objects of them appear; a
//! filter has a bit for each object, computed when the filter is first used after the object was made: by the types that
//! are below the one that passes, of which there are few.

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
    /// One object for all of the type: exceptions, string builders, what the JVM makes by itself, what reflection makes.
    Merged,
    /// A string constant whose text matters.
    Text(Box<str>),
    /// Other strings that constants of the JDK stand for.
    AnyText,
    /// Other strings that constants of the application stand for: none names a class, or a member of the application.
    OtherText,
    /// The object of a class.
    Class(Type),
    /// The object of some class of the JDK: of which is not told, as code of the JDK asked an object for it, or a member of the JDK has it as a type.
    ClassOfJdk,
    /// The object of a class that a look-up finds by a name that is not known: number of the reflective call.
    SomeClass(u32),
    /// An object of such a class.
    SomeObject(u32),
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
    /// How many types were looked at.
    types_seen: usize,
    /// The numbers of the types that pass.
    passing: Vec<u32>,
}

/// The types that there are objects of, by what filters ask. There are many filters, and each lets few of many types pass.
#[derive(Default)]
struct TypeIndex {
    /// Of each type its objects, ascending.
    objects: Vec<Vec<Object>>,
    /// The numbers of the types whose objects can be cast to the type, ascending.
    below: FxHashMap<Type, Vec<u32>>,
}

/// Objects with the numbers of their types, types, filters and supertypes.
pub type Parts = (Vec<(ObjectData, u32)>, Vec<(Type, Box<[Type]>)>, Vec<Accepts>, Vec<(ClassId, Vec<ClassId>)>);

/// All objects, types and filters.
pub struct Objects<'a> {
    program: &'a Program,
    /// `java/lang/Object`.
    object_class: Option<ClassId>,
    /// The classes that arrays are of: that one, `Cloneable` and `Serializable`.
    of_arrays: Vec<ClassId>,
    list: Vec<ObjectData>,
    numbers: FxHashMap<ObjectData, Object>,
    /// Number of each object's type.
    types_of: Vec<u32>,
    index: TypeIndex,
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
            of_arrays: classes_of_arrays(program),
            list: Vec::new(),
            numbers: FxHashMap::default(),
            types_of: Vec::new(),
            index: TypeIndex::default(),
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
        let mut read = Self {
            program,
            object_class: program.class("java/lang/Object"),
            of_arrays: classes_of_arrays(program),
            numbers: objects.iter().cloned().zip(0..).collect(),
            list: objects,
            types_of,
            index: TypeIndex::default(),
            type_numbers: types.iter().cloned().zip(0..).collect(),
            types,
            filter_numbers: filters.iter().cloned().zip(0..).collect(),
            filters: filters.into_iter().map(|accepts| (accepts, FilterData::default())).collect(),
            supertypes: supertypes.into_iter().map(|(class, above)| (class, above.into())).collect(),
        };
        (0..read.types.len() as u32).for_each(|number| read.index_type(number));
        for (object, ty) in (0..).zip(&read.types_of) {
            read.index.objects[*ty as usize].push(object);
        }
        Some(read)
    }

    /// The number of a filter that was asked for before; else of the one that lets everything pass.
    pub fn known_filter(&self, accepts: &Accepts) -> u32 {
        let only = accepts.only.filter(|ty| !self.is_object(*ty));
        self.filter_numbers.get(&Accepts { only, never: accepts.never.clone() }).copied().unwrap_or(0)
    }

    /// The object with this data; true if it is new.
    pub fn object(&mut self, data: ObjectData) -> (Object, bool) {
        self.object_with(data, &[])
    }

    /// A function object, which may have more interfaces than its type.
    pub fn function(&mut self, data: ObjectData, markers: &[Type]) -> Object {
        self.object_with(data, markers).0
    }

    fn object_with(&mut self, data: ObjectData, markers: &[Type]) -> (Object, bool) {
        if let Some(known) = self.numbers.get(&data) {
            return (*known, false);
        }
        let number = self.list.len() as u32;
        let ty = self.type_number(data.ty, markers);
        self.types_of.push(ty);
        self.index.objects[ty as usize].push(number);
        self.list.push(data.clone());
        self.numbers.insert(data, number);
        (number, true)
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
        let key = (ty, Box::from(markers));
        if let Some(known) = self.type_numbers.get(&key) {
            return *known;
        }
        let number = self.types.len() as u32;
        self.types.push(key.clone());
        self.type_numbers.insert(key, number);
        self.index_type(number);
        number
    }

    /// Puts the next type into the index.
    fn index_type(&mut self, number: u32) {
        self.index.objects.push(Vec::new());
        let (ty, markers) = self.types[number as usize].clone();
        let mut above = Vec::new();
        for ty in std::iter::once(&ty).chain(&markers) {
            self.add_supertypes(*ty, &mut above);
        }
        above.sort_unstable();
        above.dedup();
        for ty in above {
            self.index.below.entry(ty).or_default().push(number);
        }
    }

    /// Adds the types to which objects of this one can be cast. Those of an array: arrays of the same dimensions of what its
    /// elements' class is below; arrays of fewer dimensions, and none, of what arrays are (JVMS §6.5 `checkcast`).
    fn add_supertypes(&mut self, ty: Type, above: &mut Vec<Type>) {
        above.push(ty);
        if let Some(class) = ty.base_class() {
            above.extend(self.supertypes_of(class).iter().map(|class| Type::array_of(*class, ty.dims)));
        }
        for dims in 0..ty.dims {
            above.extend(self.of_arrays.iter().map(|class| Type::array_of(*class, dims)));
        }
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

    /// The one type that the filter lets pass, if it is not for all.
    pub fn accepted(&self, filter: u32) -> Option<Type> {
        self.filters.get(filter as usize).and_then(|(accepts, _)| accepts.only)
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
        for number in self.candidates(accepts.only, data.types_seen) {
            let ty = self.types[number as usize].0;
            if accepts.never.iter().all(|never| !self.is_subtype(ty, *never)) {
                data.passing.push(number);
            }
        }
        for number in &data.passing {
            let objects = &self.index.objects[*number as usize];
            let new = objects.partition_point(|object| (*object as usize) < data.seen);
            for object in &objects[new..] {
                data.mask[*object as usize / 64] |= 1 << (object % 64);
            }
        }
        (data.seen, data.types_seen) = (self.list.len(), self.types.len());
        self.filters[filter as usize].1 = data;
    }

    /// The numbers, from `first` on, of the types whose objects can be cast to this one; without one, of all.
    fn candidates(&self, only: Option<Type>, first: usize) -> Vec<u32> {
        let Some(only) = only else { return (first as u32..self.types.len() as u32).collect() };
        let below = self.index.below.get(&only).map_or(&[][..], Vec::as_slice);
        below[below.partition_point(|number| (*number as usize) < first)..].to_vec()
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
        below == above || self.supertypes_of(below).binary_search(&above).is_ok()
    }

    /// The class's supertypes, ascending.
    fn supertypes_of(&mut self, below: ClassId) -> &[ClassId] {
        let program = self.program;
        self.supertypes.entry(below).or_insert_with(|| {
            let mut all: Vec<ClassId> = program.superclasses(below).map(|class| class.id).collect();
            all.extend(program.superinterfaces(below));
            all.extend(self.object_class);
            all.sort_unstable();
            all.dedup();
            all.into()
        })
    }
}

fn classes_of_arrays(program: &Program) -> Vec<ClassId> {
    let names = ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"];
    names.into_iter().filter_map(|name| program.class(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{ClassSource, Result};
    use proptest::prelude::*;

    const CLASSES: u16 = 8;

    /// Classes C0 to C7, of which the first four are interfaces, below those that the lists name; and what every program needs.
    struct Hierarchy(Vec<Vec<u16>>);

    impl Hierarchy {
        fn bytes(name: &str, above: Option<&str>, interfaces: &[String], access: u16) -> Vec<u8> {
            let (mut constants, mut count) = (Vec::new(), 1u16);
            let mut class = |name: &str| {
                constants.extend([&[1], &(name.len() as u16).to_be_bytes()[..], name.as_bytes(), &[7]].concat());
                constants.extend(count.to_be_bytes());
                count += 2;
                count - 1
            };
            let mut rest = vec![access, class(name), above.map_or(0, &mut class), interfaces.len() as u16];
            rest.extend(interfaces.iter().map(|interface| class(interface)));
            rest.extend([0; 3]);
            let rest: Vec<u8> = rest.into_iter().flat_map(u16::to_be_bytes).collect();
            [&[0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61][..], &count.to_be_bytes(), &constants, &rest].concat()
        }
    }

    impl ClassSource for Hierarchy {
        fn class_names(&self) -> Vec<String> {
            let library = ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"];
            (0..CLASSES).map(|class| format!("C{class}")).chain(library.map(str::to_owned)).collect()
        }

        fn class_bytes(&self, name: &str) -> Result<Option<Vec<u8>>> {
            const INTERFACE: u16 = 0x0601;
            let object = Some("java/lang/Object");
            let Some(number) = name.strip_prefix('C').and_then(|number| number.parse::<u16>().ok()) else {
                let is_object = name == "java/lang/Object";
                let (above, access) = if is_object { (None, 0x21) } else { (object, INTERFACE) };
                return Ok(self
                    .class_names()
                    .iter()
                    .any(|it| it == name)
                    .then(|| Self::bytes(name, above, &[], access)));
            };
            let above = &self.0[number as usize];
            let interfaces = above.iter().filter(|it| **it < 4.min(number)).map(|it| format!("C{it}"));
            let superclass = above.iter().find(|it| (4..number).contains(it)).map(|it| format!("C{it}"));
            let access = if number < 4 { INTERFACE } else { 0x21 };
            let superclass = superclass.as_deref().or(object);
            Ok(Some(Self::bytes(name, superclass, &interfaces.collect::<Vec<_>>(), access)))
        }
    }

    fn hierarchy() -> impl Strategy<Value = Vec<Vec<u16>>> {
        let above =
            prop::collection::btree_set(0..CLASSES, 0..4).prop_map(|above| above.into_iter().collect::<Vec<_>>());
        prop::collection::vec(above, CLASSES as usize)
    }

    /// Names of types: classes, arrays of one and two dimensions, those of the library.
    fn name() -> impl Strategy<Value = String> {
        let class = (0..CLASSES).prop_map(|class| format!("C{class}"));
        let library = ["java/lang/Object", "java/lang/Cloneable", "[Ljava/lang/Object;", "[I", "[[I"];
        prop_oneof![
            4 => class,
            2 => (0..CLASSES, 1usize..3).prop_map(|(class, dims)| format!("{}LC{class};", "[".repeat(dims))),
            1 => prop::sample::select(library.to_vec()).prop_map(str::to_owned),
        ]
    }

    proptest! {
        /// A filter lets an object pass if its type, or an interface that a function object has besides, fits, whatever came
        /// first: types, objects or filters.
        #[test]
        fn filters_let_pass_what_fits(
            above in hierarchy(),
            steps in prop::collection::vec((any::<bool>(), name(), prop::option::of(name())), 1..60),
        ) {
            let program = Program::new(vec![Box::new(Hierarchy(above.clone()))], Box::new(Hierarchy(above))).expect("a program");
            let named = |name: &str| Type::named(&program, name);
            let mut objects = Objects::new(&program);
            let mut filters = Vec::new();
            for (at, (makes, first, second)) in steps.iter().enumerate() {
                let (first, second) = (named(first), second.as_deref().map(named));
                if *makes {
                    let data = ObjectData { origin: Origin::Site(at as u32, 0), context: 0, ty: first };
                    let markers: Vec<Type> = second.into_iter().filter(|marker| !first.is_array() && !marker.is_array()).collect();
                    objects.function(data, &markers);
                } else {
                    filters.push((first, second, objects.filter_of(Accepts { only: Some(first), never: second.into_iter().collect() })));
                }
                for (only, never, filter) in &filters {
                    let mask = objects.mask(*filter).clone();
                    for object in 0..objects.count() as Object {
                        let (ty, markers) = (objects.type_of(object), objects.markers(object).to_vec());
                        let fits = |ty: Type| ty.is_subtype(&program, *only);
                        let expected = (fits(ty) || markers.into_iter().any(fits)) && !never.is_some_and(|never| ty.is_subtype(&program, never));
                        let passes = mask.get(object as usize / 64).is_some_and(|word| word & 1 << (object % 64) != 0);
                        prop_assert_eq!(passes, expected, "object {} and filter {}", object, filter);
                    }
                }
            }
        }
    }
}
