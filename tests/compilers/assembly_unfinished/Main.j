; Objects under construction where compilers do not leave them: in a local, thrice on the stack, apart from each other.
.class public Main
.super java/lang/Object

.method static text(I)Ljava/lang/String;
    .limit stack 4
    .limit locals 1
    getstatic java/lang/System/out Ljava/io/PrintStream;
    ldc "text" ; text
    invokevirtual java/io/PrintStream/println(Ljava/lang/String;)V
    iload_0
    invokestatic java/lang/String/valueOf(I)Ljava/lang/String;
    areturn
.end method

.method public static main([Ljava/lang/String;)V
    .limit stack 10
    .limit locals 3
    getstatic java/lang/System/out Ljava/io/PrintStream;
    new java/lang/StringBuilder
    dup
    dup
    iconst_1
    invokestatic Main/text(I)Ljava/lang/String; ; thrice
    invokespecial java/lang/StringBuilder/<init>(Ljava/lang/String;)V
    if_acmpne Bad
Bad:
    ldc "first"
    invokevirtual java/io/PrintStream/println(Ljava/lang/String;)V
    new java/lang/StringBuilder
    dup
    iconst_5
    swap
    iconst_2
    invokestatic Main/text(I)Ljava/lang/String; ; apart
    invokespecial java/lang/StringBuilder/<init>(Ljava/lang/String;)V
    pop
    astore_1
    getstatic java/lang/System/out Ljava/io/PrintStream;
    aload_1
    invokevirtual java/io/PrintStream/println(Ljava/lang/Object;)V
    new java/lang/StringBuilder
    astore_2
    aload_2
    iconst_3
    invokestatic Main/text(I)Ljava/lang/String; ; local
    invokespecial java/lang/StringBuilder/<init>(Ljava/lang/String;)V
    getstatic java/lang/System/out Ljava/io/PrintStream;
    aload_2
    invokevirtual java/io/PrintStream/println(Ljava/lang/Object;)V
    new java/lang/StringBuilder
    pop
    return
.end method
