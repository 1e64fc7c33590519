import org.python.core.PyObject;
import org.python.util.PythonInterpreter;

/** Scripts of Jython: what one has made before the checkpoint, others use after it. */
public class Scripts {
    static final String BEFORE = String.join("\n",
        "import re",
        "class Animal(object):",
        "    count = 0",
        "    def __init__(self, name):",
        "        self.name = name",
        "        Animal.count += 1",
        "    def speak(self):",
        "        return self.name + ' says ' + self.sound()",
        "class Dog(Animal):",
        "    def sound(self):",
        "        return 'woof'",
        "def counter(start):",
        "    box = [start]",
        "    def add(n):",
        "        box[0] += n",
        "        return box[0]",
        "    return add",
        "def squares(n):",
        "    for i in range(n):",
        "        yield i * i",
        "add = counter(10)",
        "add(5)",
        "gen = squares(6)",
        "seen = [next(gen), next(gen), next(gen)]",
        "words = re.compile(r'(\\w)(\\w*)')",
        "table = {'a': 1, 'b': [1, 2, 3], (1, 2): 'pair', 3L: 2 ** 100}",
        "dogs = [Dog('Rex'), Dog('Ida')]",
        "print [d.speak() for d in dogs], seen, sorted(table, key=str)",
        "");
    static final String AFTER = String.join("\n",
        "print add(7), list(gen), Dog.count",
        "dogs.append(Dog('Bo'))",
        "print [d.speak() for d in dogs]",
        "print words.sub(r'\\2\\1ay', 'hello big world')",
        "for k in sorted(table, key=str): print k, table[k]",
        "class Puppy(Dog):",
        "    def sound(self): return 'yip %d' % self.count",
        "print Puppy('Pip').speak(), isinstance(dogs[0], Animal), Puppy.__mro__",
        "try:",
        "    dogs[0].fly()",
        "except AttributeError, e:",
        "    print 'caught', e",
        "print reduce(lambda a, b: a + b, map(lambda x: x * 2, range(5)))",
        "");

    public static void main(String[] args) {
        // what it looks for at the start asks a native library for the system
        System.setProperty("python.import.site", "false");
        PythonInterpreter python = new PythonInterpreter();
        python.exec(BEFORE);
        PyObject add = python.get("add");
        check(python, add);
    }

    static void check(PythonInterpreter python, PyObject add) {
        System.out.println("check");
        python.exec(AFTER);
        System.out.println(add.__call__(python.eval("100")));
        System.out.println(python.eval("sum(squares(5))"));
    }
}
