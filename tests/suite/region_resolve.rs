//! What patterns resolve to in a small program: what may be left out, dispatch, compiler-made methods in between,
//! wildcards.

use crate::region_support::{PROGRAM, compile, compile_files, resolved, shown};
use insta::assert_snapshot;
use jcp::region::{LinkKind, Region};

/// The lines of the chain and the start.
fn lines(region: &Region) -> Vec<u16> {
    region.chain.iter().map(|call| call.line).chain([region.start.line]).map(Option::unwrap_or_default).collect()
}

#[test]
fn what_may_be_left_out() {
    let texts = [
        "28, Main, Main.main(String[]):99; Main.run(String[]) &",
        "28, Main, Main.main; Main.run",
        "15, Main, Main.main; Main.run:24; Main.twice(int)",
        "98, Main, Main.main",
        "5, a.Util, Main.main; Main.run:40; a.Util.help",
        "5, Util, Main.main; Main.run; b.Util.help; a.Util.help()",
        "92, Main.Inner, Main.main; Main.run; Main$Inner.poke; Main.Inner.secret",
        "136, Task, Main.main; Main.run; Task.run",
        "Main$Inner.secret",
        "5, a.Util.help",
        "10, Util.last",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    28, Main, Main.main(String[]):99; Main.run(String[]) &

    28, Main, Main.main(String[]):99; Main.run(String[]) &

    15, Main, Main.main(String[]):99; Main.run(String[]):24; Main.twice(int) &

    98, Main, Main.main(String[]) &

    5, a.Util, Main.main(String[]):99; Main.run(String[]):40; a.Util.help() &

    5, a.Util, Main.main(String[]):99; Main.run(String[]):41; b.Util.help():5; a.Util.help() &

    92, Main$Inner, Main.main(String[]):99; Main.run(String[]):43; Main$Inner.poke():87; Main$Inner.secret() &

    136, Task, Main.main(String[]):99; Main.run(String[]):37; Task.run() &

    92, Main$Inner, Main.main(String[]):99; Main.run(String[]):43; Main$Inner.poke():87; Main$Inner.secret() &

    error: several chains of calls lead from Main.main(String[]) to a.Util.help()
      5, a.Util.help
         ^^^^^^^^^^^
      candidates:
        5, a.Util, Main.main(String[]):99; Main.run(String[]):40; a.Util.help &
        5, a.Util, Main.main(String[]):99; Main.run(String[]):41; b.Util.help():5; a.Util.help &
        5, a.Util, Main.main(String[]):99; Main.run(String[]):44; Main.protect():73; a.Util.help &

    10, b.Util, Main.main(String[]):99; Main.run(String[]):41; b.Util.help():6; b.Util.last() &
    ");
}

#[test]
fn dispatch() {
    let texts = [
        "120, Circle, Main.main; Main.run; Circle.area",
        "114, Circle, Main.main; Main.run; Circle.describe; Shape.describe",
        "114, Square, Main.main; Main.run; Square.describe",
        "130, Square, Main.main; Main.run; Shape.describe; Square.area",
        "148, Version, Main.main; Main.run; Main.compare; Version.compareTo",
        "148, Version, Main.main; Main.run; Main.compare; Version.compareTo(Version)",
        "11, Main, Main.main; Main.<init>(int)",
        "156, Lazy, Main.main; Main.run; Lazy.<clinit>",
        "64, Main, Main.main; Main.run; Main.step; Main.step; Main.step; Main.leaf",
        "75, Main, Main.main; Main.run; Main.protect",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    120, Circle, Main.main(String[]):99; Main.run(String[]):28; Circle.area() &

    114, Shape, Main.main(String[]):99; Main.run(String[]):29; Circle.describe():124; Shape.describe() &

    114, Shape, Main.main(String[]):99; Main.run(String[]):29; Shape.describe() &

    130, Square, Main.main(String[]):99; Main.run(String[]):29; Shape.describe():114; Square.area() &

    148, Version, Main.main(String[]):99; Main.run(String[]):39; Main.compare(Comparable,Comparable):68; Version.compareTo(Version) &

    148, Version, Main.main(String[]):99; Main.run(String[]):39; Main.compare(Comparable,Comparable):68; Version.compareTo(Version) &

    11, Main, Main.main(String[]):97; Main.<init>(int) &

    156, Lazy, Main.main(String[]):99; Main.run(String[]):@169; Lazy.<clinit> &

    64, Main, Main.main(String[]):99; Main.run(String[]):26; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf() &

    error: line 75 of Main.protect() was compiled to 2 separate ranges of code: write the bytecode offset of one
      75, Main, Main.main; Main.run; Main.protect
      ^^
      note: a line may have several statements, and a `finally` clause is compiled once for each way out of its `try`
      candidates:
        @3, Main, Main.main; Main.run; Main.protect &
        @10, Main, Main.main; Main.run; Main.protect &
    ");
}

#[test]
fn a_bridge_is_inserted() {
    let region = resolved(&PROGRAM, "148, Version, *; Version.compareTo(Version)").unwrap();
    assert_eq!(lines(&region), [99, 39, 68, 140, 148]);
    let names = region.methods().map(|method| PROGRAM.describe(method)).collect::<Vec<_>>();
    assert_eq!(names[3..], ["Version.compareTo(Ljava/lang/Object;)I", "Version.compareTo(LVersion;)I"]);
    // as in a stack trace
    let spelled = "148, Version, Main.main:99; Main.run:39; Main.compare:68; Version.compareTo:140; Version.compareTo";
    assert_eq!(resolved(&PROGRAM, spelled).as_ref(), Ok(&region));
}

/// What the JDK calls in the midst of its own work is in the chain: the replay resumes the JDK's frames. The run tells whether the call led there.
#[test]
fn code_of_the_jdk_may_lie_between() {
    let texts = ["33, Main, Main.main; Main.run:30; Main.lambda$run$0(String)"];
    assert_snapshot!(shown(&PROGRAM, &texts), @"33, Main, Main.main(String[]):99; Main.run(String[]):30; Main.lambda$run$0(String) &");
}

/// No call within the program leads to the body of a lambda, but the call of the JDK that is given the lambda does.
#[test]
fn a_star_follows_function_objects_that_the_jdk_is_given() {
    let texts = ["33, Main, *; Main.lambda$run$0(String) &", "33, Main.lambda$run$0"];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    33, Main, Main.main(String[]):99; Main.run(String[]):32; Main.lambda$run$0(String) &

    33, Main, Main.main(String[]):99; Main.run(String[]):32; Main.lambda$run$0(String) &
    ");
}

/// A stream is followed to its end, a comparator to what it is given to; what is kept first, or runs on another thread, is not.
#[test]
fn function_objects_are_followed_to_the_call_that_takes_them() {
    let program = compile_files(&["handed/Main.java"], &[]);
    for (method, line) in [("each", Some(29)), ("mapped", Some(30)), ("length", Some(31))] {
        let region = resolved(&program, &format!("Main.{method}")).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(region.chain[0].line, line, "{method}");
        assert_eq!(region.chain[0].kind, LinkKind::Working, "{method}");
    }
    for method in ["chosen", "kept", "elsewhere", "thread"] {
        let error = resolved(&program, &format!("Main.{method}")).expect_err(method);
        assert!(error.contains("matches no chain"), "{method}: {error}");
    }
}

/// Before class files had nests, a private method of a nested class was called through `access$000`.
#[test]
fn an_accessor_is_inserted() {
    let program = compile(&["--release", "10"]);
    let region = resolved(&program, "173, Box, *; Vault.Box.open").unwrap();
    assert_eq!(lines(&region), [99, 43, 178, 171, 173]);
    let written =
        resolved(&program, "173, Box, Main.main; Main.run; Vault.peek; Vault.Box.access$000:171; Vault.Box.open");
    assert_eq!(written.as_ref(), Ok(&region));
    assert_snapshot!(region.describe(&program), @"173, Vault$Box, Main.main(String[]):99; Main.run(String[]):43; Vault.peek():178; Vault$Box.open() &");
    let direct = resolved(&PROGRAM, "173, Box, *; Vault.Box.open").unwrap();
    assert_eq!(lines(&direct), [99, 43, 178, 173]);
}

#[test]
fn constructors_and_initialisers_are_told() {
    let constructor = resolved(&PROGRAM, "11, Main, Main.main; Main.<init>").unwrap();
    assert_eq!(constructor.constructors(&PROGRAM), [constructor.container()]);
    assert_eq!(constructor.initialisers(&PROGRAM), []);
    let initialiser = resolved(&PROGRAM, "156, Lazy, Main.main; Main.run; Lazy.<clinit>").unwrap();
    assert_eq!(initialiser.initialisers(&PROGRAM), [initialiser.container()]);
    assert_eq!(initialiser.chain.last().map(|call| call.kind), Some(LinkKind::Initialisation));
}

#[test]
fn wildcards() {
    let texts = [
        "28, Main, *; Main.run",
        "98, Main, *; Main.main",
        "5, b.Util, *; b.Util.help",
        "148, Version, Main.main; *; Version.compareTo",
        "92, Main.Inner, *; Main.Inner.secret",
        "64, Main, Main.main:102; *; Main.leaf",
        "15, Main, *; Main.run:24; Main.twice(int)",
        "120, Circle, *; Circle.area",
        "64, Main, *; Main.leaf",
        "82, Main, *; Main.hidden",
        "28, Main, Main.main:102; *; Main.run",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    28, Main, Main.main(String[]):99; Main.run(String[]) &

    98, Main, Main.main(String[]) &

    5, b.Util, Main.main(String[]):99; Main.run(String[]):41; b.Util.help() &

    148, Version, Main.main(String[]):99; Main.run(String[]):39; Main.compare(Comparable,Comparable):68; Version.compareTo(Version) &

    92, Main$Inner, Main.main(String[]):99; Main.run(String[]):43; Main$Inner.poke():87; Main$Inner.secret() &

    64, Main, Main.main(String[]):102; Main.start():106; Main.leaf() &

    15, Main, Main.main(String[]):99; Main.run(String[]):24; Main.twice(int) &

    error: several chains of calls lead from Main.main(String[]) to Circle.area()
      120, Circle, *; Circle.area
                   ^
      candidates:
        120, Circle, Main.main(String[]):99; Main.run(String[]):28; Circle.area &
        120, Circle, Main.main(String[]):99; Main.run(String[]):29; Shape.describe():114; Circle.area &
        120, Circle, Main.main(String[]):99; Main.run(String[]):29; Circle.describe():124; Shape.describe():114; Circle.area &

    error: several chains of calls lead from Main.main(String[]) to Main.leaf()
      64, Main, *; Main.leaf
                ^
      candidates:
        64, Main, Main.main(String[]):102; Main.start():106; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):26; Main.step(int):59; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):44; Main.protect():@4; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):44; Main.protect():@12; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):26; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):43; Main$Inner.poke():88; Main.step(int):59; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):26; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):43; Main$Inner.poke():88; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):26; Main.step(int):57; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main(String[]):99; Main.run(String[]):43; Main$Inner.poke():88; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &

    error: `*` matches no chain: no calls within the program lead from Main.main(String[]) to Main.hidden(String)
      82, Main, *; Main.hidden
                ^
      note: no method of the program calls Main.hidden(String): only reflection, the JDK or a function object can; a chain through such a call needs its line

    error: `*` matches no chain: no calls within the program lead from Main.main(String[]):102 to Main.run(String[])
      28, Main, Main.main:102; *; Main.run
                               ^
      note: Main.run(String[]) is called by Main.main(String[])
    ");
}
