//! Effects of a method on references: what models say instead of code.
//!
//! An effect is an inclusion, as in an inclusion-based points-to analysis: `DST = SRC` says that all that SRC may point to,
//! DST may point to. Effects have no order. A place that a method does not have (`this` of a static one, `$0` of one without
//! parameters) means nothing: a line may speak of several methods. Places are a base and steps from it, so `return[].name` are the fields `name`
//! of all elements of the result.

use super::text::Cursor;
use super::{MethodName, Result};

/// Where a reference lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Where it starts.
    pub base: Base,
    /// How it goes on from there.
    pub steps: Vec<Step>,
}

/// Where a place starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// `this`: the receiver.
    This,
    /// `$0`, `$1`, …: a parameter; the receiver does not count, nor does a long twice.
    Parameter(u8),
    /// `return`: the result.
    Return,
    /// `thrown`: exceptions that leave the calls of the same line.
    Thrown,
    /// `static CLASS.field`
    Static(String, String),
    /// `global NAME`: a variable of the models, one for the whole program.
    Global(String),
}

/// One step from objects to what they hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// `[]`: the elements of arrays; nothing else has any.
    Elements,
    /// `.*`: any instance field whose declared type fits, the elements of arrays, and of a Class object any static
    /// field of the class that it denotes.
    Any,
    /// `.*serial`: any instance field that serialization reads and sets: not transient, declared by a serializable class.
    Serial,
    /// `.name`: the instance field with this name; objects that have none are left out.
    Field(String),
}

/// Where references come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// What a place points to.
    Place(Place),
    /// `new TYPE`: a fresh object of this class or array descriptor. Its constructor is not run.
    New(String),
    /// `clone PLACE`: for each object a fresh one of the same class with the same fields or elements.
    Clone(Place),
    /// `call …`: what the call returns.
    Call(Box<Call>),
    /// `_`: nothing; stands for primitive arguments.
    Nothing,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// What is called.
    pub target: Target,
    /// The arguments; fewer than parameters if the rest is unknown or primitive.
    pub arguments: Vec<Value>,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// `call PLACE.name(desc)`: selected by each receiver's class; `<init>` is the constructor of that very class.
    Virtual {
        /// The receivers.
        receiver: Place,
        /// Name of the method.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
    /// `call static CLASS.name(desc)`
    Static(MethodName),
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// `PLACE = VALUE`
    Assign(Place, Value),
    /// `call …`, its result dropped.
    Call(Call),
    /// `init PLACE`: initialises the classes that the Class objects denote.
    Initialize(Place),
    /// `throw PLACE`
    Throw(Place),
    /// `mutate PLACE`: changes primitive fields or elements of the objects there, or what they stand for outside the heap.
    /// Assignments through steps mutate, too; that is not said again.
    Mutate(Place),
    /// `reflect NAME`: done in code.
    Reflect(Reflect),
    /// `follow`: the method's own code counts too. Without it a line stands for the code.
    Follow,
}

macro_rules! reflect {
    ($($(#[$doc:meta])* $name:ident = $text:literal),* $(,)?) => {
        /// What no inclusion says and the analysis does in code. *The class* of a member, and *Class object* mean what the
        /// analysis knows of them; where it knows too little, a stated conservative answer takes its place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum Reflect { $($(#[$doc])* $name),* }

        impl Reflect {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// As models write it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

reflect! {
    /// Returns the Class objects of the receiver's classes.
    ClassOf = "class-of",
    /// Returns the Class object that the string among the parameters names; with class loaders of the program, also what
    /// those may define.
    ForName = "for-name",
    /// Returns a Class object of a class that is made at run time; its code is not known.
    DefineClass = "define-class",
    /// Returns the Class object of the superclass.
    Superclass = "superclass",
    /// The elements of the result are the Class objects of the direct superinterfaces.
    Interfaces = "interfaces",
    /// Returns Class objects that the class's file names (nest, enclosing, member, permitted classes, constants), or an
    /// array of such.
    RelatedClass = "related-class",
    /// Returns the Class object of the elements of an array's.
    ComponentType = "component-type",
    /// Returns the Class object of the class whose method called the method that asks.
    CallerClass = "caller-class",
    /// Returns the `Field` object of the field that the string names.
    Field = "field",
    /// Returns `Field` objects of the class, or an array of them.
    Fields = "fields",
    /// Returns the `Method` object that the string names.
    Method = "method",
    /// Returns `Method` objects of the class, or an array of them.
    Methods = "methods",
    /// Returns the `Constructor` object with these parameters.
    Constructor = "constructor",
    /// Returns an array of the `Constructor` objects of the class.
    Constructors = "constructors",
    /// Returns an array of the `RecordComponent` objects of the class.
    RecordComponents = "record-components",
    /// Calls `values()` of the enum and returns its result.
    EnumConstants = "enum-constants",
    /// Makes an object of the Class (`this`: constructor without parameters) or the `Constructor` (`this` or `$0`, arguments
    /// in the array among the parameters), initialises its class, calls the constructor.
    NewInstance = "new-instance",
    /// Makes an object of the Class `$0` and calls no constructor.
    Allocate = "allocate",
    /// Makes an array whose elements are of the Class `$0`.
    NewArray = "new-array",
    /// Makes an array of the array's Class among the parameters.
    CopyArray = "copy-array",
    /// Calls the `Method` (`this` or the first parameter) on the next parameter with the arguments in the array.
    Invoke = "invoke",
    /// Returns the `Field`'s value in `$0`, or boxed.
    FieldGet = "field-get",
    /// Stores `$1` into the `Field` of `$0`.
    FieldSet = "field-set",
    /// Makes an object that implements the interfaces `$1` and calls `$2.invoke` for each of their methods.
    Proxy = "proxy",
    /// Returns an annotation of the type `$0`, or an array of them; without parameter, of any type.
    Annotation = "annotation",
    /// Returns the Class objects of the classes of the application that signatures of generic types in it name.
    NamedTypes = "named-types",
    /// Returns what the class's own factory method without parameters makes (`newDefaultInstance`, `newDefaultFactory`), if the
    /// application calls.
    DefaultFactory = "default-factory",
    /// Returns an object of each class of the application below `ResourceBundle`, made without arguments; each may be the
    /// parent of each.
    ResourceBundle = "resource-bundle",
    /// Makes the handle of a method or constructor that a string or the member in `$0` names.
    FindMethodHandle = "find-method-handle",
    /// Makes a handle that reads or writes a field.
    FindFieldHandle = "find-field-handle",
    /// Makes a `VarHandle` of a field, or of arrays of the Class `$0`.
    FindVarHandle = "find-var-handle",
    /// Makes a handle that may call those among receiver and arguments, with any of the other arguments.
    CombineHandles = "combine-handles",
    /// Signature-polymorphic: calls what the handle (`this`, or the last argument of `linkTo…`) means.
    MethodHandle = "method-handle",
    /// Signature-polymorphic: reads or writes the field or array that the handle means.
    VarHandle = "var-handle",
    /// Static arguments of bootstrap methods, from constant pools.
    BootstrapArguments = "bootstrap-arguments",
    /// Native code may call the handle among the parameters from now on.
    Upcall = "upcall",
    /// Makes a `Constructor` that allocates the class `$0` and runs `$1`, or the first constructor of a superclass that is
    /// not serializable.
    SerializationConstructor = "serialization-constructor",
    /// Returns a `ServiceLoader` of the service (the Class among the parameters).
    ServiceLoader = "service-loader",
    /// Returns an iterator over the providers of the `ServiceLoader`'s service.
    ServiceIterator = "service-iterator",
    /// Returns an `Optional` with a provider of the `ServiceLoader`'s service.
    ServiceFirst = "service-first",
    /// Returns a stream of the `ServiceLoader`'s `Provider` objects.
    ServiceStream = "service-stream",
}

/// Takes effects up to the end of the line. `none` says that there is no effect.
pub(super) fn effects(cursor: &mut Cursor) -> Result<Vec<Effect>> {
    if cursor.take_word("none") {
        return if cursor.is_done() { Ok(Vec::new()) } else { cursor.error("the end of the line") };
    }
    let mut effects = Vec::new();
    loop {
        effects.push(effect(cursor)?);
        cursor.space();
        if cursor.is_done() {
            return Ok(effects);
        }
        cursor.expect(";", "`;` or the end of the line")?;
    }
}

fn effect(cursor: &mut Cursor) -> Result<Effect> {
    if cursor.take_word("follow") {
        Ok(Effect::Follow)
    } else if cursor.take_word("call") {
        call(cursor).map(Effect::Call)
    } else if cursor.take_word("init") {
        place(cursor).map(Effect::Initialize)
    } else if cursor.take_word("throw") {
        place(cursor).map(Effect::Throw)
    } else if cursor.take_word("mutate") {
        place(cursor).map(Effect::Mutate)
    } else if cursor.take_word("reflect") {
        let start = cursor.clone();
        let word = cursor.word();
        let known = Reflect::ALL.iter().find(|reflect| reflect.name() == word);
        known.map_or_else(|| start.error("the name of a kind of reflection"), |known| Ok(Effect::Reflect(*known)))
    } else {
        let place = place(cursor)?;
        cursor.space();
        cursor.expect("=", "`=`")?;
        Ok(Effect::Assign(place, value(cursor)?))
    }
}

/// Takes a value.
pub(super) fn value(cursor: &mut Cursor) -> Result<Value> {
    if cursor.take("_") {
        Ok(Value::Nothing)
    } else if cursor.take_word("new") {
        Ok(Value::New(cursor.type_name()?.to_owned()))
    } else if cursor.take_word("clone") {
        place(cursor).map(Value::Clone)
    } else if cursor.take_word("call") {
        Ok(Value::Call(Box::new(call(cursor)?)))
    } else {
        place(cursor).map(Value::Place)
    }
}

/// Takes a call behind the word `call`.
pub(super) fn call(cursor: &mut Cursor) -> Result<Call> {
    let target = if cursor.take_word("static") {
        let method = cursor.method()?;
        if method.descriptor.is_none() {
            return cursor.error("the descriptor of the method");
        }
        Target::Static(method)
    } else {
        let mut receiver = place(cursor)?;
        let Some(Step::Field(name)) = receiver.steps.pop() else { return cursor.error("the name of a method") };
        let descriptor = cursor.descriptor()?.to_owned();
        Target::Virtual { receiver, name, descriptor }
    };
    cursor.space();
    let mut arguments = Vec::new();
    if cursor.take_word("with") {
        arguments.push(value(cursor)?);
        while cursor.take(",") {
            arguments.push(value(cursor)?);
        }
    }
    Ok(Call { target, arguments })
}

/// Takes a place.
pub(super) fn place(cursor: &mut Cursor) -> Result<Place> {
    let base = base(cursor)?;
    let mut steps = Vec::new();
    loop {
        steps.push(if cursor.take_tight("[]") {
            Step::Elements
        } else if cursor.take_tight(".*serial") {
            Step::Serial
        } else if cursor.take_tight(".*") {
            Step::Any
        } else if cursor.take_tight(".") {
            Step::Field(cursor.name()?.to_owned())
        } else {
            return Ok(Place { base, steps });
        });
    }
}

fn base(cursor: &mut Cursor) -> Result<Base> {
    if cursor.take_tight("$") {
        let digits: String = cursor.rest.chars().take_while(char::is_ascii_digit).collect();
        let Ok(number) = digits.parse() else { return cursor.error("the number of a parameter") };
        cursor.take_tight(&digits);
        return Ok(Base::Parameter(number));
    }
    let start = cursor.clone();
    let mut ahead = cursor.clone();
    match ahead.word() {
        "static" => {
            let class = ahead.class()?.to_owned();
            if !ahead.take_tight(".") {
                return ahead.error("`.` and a field");
            }
            let field = ahead.name()?.to_owned();
            *cursor = ahead;
            Ok(Base::Static(class, field))
        }
        "global" => {
            let name = ahead.name()?.to_owned();
            *cursor = ahead;
            Ok(Base::Global(name))
        }
        word @ ("this" | "return" | "thrown") => {
            cursor.take_tight(word);
            Ok(match word {
                "this" => Base::This,
                "return" => Base::Return,
                _ => Base::Thrown,
            })
        }
        _ => start.error("`this`, `$0`, `return`, `thrown`, `static CLASS.field` or `global NAME`"),
    }
}
