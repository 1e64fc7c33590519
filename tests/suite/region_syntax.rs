//! Region patterns as text: what parses, how it is printed, where syntax errors are shown; printing and parsing are
//! inverse, and no input makes the parser panic.

#![allow(clippy::too_many_lines, reason = "tables of expected messages")]

use insta::assert_snapshot;
use jcp::region::pattern::{Element, MethodPattern, Name, Pattern, Place, PointPattern, TypeName};
use jcp::region::{parse, parse_file};
use proptest::prelude::*;

/// The canonical form of a text, or its rendered error.
fn canonical(text: &str) -> String {
    match parse(text) {
        Ok(pattern) => pattern.to_string(),
        Err(error) => error.render(text),
    }
}

#[test]
fn canonical_forms() {
    let paper = "28, Main, Main.main(String[]):44; Main.run(String[]) &";
    assert_eq!(canonical(paper), paper);
    assert_eq!(canonical("28,Main,Main.main(String[]):44;Main.run(String[])"), paper, "`&` may be missing");
    assert_eq!(canonical(" 28 , Main , Main . main ( String [ ] ) : 44 ; Main.run(String...) & # end"), paper);
    assert_eq!(canonical("1, a.B$C, *; a.B$C.f()"), "1, a.B$C, *; a.B$C.f() &");
    assert_eq!(
        canonical("@12, A, A.main:@3;\n  A.<init>(int, long) & 7, A, A.main"),
        "@12, A, A.main:@3; A.<init>(int,long) & 7, A, A.main"
    );
    assert_eq!(
        canonical("1, A, A.f(java.util.Map<K, List<? extends V[]>>.Entry<K,V>[])"),
        "1, A, A.f(java.util.Map.Entry[]) &"
    );
    assert_eq!(canonical("1, A, A.<clinit>"), "1, A, A.<clinit> &");
    assert_eq!(canonical("1, A$, A$.`a b`:2; `x-y`.foo-1"), "1, A$, A$.`a b`:2; x-y.foo-1 &");
    assert_eq!(canonical("@end , A, A.f(int) & @start, A, A.f"), "@end, A, A.f(int) & @0, A, A.f");
    assert_eq!(canonical("# first\n1, A, # second\nA.f"), "1, A, A.f &");
}

#[test]
fn a_method_alone_is_its_start_and_the_only_chain() {
    assert_eq!(canonical("Runner.answer"), "@0, Runner, *; Runner.answer &");
    assert_eq!(canonical(" p.Runner . answer ( int , p.A ) & "), "@0, p.Runner, *; p.Runner.answer(int,p.A) &");
    assert_eq!(canonical("41, Runner.answer &"), "41, Runner, *; Runner.answer &");
    assert_eq!(canonical("@7, Runner.<init> & Runner.end"), "@7, Runner, *; Runner.<init> & @0, Runner, *; Runner.end");
    assert_eq!(canonical("41, p.Runner, Runner.answer"), "41, p.Runner, Runner.answer &");
}

#[test]
fn varargs_are_one_dimension() {
    assert_eq!(parse("1, A, A.f(int[]...)").unwrap(), parse("1, A, A.f(int[][])").unwrap());
    assert_ne!(parse("1, A, A.f(int[])").unwrap(), parse("1, A, A.f(int[][])").unwrap());
    assert_ne!(parse("1, A, A.f()").unwrap(), parse("1, A, A.f").unwrap());
}

#[test]
fn syntax_errors() {
    let texts = [
        "",
        "x28, Main, Main.main &",
        "28 Main, Main.main &",
        "28, Main, main:44; Main.run &",
        "28, Main, Main.main:44; &",
        "28, Main, Main.main(String[):44; Main.run &",
        "28, Main, Main.main(String[]:44; Main.run &",
        "28, Main, Main.main(List<String):44; Main.run &",
        "28, Main, Main.main:44; Main.run:28 &",
        "28, Main, Main.main; * &",
        "28, Main, *; *; Main.run &",
        "28, Main, Main.<main>; Main.run &",
        "28, Main, org/a/Main.run &",
        "70000, Main, Main.run &",
        "@99999999999, Main, Main.run &",
        "28, Main, Main.run & 30",
        "28, Main, Main.run & 30, Main, Main.run & 3",
        "28, Main, Mäin.main:44:5; Main.run",
        "28, Main, Main.`run &",
        "28, Main,\n  Main.main:;\n Main.run &",
    ];
    let shown: Vec<String> = texts.into_iter().map(canonical).collect();
    assert_snapshot!(shown.join("\n"), @r"
    error: expected a line number, `@offset`, `@start` or `@end`, found the end
      
      ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: expected a line number, `@offset`, `@start` or `@end`, found `x28`
      x28, Main, Main.main &
      ^^^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: expected `,` and the class, found `Main`
      28 Main, Main.main &
         ^^^^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: `main` is not a chain element: write `Class.main`
      28, Main, main:44; Main.run &
                ^^^^

    error: expected `Class.method` or `*`, found `&`
      28, Main, Main.main:44; &
                              ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: expected `]`, found `)`
      28, Main, Main.main(String[):44; Main.run &
                                 ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: expected `,` or `)`, found `:`
      28, Main, Main.main(String[]:44; Main.run &
                                  ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: the type arguments do not end: `>` is missing
      28, Main, Main.main(List<String):44; Main.run &
                              ^^^^^^^

    error: the last chain element is the method with the checkpoint and calls no further element: remove `:28`
      28, Main, Main.main:44; Main.run:28 &
                                       ^^

    error: the last chain element must be the method with the checkpoint, not `*`
      28, Main, Main.main; * &
                           ^

    error: two `*` in a row mean the same as one: write one
      28, Main, *; *; Main.run &
                   ^

    error: expected `<init>` or `<clinit>`, found `<`
      28, Main, Main.<main>; Main.run &
                     ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: expected `.` and the method, found `/`
      28, Main, org/a/Main.run &
                   ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: a line is at most 65535
      70000, Main, Main.run &
      ^^^^^

    error: an offset is at most 4294967295
      @99999999999, Main, Main.run &
      ^^^^^^^^^^^^

    error: expected `,` and the class, found the end
      28, Main, Main.run & 30
                             ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: expected the end of the region, found `&`
      28, Main, Main.run & 30, Main, Main.run & 3
                                              ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`

    error: the last chain element is the method with the checkpoint and calls no further element: remove `:44`
      28, Main, Mäin.main:44:5; Main.run
                          ^^

    error: the name in backquotes is empty or does not end
      28, Main, Main.`run &
                     ^^^^^^

    error: expected the line of the call or `@offset`, found `;`
        Main.main:;
                  ^
      note: a region is `line, Class, Class.method:callLine; …; Class.method &`
    ");
}

#[test]
fn files() {
    let good = "# regions\n\n1, A, A.f &  # the first\n\t\n2, A, A.f\n";
    let regions = parse_file("p.region", good).unwrap();
    assert_eq!(regions.iter().map(|region| region.line).collect::<Vec<_>>(), [3, 5]);
    let error = parse_file("p.region", "# regions\n\n  1, A, A:f &\n").unwrap_err();
    assert_eq!(error.to_string(), "p.region:3:9: `A` is not a chain element: write `Class.A`");
    assert_snapshot!(error.render(), @r"
    error: p.region:3:9: `A` is not a chain element: write `Class.A`
        1, A, A:f &
              ^
    ");
}

/// The samples say what they mean in the language as it is.
#[test]
fn samples() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "region") {
            let regions = parse_file(&path.to_string_lossy(), &std::fs::read_to_string(&path).unwrap());
            count += regions.unwrap_or_else(|error| panic!("{}", error.render())).len();
        }
    }
    assert!(count > 5, "{count} samples");
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![any::<u16>().prop_map(Place::Line), any::<u32>().prop_map(Place::Offset), Just(Place::End)]
}

/// Names as class files may have them, strange ones among them.
fn part() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[A-Za-z_$][A-Za-z0-9_$]{0,6}", 1 => "[^`\\p{C}]{1,4}", 1 => "<init>"]
}

fn name() -> impl Strategy<Value = Name> {
    prop::collection::vec(part(), 1..4).prop_map(|parts| Name { parts })
}

fn method(with_call: bool) -> impl Strategy<Value = MethodPattern> {
    let type_name = (name(), 0u8..4).prop_map(|(name, dimensions)| TypeName { name, dimensions });
    let parameters = prop::option::of(prop::collection::vec(type_name, 0..3));
    let method = prop_oneof![8 => part(), 1 => Just("<clinit>".to_owned())];
    (name(), method, parameters, prop::option::of(place())).prop_map(move |(class, name, parameters, call)| {
        MethodPattern {
            class: class.into(),
            name: name.into(),
            parameters: parameters.map(Into::into),
            call: call.filter(|_| with_call).map(Into::into),
        }
    })
}

fn point() -> impl Strategy<Value = PointPattern> {
    let links = prop::collection::vec((any::<bool>(), method(true)), 0..4);
    (place(), name(), links, any::<bool>(), method(false)).prop_map(|(place, class, links, last, container)| {
        let mut chain = Vec::new();
        for (any, method) in links {
            chain.extend(any.then(|| Element::Any.into()));
            chain.push(Element::Method(method).into());
        }
        chain.extend(last.then(|| Element::Any.into()));
        chain.push(Element::Method(container).into());
        PointPattern { place: place.into(), class: class.into(), chain }
    })
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(start in point(), end in prop::option::of(point())) {
        let pattern = Pattern { start: start.into(), end: end.map(Into::into) };
        let text = pattern.to_string();
        let parsed = parse(&text).map_err(|error| TestCaseError::fail(error.render(&text)))?;
        prop_assert_eq!(&parsed, &pattern, "{}", text);
        prop_assert_eq!(parsed.to_string(), text);
    }

    #[test]
    fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = parse(&text) {
            prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
            prop_assert!(error.render(&text).ends_with('\n'));
        }
    }

    #[test]
    fn nothing_panics_near_the_language(text in "[0-9A-Cb @,.;:&*()<>`#\n\u{e4}\\[\\]-]{0,40}") {
        match parse(&text) {
            Ok(pattern) => prop_assert_eq!(parse(&pattern.to_string()), Ok(pattern)),
            Err(error) => prop_assert!(error.render(&text).starts_with("error: ")),
        }
    }
}
