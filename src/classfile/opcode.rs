//! The instruction set: one table (JVMS §6.5, table 6.5) from which constants, names, operand shapes and stack effects
//! are derived, and the questions about instructions that analyses and rewriting ask.
//!
//! Stack effects are in slots; those that depend on a descriptor are [`Effect::Variable`]. Reserved opcodes
//! (`breakpoint`, `impdep1`, `impdep2`) are no part of class files and are left out.

use super::code::{Insn, Operand};
use super::descriptor::Kind;

/// How an instruction's operand is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No operand.
    None,
    /// A signed byte.
    Byte,
    /// A signed short.
    Short,
    /// A local: one byte, two after `wide`.
    Local,
    /// `iinc`.
    Increment,
    /// A constant-pool index of one byte.
    Ldc,
    /// A constant-pool index of two bytes.
    Constant,
    /// `invokeinterface`: index, count, 0.
    Interface,
    /// `invokedynamic`: index, 0, 0.
    Dynamic,
    /// A signed two-byte branch offset.
    Branch,
    /// A signed four-byte branch offset.
    WideBranch,
    /// `tableswitch`.
    Table,
    /// `lookupswitch`.
    Lookup,
    /// `newarray`: a type code.
    ArrayType,
    /// `multianewarray`: index and dimensions.
    MultiArray,
    /// `wide` itself.
    Wide,
}

/// What an instruction does to the height of the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Slots popped, then slots pushed.
    Fixed(u8, u8),
    /// Given by the descriptor (or dimensions) in the operand.
    Variable,
}
use Effect::{Fixed, Variable};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    /// Mnemonic, lower case.
    pub name: &'static str,
    /// How the operand is encoded.
    pub shape: Shape,
    /// Stack effect.
    pub effect: Effect,
}

macro_rules! opcodes {
    ($($code:literal $constant:ident $name:literal $shape:ident $effect:expr;)*) => {
        $(#[doc = concat!("`", $name, "`")] pub const $constant: u8 = $code;)*
        static TABLE: &[Opcode] = &[$(Opcode { name: $name, shape: Shape::$shape, effect: $effect },)*];
    };
}

opcodes! {
    0 NOP "nop" None Fixed(0, 0);
    1 ACONST_NULL "aconst_null" None Fixed(0, 1);
    2 ICONST_M1 "iconst_m1" None Fixed(0, 1);
    3 ICONST_0 "iconst_0" None Fixed(0, 1);
    4 ICONST_1 "iconst_1" None Fixed(0, 1);
    5 ICONST_2 "iconst_2" None Fixed(0, 1);
    6 ICONST_3 "iconst_3" None Fixed(0, 1);
    7 ICONST_4 "iconst_4" None Fixed(0, 1);
    8 ICONST_5 "iconst_5" None Fixed(0, 1);
    9 LCONST_0 "lconst_0" None Fixed(0, 2);
    10 LCONST_1 "lconst_1" None Fixed(0, 2);
    11 FCONST_0 "fconst_0" None Fixed(0, 1);
    12 FCONST_1 "fconst_1" None Fixed(0, 1);
    13 FCONST_2 "fconst_2" None Fixed(0, 1);
    14 DCONST_0 "dconst_0" None Fixed(0, 2);
    15 DCONST_1 "dconst_1" None Fixed(0, 2);
    16 BIPUSH "bipush" Byte Fixed(0, 1);
    17 SIPUSH "sipush" Short Fixed(0, 1);
    18 LDC "ldc" Ldc Fixed(0, 1);
    19 LDC_W "ldc_w" Constant Fixed(0, 1);
    20 LDC2_W "ldc2_w" Constant Fixed(0, 2);
    21 ILOAD "iload" Local Fixed(0, 1);
    22 LLOAD "lload" Local Fixed(0, 2);
    23 FLOAD "fload" Local Fixed(0, 1);
    24 DLOAD "dload" Local Fixed(0, 2);
    25 ALOAD "aload" Local Fixed(0, 1);
    26 ILOAD_0 "iload_0" None Fixed(0, 1);
    27 ILOAD_1 "iload_1" None Fixed(0, 1);
    28 ILOAD_2 "iload_2" None Fixed(0, 1);
    29 ILOAD_3 "iload_3" None Fixed(0, 1);
    30 LLOAD_0 "lload_0" None Fixed(0, 2);
    31 LLOAD_1 "lload_1" None Fixed(0, 2);
    32 LLOAD_2 "lload_2" None Fixed(0, 2);
    33 LLOAD_3 "lload_3" None Fixed(0, 2);
    34 FLOAD_0 "fload_0" None Fixed(0, 1);
    35 FLOAD_1 "fload_1" None Fixed(0, 1);
    36 FLOAD_2 "fload_2" None Fixed(0, 1);
    37 FLOAD_3 "fload_3" None Fixed(0, 1);
    38 DLOAD_0 "dload_0" None Fixed(0, 2);
    39 DLOAD_1 "dload_1" None Fixed(0, 2);
    40 DLOAD_2 "dload_2" None Fixed(0, 2);
    41 DLOAD_3 "dload_3" None Fixed(0, 2);
    42 ALOAD_0 "aload_0" None Fixed(0, 1);
    43 ALOAD_1 "aload_1" None Fixed(0, 1);
    44 ALOAD_2 "aload_2" None Fixed(0, 1);
    45 ALOAD_3 "aload_3" None Fixed(0, 1);
    46 IALOAD "iaload" None Fixed(2, 1);
    47 LALOAD "laload" None Fixed(2, 2);
    48 FALOAD "faload" None Fixed(2, 1);
    49 DALOAD "daload" None Fixed(2, 2);
    50 AALOAD "aaload" None Fixed(2, 1);
    51 BALOAD "baload" None Fixed(2, 1);
    52 CALOAD "caload" None Fixed(2, 1);
    53 SALOAD "saload" None Fixed(2, 1);
    54 ISTORE "istore" Local Fixed(1, 0);
    55 LSTORE "lstore" Local Fixed(2, 0);
    56 FSTORE "fstore" Local Fixed(1, 0);
    57 DSTORE "dstore" Local Fixed(2, 0);
    58 ASTORE "astore" Local Fixed(1, 0);
    59 ISTORE_0 "istore_0" None Fixed(1, 0);
    60 ISTORE_1 "istore_1" None Fixed(1, 0);
    61 ISTORE_2 "istore_2" None Fixed(1, 0);
    62 ISTORE_3 "istore_3" None Fixed(1, 0);
    63 LSTORE_0 "lstore_0" None Fixed(2, 0);
    64 LSTORE_1 "lstore_1" None Fixed(2, 0);
    65 LSTORE_2 "lstore_2" None Fixed(2, 0);
    66 LSTORE_3 "lstore_3" None Fixed(2, 0);
    67 FSTORE_0 "fstore_0" None Fixed(1, 0);
    68 FSTORE_1 "fstore_1" None Fixed(1, 0);
    69 FSTORE_2 "fstore_2" None Fixed(1, 0);
    70 FSTORE_3 "fstore_3" None Fixed(1, 0);
    71 DSTORE_0 "dstore_0" None Fixed(2, 0);
    72 DSTORE_1 "dstore_1" None Fixed(2, 0);
    73 DSTORE_2 "dstore_2" None Fixed(2, 0);
    74 DSTORE_3 "dstore_3" None Fixed(2, 0);
    75 ASTORE_0 "astore_0" None Fixed(1, 0);
    76 ASTORE_1 "astore_1" None Fixed(1, 0);
    77 ASTORE_2 "astore_2" None Fixed(1, 0);
    78 ASTORE_3 "astore_3" None Fixed(1, 0);
    79 IASTORE "iastore" None Fixed(3, 0);
    80 LASTORE "lastore" None Fixed(4, 0);
    81 FASTORE "fastore" None Fixed(3, 0);
    82 DASTORE "dastore" None Fixed(4, 0);
    83 AASTORE "aastore" None Fixed(3, 0);
    84 BASTORE "bastore" None Fixed(3, 0);
    85 CASTORE "castore" None Fixed(3, 0);
    86 SASTORE "sastore" None Fixed(3, 0);
    87 POP "pop" None Fixed(1, 0);
    88 POP2 "pop2" None Fixed(2, 0);
    89 DUP "dup" None Fixed(1, 2);
    90 DUP_X1 "dup_x1" None Fixed(2, 3);
    91 DUP_X2 "dup_x2" None Fixed(3, 4);
    92 DUP2 "dup2" None Fixed(2, 4);
    93 DUP2_X1 "dup2_x1" None Fixed(3, 5);
    94 DUP2_X2 "dup2_x2" None Fixed(4, 6);
    95 SWAP "swap" None Fixed(2, 2);
    96 IADD "iadd" None Fixed(2, 1);
    97 LADD "ladd" None Fixed(4, 2);
    98 FADD "fadd" None Fixed(2, 1);
    99 DADD "dadd" None Fixed(4, 2);
    100 ISUB "isub" None Fixed(2, 1);
    101 LSUB "lsub" None Fixed(4, 2);
    102 FSUB "fsub" None Fixed(2, 1);
    103 DSUB "dsub" None Fixed(4, 2);
    104 IMUL "imul" None Fixed(2, 1);
    105 LMUL "lmul" None Fixed(4, 2);
    106 FMUL "fmul" None Fixed(2, 1);
    107 DMUL "dmul" None Fixed(4, 2);
    108 IDIV "idiv" None Fixed(2, 1);
    109 LDIV "ldiv" None Fixed(4, 2);
    110 FDIV "fdiv" None Fixed(2, 1);
    111 DDIV "ddiv" None Fixed(4, 2);
    112 IREM "irem" None Fixed(2, 1);
    113 LREM "lrem" None Fixed(4, 2);
    114 FREM "frem" None Fixed(2, 1);
    115 DREM "drem" None Fixed(4, 2);
    116 INEG "ineg" None Fixed(1, 1);
    117 LNEG "lneg" None Fixed(2, 2);
    118 FNEG "fneg" None Fixed(1, 1);
    119 DNEG "dneg" None Fixed(2, 2);
    120 ISHL "ishl" None Fixed(2, 1);
    121 LSHL "lshl" None Fixed(3, 2);
    122 ISHR "ishr" None Fixed(2, 1);
    123 LSHR "lshr" None Fixed(3, 2);
    124 IUSHR "iushr" None Fixed(2, 1);
    125 LUSHR "lushr" None Fixed(3, 2);
    126 IAND "iand" None Fixed(2, 1);
    127 LAND "land" None Fixed(4, 2);
    128 IOR "ior" None Fixed(2, 1);
    129 LOR "lor" None Fixed(4, 2);
    130 IXOR "ixor" None Fixed(2, 1);
    131 LXOR "lxor" None Fixed(4, 2);
    132 IINC "iinc" Increment Fixed(0, 0);
    133 I2L "i2l" None Fixed(1, 2);
    134 I2F "i2f" None Fixed(1, 1);
    135 I2D "i2d" None Fixed(1, 2);
    136 L2I "l2i" None Fixed(2, 1);
    137 L2F "l2f" None Fixed(2, 1);
    138 L2D "l2d" None Fixed(2, 2);
    139 F2I "f2i" None Fixed(1, 1);
    140 F2L "f2l" None Fixed(1, 2);
    141 F2D "f2d" None Fixed(1, 2);
    142 D2I "d2i" None Fixed(2, 1);
    143 D2L "d2l" None Fixed(2, 2);
    144 D2F "d2f" None Fixed(2, 1);
    145 I2B "i2b" None Fixed(1, 1);
    146 I2C "i2c" None Fixed(1, 1);
    147 I2S "i2s" None Fixed(1, 1);
    148 LCMP "lcmp" None Fixed(4, 1);
    149 FCMPL "fcmpl" None Fixed(2, 1);
    150 FCMPG "fcmpg" None Fixed(2, 1);
    151 DCMPL "dcmpl" None Fixed(4, 1);
    152 DCMPG "dcmpg" None Fixed(4, 1);
    153 IFEQ "ifeq" Branch Fixed(1, 0);
    154 IFNE "ifne" Branch Fixed(1, 0);
    155 IFLT "iflt" Branch Fixed(1, 0);
    156 IFGE "ifge" Branch Fixed(1, 0);
    157 IFGT "ifgt" Branch Fixed(1, 0);
    158 IFLE "ifle" Branch Fixed(1, 0);
    159 IF_ICMPEQ "if_icmpeq" Branch Fixed(2, 0);
    160 IF_ICMPNE "if_icmpne" Branch Fixed(2, 0);
    161 IF_ICMPLT "if_icmplt" Branch Fixed(2, 0);
    162 IF_ICMPGE "if_icmpge" Branch Fixed(2, 0);
    163 IF_ICMPGT "if_icmpgt" Branch Fixed(2, 0);
    164 IF_ICMPLE "if_icmple" Branch Fixed(2, 0);
    165 IF_ACMPEQ "if_acmpeq" Branch Fixed(2, 0);
    166 IF_ACMPNE "if_acmpne" Branch Fixed(2, 0);
    167 GOTO "goto" Branch Fixed(0, 0);
    168 JSR "jsr" Branch Fixed(0, 1);
    169 RET "ret" Local Fixed(0, 0);
    170 TABLESWITCH "tableswitch" Table Fixed(1, 0);
    171 LOOKUPSWITCH "lookupswitch" Lookup Fixed(1, 0);
    172 IRETURN "ireturn" None Fixed(1, 0);
    173 LRETURN "lreturn" None Fixed(2, 0);
    174 FRETURN "freturn" None Fixed(1, 0);
    175 DRETURN "dreturn" None Fixed(2, 0);
    176 ARETURN "areturn" None Fixed(1, 0);
    177 RETURN "return" None Fixed(0, 0);
    178 GETSTATIC "getstatic" Constant Variable;
    179 PUTSTATIC "putstatic" Constant Variable;
    180 GETFIELD "getfield" Constant Variable;
    181 PUTFIELD "putfield" Constant Variable;
    182 INVOKEVIRTUAL "invokevirtual" Constant Variable;
    183 INVOKESPECIAL "invokespecial" Constant Variable;
    184 INVOKESTATIC "invokestatic" Constant Variable;
    185 INVOKEINTERFACE "invokeinterface" Interface Variable;
    186 INVOKEDYNAMIC "invokedynamic" Dynamic Variable;
    187 NEW "new" Constant Fixed(0, 1);
    188 NEWARRAY "newarray" ArrayType Fixed(1, 1);
    189 ANEWARRAY "anewarray" Constant Fixed(1, 1);
    190 ARRAYLENGTH "arraylength" None Fixed(1, 1);
    191 ATHROW "athrow" None Fixed(1, 0);
    192 CHECKCAST "checkcast" Constant Fixed(1, 1);
    193 INSTANCEOF "instanceof" Constant Fixed(1, 1);
    194 MONITORENTER "monitorenter" None Fixed(1, 0);
    195 MONITOREXIT "monitorexit" None Fixed(1, 0);
    196 WIDE "wide" Wide Variable;
    197 MULTIANEWARRAY "multianewarray" MultiArray Variable;
    198 IFNULL "ifnull" Branch Fixed(1, 0);
    199 IFNONNULL "ifnonnull" Branch Fixed(1, 0);
    200 GOTO_W "goto_w" WideBranch Fixed(0, 0);
    201 JSR_W "jsr_w" WideBranch Fixed(0, 1);
}

/// The opcode's row; none for bytes that are no opcode.
pub fn opcode(op: u8) -> Option<&'static Opcode> {
    TABLE.get(usize::from(op))
}

/// The opcode's mnemonic, `?` for bytes that are no opcode.
pub fn name(op: u8) -> &'static str {
    opcode(op).map_or("?", |row| row.name)
}

/// How an instruction uses a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads it.
    Load,
    /// It writes it.
    Store,
    /// It reads and writes it (`iinc`).
    Increment,
    /// It reads the return address in it (`ret`).
    Ret,
}

/// A local that an instruction uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalAccess {
    /// Reads or writes.
    pub access: Access,
    /// What kind of value; long and double take `slot + 1` too.
    pub kind: Kind,
    /// The (first) slot.
    pub slot: u16,
}

/// The order of the five kinds in each family of opcodes.
const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];

/// The local that the instruction uses, for explicit and `_0` … `_3` forms alike.
pub fn local_access(insn: &Insn) -> Option<LocalAccess> {
    let (access, kind, slot) = match (insn.op, &insn.operand) {
        (ILOAD..=ALOAD, Operand::Local(slot)) => (Access::Load, KINDS[usize::from(insn.op - ILOAD)], *slot),
        (ISTORE..=ASTORE, Operand::Local(slot)) => (Access::Store, KINDS[usize::from(insn.op - ISTORE)], *slot),
        (RET, Operand::Local(slot)) => (Access::Ret, Kind::Ref, *slot),
        (IINC, Operand::Increment { local, .. }) => (Access::Increment, Kind::Int, *local),
        (ILOAD_0..=ALOAD_3, _) => short_form(Access::Load, insn.op - ILOAD_0),
        (ISTORE_0..=ASTORE_3, _) => short_form(Access::Store, insn.op - ISTORE_0),
        _ => return None,
    };
    Some(LocalAccess { access, kind, slot })
}

fn short_form(access: Access, number: u8) -> (Access, Kind, u16) {
    (access, KINDS[usize::from(number / 4)], u16::from(number % 4))
}

/// The load of the local, in its short form where there is one.
pub fn load(kind: Kind, slot: u16) -> Insn {
    shortest(ILOAD, ILOAD_0, kind, slot)
}

/// The store into the local, in its short form where there is one.
pub fn store(kind: Kind, slot: u16) -> Insn {
    shortest(ISTORE, ISTORE_0, kind, slot)
}

fn shortest(long: u8, short: u8, kind: Kind, slot: u16) -> Insn {
    match u8::try_from(slot) {
        Ok(low @ 0..=3) => Insn::simple(short + kind as u8 * 4 + low),
        _ => Insn::local(long + kind as u8, slot),
    }
}

/// Whether it is an `if…`.
pub fn is_conditional(op: u8) -> bool {
    matches!(op, IFEQ..=IF_ACMPNE | IFNULL | IFNONNULL)
}

/// The conditional branch that jumps exactly when this one does not.
pub fn inverse(op: u8) -> Option<u8> {
    match op {
        IFEQ..=IF_ACMPNE => Some(((op - IFEQ) ^ 1) + IFEQ),
        IFNULL => Some(IFNONNULL),
        IFNONNULL => Some(IFNULL),
        _ => None,
    }
}

/// Whether it is a `tableswitch` or `lookupswitch`.
pub fn is_switch(op: u8) -> bool {
    matches!(op, TABLESWITCH | LOOKUPSWITCH)
}

/// Whether it returns from the method.
pub fn is_return(op: u8) -> bool {
    matches!(op, IRETURN..=RETURN)
}

/// Whether control may go on to the next instruction. For `jsr` it does, by way of the subroutine's `ret`.
pub fn falls_through(op: u8) -> bool {
    !(is_return(op) || is_switch(op) || matches!(op, GOTO | GOTO_W | RET | ATHROW))
}

/// Whether it calls a method, `invokedynamic` included.
pub fn is_invoke(op: u8) -> bool {
    matches!(op, INVOKEVIRTUAL..=INVOKEDYNAMIC)
}

/// Whether it reads or writes a field.
pub fn is_field(op: u8) -> bool {
    matches!(op, GETSTATIC..=PUTFIELD)
}

/// Whether it may throw on its own account: nothing but moves, constants, arithmetic without division, comparisons
/// and branches may not. `ldc` may (resolution), and so may returns (`IllegalMonitorStateException`).
pub fn may_throw(op: u8) -> bool {
    matches!(
        op,
        LDC..=LDC2_W
            | IALOAD..=SALOAD
            | IASTORE..=SASTORE
            | IDIV | LDIV | IREM | LREM
            | IRETURN..=RETURN
            | GETSTATIC..=MONITOREXIT
            | MULTIANEWARRAY
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_order() {
        assert_eq!(TABLE.len(), 202);
        assert_eq!(
            [name(NOP), name(IINC), name(INVOKEDYNAMIC), name(JSR_W)],
            ["nop", "iinc", "invokedynamic", "jsr_w"]
        );
        assert_eq!([IINC, GOTO, IRETURN, INVOKEVIRTUAL, WIDE, JSR_W], [0x84, 0xa7, 0xac, 0xb6, 0xc4, 0xc9]);
        assert_eq!(name(202), "?");
    }

    #[test]
    fn locals_of_all_forms() {
        let at = |insn: &Insn| local_access(insn).map(|it| (it.access, it.kind, it.slot));
        assert_eq!(at(&Insn::simple(DLOAD_3)), Some((Access::Load, Kind::Double, 3)));
        assert_eq!(at(&Insn::simple(ASTORE_1)), Some((Access::Store, Kind::Ref, 1)));
        assert_eq!(at(&Insn::local(LSTORE, 300)), Some((Access::Store, Kind::Long, 300)));
        assert_eq!(at(&Insn::simple(IALOAD)), None);
        for kind in KINDS {
            for slot in [0, 3, 4, 400] {
                assert_eq!(at(&load(kind, slot)), Some((Access::Load, kind, slot)));
                assert_eq!(at(&store(kind, slot)), Some((Access::Store, kind, slot)));
            }
        }
    }

    #[test]
    fn inverses_are_mutual() {
        for op in (0..=255).filter(|&op| is_conditional(op)) {
            let back = inverse(op).and_then(inverse);
            assert_eq!(back, Some(op), "{}", name(op));
        }
        assert_eq!(inverse(IFLT), Some(IFGE));
        assert_eq!(inverse(IF_ICMPGT), Some(IF_ICMPLE));
        assert_eq!(inverse(GOTO), None);
    }
}
