; Stack shuffles that no compiler emits, an object under construction under a chain call, code without frames.
.class public Main
.super java/lang/Object

.method public static main([Ljava/lang/String;)V
    .limit stack 20
    .limit locals 2
    ldc2_w 100000000000
    ldc2_w 2.5
    dup2_x2
    bipush 7
    new java/lang/StringBuilder
    dup
    ldc "s"
    bipush 3
    invokestatic Main/twice(I)I ; twice
    invokestatic java/lang/String/valueOf(I)Ljava/lang/String;
    invokevirtual java/lang/String/concat(Ljava/lang/String;)Ljava/lang/String;
    invokespecial java/lang/StringBuilder/<init>(Ljava/lang/String;)V
    getstatic java/lang/System/out Ljava/io/PrintStream;
    swap
    invokevirtual java/io/PrintStream/println(Ljava/lang/Object;)V
    getstatic java/lang/System/out Ljava/io/PrintStream;
    swap
    invokevirtual java/io/PrintStream/println(I)V
    d2l
    ladd
    getstatic java/lang/System/out Ljava/io/PrintStream;
    dup_x2
    pop
    invokevirtual java/io/PrintStream/println(J)V
    getstatic java/lang/System/out Ljava/io/PrintStream;
    dup_x2
    pop
    invokevirtual java/io/PrintStream/println(D)V
    return
.end method

.method static twice(I)I
    .limit stack 10
    .limit locals 4
    getstatic java/lang/System/out Ljava/io/PrintStream;
    ldc "before"
    invokevirtual java/io/PrintStream/println(Ljava/lang/String;)V
    ldc2_w 5
    iload_0
    aconst_null
    iconst_2
    getstatic java/lang/System/out Ljava/io/PrintStream; ; here
    ldc "after"
    invokevirtual java/io/PrintStream/println(Ljava/lang/String;)V
    swap
    ifnonnull Not
    imul
    i2l
    lsub
    l2i
    ireturn
Not:
    pop
    pop
    pop2
    iconst_m1
    ireturn
.end method
