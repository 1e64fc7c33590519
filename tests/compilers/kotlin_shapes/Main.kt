// Data classes, when, default arguments, extension functions, objects, companions, sealed classes, smart casts.
package shapes

sealed class Shape {
    abstract fun area(): Double
}

data class Circle(val radius: Double) : Shape() {
    override fun area() = Math.PI * radius * radius
}

data class Square(val side: Double, var name: String? = "square") : Shape() {
    override fun area(): Double {
        val log = Log.entries
        log.add("area of $name")
        val area = side * side // square
        return area
    }
}

object Log {
    val entries = mutableListOf<String>()
    private var count = 0

    fun note(text: String, times: Int = 2): Int {
        for (i in 1..times) {
            entries.add("$i: $text")
            count += i // loop
        }
        return count
    }
}

class Counter private constructor(private val start: Int) {
    companion object {
        fun from(start: Int): Counter = Counter(start)
    }

    private val lazily by lazy { start * 3 }

    operator fun plus(other: Int): Int {
        val sum = lazily + other // plus
        return sum
    }
}

fun Shape.describe(vararg words: String): String = when (this) {
    is Circle -> "circle " + radius + words.size
    is Square -> "square " + area().toInt() + words.joinToString() // whenSquare
}

fun risky(text: String?): Int {
    val value = try {
        text!!.toInt() + Log.note("risky") // inTry
    } catch (e: NumberFormatException) {
        Log.note("bad ${e.message}", 1) // inCatch
    } finally {
        Log.entries += "finally"
    }
    return value * 2
}

fun main(args: Array<String>) {
    val shapes: List<Shape> = listOf(Circle(1.5), Square(3.0), Square(2.0).copy(name = null))
    val seen = HashMap<String, Shape>()
    for ((index, shape) in shapes.withIndex()) {
        val text = "" + index + ": " + shape.describe("a", "b", "c".repeat(index)) // describe
        seen[text] = shape
        println(text)
    }
    val first = risky("12") // risky
    println(first + args.size - risky("x")) // riskier
    println(Counter.from(5) + 7) // counter
    println(seen.keys.sorted())
    println(Log.entries)
    val (side, name) = shapes[1] as Square
    println("$side $name ${shapes.sumByDouble { it.area() }}")
}
