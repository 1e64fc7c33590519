//! Which methods of the JDK may run or read anything of the application, by names that the analysis does not see.
//!
//! Asking for a class, a member or a handle by name counts, and so does using one, since it may come from elsewhere; also
//! what does such things on the caller's behalf: serialization, service loading, resource bundles, beans, scripts, JMX.
//! Code that is not on the class path (other class loaders, native code, scripts) may read fields too.

/// What a call may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// It may run any method.
    Methods,
    /// It may also read any static field.
    Fields,
}
use Reach::{Fields, Methods};

/// By the start of the class's name, and the start of the method's.
const CALLS: &[(&str, &str, Reach)] = &[
    ("java/beans/", "", Fields),
    ("java/io/ObjectInputStream", "", Fields),
    ("java/io/ObjectOutputStream", "", Fields),
    ("java/lang/Class", "forName", Methods),
    ("java/lang/Class", "getConstructor", Methods),
    ("java/lang/Class", "getDeclaredConstructor", Methods),
    ("java/lang/Class", "getDeclaredField", Fields),
    ("java/lang/Class", "getDeclaredMethod", Methods),
    ("java/lang/Class", "getField", Fields),
    ("java/lang/Class", "getMethod", Methods),
    ("java/lang/Class", "newInstance", Methods),
    ("java/lang/ClassLoader", "defineClass", Fields),
    ("java/lang/ClassLoader", "findSystemClass", Methods),
    ("java/lang/ClassLoader", "loadClass", Fields),
    ("java/lang/Runtime", "load", Fields),
    ("java/lang/System", "load", Fields),
    ("java/lang/instrument/", "", Fields),
    ("java/lang/invoke/ConstantBootstraps", "fieldVarHandle", Fields),
    ("java/lang/invoke/ConstantBootstraps", "getStaticFinal", Fields),
    ("java/lang/invoke/ConstantBootstraps", "invoke", Fields),
    ("java/lang/invoke/ConstantBootstraps", "staticFieldVarHandle", Fields),
    ("java/lang/invoke/MethodHandle", "", Fields),
    ("java/lang/invoke/MethodHandleProxies", "", Fields),
    ("java/lang/invoke/MethodHandles$Lookup", "define", Fields),
    ("java/lang/invoke/MethodHandles$Lookup", "find", Fields),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflect", Fields),
    ("java/lang/invoke/VarHandle", "", Fields),
    ("java/lang/reflect/Constructor", "", Methods),
    ("java/lang/reflect/Field", "", Fields),
    ("java/lang/reflect/InvocationHandler", "invokeDefault", Methods),
    ("java/lang/reflect/Method", "", Fields),
    ("java/net/URLClassLoader", "", Fields),
    ("java/rmi/", "", Fields),
    ("java/util/ResourceBundle", "getBundle", Methods),
    ("java/util/ServiceLoader", "", Methods),
    ("javax/management/", "", Methods),
    ("javax/naming/", "", Methods),
    ("javax/script/", "", Fields),
    ("javax/tools/", "", Fields),
    ("javax/xml/", "newInstance", Methods),
    ("jdk/internal/misc/Unsafe", "", Fields),
    ("sun/misc/Unsafe", "", Fields),
];

/// What a call of the method may reach that names in the code do not tell.
pub fn reach(class: &str, method: &str) -> Option<Reach> {
    let of = |start: &str| if start.ends_with('/') { class.starts_with(start) } else { class == start };
    CALLS.iter().find(|(start, name, _)| of(start) && method.starts_with(name)).map(|(_, _, reach)| *reach)
}

/// What the points-to analysis follows, unless it says otherwise of a call, with a stated conservative answer of its own where it knows too little: by the start
/// of `a.b.Class.method`. It follows to classes of the class path only ([`super::points_to::OwnLoaders`] has the calls that load others).
const FOLLOWED: &[&str] = &[
    "java.lang.Class.",
    "java.lang.ClassLoader.findSystemClass",
    "java.lang.ClassLoader.loadClass",
    "java.lang.invoke.MethodHandle.",
    "java.lang.invoke.MethodHandles$Lookup.find",
    "java.lang.invoke.MethodHandles$Lookup.unreflect",
    "java.lang.invoke.VarHandle.",
    "java.lang.reflect.Constructor.",
    "java.lang.reflect.Field.",
    "java.lang.reflect.InvocationHandler.invokeDefault",
    "java.lang.reflect.Method.",
    "java.util.ResourceBundle.getBundle",
    "java.util.ServiceLoader.",
    "javax.xml.datatype.DatatypeFactory.newInstance",
    "javax.xml.parsers.DocumentBuilderFactory.newInstance",
    "javax.xml.parsers.SAXParserFactory.newInstance",
    "javax.xml.stream.XMLEventFactory.newInstance",
    "javax.xml.stream.XMLInputFactory.newInstance",
    "javax.xml.stream.XMLOutputFactory.newInstance",
    "javax.xml.transform.TransformerFactory.newInstance",
    "javax.xml.transform.sax.SAXTransformerFactory.newInstance",
    "javax.xml.xpath.XPathFactory.newInstance",
];

/// Whether the points-to analysis follows a call of `a.b.Class.method`.
pub fn followed(callee: &str) -> bool {
    FOLLOWED.iter().any(|start| callee.starts_with(start))
}

/// The calls that use a handle.
const USES: &[&str] = &[
    "java.lang.invoke.MethodHandle.invoke",
    "java.lang.invoke.VarHandle.compareAnd",
    "java.lang.invoke.VarHandle.get",
    "java.lang.invoke.VarHandle.set",
    "java.lang.invoke.VarHandle.weakCompareAnd",
];

/// Whether a call of `a.b.Class.method` runs or accesses what a method or variable handle stands for.
pub fn uses_handle(callee: &str) -> bool {
    USES.iter().any(|start| callee.starts_with(start))
}

/// How many places of one kind are named.
const NAMED: usize = 5;

/// The first of the places where code does what no analysis follows, and how many more there are.
pub fn some_of<'t>(places: impl ExactSizeIterator<Item = &'t String>) -> String {
    let more = places.len().saturating_sub(NAMED);
    let named: Vec<&str> = places.take(NAMED).map(String::as_str).collect();
    named.join("; ") + &if more == 0 { String::new() } else { format!(" and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts() {
        assert_eq!(reach("java/lang/Class", "forName"), Some(Methods));
        assert_eq!(reach("java/lang/Class", "getDeclaredMethods"), Some(Methods));
        assert_eq!(reach("java/lang/Class", "getDeclaredFields"), Some(Fields));
        assert_eq!(reach("java/lang/Class", "getName"), None);
        assert_eq!(reach("java/lang/ClassValue", "get"), None);
        assert_eq!(reach("java/lang/reflect/Method", "invoke"), Some(Fields));
        assert_eq!(reach("javax/xml/parsers/SAXParserFactory", "newInstance"), Some(Methods));
        assert_eq!(reach("java/lang/invoke/VarHandle", "getAndAdd"), Some(Fields));
        assert_eq!(reach("java/lang/invoke/MethodHandle", "invokeExact"), Some(Fields));
        assert_eq!(reach("java/util/ArrayList", "get"), None);
    }
}
