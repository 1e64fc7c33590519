; A backward jump with values on the stack, switches, wide locals, a handler that covers itself, one monitor entered
; twice, arrays of several dimensions, code that nothing reaches, a variable with a first value of the class file's.
.class public Main
.super java/lang/Object

.field static lock Ljava/lang/Object;
.field static level I = 5

.method static <clinit>()V
    .limit stack 2
    .limit locals 0
    new java/lang/Object
    dup
    invokespecial java/lang/Object/<init>()V
    putstatic Main/lock Ljava/lang/Object;
    return
.end method

.method static print(I)I
    .limit stack 3
    .limit locals 2
    getstatic java/lang/System/out Ljava/io/PrintStream;
    iload_0 ; print
    invokevirtual java/io/PrintStream/println(I)V
    iload_0
    ireturn
.end method

.method public static main([Ljava/lang/String;)V
    .limit stack 8
    .limit locals 2
    bipush 9
    putstatic Main/level I
    invokestatic Main/sum()I ; sum
    invokestatic Main/print(I)I
    pop
    iconst_0
    istore_1
Again:
    iload_1
    invokestatic Main/choose(I)I ; choose
    invokestatic Main/print(I)I
    pop
    iinc 1 1
    iload_1
    iconst_4
    if_icmplt Again
    invokestatic Main/locked()I ; locked
    invokestatic Main/print(I)I
    pop
    invokestatic Main/arrays()I ; arrays
    invokestatic Main/print(I)I
    pop
    invokestatic Main/covered()I ; covered
    invokestatic Main/print(I)I
    pop
    getstatic Main/level I
    invokestatic Main/print(I)I
    pop
    return
.end method

; 1 + 2 + 3 with the sum and a long on the stack while jumping back
.method static sum()I
    .limit stack 8
    .limit locals 400
    iconst_3
    istore 300
    ldc2_w 4.5
    dstore 301
    ldc2_w 1000
    iconst_0
Loop:
    iload 300
    invokestatic Main/print(I)I ; sumPrint
    iadd
    iinc 300 -1
    iload 300
    ifgt Loop
    dload 301
    d2i
    iadd
    i2l
    ladd
    l2i
    iinc 300 1000
    iload 300
    iadd
    ireturn
.end method

.method static choose(I)I
    .limit stack 4
    .limit locals 2
    iload_0
    tableswitch 0
        Zero
        One
        default : Other
    pop
    iconst_m1
    ireturn
One:
    bipush 11
    nop
    invokestatic Main/print(I)I ; one
    goto End
Zero:
    bipush 10
    goto One2
Other:
    iload_0
    lookupswitch
        2 : Two
        1000000 : Zero
        default : Dead
Two:
    bipush 12
    goto_w End
Dead:
    sipush 1000
One2:
End:
    iconst_1
    iadd ; end
    ireturn
    goto Dead
.end method

.method static locked()I
    .limit stack 4
    .limit locals 2
    getstatic Main/lock Ljava/lang/Object;
    dup
    astore_0
    monitorenter
    aload_0
    monitorenter
    bipush 20
    invokestatic Main/print(I)I ; lockedPrint
    aload_0
    monitorexit
    aload_0
    monitorexit
    getstatic Main/lock Ljava/lang/Object;
    invokestatic java/lang/Thread/holdsLock(Ljava/lang/Object;)Z
    iadd
    ireturn
.end method

.method static arrays()I
    .limit stack 8
    .limit locals 2
    iconst_2
    iconst_3
    multianewarray [[[J 2
    astore_0
    aload_0
    iconst_1
    aaload
    iconst_2
    iconst_1
    newarray long
    aastore
    aload_0
    iconst_1
    aaload
    iconst_2
    aaload
    iconst_0
    dup2
    laload
    iconst_5
    invokestatic Main/print(I)I ; arraysPrint
    i2l
    ladd
    dup2_x2
    lastore
    l2i
    aload_0
    arraylength
    iadd
    ireturn
.end method

; the handler's first instructions lie in the range that it handles
.method static covered()I
    .limit stack 4
    .limit locals 3
    iconst_0
    istore_0
    bipush 30
    istore_1
Start:
    iload_1
    iload_0
    invokestatic Main/print(I)I ; coveredPrint
    idiv
    ireturn
Handler:
    astore_2
    iinc 0 1
    iload_0
    iconst_2
    if_icmpge Enough
    aconst_null
    athrow
Enough:
    iload_1
    iload_0
    idiv
    invokestatic Main/print(I)I ; enough
    ireturn
.catch java/lang/RuntimeException from Start to Enough using Handler
.end method
