import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import groovy.lang.Script;

/** Scripts that were compiled, and closures that they gave, before the checkpoint are run after it; more are compiled. */
public class Scripts {
    static Closure<?> held;
    static GroovyShell shell;
    static Script script;

    public static void main(String[] args) {
        shell = new GroovyShell();
        shell.setVariable("n", 5);
        System.out.println(shell.evaluate("def f = { it * n }; total = (1..4).collect(f).sum(); total + 1"));
        script = shell.parse("def twice(x) { x * 2 }\n twice(n) + total + [1,2,3].findAll { it > 1 }.size()");
        System.out.println(script.run());
        held = (Closure<?>) shell.evaluate("return { a -> a + n }");
        System.out.println(held.call(3));
        check();
        System.out.println(script.run());
        shell.setVariable("n", 7);
        System.out.println(script.run() + " " + held.call(3));
        System.out.println(shell.evaluate("Integer.metaClass.half = { -> delegate / 2 }; total * n + 8.half()"));
        System.out.println(script.run());
    }

    static void check() {
        System.out.println("here");
    }
}
