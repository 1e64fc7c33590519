// An object's main, closures, pattern matching, lazy vals, traits, for comprehensions, by-name parameters.
import scala.collection.mutable

trait Named {
  def name: String
  lazy val upper: String = {
    Log.note("upper of " + name)
    name.toUpperCase
  }
  def greet(times: Int): String = {
    val text = upper * times // greet
    text + Log.size
  }
}

object Log {
  private val lines = mutable.ListBuffer.empty[String]
  def note(line: String): Unit = lines += line
  def size: Int = lines.size
  def all: List[String] = lines.toList
}

sealed abstract class Tree extends Named
case class Leaf(value: Int) extends Tree { def name = "leaf" + value }
case class Node(left: Tree, right: Tree, weight: Long = 1L << 33) extends Tree { def name = "node" }

class Walker(val factor: Int) {
  var visited = 0

  def sum(tree: Tree): Long = tree match {
    case Leaf(value) if value > 100 => -1
    case Leaf(value) =>
      visited += 1
      Log.note("leaf " + value)
      value * factor.toLong // leaf
    case Node(left, right, weight) =>
      val first = sum(left)
      weight + first * 2 + sum(right) // right
  }

  def guarded(text: String): Int =
    try {
      text.toInt + unless(text.isEmpty)(5) // guarded
    } catch {
      case e: NumberFormatException =>
        Log.note("bad " + text)
        visited * 1000 // inCatch
    } finally {
      Log.note("finally " + text)
    }

  private def unless(condition: Boolean)(value: => Int): Int = {
    Log.note("unless")
    if (condition) 0 else value // unless
  }

  def combine(n: Int): Int = {
    var total = 0
    for (i <- 1 to n; j <- i to n if (i + j) % 2 == 0) {
      total += i * j
    }
    var k = 0
    while (k < n) {
      total += k // while
      k += 1
    }
    total
  }
}

object Main {
  def main(args: Array[String]): Unit = {
    val tree = Node(Node(Leaf(1), Leaf(2)), Leaf(3), 7)
    val walker = new Walker(10)
    println("sum " + walker.sum(tree) + " " + walker.visited) // sum
    println(Leaf(4).greet(1))
    println(tree.greet(2)) // greets
    println("guarded " + walker.guarded("12")) // guards
    println("guarded " + walker.guarded("x")) // guardsBad
    println(walker.combine(4)) // combine
    val squares = for (i <- List(1, 2, 3); if i != 2) yield (i, i * walker.factor)
    println(squares.toMap.toList.sortBy(_._1))
    println(Log.all.mkString(","))
  }
}
