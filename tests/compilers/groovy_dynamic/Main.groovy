// A dynamic program: calls go through call sites of Groovy's run-time library.
class Main {
    static int twice(int n) {
        println("before $n")
        return n * 2 // twice
    }

    static void main(String[] args) {
        def list = [1, 2, 3]
        println(list.sum())
        def map = [a: 1, b: list] // main
        println(map)
        println(list.collect { it + twice(it) }) // call
    }
}
