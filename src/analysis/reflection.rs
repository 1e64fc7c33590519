//! Which methods of the JDK may run or read anything of the application, by names that the analysis does not see.
//!
//! Asking for a class, a member or a handle by name counts, and so does using one, since it may come from elsewhere; also
//! what does such things on the caller's behalf: serialization, service loading, resource bundles, beans, scripts, JMX.

/// Classes all of whose methods count.
const CLASSES: &[&str] = &[
    "java/io/ObjectInputStream",
    "java/io/ObjectOutputStream",
    "java/lang/reflect/Constructor",
    "java/lang/reflect/Field",
    "java/lang/reflect/Method",
    "java/util/ServiceLoader",
    "jdk/internal/misc/Unsafe",
    "sun/misc/Unsafe",
];

/// Packages all of whose methods count.
const PACKAGES: &[&str] =
    &["java/beans/", "java/rmi/", "javax/management/", "javax/naming/", "javax/script/", "java/lang/instrument/"];

/// Single methods that count, by class and the start of the name.
const METHODS: &[(&str, &str)] = &[
    ("java/lang/Class", "forName"),
    ("java/lang/Class", "getConstructor"),
    ("java/lang/Class", "getDeclaredConstructor"),
    ("java/lang/Class", "getDeclaredField"),
    ("java/lang/Class", "getDeclaredMethod"),
    ("java/lang/Class", "getField"),
    ("java/lang/Class", "getMethod"),
    ("java/lang/Class", "newInstance"),
    ("java/lang/ClassLoader", "defineClass"),
    ("java/lang/ClassLoader", "findSystemClass"),
    ("java/lang/ClassLoader", "loadClass"),
    ("java/lang/System", "load"),
    ("java/lang/Runtime", "load"),
    ("java/lang/invoke/MethodHandleProxies", ""),
    ("java/lang/invoke/MethodHandles$Lookup", "define"),
    ("java/lang/invoke/MethodHandles$Lookup", "find"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflect"),
    ("java/util/ResourceBundle", "getBundle"),
];

/// Whether a call of the method may reach any code of the application.
pub fn is_reflective(class: &str, method: &str) -> bool {
    let factory = class.starts_with("javax/xml/") && method == "newInstance";
    factory
        || CLASSES.contains(&class)
        || PACKAGES.iter().any(|package| class.starts_with(package))
        || METHODS.iter().any(|(of, start)| *of == class && method.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::is_reflective;

    #[test]
    fn what_counts() {
        assert!(is_reflective("java/lang/Class", "forName"));
        assert!(is_reflective("java/lang/Class", "getDeclaredMethods"));
        assert!(!is_reflective("java/lang/Class", "getName"));
        assert!(is_reflective("java/lang/reflect/Method", "invoke"));
        assert!(is_reflective("javax/xml/parsers/SAXParserFactory", "newInstance"));
        assert!(!is_reflective("java/util/ArrayList", "get"));
    }
}
