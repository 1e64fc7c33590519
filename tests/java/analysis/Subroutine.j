; A subroutine that runs from two places, and a local that it sets.
.class public Subroutine
.super java/lang/Object

.method static run(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;
    .limit stack 2
    .limit locals 4
    aload_0
    astore_2
    jsr Set
    aload_1
    astore_2
    jsr Set
    aload_2
    areturn
Set:
    astore_3
    aload_2
    invokestatic Subroutine/other(Ljava/lang/Object;)Ljava/lang/Object;
    astore_2
    ret 3
.end method

.method static other(Ljava/lang/Object;)Ljava/lang/Object;
    .limit stack 1
    .limit locals 1
    aload_0
    areturn
.end method
