//! Analyses of whole programs on small Java programs: dispatch against the JVM, the call graph, statics read. What is
//! expected of statics stands in comments of the Java source.

use crate::common::{method, program};
use jcp::analysis::call_graph::{CallGraph, CallSite};
use jcp::analysis::calls::{Call, facts};
use jcp::analysis::statics_read::{Start, StaticsAnalysis, StaticsRead};
use jcp::driver::jdk::JdkHome;
use jcp::program::{MethodId, Program};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common;

/// Compiles sources of `tests/java/analysis` for each JDK at hand.
fn on_program(names: &[&str], check: impl Fn(&Program, &JdkHome, &Path)) {
    for home in common::jdks_in_turn() {
        on_jdk(&home, names, &check);
    }
}

/// Compiles sources of `tests/java/analysis`.
fn on_jdk(home: &JdkHome, names: &[&str], check: &impl Fn(&Program, &JdkHome, &Path)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/analysis");
    let files: Vec<PathBuf> = names.iter().map(|name| root.join(name)).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(home, &files, folder.path(), &[]);
    check(&program(&home.home, &classes), home, &classes);
}

/// `Class.method` of the nested class's simple name, as the Java programs print it.
fn short(program: &Program, id: MethodId) -> String {
    let class = program.name(id.class).replace('/', ".");
    format!("{}.{}", class.rsplit('$').next().unwrap_or(&class), program.method(id).expect("a method").name)
}

#[test]
fn selection_is_the_jvms() {
    on_program(&["Dispatch.java", "p/Base.java", "p/Again.java", "q/Derived.java"], |program, home, classes| {
        let output = common::succeed(common::java(home).arg("-cp").arg(classes).arg("Dispatch"));
        let printed = String::from_utf8(output.stdout).expect("text");
        let named = |receiver: &str, name: &str| {
            let base = match name {
                "name" => "Dispatch$I",
                "local" => "p/Base",
                _ => "Dispatch$E",
            };
            let receiver = program.class(&receiver.replace('.', "/")).expect("the receiver's class");
            let resolved = program.resolve_method(program.class(base)?, name, "()Ljava/lang/String;")?;
            program.select(receiver, resolved)
        };
        for line in printed.lines() {
            let parts: Vec<&str> = line.split(' ').collect();
            let selected = named(parts[0], parts[1]).map(|id| short(program, id));
            assert_eq!(selected.as_deref(), Some(parts[2]), "{line}");
        }
        assert_eq!(printed.lines().count(), 13);
    });
}

#[test]
fn callees_and_callers() {
    on_program(&["Dispatch.java", "p/Base.java", "p/Again.java", "q/Derived.java"], |program, _, _| {
        let graph = CallGraph::new(program);
        let main = method(program, "Dispatch", "main");
        let body = program.body(main).expect("code");
        let callees = |name: &str| {
            let site = |item: &usize| CallSite { caller: main, item: *item };
            let named =
                |site: &CallSite| graph.named(*site).expect("code").is_some_and(|(_, member)| member.name == name);
            let site = body.insns().iter().map(site).find(named).expect("a call");
            let mut found: Vec<String> =
                graph.callees(site).expect("code").into_iter().map(|id| short(program, id)).collect();
            found.sort();
            (site, found)
        };
        let (site, found) = callees("name");
        assert_eq!(found, ["C.name", "I.name", "J.name"]);
        assert_eq!(callees("must").1, ["F.must"]);
        assert_eq!(callees("callOwn").1, ["E.callOwn"]);
        assert_eq!(graph.callers(method(program, "Dispatch$C", "name")), [site]);
        let own = method(program, "Dispatch$E", "own");
        assert_eq!(
            graph.callers(own).iter().map(|site| site.caller).collect::<Vec<_>>(),
            [method(program, "Dispatch$E", "callOwn")]
        );
        assert_eq!(graph.callers(method(program, "Dispatch$F", "own")), []);
    });
}

#[test]
fn fields_and_methods_resolve_through_supertypes() {
    on_program(&["Reads.java"], |program, _, _| {
        let class = |name: &str| program.class(name).expect("a class");
        let number = program.resolve_field(class("Reads$Initialized"), "number", "I").expect("a field");
        assert_eq!(program.name(number.class), "Reads$Above");
        let list = class("java/util/ArrayList");
        let each = program.resolve_method(list, "stream", "()Ljava/util/stream/Stream;").expect("a default method");
        assert_eq!(program.name(each.class), "java/util/Collection");
        let comparator = program.resolve_method(class("java/util/Comparator"), "hashCode", "()I").expect("of Object");
        assert_eq!(program.name(comparator.class), "java/lang/Object");
        let array = program.resolve_method(class("[Ljava/lang/String;"), "clone", "()Ljava/lang/Object;");
        assert_eq!(array.map(|id| program.name(id.class).to_owned()).as_deref(), Some("java/lang/Object"));
        let handle = class("java/lang/invoke/MethodHandle");
        assert!(program.resolve_method(handle, "invokeExact", "(I)V").is_some(), "signature-polymorphic");
        assert!(program.resolve_method(list, "stream", "()V").is_none());
        assert!(program.class("no/such/Class").is_none());
        assert_eq!(program.missing_classes(), ["no/such/Class"]);
        let common =
            |a: &str, b: &str| program.name(program.common_superclass(class(a), class(b)).expect("Object")).to_owned();
        assert_eq!(common("java/util/ArrayList", "java/util/LinkedList"), "java/util/AbstractList");
        assert_eq!(common("java/util/List", "java/util/ArrayList"), "java/lang/Object");
    });
}

fn read_from(program: &Program, analysis: &StaticsAnalysis<'_>, id: MethodId) -> StaticsRead {
    let items: BTreeSet<usize> = program.body(id).expect("code").insns().iter().copied().collect();
    analysis.read_from(&[Start { method: id, items }]).expect("an answer")
}

fn field_names(program: &Program, answer: &StaticsRead) -> BTreeSet<String> {
    answer.fields.keys().filter_map(|id| Some(program.field(*id)?.name.clone())).collect()
}

#[test]
fn statics_read_are_those_marked() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/analysis/Reads.java");
    let text = std::fs::read_to_string(source).expect("the source");
    on_program(&["Reads.java"], |program, _, _| {
        let analysis = StaticsAnalysis::new(program);
        let mut class = "Reads";
        let mut checked = 0;
        for line in text.lines() {
            if line.starts_with("class Mirror") {
                class = "Mirror";
            }
            let Some((head, marks)) = line.split_once("// reads: ") else { continue };
            let name = head.split('(').next().and_then(|head| head.split(' ').next_back()).expect("a name");
            let answer = read_from(program, &analysis, method(program, class, name));
            let found = field_names(program, &answer);
            let (reads, not) = marks.split_once("not:").unwrap_or((marks, ""));
            let everything = reads.contains("everything");
            for field in reads.split_whitespace().filter(|field| *field != "everything") {
                assert!(found.contains(field), "{name} reads {field}; found {found:?}");
            }
            for field in not.split_whitespace() {
                assert!(!found.contains(field), "{name} does not read {field}; found {found:?}");
            }
            assert!(everything || !found.contains("never"), "{name}");
            assert_eq!(everything, !answer.diagnostics.is_empty(), "{name}: {:?}", answer.diagnostics);
            checked += 1;
        }
        assert_eq!(checked, 15);
    });
}

#[test]
fn what_invokedynamic_calls() {
    on_jdk(&common::any_jdk(), &["Reads.java"], &|program, _, _| {
        let calls = |name: &str| {
            let found = facts(program, method(program, "Reads", name), |_| true).calls;
            found
                .into_iter()
                .map(|(Call::Exact(id) | Call::Virtual(_, id))| short(program, id))
                .collect::<BTreeSet<_>>()
        };
        assert!(calls("concat").is_superset(&BTreeSet::from([
            "java.lang.Object.toString".to_owned(),
            "java.lang.Object.hashCode".to_owned()
        ])));
        assert!(calls("lambda").contains("Reads.lambda$lambda$0"));
        assert!(calls("reference").contains("Reads.referenced"));
    });
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn only_the_given_items_of_a_start_count() {
    on_jdk(&common::any_jdk(), &["Figure1.java"], &|program, _, _| {
        let run = method(program, "Figure1", "run");
        let body = program.body(run).expect("code");
        let analysis = StaticsAnalysis::new(program);
        let last: BTreeSet<usize> = body.insns_on_line(40).collect();
        let none = analysis.read_from(&[Start { method: run, items: last }]).expect("an answer");
        assert_eq!(field_names(program, &none), BTreeSet::new());
        let pack: BTreeSet<usize> = body.insns_on_line(29).collect();
        let one = analysis.read_from(&[Start { method: run, items: pack }]).expect("an answer");
        assert_eq!(field_names(program, &one), BTreeSet::from(["instance".to_owned()]));
        let reader = one.fields.values().next().map(|id| short(program, *id));
        assert_eq!(reader.as_deref(), Some("Figure1.getPack"));
        assert!(one.methods.contains(&method(program, "Figure1$Pack", "apply")));
        assert!(!one.methods.contains(&method(program, "Figure1", "processCmdLine")));
    });
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn providers_of_services_count_as_called() {
    on_jdk(&common::any_jdk(), &["Reads.java"], &|_, home, classes| {
        let services = classes.join("META-INF/services");
        std::fs::create_dir_all(&services).expect("a folder");
        std::fs::write(services.join("java.lang.Object"), "# what the hook does\nReads$Initialized # here\n")
            .expect("a file");
        let program = program(&home.home, classes);
        assert_eq!(program.services()["java.lang.Object"], ["Reads$Initialized"]);
        let answer = read_from(&program, &StaticsAnalysis::new(&program), method(&program, "Reads", "direct"));
        assert!(field_names(&program, &answer).contains("inClinit"));
    });
}

#[test]
fn classes_that_the_jvm_would_not_load_are_left_out() {
    on_program(&["Figure4.java"], |_, home, classes| {
        std::fs::create_dir_all(classes.join("java/util")).expect("a folder");
        std::fs::copy(classes.join("Figure4.class"), classes.join("java/util/Mine.class")).expect("a copy");
        std::fs::write(classes.join("Broken.class"), b"\xCA\xFE\xBA\xBE and no more").expect("a file");
        let program = program(&home.home, classes);
        let told = program.diagnostics().join("\n");
        assert!(told.contains("java/util/Mine: left out: its package belongs to a module"), "{told}");
        assert!(told.contains("Broken: left out"), "{told}");
        let names: Vec<&str> = program.application().map(jcp::program::Class::name).collect();
        assert_eq!(names, ["Figure4$B", "Figure4"]);
    });
}
