; jsr and ret, nested: in a method beside the chain, in a class initialiser, in a method of the chain.
.class public Main
.super java/lang/Object

.field static ready I

.method static <clinit>()V
    .limit stack 2
    .limit locals 1
    iconst_1
    jsr Set
    return
Set:
    astore_0
    putstatic Main/ready I
    getstatic java/lang/System/out Ljava/io/PrintStream;
    ldc "initialised"
    invokevirtual java/io/PrintStream/println(Ljava/lang/String;)V
    ret 0
.end method

.method public static main([Ljava/lang/String;)V
    .limit stack 4
    .limit locals 3
    iconst_3
    invokestatic Main/nested(I)I ; first
    pop
    invokestatic Main/plain()V ; plain
    iconst_4
    invokestatic Main/nested(I)I ; second
    pop
    getstatic java/lang/System/out Ljava/io/PrintStream;
    getstatic Main/ready I
    invokevirtual java/io/PrintStream/println(I)V
    return
.end method

.method static plain()V
    .limit stack 4
    .limit locals 1
    getstatic java/lang/System/out Ljava/io/PrintStream; ; here
    ldc "plain"
    invokevirtual java/io/PrintStream/println(Ljava/lang/String;)V
    return
.end method

.method static nested(I)I
    .limit stack 4
    .limit locals 4
    jsr Outer
    jsr Outer
    iload_0
    ireturn
Outer:
    astore_1
    jsr Inner
    iinc 0 10
    jsr Inner
    ret 1
Inner:
    astore_2
    iload_0
    invokestatic Main/print(I)V ; inner
    ret 2
.end method

.method static print(I)V
    .limit stack 4
    .limit locals 1
    getstatic java/lang/System/out Ljava/io/PrintStream;
    iload_0 ; print
    invokevirtual java/io/PrintStream/println(I)V
    return
.end method
