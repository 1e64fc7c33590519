import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.BaseStream;

/**
 * A sequence of statements that ends in a call of a given method. Each call is made while the sequence grows, so that most of
 * the sequences run to their end; arguments are results of calls before, or of new ones, whose declared types fit.
 */
final class Snippet {
    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1;

        Failed() {
            super(null, null, false, false);
        }
    }

    private record Variable(Class<?> type, String name, Object value) { }

    private static final int TRIES = 8;

    final List<String> lines = new ArrayList<>();
    private final List<Variable> variables = new ArrayList<>();
    private final Api api;
    private final Random random;
    private int budget = 3000;

    Snippet(Api api, Random random) {
        this.api = api;
        this.random = random;
    }

    /** The sequence for a goal; none if it was not found. */
    static Snippet reaching(Executable goal, Api api, Random random) {
        Snippet snippet = new Snippet(api, random);
        try {
            snippet.call(goal, null, 4, 30);
            for (int i = random.nextInt(3); i > 0; i--) {
                snippet.goOn();
            }
        } catch (Failed e) {
            return null;
        }
        return snippet.kept().isEmpty() ? null : snippet;
    }

    /** What is done with an object later: its type comes first. */
    static Snippet later(Object value, Class<?> type, Api api, Random random) {
        Snippet snippet = new Snippet(api, random);
        snippet.lines.add(type.getCanonicalName() + " v0 = (" + type.getCanonicalName() + ") o;");
        snippet.variables.add(new Variable(type, "v0", value));
        snippet.goOn();
        snippet.goOn();
        return snippet.variables.size() > 1 ? snippet : null;
    }

    /** The results to keep, the last one first: what can be held over a checkpoint and is no mere number. */
    List<Integer> kept() {
        List<Integer> kept = new ArrayList<>();
        for (int i = variables.size() - 1; i >= 0 && kept.size() < 3; i--) {
            Object value = variables.get(i).value;
            if (value != null && !(value instanceof BaseStream) && (!variables.get(i).type.isPrimitive() || i == variables.size() - 1)) {
                kept.add(i);
            }
        }
        return kept;
    }

    String name(int variable) {
        return variables.get(variable).name;
    }

    Object value(int variable) {
        return variables.get(variable).value;
    }

    Class<?> type(int variable) {
        return variables.get(variable).type;
    }

    String last() {
        return variables.get(variables.size() - 1).name;
    }

    /** One more call on the last object. */
    private void goOn() {
        Variable last = variables.get(variables.size() - 1);
        List<Executable> calls = new ArrayList<>();
        for (Class<?> type : Generate.publicTypes(last.value)) {
            if (type.isAssignableFrom(last.type)) {
                for (Method method : type.getMethods()) {
                    boolean fits = method.getDeclaringClass() != Object.class && !Modifier.isStatic(method.getModifiers());
                    if (fits && api.known.contains(method)) {
                        calls.add(method);
                    }
                }
            }
        }
        calls.sort(java.util.Comparator.comparing(Executable::toString));
        for (int i = 0; i < 3 && !calls.isEmpty(); i++) {
            try {
                call(calls.get(random.nextInt(calls.size())), new Values.Value(last.name, last.value), 2, 4);
                return;
            } catch (Failed e) {
                continue;
            }
        }
    }

    private Values.Value make(Class<?> type, int depth) throws Failed {
        if (--budget < 0) {
            throw new Failed();
        }
        List<Variable> fitting = new ArrayList<>();
        for (Variable variable : variables) {
            if (variable.value != null && type.isAssignableFrom(variable.type) && type != Object.class == random.nextInt(8) > 0) {
                fitting.add(variable);
            }
        }
        if (!fitting.isEmpty() && random.nextInt(10) < 6) {
            Variable one = fitting.get(random.nextInt(fitting.size()));
            return new Values.Value(one.name, one.value);
        }
        Values.Value found = Values.literal(type, random);
        if (found != null && (type != Object.class && type != Class.class || depth <= 1 || random.nextInt(3) > 0)) {
            return found;
        }
        if (type.isArray()) {
            List<Values.Value> elements = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                elements.add(make(type.getComponentType(), depth - 1));
            }
            return Values.array(type.getComponentType(), elements);
        }
        Method function = Values.function(type);
        if (function != null && random.nextInt(10) < 6) {
            Class<?> result = function.getReturnType();
            Values.Value captured = result == void.class ? null : depth <= 0 ? Values.literal(result, random) : make(result, depth - 1);
            found = Values.lambda(type, function, captured, random);
            if (found != null) {
                return found;
            }
        }
        if (random.nextInt(4) == 0) {
            found = constant(type);
            if (found != null) {
                return found;
            }
        }
        return produced(type, depth);
    }

    private Values.Value constant(Class<?> type) throws Failed {
        try {
            return Values.constant(type, random);
        } catch (ReflectiveOperationException e) {
            throw new Failed();
        }
    }

    private Values.Value produced(Class<?> type, int depth) throws Failed {
        List<Executable> producers = api.producing(type);
        if (type == Object.class) {
            Class<?> other = api.classes.get(random.nextInt(api.classes.size()));
            producers = api.producing(other);
        }
        for (int i = 0; i < TRIES && depth > 0 && !producers.isEmpty(); i++) {
            Executable producer = producers.get(random.nextInt(producers.size()));
            try {
                Values.Value made = call(producer, null, depth - 1, TRIES);
                if (made != null && made.value() != null) {
                    return made;
                }
            } catch (Failed e) {
                continue;
            }
        }
        Values.Value constant = constant(type);
        if (constant == null) {
            throw new Failed();
        }
        return constant;
    }

    /** Adds the call, on the receiver if there is one. */
    private Values.Value call(Executable one, Values.Value receiver, int depth, int tries) throws Failed {
        int lines = this.lines.size();
        int count = variables.size();
        for (int i = 0; i < tries; i++) {
            try {
                return callOnce(one, receiver, depth);
            } catch (Failed e) {
                this.lines.subList(lines, this.lines.size()).clear();
                variables.subList(count, variables.size()).clear();
                if (budget < 0) {
                    throw e;
                }
            }
        }
        throw new Failed();
    }

    private Values.Value callOnce(Executable one, Values.Value receiver, int depth) throws Failed {
        boolean isNew = one instanceof Constructor;
        boolean isStatic = isNew || Modifier.isStatic(one.getModifiers());
        String owner = one.getDeclaringClass().getCanonicalName();
        Values.Value on = isStatic ? null : receiver != null ? receiver : make(one.getDeclaringClass(), depth);
        Class<?>[] types = one.getParameterTypes();
        Object[] arguments = new Object[types.length];
        StringBuilder text = new StringBuilder(isNew ? "new " + owner : isStatic ? owner + "." + one.getName()
                : "((" + owner + ") " + on.text() + ")." + one.getName()).append('(');
        for (int i = 0; i < types.length; i++) {
            Values.Value argument = make(types[i], depth - 1);
            arguments[i] = argument.value();
            text.append(i > 0 ? ", " : "").append('(').append(types[i].getCanonicalName()).append(") ").append(argument.text());
        }
        text.append(')');
        Object value;
        budget -= 5;
        try {
            value = isNew ? ((Constructor<?>) one).newInstance(arguments) : ((Method) one).invoke(on == null ? null : on.value(), arguments);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new Failed();
        }
        Class<?> result = Api.result(one);
        if (result == void.class) {
            lines.add(text + ";");
            return null;
        }
        String name = "v" + variables.size();
        String declared = result.getCanonicalName();
        lines.add(declared + " " + name + " = " + (isNew ? "" : "(" + declared + ") ") + text + ";");
        variables.add(new Variable(result, name, value));
        return new Values.Value(name, value);
    }
}
