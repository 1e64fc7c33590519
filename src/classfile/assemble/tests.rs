//! Codes built by hand go through assembler and decoder; what comes back is compared as text, or as bytes where the
//! encoding matters.

use crate::classfile::code::{
    Anchor, Code, Frame, Handler, Insn, Item, Label, LineEntry, LocalEntry, Operand, RawAttribute, VType,
};
use crate::classfile::opcode::*;
use crate::classfile::{ClassEditor, ClassFile, Constant, Error};
use std::collections::BTreeSet;

/// `class T extends Object {}` with no members, for a version.
fn empty_class(major: u16) -> ClassFile {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
    bytes.extend(major.to_be_bytes());
    bytes.extend([0, 5]);
    bytes.extend([1, 0, 1, b'T', 7, 0, 1]);
    bytes.extend([1, 0, 16]);
    bytes.extend(b"java/lang/Object");
    bytes.extend([7, 0, 3]);
    bytes.extend([0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    ClassFile::parse(bytes, "T").expect("a class")
}

/// The class with one static method `m` that has this code.
fn class_with(major: u16, descriptor: &str, code: &Code) -> Result<ClassFile, Error> {
    let class = empty_class(major);
    let mut editor = ClassEditor::new(&class);
    editor.add_method(0x9, "m", descriptor, code)?;
    ClassFile::parse(editor.finish()?, "T")
}

fn round_trip(descriptor: &str, code: &Code) -> Code {
    let class = class_with(69, descriptor, code).expect("assembled");
    class.code(0).expect("decoded").expect("code")
}

/// The bytes of the method's code, without the tables.
fn code_bytes(class: &ClassFile) -> &[u8] {
    let content = &class.bytes[class.methods[0].code.clone().expect("code")];
    let length = u32::from_be_bytes(content[4..8].try_into().expect("four bytes")) as usize;
    &content[8..8 + length]
}

/// Labels and instructions; labels are made as needed.
#[derive(Default)]
struct Builder(Code);

impl Builder {
    fn with_labels<const N: usize>() -> (Self, [Label; N]) {
        let mut code = Code::default();
        let labels = std::array::from_fn(|_| code.new_label());
        (Self(code), labels)
    }

    fn insn(mut self, insn: Insn) -> Self {
        self.0.items.push(Item::Insn { insn, offset: u32::MAX });
        self
    }

    fn op(self, op: u8) -> Self {
        self.insn(Insn::simple(op))
    }

    fn branch(self, op: u8, to: Label) -> Self {
        self.insn(Insn::branch(op, to))
    }

    fn label(mut self, label: Label) -> Self {
        self.0.items.push(Item::Label(label));
        self
    }

    fn framed(mut self, label: Label, locals: &[VType]) -> Self {
        self.0.frames.insert(label, Frame { locals: locals.to_vec(), stack: Vec::new() });
        self.label(label)
    }

    fn nops(mut self, count: usize) -> Self {
        self.0.items.extend(std::iter::repeat_n(Item::Insn { insn: Insn::simple(NOP), offset: u32::MAX }, count));
        self
    }
}

fn limit(result: Result<ClassFile, Error>) -> String {
    match result {
        Err(Error::Limit { place, problem }) => format!("{place}: {problem}"),
        other => panic!("no limit passed: {other:?}"),
    }
}

fn code_error(result: Result<ClassFile, Error>) -> String {
    match result {
        Err(error @ Error::Code { .. }) => error.to_string(),
        other => panic!("no error: {other:?}"),
    }
}

#[test]
fn instructions_of_all_shapes() {
    let (builder, [low, high, end]) = Builder::with_labels();
    let switch = Operand::Table { default: end, low: -1, targets: vec![low, high] };
    let lookup = Operand::Lookup { default: end, pairs: vec![(i32::MIN, low), (7, high)] };
    let locals = [VType::Int, VType::Long];
    let mut code = builder
        .insn(Insn { op: BIPUSH, operand: Operand::Immediate(-128) })
        .insn(Insn { op: SIPUSH, operand: Operand::Immediate(-129) })
        .op(POP2)
        .op(ILOAD_0)
        .insn(Insn { op: TABLESWITCH, operand: switch })
        .framed(low, &locals)
        .insn(Insn { op: IINC, operand: Operand::Increment { local: 0, by: 1 } })
        .insn(Insn { op: IINC, operand: Operand::Increment { local: 0, by: 1000 } })
        .insn(Insn { op: IINC, operand: Operand::Increment { local: 300, by: -1 } })
        .insn(Insn::local(LLOAD, 1))
        .insn(Insn::local(LSTORE, 256))
        .framed(high, &locals)
        .op(ICONST_2)
        .insn(Insn { op: NEWARRAY, operand: Operand::ArrayType(10) })
        .op(POP)
        .op(ILOAD_0)
        .insn(Insn { op: LOOKUPSWITCH, operand: lookup })
        .framed(end, &[])
        .op(RETURN)
        .0;
    code.lines = vec![LineEntry { start: low, line: 7 }];
    code.locals = vec![LocalEntry { start: low, end, name: 1, descriptor: 1, local: 0 }];
    let again = round_trip("(IJ)V", &code);
    let expected = "
    bipush -128
    sipush -129
    pop2
    iload_0
    tableswitch -1:L0 0:L1 else L2
L0: [int, long] []
    iinc 0 1
    iinc 0 1000
    iinc 300 -1
    lload 1
    lstore 256
L1: [int, long] []
    iconst_2
    newarray 10
    pop
    iload_0
    lookupswitch -2147483648:L0 7:L1 else L2
L2: [] []
    return
line 7 L0
local 0 L0..L2 #1 #1
";
    assert_eq!(format!("\n{again}"), expected);
    assert_eq!((again.max_stack, again.max_locals), (2, 301));
}

#[test]
fn ldc_takes_the_shorter_form() {
    let class = empty_class(69);
    let mut editor = ClassEditor::new(&class);
    let near = editor.integer(70_000).expect("room");
    let many: Vec<u16> = (0..300).map(|number| editor.integer(100_000 + number).expect("room")).collect();
    assert_eq!(editor.integer(70_000).expect("room"), near, "constants are not put twice");
    let far = many[299];
    let builder = Builder::default().insn(Insn::constant(LDC_W, near)).insn(Insn::constant(LDC, far));
    let code = builder.op(POP2).op(RETURN).0;
    editor.add_method(9, "m", "()V", &code).expect("assembled");
    let class = ClassFile::parse(editor.finish().expect("spliced"), "T").expect("a class");
    let [high, low] = far.to_be_bytes();
    assert_eq!(code_bytes(&class), [LDC, near as u8, LDC_W, high, low, POP2, RETURN]);
    assert_eq!(class.constant(far).expect("a constant"), Constant::Int(100_299));
}

#[test]
fn long_constants_take_two_indices() {
    let class = empty_class(69);
    let mut editor = ClassEditor::new(&class);
    let long = editor.long(1).expect("room");
    let double = editor.double(-0.0).expect("room");
    let text = editor.string("a\0ü😀").expect("room");
    assert_eq!((long, double), (5, 7));
    let class = ClassFile::parse(editor.finish().expect("spliced"), "T").expect("a class");
    assert_eq!(class.constant(long).expect("a constant"), Constant::Long(1));
    assert_eq!(class.constant(text).expect("a constant"), Constant::String("a\0ü😀".into()));
    assert!(class.constant(long + 1).is_err());
    let mut again = ClassEditor::new(&class);
    assert_eq!(again.double(-0.0).expect("there"), double);
    assert_ne!(again.double(0.0).expect("room"), double);
    assert_eq!(again.string("a\0ü😀").expect("there"), text);
}

#[test]
fn far_branches_are_widened() {
    let (builder, [top, end]) = Builder::with_labels();
    let code = builder
        .framed(top, &[VType::Int])
        .op(ILOAD_0)
        .branch(IFEQ, end)
        .op(ICONST_0)
        .insn(Insn::local(ISTORE, 1))
        .nops(40_000)
        .branch(GOTO, top)
        .framed(end, &[VType::Int])
        .op(RETURN)
        .0;
    let class = class_with(69, "(I)V", &code).expect("assembled");
    // ifeq over goto_w: the place behind has the frame that was in force
    assert_eq!(&code_bytes(&class)[..9], [ILOAD_0, IFNE, 0, 8, GOTO_W, 0, 0, 0x9C, 0x4D]);
    let again = class.code(0).expect("decoded").expect("code").to_string();
    assert!(
        again.starts_with(
            "L0: [int] []\n    iload_0\n    ifne L1\n    goto L2\nL1: [int] []\n    iconst_0\n    istore 1\n"
        ),
        "{again:.200}"
    );
    assert!(again.ends_with("    goto L0\nL2: [int] []\n    return\n"));
}

#[test]
fn branches_that_just_reach_stay_short() {
    for (nops, short) in [(32_763, true), (32_764, true), (32_765, false)] {
        let (builder, [end]) = Builder::with_labels();
        let code = builder.branch(GOTO, end).nops(nops).framed(end, &[]).op(RETURN).0;
        let mut code = code;
        // what is not reached needs a frame
        let dead = code.new_label();
        code.items.insert(1, Item::Label(dead));
        code.frames.insert(dead, Frame::default());
        let class = class_with(69, "()V", &code).expect("assembled");
        assert_eq!(code_bytes(&class)[0], if short { GOTO } else { GOTO_W }, "{nops}");
    }
}

#[test]
fn too_long_code_is_a_limit() {
    let code = |nops| Builder::default().nops(nops).op(RETURN).0;
    class_with(69, "()V", &code(65_534)).expect("65,535 bytes fit");
    let message = limit(class_with(69, "()V", &code(65_535)));
    assert_eq!(message, "T.m()V: its code would have 65536 bytes, but 1 to 65535 are allowed");
}

#[test]
fn new_is_named_by_its_own_offset() {
    let (builder, [skip, made]) = Builder::with_labels();
    let class = empty_class(69);
    let mut editor = ClassEditor::new(&class);
    let object = editor.class_ref("java/lang/Object").expect("there");
    let init = editor.method_ref("java/lang/Object", "<init>", "()V", false).expect("room");
    let mut code = builder
        .label(made)
        .op(NOP)
        .insn(Insn::constant(NEW, object))
        .op(ILOAD_0)
        .branch(IFEQ, skip)
        .op(NOP)
        .label(skip)
        .insn(Insn::constant(INVOKESPECIAL, init))
        .op(RETURN)
        .0;
    code.frames.insert(skip, Frame { locals: vec![VType::Int], stack: vec![VType::Uninitialized(made)] });
    editor.add_method(9, "m", "(I)V", &code).expect("assembled");
    let class = ClassFile::parse(editor.finish().expect("spliced"), "T").expect("a class");
    let again = class.code(0).expect("decoded").expect("code");
    let expected = format!(
        "    nop\nL0:\n    new #{object}\n    iload_0\n    ifeq L1\n    nop\nL1: [int] [new L0]\n    \
         invokespecial #{init}\n    return\n"
    );
    assert_eq!(again.to_string(), expected);
    // the types before each item, and what the constructor's call does to them
    let call = again.insns().find(|(_, insn)| insn.op == INVOKESPECIAL).expect("the call").0;
    let frames = class.frames_before(0, &again, &BTreeSet::from([call, call + 1])).expect("types");
    let texts: Vec<String> = frames.values().map(ToString::to_string).collect();
    assert_eq!(texts, ["[int] [new L0]", "[int] []"]);
}

#[test]
fn handlers_and_tables_move_with_the_code() {
    let (builder, [start, end, handler, empty]) = Builder::with_labels();
    let mut code = builder
        .label(empty)
        .op(NOP)
        .label(start)
        .op(ICONST_1)
        .op(ICONST_0)
        .op(IDIV)
        .op(POP)
        .label(end)
        .op(RETURN)
        .label(handler)
        .op(ATHROW)
        .0;
    let thrown = VType::Object("java/lang/Throwable".into());
    code.frames.insert(handler, Frame { locals: Vec::new(), stack: vec![thrown] });
    code.handlers = vec![
        Handler { start: empty, end: empty, handler, catch_type: 0 },
        Handler { start, end, handler, catch_type: 0 },
    ];
    let anchors = vec![Anchor { position: 2, start, end: Some(end) }];
    code.attributes = vec![RawAttribute { name: 1, content: vec![9; 6], anchors }];
    let class = class_with(69, "()V", &code).expect("assembled");
    let again = class.code(0).expect("decoded").expect("code");
    // the empty range is gone
    let expected = "
    nop
L0:
    iconst_1
    iconst_0
    idiv
    pop
L1:
    return
L2: [] [java/lang/Throwable]
    athrow
try L0..L1 catch L2 #0
";
    assert_eq!(format!("\n{again}"), expected);
    assert_eq!(again.attributes[0].content, [9, 9, 0, 1, 0, 4]);
}

#[test]
fn old_class_files_need_no_frames() {
    let (builder, [end, routine]) = Builder::with_labels();
    let code = builder
        .branch(JSR, routine)
        .op(ICONST_0)
        .branch(IFEQ, end)
        .op(NOP)
        .label(end)
        .op(RETURN)
        .label(routine)
        .op(ASTORE_0)
        .insn(Insn::local(RET, 0))
        .0;
    let class = class_with(48, "()V", &code).expect("assembled");
    let again = class.code(0).expect("decoded").expect("code");
    assert_eq!((again.max_stack, again.max_locals), (1, 1));
    assert!(again.to_string().starts_with("    jsr L1\n    iconst_0\n    ifeq L0\n    nop\nL0:\n"));
    assert!(class.frames_before(0, &again, &BTreeSet::from([0])).expect("no error").is_empty());
}

#[test]
fn mistakes_are_told() {
    let (builder, [end]) = Builder::with_labels();
    let code = builder.op(ICONST_0).branch(IFEQ, end).op(NOP).label(end).op(RETURN).0;
    assert_eq!(
        code_error(class_with(69, "()V", &code)),
        "T.m()V: at bytecode 0: the target of a branch (offset 5 of the new code) has no stack-map frame"
    );
    let (builder, [one, two]) = Builder::with_labels();
    let code = builder.op(NOP).framed(one, &[]).framed(two, &[VType::Int]).op(RETURN).0;
    assert!(code_error(class_with(69, "(I)V", &code)).contains("two different frames at offset 1"));
    let (builder, [nowhere]) = Builder::with_labels();
    let code = builder.branch(GOTO, nowhere).0;
    assert!(code_error(class_with(69, "()V", &code)).contains("a label that is not placed"));
    let code = Builder::default().op(POP).op(RETURN).0;
    assert!(code_error(class_with(69, "()V", &code)).contains("pops from an empty operand stack"));
    let code = Builder::default().op(NOP).0;
    assert!(code_error(class_with(69, "()V", &code)).contains("falls off the end"));
    let (builder, [join]) = Builder::with_labels();
    let code = builder.op(ICONST_0).op(ICONST_0).branch(IFEQ, join).op(POP).framed(join, &[]).op(RETURN).0;
    assert!(code_error(class_with(69, "()V", &code)).contains("slots high here"));
    let class = class_with(69, "()V", &Builder::default().op(RETURN).0).expect("assembled");
    let twice = ClassEditor::new(&class).add_method(9, "m", "()V", &Code::default());
    assert!(twice.expect_err("there already").to_string().contains("there is already a method m()V"));
}

#[test]
fn flags_change_in_place_and_nothing_else() {
    let class = class_with(69, "()V", &Builder::default().op(RETURN).0).expect("assembled");
    assert!(!ClassEditor::new(&class).is_changed());
    assert_eq!(ClassEditor::new(&class).finish().expect("spliced"), class.bytes);
    let mut editor = ClassEditor::new(&class);
    editor.set_method_access(0, 0x1009);
    editor.set_class_access(0x31);
    editor.utf8("appended").expect("room");
    assert!(editor.is_changed());
    let changed = ClassFile::parse(editor.finish().expect("spliced"), "T").expect("a class");
    assert_eq!((changed.access, changed.methods[0].access), (0x31, 0x1009));
    assert_eq!(changed.bytes.len(), class.bytes.len() + 3 + "appended".len());
}
