//! What the points-to analysis makes of reflection, on small Java programs: the objects that arrive at parameters, the
//! methods that are reached, the diagnostics. Each part of the source is a program by its own `main`.

use crate::common::method;
use jcp::analysis::mod_use::ModUse;
use jcp::analysis::points_to::context::Sensitivity;
use jcp::analysis::points_to::{Budget, PointsTo, points_to};
use jcp::classfile::jimage::Jdk;
use jcp::driver::jdk::JdkHome;
use jcp::program::{ClassSource, FieldId, Folder, Program};
use std::collections::BTreeSet;
use std::path::Path;

use crate::common;

/// Compiles the source for each JDK at hand and analyses the program whose main class is named.
fn on_main(main: &str, check: impl Fn(&PointsTo<'_>)) {
    on_file("Reflect.java", main, |answer, _, _| check(answer));
}

/// The same with another source; the check gets the JDK and the folder of the classes, too.
pub fn on_file(source: &str, main: &str, check: impl Fn(&PointsTo<'_>, &JdkHome, &Path)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/analysis/reflect").join(source);
    for home in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let classes = common::compile_files(&home, std::slice::from_ref(&root), folder.path(), &["-Xlint:none"]);
        let services = classes.join("META-INF/services");
        std::fs::create_dir_all(&services).expect("a folder");
        std::fs::write(services.join("Services$Service"), "Services$Provider\n").expect("a file");
        let application: Box<dyn ClassSource> = Box::new(Folder::open(&classes).expect("classes"));
        let jdk = Jdk::open(&home.home).expect("the JDK is readable");
        let program = Program::new(vec![application], Box::new(jdk)).expect("a program");
        let start = method(&program, main, "main");
        let (budget, summaries) = (Budget::default(), common::summaries::of(&home));
        let answer = points_to(&program, start, Sensitivity::Insensitive, &budget, Some(&summaries));
        let answer = answer.expect("an answer");
        check(&answer, &home, &classes);
    }
}

/// The classes of the objects that arrive at the only parameter of a static method.
pub fn arrives(answer: &PointsTo<'_>, class: &str, name: &str) -> BTreeSet<String> {
    let id = method(answer.program(), class, name);
    let Some(ir) = answer.ir(id) else { return BTreeSet::new() };
    let parameter = ir.params[0].expect("a reference");
    let objects = answer.objects(id, parameter);
    objects.iter().map(|object| answer.allocation(object).1.name(answer.program())).collect()
}

pub fn names(list: &[&str]) -> BTreeSet<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

pub fn reached(answer: &PointsTo<'_>, class: &str, name: &str) -> bool {
    answer.is_reachable(method(answer.program(), class, name))
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_constant_name_makes_an_object_of_that_class() {
    on_main("ForName", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["Made"]));
        let main = method(answer.program(), "ForName", "main");
        let called: BTreeSet<String> = answer.calls(main).map(|(_, id)| answer.program().describe(id)).collect();
        assert!(called.contains("Made.<init>()V"), "{called:?}");
    });
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_name_goes_through_fields_and_methods() {
    on_main("ForNameHelper", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
    });
}

#[test]
fn methods_are_invoked_with_their_arguments() {
    on_main("Invoke", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert!(arrives(answer, "Sink", "other").contains("B"));
        assert!(!reached(answer, "Made", "never"));
        let main = method(answer.program(), "Invoke", "main");
        let twice = method(answer.program(), "Made", "twice");
        assert_eq!(answer.calls(main).filter(|(_, callee)| *callee == twice).count(), 1);
    });
}

#[test]
fn constructors_take_arguments() {
    on_main("Construct", |answer| assert_eq!(arrives(answer, "Sink", "take"), names(&["A"])));
}

#[test]
fn an_unknown_name_may_be_any_class_of_the_application() {
    on_main("Unknown", |answer| {
        let found = arrives(answer, "Sink", "take");
        assert!(found.is_superset(&names(&["A", "B", "Made", "Services$Provider"])), "{found:?}");
        let told: Vec<&String> = answer.diagnostics().iter().filter(|text| text.starts_with("Unknown.main")).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("looks up a class by an unknown name"), "{told:?}");
    });
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn an_unknown_method_may_be_any_of_the_class_that_takes_what_is_passed() {
    on_main("UnknownMethod", |answer| {
        assert!(arrives(answer, "Sink", "take").contains("A"));
        // `never` takes no argument, and one is passed
        assert!(!reached(answer, "Never", "run"));
        assert!(answer.diagnostics().iter().any(|text| text.starts_with("UnknownMethod.main")));
    });
}

#[test]
fn exceptions_are_wrapped() {
    on_main("Throws", |answer| {
        assert!(arrives(answer, "Sink", "take").contains("java/lang/IllegalStateException"));
    });
}

#[test]
fn fields_are_read_and_written() {
    on_main("Fields", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert_eq!(arrives(answer, "Sink", "other"), names(&["A"]));
        let program = answer.program();
        let shared = program.find("Made").and_then(|made| made.declared_field("shared", "Ljava/lang/Object;"));
        let statics = answer.statics();
        let objects = &statics[&shared.expect("a field")];
        let types: Vec<String> = objects.iter().map(|object| answer.allocation(object).1.name(program)).collect();
        assert_eq!(types, ["B"]);
    });
}

#[test]
fn proxies_run_their_handler() {
    on_main("Proxied", |answer| {
        assert!(reached(answer, "Proxied$Handler", "invoke"));
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert_eq!(arrives(answer, "Sink", "other"), names(&["java/lang/reflect/Method"]));
    });
}

#[test]
fn services_have_the_providers_of_the_class_path() {
    on_main("Services", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert!(arrives(answer, "Sink", "other").contains("Services$Provider"));
        assert!(arrives(answer, "Services", "last").contains("Services$Provider"));
        assert!(!reached(answer, "Services$NoProvider", "serve"));
    });
}

#[test]
fn method_handles_run_what_they_mean() {
    on_main("Handles", |answer| {
        assert!(arrives(answer, "Sink", "take").contains("A"));
        assert!(arrives(answer, "Sink", "other").contains("B"));
        assert_eq!(arrives(answer, "Handles", "last"), names(&["java/lang/String"]));
        assert!(!reached(answer, "Made", "never"));
    });
}

#[test]
fn variable_handles_access_their_field() {
    on_main("Variables", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert_eq!(arrives(answer, "Sink", "other"), names(&[]));
        assert_eq!(arrives(answer, "Variables", "last"), names(&["B"]));
    });
}

#[test]
fn variable_handles_of_the_jdk_access_its_fields() {
    on_main("Held", |answer| {
        assert!(arrives(answer, "Sink", "take").contains("A"));
        assert!(arrives(answer, "Sink", "other").contains("B"));
        assert!(arrives(answer, "Held", "last").contains("B"));
    });
}

#[test]
fn settings_name_handlers_of_logs_and_protocols() {
    on_main("Configured", |answer| {
        assert!(arrives(answer, "Configured", "log").contains("A"));
        assert!(arrives(answer, "Configured", "opened").contains("B"));
    });
}

#[test]
fn updaters_access_fields() {
    on_main("Updaters", |answer| assert!(arrives(answer, "Sink", "take").contains("A")));
}

#[test]
fn constants_of_enums_are_found() {
    on_main("Enums", |answer| {
        assert!(arrives(answer, "Sink", "take").contains("Enums$Colour"));
        assert!(arrives(answer, "Sink", "other").contains("Enums$Colour"));
    });
}

#[test]
fn arrays_are_copied() {
    on_main("Arrays", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert_eq!(arrives(answer, "Sink", "other"), names(&["A"]));
        assert_eq!(arrives(answer, "Arrays", "last"), names(&["[LA;"]));
    });
}

#[test]
fn arrays_of_what_was_made_end_at_four_dimensions() {
    on_main("Nested", |answer| {
        let made = arrives(answer, "Nested", "last");
        assert_eq!(made, names(&["A", "[LA;", "[[LA;", "[[[LA;", "[[[[LA;"]));
        assert!(answer.diagnostics().iter().any(|text| text.contains("creates arrays of arrays")));
    });
}

#[test]
fn threads_run() {
    on_main("Threads", |answer| assert_eq!(arrives(answer, "Sink", "take"), names(&["A"])));
}

#[test]
fn annotations_give_values_of_their_methods() {
    on_main("Annotated", |answer| {
        // the class may be any of the application, so that constructors of other parts run
        assert!(arrives(answer, "Sink", "take").contains("java/lang/String"));
        assert!(arrives(answer, "Sink", "other").contains("Annotated$Kind"));
        assert_eq!(arrives(answer, "Annotated", "last"), names(&["Annotated$Part"]));
        assert!(arrives(answer, "Annotated", "type").contains("A"));
        assert_eq!(arrives(answer, "Annotated", "any"), names(&["Annotated$Part"]));
    });
}

#[test]
fn bytes_are_of_the_class_that_is_named_with_them() {
    on_main("Defined", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["A"]));
        assert!(arrives(answer, "Sink", "other").is_superset(&names(&["A", "B", "Made"])));
        let told = answer.diagnostics().iter().filter(|text| text.starts_with("Defined.main"));
        assert!(
            told.clone().any(|text| text.contains("defines a class at run time")),
            "{:?}",
            told.collect::<Vec<_>>()
        );
    });
}

#[test]
fn factories_of_the_jdk_make_its_own() {
    on_main("Parsers", |answer| {
        let factory = "com/sun/org/apache/xerces/internal/jaxp/DocumentBuilderFactoryImpl";
        assert!(arrives(answer, "Sink", "take").contains(factory));
        assert!(arrives(answer, "Sink", "other").contains("com/sun/org/apache/xerces/internal/jaxp/SAXParserImpl"));
    });
}

#[test]
fn file_systems_of_the_jdk_are_found() {
    on_main("FileSystemsUsed", |answer| {
        let paths = arrives(answer, "Sink", "take");
        assert!(paths.is_superset(&names(&["jdk/internal/jrtfs/JrtPath", "jdk/nio/zipfs/ZipPath"])), "{paths:?}");
        assert!(arrives(answer, "Sink", "other").contains("jdk/internal/jrtfs/JrtPath"));
    });
}

#[test]
fn members_that_are_not_named_have_types() {
    on_main("MembersOfAny", |answer| {
        assert_eq!(arrives(answer, "Sink", "take"), names(&["java/lang/Class"]));
        assert_eq!(arrives(answer, "Sink", "other"), names(&["java/lang/Class"]));
    });
}

#[test]
fn statics_that_are_accessed_by_name_count() {
    on_main("StaticsByName", |answer| {
        let program = answer.program();
        let main = method(program, "StaticsByName", "main");
        let analysis = ModUse::new(answer);
        let effects = analysis.direct(main).expect("main runs");
        let of = |fields: &BTreeSet<FieldId>| -> BTreeSet<String> {
            let of_main = fields.iter().filter(|field| field.class == main.class);
            of_main.filter_map(|field| program.field(*field)).map(|field| field.name.clone()).collect()
        };
        assert_eq!(of(&effects.reads), names(&["handled", "number", "read", "varied"]));
        assert_eq!(of(&effects.writes), names(&["increased", "varied", "written"]));
        let calls: Vec<u32> = answer.accesses(main).map(|(offset, _)| offset).collect();
        assert!(!calls.is_empty() && calls.iter().all(|offset| answer.follows(main, *offset, true)));
    });
}

#[test]
fn what_is_made_of_bytes_is_not_followed() {
    on_main("Defined", |answer| {
        let main = method(answer.program(), "Defined", "main");
        let makes = answer.accesses(main).filter(|(offset, _)| !answer.follows(main, *offset, true)).count();
        assert_eq!(makes, 2);
    });
}

#[test]
fn resource_bundles_of_the_application_are_made() {
    on_main("Bundled", |answer| assert!(arrives(answer, "Sink", "take").contains("A")));
}
