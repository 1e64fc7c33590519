//! The syntax tree of region patterns.
//!
//! ```text
//! region  = point [ "&" [ point ] ]
//! point   = place "," class "," chain | [ place "," ] class "." method [ "(" [ type { "," type } ] ")" ]
//! place   = line | "@" offset | "@start" | "@end"
//! chain   = element { ";" element }
//! element = "*" | class "." method [ "(" [ type { "," type } ] ")" ] [ ":" place ]
//! type    = class { "[" "]" } [ "..." ]
//! class   = name { "." name }
//! name    = characters other than white space and ` . , ; : & * @ # ( ) < > [ ] /, or `any characters` in backquotes
//! ```
//!
//! A method alone means the only chain that leads to it, and without a place its first instruction: `C.m` for `@0, C, *; C.m`.
//! The method may also be `<init>` or `<clinit>`; type arguments (`<…>`) in types are skipped; `#` starts a comment.
//! The language is the one of the paper (ESEC/FSE'07, section 5) with `@offset` for classes without line tables, and `@start` (`@0`)
//! and `@end` for patterns without numbers.
//!
//! Invariants: the last element of a chain is a method without call place; no two `*` are neighbours; a name is not
//! empty. Equality of trees ignores where their parts stand in the text.

/// A range of bytes of the pattern's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
}

impl Span {
    /// The range from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }
}

/// A part of the tree with its place in the text. Two are equal if their values are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spanned<T> {
    /// The part.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// The part with its place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> From<T> for Spanned<T> {
    /// A part that stands nowhere.
    fn from(value: T) -> Self {
        Self { value, span: Span::default() }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// A region: where it starts and, unless it is open, where it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Where it starts.
    pub start: Spanned<PointPattern>,
    /// Where it ends; none for the end of the program.
    pub end: Option<Spanned<PointPattern>>,
}

/// `place, Class, chain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointPattern {
    /// Where in the container.
    pub place: Spanned<Place>,
    /// The container's class.
    pub class: Spanned<Name>,
    /// The chain, container last.
    pub chain: Vec<Spanned<Element>>,
}

/// A place in a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A source line.
    Line(u16),
    /// A bytecode offset, in bytes.
    Offset(u32),
    /// The last instruction that returns.
    End,
}

/// An element of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// `*`: methods in any number, also none.
    Any,
    /// One method.
    Method(MethodPattern),
}

/// `Class.method(Types):place`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodPattern {
    /// The class.
    pub class: Spanned<Name>,
    /// The method's name.
    pub name: Spanned<String>,
    /// Its parameter types, if they are written.
    pub parameters: Option<Spanned<Vec<TypeName>>>,
    /// Where it calls the next element, if that is written.
    pub call: Option<Spanned<Place>>,
}

/// A class as written, split at dots; `$` stays within the parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The parts; never empty.
    pub parts: Vec<String>,
}

impl Name {
    /// The parts joined with dots.
    pub fn dotted(&self) -> String {
        self.parts.join(".")
    }
}

/// A parameter type; `...` counts as one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// The class or primitive type.
    pub name: Name,
    /// Array dimensions.
    pub dimensions: u8,
}

/// Whether a name can be written without backquotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain_char)
}

/// Whether a character can stand in a name without backquotes.
pub(super) fn is_plain_char(char: char) -> bool {
    !char.is_whitespace() && !char.is_control() && !"`.,;:&*@#()<>[]/".contains(char)
}
