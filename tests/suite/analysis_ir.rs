//! The three-address view: its text for small Java methods (`tests/java/analysis/View.java`), and on every method of
//! java.base that it has what the instructions do, once each.

use crate::common::{method, program};
use jcp::analysis::ir::{MethodIr, Statement, method_ir, variables_of_local};
use jcp::classfile::jimage::Jdk;
use jcp::classfile::{Constant, Insn, Operand, opcode};
use jcp::program::{Cfg, Class, MethodId, Program};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common;

/// The program of `View.java`; none without JDK 17, since compilers differ.
static VIEW: LazyLock<Option<Program>> = LazyLock::new(|| {
    let jdk = common::jdk(17)?;
    let folder = tempfile::tempdir().expect("a folder");
    let classes = common::compile_files(&jdk, &[source("View.java")], folder.path(), &[]);
    Some(program(&jdk.home, &classes))
});

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/analysis").join(name)
}

/// The view of a method of `View`, or of a class in it.
fn view(program: &Program, name: &str) -> String {
    let (class, name) =
        name.split_once('.').map_or(("View".to_owned(), name), |(class, name)| (format!("View${class}"), name));
    method_ir(program, method(program, &class, name)).print(program)
}

/// At the head of the loop `x` is what came in or what the body made.
#[test]
fn loops_merge() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "loop"), @r"
    (_ v0 v1 _) result v2 thrown v3
       0 v4 = v0
      11 v5 = static View.pair(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;( v4 v1)
      15 v4 = v5
      19 v2 = v4
    ");
    insta::assert_snapshot!(view(program, "forever"), @r"
    (_) result _ thrown v0
       0 static View.call()V()
    ");
}

/// Handlers see each value that a local had in the range, the one before included; `finally` sees all.
#[test]
fn handlers_see_locals() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "tried"), @r"
    (_ v0 v1) result v2 thrown v3
       0 v4 = v0
       0 v5 = v0
       0 v4 = v1
       0 v5 = v1
       4 static View.call()V() region 1
       7 v6 = static View.make()Ljava/lang/Object;() region 1
       0 v4 = v6
       0 v5 = v6
      11 static View.call()V() region 1
      15 static View.use(Ljava/lang/Object;)V( v6)
      18 v7 = v6
      45 v2 = v7
      38 static View.use(Ljava/lang/Object;)V( v5)
      43 throw v8
       0 v5 = v4
       0 v5 = v4
      23 static View.use(Ljava/lang/Object;)V( v4) region 3
      29 static View.use(Ljava/lang/Object;)V( v9)
      32 v7 = v9
    region 1: java/lang/IllegalStateException v9, any v8
    region 2: any v8
    region 3: any v8
    ");
}

/// The inner handler first, then the outer ones; what it does itself goes to the outer ones only.
#[test]
fn handlers_are_nested() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "nested"), @r"
    (_) result _ thrown v0
       0 static View.call()V() region 1
      16 throw v1
       8 static View.use(Ljava/lang/Object;)V( v2) region 2
    region 1: java/lang/IllegalStateException v2, java/lang/RuntimeException v1, java/lang/Error v1
    region 2: java/lang/RuntimeException v1, java/lang/Error v1
    ");
}

#[test]
fn switches() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "text"), @r"
    (_ v0) result v1 thrown v2
       5 v0.virtual java.lang.String.hashCode()I()
      51 v3 = text
      53 v0.virtual java.lang.String.equals(Ljava/lang/Object;)Z( v3)
      37 v4 = text
      39 v0.virtual java.lang.String.equals(Ljava/lang/Object;)Z( v4)
      92 v1 = v0
      88 v5 = text
      90 v1 = v5
    ");
    insta::assert_snapshot!(view(program, "ofEnum"), @r"
    (_ v0 v1) result v2 thrown v3
       0 v4 = static $SwitchMap$View$Color
       4 v0.virtual java.lang.Enum.ordinal()I()
       7 v4[]
      29 v2 = v1
      31 v2 = v0
    ");
}

/// Values and uninitialised objects wait on the stack while control splits and joins.
#[test]
fn values_on_the_operand_stack() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "ternaries"), @r"
    (_ _ v0 v1) result v2 thrown v3
       5 v4 = v0
      13 v6 = static View.make()Ljava/lang/Object;()
      20 v5 = static View.pair(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;( v4 v6)
      23 v2 = v5
       0 v4 = v1
    ");
    insta::assert_snapshot!(view(program, "constructed"), @r"
    (_ _ v0) result v1 thrown v2
       0 v3 = new View
       9 v4 = v0
      14 v3.special View.<init>(Ljava/lang/Object;)V( v4)
      17 v1 = v3
      12 v5 = text
       0 v4 = v5
    ");
    insta::assert_snapshot!(view(program, "copies"), @r"
    (_ v0 v1) result v2 thrown v3
       2 v0.wide
       9 v0.wide = _
      15 static shared = v1
      19 v0.own = v1
      22 v2 = v1
    ");
}

#[test]
fn arrays() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "arrays"), @r"
    (_ v0) result v1 thrown v2
       2 v3 = new [[Ljava/lang/Object;
       2 v4 = new [Ljava/lang/Object;
       2 v3[] = v4
       9 v5 = v3[]
      12 v5[] = v0
      14 v6 = new [J
      20 v6[]
      23 v6[] = _
      25 v7 = new [[[Ljava/lang/Object;
      31 v8 = v7[]
      33 v9 = v8[]
      34 v1 = v9
    ");
}

#[test]
fn function_objects() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "lambda"), @r"
    (_ v0 _ v1) result v2 thrown v3
       3 v4 = lambda java/util/function/Supplier.get runs View.lambda$lambda$0(Ljava/lang/Object;JLjava/lang/Object;)Ljava/lang/Object;( v0 _ v1)
       8 v2 = v4
    ");
    insta::assert_snapshot!(view(program, "references"), @r"
    (_ v0) result _ thrown v1
       0 v2 = lambda java/util/function/Function.apply runs View.name()Ljava/lang/Object;()
       8 v3 = static java.util.Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;( v0)
      12 v4 = lambda java/util/function/Supplier.get runs View.name()Ljava/lang/Object;( v0)
      18 v5 = lambda java/util/function/Function.apply runs new View()
      24 v6 = lambda java/util/function/Supplier.get runs View.make()Ljava/lang/Object;()
      34 v7 = v2.virtual java.util.function.Function.apply(Ljava/lang/Object;)Ljava/lang/Object;( v0)
      39 v8 = v5.virtual java.util.function.Function.apply(Ljava/lang/Object;)Ljava/lang/Object;( v7)
      46 v9 = v4.virtual java.util.function.Supplier.get()Ljava/lang/Object;()
      53 v10 = v6.virtual java.util.function.Supplier.get()Ljava/lang/Object;()
      58 v11 = static View.pair(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;( v9 v10)
    ");
}

#[test]
fn strings_and_constants() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "concatenation"), @r"
    (_ v0 v1 _) result v2 thrown v3
       1 v5 = static java.lang.String.valueOf(Ljava/lang/Object;)Ljava/lang/String;( v0)
       6 v4 = concatenation( v5 v1 _)
      11 v2 = v4
    ");
    insta::assert_snapshot!(view(program, "constants"), @r"
    (_) result v0 thrown v1
       0 v2 = text
       2 static View.use(Ljava/lang/Object;)V( v2)
       5 v3 = class [I
       7 v0 = v3
    ");
}

#[test]
fn records() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "Pair.toString"), @r"
    (v0) result v1 thrown v2
       1 v3 = record toString( v0)
       6 v1 = v3
    ");
    insta::assert_snapshot!(view(program, "Pair.equals"), @r"
    (v0 v1) result _ thrown v2
       2 record equals( v0 v1)
    ");
    insta::assert_snapshot!(view(program, "Pair.first"), @r"
    (v0) result v1 thrown v2
       1 v3 = v0.first
       4 v1 = v3
    ");
}

/// Merges that nothing reads are dropped; null has no variable.
#[test]
fn nothing_flows() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "dead"), @r"
    (_ v0 v1 _) result _ thrown v2
      11 static View.call()V() region 1
      19 static View.call()V()
    region 1: java/lang/RuntimeException v3
    ");
    insta::assert_snapshot!(view(program, "maybe"), @r"
    (_ v0 _) result v1 thrown v2
       9 v1 = v0
    ");
    insta::assert_snapshot!(view(program, "cast"), @r"
    (_ v0) result v1 thrown v2
      10 v3 = (java/lang/String) v0
      13 v4 = v3
      20 v1 = v4
      17 v5 = (java/lang/String) v6
       0 v4 = v5
    ");
}

/// The handler that javac writes covers itself.
#[test]
fn monitors() {
    let Some(program) = &*VIEW else { return };
    insta::assert_snapshot!(view(program, "locked"), @r"
    (_ v0) result _ thrown v1
       4 static View.call()V() region 1
      16 throw v2
    region 1: any v2
    region 2: any v2
    ");
}

#[test]
fn locals_have_variables() {
    let Some(program) = &*VIEW else { return };
    let vars = |name: &str, local: &str| {
        let found = variables_of_local(program, method(program, "View", name), local);
        found.iter().map(|var| var.0).collect::<Vec<_>>()
    };
    assert_eq!(vars("loop", "b"), [1]);
    // nothing reads the merge: what it was made of is told
    assert_eq!(vars("dead", "x"), [0, 1]);
    let handled = method_ir(program, method(program, "View", "dead")).regions[1].handlers[0].1.0;
    assert_eq!(vars("dead", "e"), [handled]);
    assert_eq!(vars("dead", "0"), [0]);
    assert!(vars("dead", "n").is_empty());
}

/// What any caller of the subroutine puts into a local may be there after any of its calls.
#[test]
fn subroutines() {
    let Some(jdk) = common::jdk(17) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut jasmin = Command::new("jasmin");
    jasmin
        .env("JAVA_HOME", &jdk.home)
        .env("JAVACMD", jdk.java())
        .arg("-d")
        .arg(folder.path())
        .arg(source("Subroutine.j"));
    match jasmin.output() {
        Err(_) => eprintln!("skipped: no jasmin on the PATH; scripts/setup.sh names its package"),
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let program = program(&jdk.home, folder.path());
            let text = method_ir(&program, method(&program, "Subroutine", "run")).print(&program);
            insta::assert_snapshot!(text, @r"
    (_ v0 v1) result v2 thrown v3
       1 v4 = v0
       2 v5 = v0
       0 v6 = v0
       0 v7 = v1
       0 v4 = v0
       6 v4 = v7
       7 v5 = v7
       0 v4 = v7
      11 v2 = v4
      14 v8 = static Subroutine.other(Ljava/lang/Object;)Ljava/lang/Object;( v5)
      17 v4 = v8
    ");
        }
    }
}

/// Kinds of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    New,
    Field,
    Element,
    Constant,
    Call,
}

/// How many statements of which kind the instruction has to have.
fn wanted(program: &Program, class: &Class, insn: &Insn) -> Option<(Kind, usize)> {
    let exists = || match insn.operand {
        Operand::Constant(index) => class.file.member(index).is_ok_and(|member| {
            let class = program.class(&member.class);
            class.and_then(|class| program.resolve_field(class, &member.name, &member.descriptor)).is_some()
        }),
        _ => false,
    };
    Some(match insn.op {
        opcode::NEW | opcode::NEWARRAY | opcode::ANEWARRAY => (Kind::New, 1),
        opcode::MULTIANEWARRAY => match insn.operand {
            Operand::MultiArray { dimensions, .. } => (Kind::New, dimensions.into()),
            _ => return None,
        },
        opcode::GETSTATIC..=opcode::PUTFIELD => (Kind::Field, usize::from(exists())),
        opcode::IALOAD..=opcode::SALOAD | opcode::IASTORE..=opcode::SASTORE => (Kind::Element, 1),
        opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC => (Kind::Call, 1),
        opcode::LDC..=opcode::LDC2_W => match insn.operand {
            Operand::Constant(index) => match class.file.constant(index).ok()? {
                Constant::Dynamic(..) => (Kind::Call, 1),
                Constant::String(_) | Constant::Class(_) | Constant::MethodHandle(_) | Constant::MethodType(_) => {
                    (Kind::Constant, 1)
                }
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    })
}

/// How many statements of which kind the view has at each offset.
fn statements(ir: &MethodIr) -> BTreeMap<(u32, Kind), usize> {
    let mut found = BTreeMap::new();
    for (place, (offset, statement)) in ir.statements.iter().enumerate() {
        let kind = match statement {
            Statement::New { .. } => Kind::New,
            Statement::GetField { .. }
            | Statement::PutField { .. }
            | Statement::GetStatic { .. }
            | Statement::PutStatic { .. } => Kind::Field,
            Statement::PutElement { .. } if place > 0 && is_new_at(ir, place - 1, *offset) => {
                continue; // `multianewarray` stores the inner arrays
            }
            Statement::GetElement { .. } | Statement::PutElement { .. } => Kind::Element,
            Statement::Text { .. } | Statement::Class { .. } | Statement::Handle { .. } => Kind::Constant,
            Statement::Call(_) => Kind::Call,
            Statement::Assign { .. } | Statement::Cast { .. } | Statement::Throw { .. } => continue,
        };
        *found.entry((*offset, kind)).or_default() += 1;
    }
    found
}

fn is_new_at(ir: &MethodIr, place: usize, offset: u32) -> bool {
    matches!(ir.statements[place], (at, Statement::New { .. }) if at == offset)
}

fn check(program: &Program, class: &Class, id: MethodId) -> Result<(), String> {
    let body = program.body(id).map_err(|error| error.to_string())?;
    let cfg = Cfg::new(&body).map_err(|error| error.to_string())?;
    let ir = method_ir(program, id);
    let mut found = statements(&ir);
    for item in body.insns() {
        let (Some(insn), Some(offset)) = (body.insn(*item), body.offset(*item)) else { continue };
        let Some((kind, count)) = wanted(program, class, insn) else { continue };
        let has = found.remove(&(offset, kind)).unwrap_or(0);
        let reached = cfg.block_of(&body, *item).is_some_and(|block| cfg.is_reachable(block));
        if has != count && (reached || has != 0) {
            return Err(format!("{offset}: {} has {has} statements, not {count}", opcode::name(insn.op)));
        }
    }
    match found.pop_first() {
        Some(((offset, kind), _)) => Err(format!("{offset}: {kind:?} of no instruction")),
        None if ir.calls.len() != ir.statements.iter().filter(|(_, it)| matches!(it, Statement::Call(_))).count() => {
            Err("calls and statements differ".to_owned())
        }
        None => Ok(()),
    }
}

#[test]
fn every_method_of_java_base_has_its_statements_once() {
    let Some(home) = common::jdk(17) else { return };
    let open = || Jdk::open(&home.home).expect("the JDK is readable");
    let (program, jdk) = (Program::new(Vec::new(), Box::new(open())).expect("a program"), open());
    let ids: Vec<_> = program.classes().filter(|id| jdk.module_of(program.name(*id)) == Some("java.base")).collect();
    let step = if common::all() { 1 } else { 4 };
    let problems: Vec<String> = ids
        .par_iter()
        .step_by(step)
        .filter_map(|id| program.get(*id))
        .flat_map_iter(|class| {
            let methods = class.methods().filter(|(_, info)| info.code.is_some());
            methods.filter_map(|(id, _)| {
                check(&program, class, id).err().map(|problem| format!("{}: {problem}", program.describe(id)))
            })
        })
        .collect();
    assert!(ids.len() > 5000, "java.base has {} classes", ids.len());
    assert!(problems.is_empty(), "{}:\n{}", problems.len(), problems[..problems.len().min(20)].join("\n"));
}
