import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program of many snippets. It makes the objects of each, comes to the line that ends in {@code // here}, makes equal objects
 * and shows both. Its arguments are the numbers of snippets to leave out, and
 * options of {@code Shown}.
 *
 * <p>What javac does not accept (inference with raw types fails now and then) is left out, line by line or snippet by snippet.
 */
final class Batch {
    private record Member(String goal, Snippet made, Snippet later) { }

    /** Source lines, each with what is left out if it is wrong. */
    private static final class Lines {
        final StringBuilder text = new StringBuilder();
        final List<String> owners = new ArrayList<>(List.of(""));

        void add(String owner, String line) {
            text.append(line).append('\n');
            owners.add(owner);
        }
    }

    private final List<Member> members = new ArrayList<>();
    private final Set<Class<?>> types = new TreeSet<>(Comparator.comparing((Class<?> type) -> type.getName()));
    private final Set<String> wrong = new HashSet<>();

    void add(String goal, Snippet made, Snippet later) {
        members.add(new Member(goal, made, later));
        for (int kept : made.kept()) {
            types.addAll(Generate.publicTypes(made.value(kept)));
        }
    }

    /** Writes and compiles it; the number of snippets that it has. */
    int write(Path sources, Path folder) throws IOException {
        for (String name : new String[] {"Sample.java", "Shown.java"}) {
            Generate.copy(sources.resolve(name), folder.resolve(name));
        }
        for (int i = 0; i < 20; i++) {
            Lines main = main();
            Lines views = views();
            Files.writeString(folder.resolve("Main.java"), main.text);
            Files.writeString(folder.resolve("Views.java"), views.text);
            int before = wrong.size();
            if (compile(folder, main, views)) {
                long count = 0;
                for (int member = 0; member < members.size(); member++) {
                    count += wrong.contains("s" + member) ? 0 : 1;
                }
                return (int) count;
            }
            if (wrong.size() == before) {
                throw new IllegalStateException("javac says of no line that it is wrong: " + folder);
            }
        }
        throw new IllegalStateException("javac finds ever new faults: " + folder);
    }

    private boolean compile(Path folder, Lines main, Lines views) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
        Path classes = Files.createDirectories(folder.resolve("classes"));
        try (StandardJavaFileManager files = javac.getStandardFileManager(faults, Locale.ROOT, null)) {
            Iterable<? extends JavaFileObject> all = files.getJavaFileObjects(folder.resolve("Main.java"), folder.resolve("Views.java"),
                    folder.resolve("Sample.java"), folder.resolve("Shown.java"));
            List<String> options = List.of("-g", "-nowarn", "-Xmaxerrs", "10000", "-XDshould-stop.ifError=FLOW", "-d", classes.toString());
            boolean done = javac.getTask(null, files, faults, options, null, all).call();
            for (Diagnostic<? extends JavaFileObject> fault : faults.getDiagnostics()) {
                if (fault.getKind() == Diagnostic.Kind.ERROR && fault.getSource() != null) {
                    Lines of = fault.getSource().getName().endsWith("Main.java") ? main : views;
                    wrong.add(of.owners.get((int) fault.getLineNumber()));
                }
            }
            return done;
        }
    }

    private Lines main() {
        Lines main = new Lines();
        main.add("", "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"removal\", \"deprecation\"})");
        main.add("", "public class Main {");
        main.add("", "    static final Object[][] OLD = new Object[" + members.size() + "][];");
        main.add("", "");
        main.add("", "    public static void main(String[] args) {");
        main.add("", "        boolean[] skipped = new boolean[" + members.size() + "];");
        main.add("", "        for (String arg : args) {");
        main.add("", "            if (!Shown.isOption(arg)) { skipped[Integer.parseInt(arg)] = true; }");
        main.add("", "        }");
        main.add("", "        for (int i = 0; i < OLD.length; i++) {");
        main.add("", "            OLD[i] = skipped[i] ? null : made(i);");
        main.add("", "        }");
        main.add("", "        System.out.println(\"built\");");
        main.add("", "        System.out.println(\"at the checkpoint\"); // here");
        main.add("", "        for (int i = 0; i < OLD.length; i++) {");
        main.add("", "            if (!skipped[i]) {");
        main.add("", "                Shown.start(i);");
        main.add("", "                show(OLD[i], made(i), i);");
        main.add("", "            }");
        main.add("", "        }");
        main.add("", "    }");
        main.add("", "");
        main.add("", "    static void show(Object[] old, Object[] now, int number) {");
        main.add("", "        for (int k = 0; k < old.length && k < now.length; k++) {");
        main.add("", "            Shown.deeply(old[k], now[k], old[(k + 1) % old.length]);");
        main.add("", "            Views.show(old[k], now[k]);");
        main.add("", "        }");
        main.add("", "        if (old.length == 0) { return; }");
        main.add("", "        Shown.pair(\"later\", later(number, old[0]), later(number, now[0]));");
        main.add("", "        for (int k = 0; k < old.length && k < now.length; k++) {");
        main.add("", "            Shown.pair(\"then\", old[k], now[k]);");
        main.add("", "        }");
        main.add("", "    }");
        choice(main, "made", "int i", "s", "");
        choice(main, "later", "int i, Object o", "l", "o");
        for (int i = 0; i < members.size(); i++) {
            if (!wrong.contains("s" + i)) {
                method(main, i);
            }
        }
        main.add("", "}");
        return main;
    }

    private void choice(Lines main, String name, String parameters, String kind, String argument) {
        boolean isMade = argument.isEmpty();
        main.add("", "");
        main.add("", "    static Object" + (isMade ? "[] " : " ") + name + "(" + parameters + ") {");
        main.add("", "        try {");
        main.add("", "            switch (i) {");
        for (int i = 0; i < members.size(); i++) {
            boolean there = !wrong.contains("s" + i) && (isMade || members.get(i).later != null && !wrong.contains("l" + i));
            if (there) {
                main.add("", "                case " + i + ": return " + name + i + "(" + argument + ");");
            }
        }
        main.add("", "                default: return " + (isMade ? "new Object[0];" : "null;"));
        main.add("", "            }");
        main.add("", "        } catch (Throwable e) {");
        main.add("", "            return " + (isMade ? "new Object[] {e};" : "e;"));
        main.add("", "        }");
        main.add("", "    }");
    }

    private void method(Lines main, int number) {
        Member member = members.get(number);
        String owner = "s" + number;
        main.add("", "");
        main.add(owner, "    // " + member.goal);
        main.add(owner, "    static Object[] made" + number + "() throws Throwable {");
        member.made.lines.forEach(line -> main.add(owner, "        " + line));
        List<String> names = new ArrayList<>();
        member.made.kept().forEach(kept -> names.add(member.made.name(kept)));
        main.add(owner, "        return new Object[] {" + String.join(", ", names) + "};");
        main.add(owner, "    }");
        String later = "l" + number;
        if (member.later != null && !wrong.contains(later)) {
            main.add("", "");
            main.add(later, "    static Object later" + number + "(Object o) throws Throwable {");
            member.later.lines.forEach(line -> main.add(later, "        " + line));
            main.add(later, "        return " + member.later.last() + ";");
            main.add(later, "    }");
        }
    }

    private Lines views() {
        Lines views = new Lines();
        views.add("", "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"removal\", \"deprecation\"})");
        views.add("", "final class Views {");
        views.add("", "    static void show(Object old, Object now) {");
        int number = 0;
        for (Class<?> type : types) {
            String name = type.getCanonicalName();
            String test = "        if (old instanceof " + name + " && now instanceof " + name + ") { show" + number;
            views.add("", test + "((" + name + ") old, (" + name + ") now); }");
            number++;
        }
        views.add("", "    }");
        number = 0;
        for (Class<?> type : types) {
            String name = type.getCanonicalName();
            views.add("", "");
            views.add("", "    static void show" + number + "(" + name + " old, " + name + " now) {");
            for (Map.Entry<String, Method> view : Generate.views(type).entrySet()) {
                String owner = name + "#" + view.getKey();
                if (!wrong.contains(owner)) {
                    String call = "." + view.getKey() + "()";
                    views.add(owner, "        try { Shown.pair(\"" + view.getKey() + "\", old" + call + ", now" + call + "); }"
                            + " catch (Throwable e) { Shown.failed(\"" + view.getKey() + "\", e); }");
                }
            }
            views.add("", "    }");
            number++;
        }
        views.add("", "}");
        return views;
    }
}
