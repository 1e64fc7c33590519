// Inline functions, whose lines come from another file, lambdas, local functions, tail recursion.
fun weigh(items: List<String>, bonus: Int): Long {
    var total = 0L
    items.eachTimed("weigh") { item, at ->
        if (item.isEmpty()) return -1L
        total += (item.length * bonus + at).toLong() // inlined
    }
    return total
}

tailrec fun gcd(a: Int, b: Int): Int {
    if (b == 0) {
        println("gcd $a")
        return a // gcd
    }
    return gcd(b, a % b)
}

fun outer(n: Int): String {
    val parts = ArrayList<Any>()
    fun local(depth: Int): Int {
        parts += depth
        return if (depth == 0) 1 else depth * local(depth - 1) // local
    }
    return "" + local(n) + parts // callLocal
}

fun main() {
    val items = listOf("a", "bb", "ccc")
    println("weight " + weigh(items, 10)) // weigh
    println(gcd(48, 18)) // callGcd
    println(outer(3)) // outer
    println(items.map { it + it.length }.filter { it.length > 2 })
}
