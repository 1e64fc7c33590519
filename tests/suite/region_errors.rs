//! Each way in which a pattern can fail to fit a small program: the message, the place that it marks and the candidates
//! that it offers.

#![allow(clippy::too_many_lines, reason = "tables of expected messages")]

use crate::region_support::{BARE, PROGRAM, shown};
use insta::assert_snapshot;
use jcp::region::{parse, resolve, resolve_all};

#[test]
fn unknown_names() {
    let texts = [
        "28, Main, Main.main:99; Main.runn &",
        "28, Mian, Mian.main:99; Mian.run &",
        "28, Main, my.app.Main.main:99; Main.run &",
        "28, Main, Main.main:99; Zebra.run &",
        "28, Main, Main.main:99; Main.zebra &",
        "28, Main, java.util.HashMap.put:99; Main.run &",
        "28, Main, Main.main; String.length &",
        "28, Main, Main.main; Main.hashCode &",
        "5, Util, Main.main; Main.run; Util.help &",
        "28, Circle, Main.main:99; Main.run &",
        "28, Nowhere, Main.main:99; Main.run &",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    error: no method `runn` in class Main
      28, Main, Main.main:99; Main.runn &
                              ^^^^^^^^^
      candidates:
        28, Main, Main.main:99; Main.run(String[]) &

    error: no class `Mian` in the program
      28, Mian, Mian.main:99; Mian.run &
                ^^^^
      candidates:
        28, Main, Main.main:99; Main.run &

    error: no class `my.app.Main` in the program
      28, Main, my.app.Main.main:99; Main.run &
                ^^^^^^^^^^^
      candidates:
        28, Main, Main.main:99; Main.run &

    error: no class `Zebra` in the program
      28, Main, Main.main:99; Zebra.run &
                              ^^^^^
      candidates:
        28, Main, Main.main:99; Main.run &
        28, Main, Main.main:99; Task.run &
        28, Main, Main.main:99; Worker.run &

    error: no method `zebra` in class Main
      28, Main, Main.main:99; Main.zebra &
                              ^^^^^^^^^^
      candidates:
        28, Main, Main.main:99; Main.run(String[]) &

    error: `java.util.HashMap` is a class of the JDK; a chain contains only methods of the program
      28, Main, java.util.HashMap.put:99; Main.run &
                ^^^^^^^^^^^^^^^^^

    error: `String` is a class of the JDK; a chain contains only methods of the program
      28, Main, Main.main; String.length &
                           ^^^^^^

    error: class Main inherits `hashCode` from java.lang.Object, a class of the JDK; a chain contains only methods of the program
      28, Main, Main.main; Main.hashCode &
                           ^^^^^^^^^^^^^

    error: several classes are called `Util`
      5, Util, Main.main; Main.run; Util.help &
                                    ^^^^
      candidates:
        5, a.Util, Main.main; Main.run; a.Util.help &
        5, b.Util, Main.main; Main.run; b.Util.help &

    error: the region names class `Circle`, but its chain ends in Main.run(String[])
      28, Circle, Main.main:99; Main.run &
          ^^^^^^
      candidates:
        28, Main, Main.main:99; Main.run &

    error: the region names class `Nowhere`, but its chain ends in Main.run(String[])
      28, Nowhere, Main.main:99; Main.run &
          ^^^^^^^
      candidates:
        28, Main, Main.main:99; Main.run &
    ");
}

#[test]
fn overloads_and_methods_without_code() {
    let texts = [
        "15, Main, Main.main; Main.run; Main.twice &",
        "15, Main, Main.twice; Main.twice(int) &",
        "15, Main, Main.main; Main.run; Main.twice(long) &",
        "15, Main, Main.main; Main.run; Main.twice(java.lang.String) &",
        "110, Shape, Main.main; Main.run; Shape.area &",
        "79, Main, Main.main; Main.machine &",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    error: class Main has several methods `twice`: write the parameter types
      15, Main, Main.main; Main.run; Main.twice &
                                     ^^^^^^^^^^
      candidates:
        15, Main, Main.main; Main.run; Main.twice(int) &

    error: class Main has several methods `twice`: write the parameter types
      15, Main, Main.twice; Main.twice(int) &
                ^^^^^^^^^^
      candidates:
        15, Main, Main.twice(int); Main.twice(int) &
        15, Main, Main.twice(String); Main.twice(int) &

    error: no `twice` in class Main has the parameters `(long)`
      15, Main, Main.main; Main.run; Main.twice(long) &
                                     ^^^^^^^^^^^^^^^^
      candidates:
        15, Main, Main.main; Main.run; Main.twice(int) &
        15, Main, Main.main; Main.run; Main.twice(String) &

    error: no code on line 15 of Main.twice(String)
      15, Main, Main.main; Main.run; Main.twice(java.lang.String) &
      ^^
      note: line 15 has code in Main.twice(int)
      candidates:
        19, Main, Main.main; Main.run; Main.twice(java.lang.String) &

    error: Shape.area() is abstract: it has no code that a chain could pass through
      110, Shape, Main.main; Main.run; Shape.area &
                                       ^^^^^^^^^^
      candidates:
        110, Shape, Main.main; Main.run; Circle.area() &
        110, Shape, Main.main; Main.run; Square.area() &

    error: Main.machine() is native: it has no code that a chain could pass through
      79, Main, Main.main; Main.machine &
                           ^^^^^^^^^^^^
    ");
}

#[test]
fn start_lines() {
    let texts = [
        "21, Main, Main.main; Main.run &",
        "52, Main, Main.main; Main.run &",
        "33, Main, Main.main; Main.run &",
        "9999, Main, Main.main; Main.run &",
        "@1, Main, Main.main; Main.run &",
        "@9999, Main, Main.main; Main.run &",
        "@0, Main, Main.main; Main.run &",
        "@5, Main, Main.main; Main.run &",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    error: no code on line 21 of Main.run(String[])
      21, Main, Main.main; Main.run &
      ^^
      candidates:
        23, Main, Main.main; Main.run &
        24, Main, Main.main; Main.run &

    error: no code on line 52 of Main.run(String[])
      52, Main, Main.main; Main.run &
      ^^
      note: line 52 has code in Main.log(String)
      candidates:
        44, Main, Main.main; Main.run &
        45, Main, Main.main; Main.run &

    error: no code on line 33 of Main.run(String[])
      33, Main, Main.main; Main.run &
      ^^
      note: line 33 has code in Main.lambda$run$0(String)
      candidates:
        31, Main, Main.main; Main.run &
        32, Main, Main.main; Main.run &
        35, Main, Main.main; Main.run &
        36, Main, Main.main; Main.run &

    error: no code on line 9999 of Main.run(String[])
      9999, Main, Main.main; Main.run &
      ^^^^
      candidates:
        44, Main, Main.main; Main.run &
        45, Main, Main.main; Main.run &

    @1, Main, Main.main(String[]):99; Main.run(String[]) &

    error: no instruction starts at offset 9999 of Main.run(String[])
      @9999, Main, Main.main; Main.run &
      ^^^^^
      candidates:
        @191, Main, Main.main; Main.run &

    23, Main, Main.main(String[]):99; Main.run(String[]) &

    @5, Main, Main.main(String[]):99; Main.run(String[]) &
    ");
}

#[test]
fn calls() {
    let texts = [
        "15, Main, Main.main; Main.run; Main.twice(int) &",
        "15, Main, Main.main; Main.run:23; Main.twice(int) &",
        "15, Main, Main.main; Main.run:25; Main.twice(int) &",
        "15, Main, Main.main; Main.run:30; Main.twice(int) &",
        "15, Main, Main.main; Main.run:@0; Main.twice(int) &",
        "64, Main, Main.main; Main.run; Main.leaf &",
        "64, Main, Main.main; Main.run:44; Main.protect:75; Main.leaf &",
        "148, Version, Main.main; Main.run; Version.compareTo &",
        "82, Main, Main.main:101; Main.hidden &",
        "136, Task, Main.main; Task.run &",
        "120, Circle, Main.main; Main.run; Main.step; Circle.area &",
        "165, Worker, Main.main; Main.run; Worker.run &",
        "114, Shape, Worker.run:166; Shape.describe &",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    error: Main.run(String[]) calls Main.twice(int) at 3 places: write the line or the bytecode offset of the call
      15, Main, Main.main; Main.run; Main.twice(int) &
                           ^^^^^^^^
      candidates:
        15, Main, Main.main; Main.run:@1; Main.twice(int) &
        15, Main, Main.main; Main.run:@5; Main.twice(int) &
        15, Main, Main.main; Main.run:24; Main.twice(int) &

    error: Main.run(String[]) calls Main.twice(int) 2 times on line 23: write the bytecode offset of the call
      15, Main, Main.main; Main.run:23; Main.twice(int) &
                                    ^^
      candidates:
        15, Main, Main.main; Main.run:@1; Main.twice(int) &
        15, Main, Main.main; Main.run:@5; Main.twice(int) &

    error: Main.run(String[]) does not call Main.twice(int) on line 25
      15, Main, Main.main; Main.run:25; Main.twice(int) &
                                    ^^
      note: on line 25 the caller calls Main.log(String)
      candidates:
        15, Main, Main.main; Main.run:@1; Main.twice(int) &
        15, Main, Main.main; Main.run:@5; Main.twice(int) &
        15, Main, Main.main; Main.run:24; Main.twice(int) &

    error: Main.run(String[]) does not call Main.twice(int) on line 30
      15, Main, Main.main; Main.run:30; Main.twice(int) &
                                    ^^
      note: the caller calls no method of the program on line 30
      candidates:
        15, Main, Main.main; Main.run:@1; Main.twice(int) &
        15, Main, Main.main; Main.run:@5; Main.twice(int) &
        15, Main, Main.main; Main.run:24; Main.twice(int) &

    error: Main.run(String[]) does not call Main.twice(int) at offset 0
      15, Main, Main.main; Main.run:@0; Main.twice(int) &
                                    ^^
      note: the caller calls no method of the program at offset 0
      candidates:
        15, Main, Main.main; Main.run:@1; Main.twice(int) &
        15, Main, Main.main; Main.run:@5; Main.twice(int) &
        15, Main, Main.main; Main.run:24; Main.twice(int) &

    error: Main.run(String[]) does not call Main.leaf()
      64, Main, Main.main; Main.run; Main.leaf &
                           ^^^^^^^^^^^^^^^^^^^
      note: the caller reaches the callee through other methods
      candidates:
        64, Main, Main.main; Main.run:26; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:44; Main.protect():@4; Main.leaf &
        64, Main, Main.main; Main.run:44; Main.protect():@12; Main.leaf &
        64, Main, Main.main; Main.run:26; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:43; Main$Inner.poke():88; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:26; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:43; Main$Inner.poke():88; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:26; Main.step(int):57; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:43; Main$Inner.poke():88; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &
        64, Main, Main.main; Main.run:26; Main.step(int):57; Main.step(int):57; Main.step(int):57; Main.step(int):57; Main.step(int):59; Main.leaf &

    error: Main.protect() calls Main.leaf() 2 times on line 75: write the bytecode offset of the call
      64, Main, Main.main; Main.run:44; Main.protect:75; Main.leaf &
                                                     ^^
      candidates:
        64, Main, Main.main; Main.run:44; Main.protect:@4; Main.leaf &
        64, Main, Main.main; Main.run:44; Main.protect:@12; Main.leaf &

    error: Main.run(String[]) does not call Version.compareTo(Version)
      148, Version, Main.main; Main.run; Version.compareTo &
                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^
      note: the caller reaches the callee through other methods
      candidates:
        148, Version, Main.main; Main.run:39; Main.compare(Comparable,Comparable):68; Version.compareTo &

    82, Main, Main.main(String[]):101; Main.hidden(String) &

    error: Main.main(String[]) does not call Task.run()
      136, Task, Main.main; Task.run &
                 ^^^^^^^^^^^^^^^^^^^
      note: the caller reaches the callee through other methods
      candidates:
        136, Task, Main.main:99; Main.run(String[]):37; Task.run &

    error: Main.step(int) does not call Circle.area()
      120, Circle, Main.main; Main.run; Main.step; Circle.area &
                                        ^^^^^^^^^^^^^^^^^^^^^^
      note: Circle.area() is called by Main.run(String[]), Shape.describe()

    error: Main.run(String[]) does not call Worker.run()
      165, Worker, Main.main; Main.run; Worker.run &
                              ^^^^^^^^^^^^^^^^^^^^
      note: no method of the program calls Worker.run(): only reflection, the JDK or a function object can; a chain through such a call needs its line
      note: the JDK can call this method as java.lang.Runnable.run

    error: Worker.run() does not call Shape.describe()
      114, Shape, Worker.run:166; Shape.describe &
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      note: the caller reaches the callee through other methods
      candidates:
        114, Shape, Worker.run:166; Circle.describe():124; Shape.describe &
    ");
}

#[test]
fn function_objects() {
    let texts =
        ["48, Main, Main.main; Main.run:36; Main.increment &", "33, Main, Main.main; Main.run:32; Main.lambda$run$0 &"];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    48, Main, Main.main(String[]):99; Main.run(String[]):36; Main.increment(Integer) &

    33, Main, Main.main(String[]):99; Main.run(String[]):32; Main.lambda$run$0(String) &
    ");
}

#[test]
fn roots_and_ends() {
    let texts = [
        "28, Main, Main.run &",
        "64, Main, Main.step:59; Main.leaf &",
        "82, Main, Main.hidden &",
        "52, Main, Main.lambda$run$0:33; Main.log &",
        "28, Main, Main.main; Main.run & 31, Main, Main.main; Main.run",
        "28, Main, Main.main; Main.run & 30, Main, Main.main; Main.ran",
    ];
    assert_snapshot!(shown(&PROGRAM, &texts), @r"
    28, Main, Main.run(String[]) &
      note: the chain starts with Main.run(String[]), below Main.main(String[]): the replay also runs the program up to the call of this method, and repeats the output until then; to skip this part too, begin the chain with Main.main(String[]):99

    64, Main, Main.step(int):59; Main.leaf() &
      note: the chain starts with Main.step(int), below Main.main(String[]): the replay also runs the program up to the call of this method, and repeats the output until then

    82, Main, Main.hidden(String) &
      note: the chain starts with Main.hidden(String), below Main.main(String[]): the replay also runs the program up to the call of this method, and repeats the output until then

    52, Main, Main.lambda$run$0(String):33; Main.log(String) &
      note: the chain starts with Main.lambda$run$0(String), below Main.main(String[]): the replay also runs the program up to the call of this method, and repeats the output until then; to skip this part too, begin the chain with Main.main(String[]):99; Main.run(String[]):32

    28, Main, Main.main(String[]):99; Main.run(String[]) & 31, Main, Main.main(String[]):99; Main.run(String[])

    error: no method `ran` in class Main
      28, Main, Main.main; Main.run & 30, Main, Main.main; Main.ran
                                                           ^^^^^^^^
      candidates:
        28, Main, Main.main; Main.run & 30, Main, Main.main; Main.run(String[])
    ");
    let patterns = ["28, Main, *; Main.run &", "31, Main, *; Main.run &"].map(|text| parse(text).unwrap());
    assert_eq!(resolve_all(&patterns, &PROGRAM, "Main").unwrap().len(), 2);
    assert!(resolve_all(&[], &PROGRAM, "Main").is_err());
    let error = resolve(&patterns[0], &PROGRAM, "a.Util").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the program has no class `a.Util` with a method `public static void main(String[])`"
    );
}

#[test]
fn no_line_table() {
    let texts = [
        "28, Main, Main.main; Main.run &",
        "@0, Main, Main.main:99; Main.run &",
        "@0, Main, Main.main; Main.run &",
        "@0, Main, *; Main.run:24; Main.twice(int) &",
        "@0, Main, *; Main.run; Main.twice(int) &",
    ];
    assert_snapshot!(shown(&BARE, &texts), @r"
    error: Main.run(String[]) has no line table: name the bytecode offset as `@offset`
      28, Main, Main.main; Main.run &
      ^^
      note: a statement can start at these offsets; `javap -c` shows the code
      candidates:
        @0, Main, Main.main; Main.run &
        @10, Main, Main.main; Main.run &
        @17, Main, Main.main; Main.run &
        @23, Main, Main.main; Main.run &
        @28, Main, Main.main; Main.run &
        @33, Main, Main.main; Main.run &
        @43, Main, Main.main; Main.run &
        @51, Main, Main.main; Main.run &
        @58, Main, Main.main; Main.run &
        @62, Main, Main.main; Main.run &

    error: Main.main(String[]) has no line table: name the bytecode offset as `@offset`
      @0, Main, Main.main:99; Main.run &
                          ^^
      candidates:
        @0, Main, Main.main:@18; Main.run &

    @0, Main, Main.main(String[]):@18; Main.run(String[]) &

    error: Main.run(String[]) has no line table: name the bytecode offset as `@offset`
      @0, Main, *; Main.run:24; Main.twice(int) &
                            ^^
      candidates:
        @0, Main, *; Main.run:@1; Main.twice(int) &
        @0, Main, *; Main.run:@5; Main.twice(int) &
        @0, Main, *; Main.run:@12; Main.twice(int) &

    error: Main.run(String[]) calls Main.twice(int) at 3 places: write the line or the bytecode offset of the call
      @0, Main, *; Main.run; Main.twice(int) &
                   ^^^^^^^^
      candidates:
        @0, Main, *; Main.run:@1; Main.twice(int) &
        @0, Main, *; Main.run:@5; Main.twice(int) &
        @0, Main, *; Main.run:@12; Main.twice(int) &
    ");
}

#[test]
fn names_with_blanks_are_offered_in_backquotes() {
    let candidates = |text: &str| parse(text).expect_err("no region").candidates;
    assert_eq!(
        candidates("7, MainKt, MainKt.main; MainKt.does something nice &"),
        ["7, MainKt, MainKt.main; MainKt.`does something nice` &"]
    );
    assert_eq!(
        candidates("7, A b, A b.is it; A b.[x] works(int):3; A b.plain &").as_slice(),
        [""; 0],
        "a `.` behind a name means another mistake"
    );
    assert_eq!(candidates("7, A, A.is it:4; A.[x] works(int) &"), ["7, A, A.`is it`:4; A.`[x] works`(int) &"]);
    assert_eq!(candidates("7, A, A.main; A.x &, B.y"), [""; 0]);
    assert!(parse("7, A, A.`is it`:4; A.`[x] works`(int) &").is_ok());
}
