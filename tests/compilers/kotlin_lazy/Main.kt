package lazies

class Config {
    val text: String by lazy {
        println("making") // making
        "made"
    }

    fun `is it long`(): Boolean {
        println("asked") // asked
        return text.length > 3
    }
}

fun main(args: Array<String>) {
    val config = Config()
    println(config.text) // first
    println(config.`is it long`()) // second
    val kind = Class.forName("kotlin.SynchronizedLazyImpl")
    println(java.io.ObjectStreamClass.lookup(kind).serialVersionUID)
    println(java.lang.reflect.Modifier.toString(kind.modifiers) + kind.declaredFields.size + kind.declaredMethods.size)
}
