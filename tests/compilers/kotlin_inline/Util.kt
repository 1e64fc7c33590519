


























inline fun <T> Iterable<T>.eachTimed(name: String, action: (T, Int) -> Unit) {
    var at = 0
    println("start $name")
    for (element in this) {
        action(element, at++)
    }
    println("end $name $at") // fromOtherFile
}
