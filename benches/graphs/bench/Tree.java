package bench;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A syntax tree as a compiler holds it: nodes of a dozen classes with positions, parents and types, lists of children, names
 * that declarations and their uses share, literals of several kinds, a table of symbols for each method.
 */
public final class Tree {
    public enum Operator { PLUS, MINUS, TIMES, LESS, AND, OR }

    public static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        public int line;
        public short column;
        public boolean checked;
        public Node parent;
    }

    public static class Expression extends Node {
        private static final long serialVersionUID = 1;
        public Type type;
    }

    public static final class Type implements Serializable {
        private static final long serialVersionUID = 1;
        public String name;
        public Type element;
    }

    public static final class Binary extends Expression {
        private static final long serialVersionUID = 1;
        public Operator operator;
        public Expression left;
        public Expression right;
    }

    public static final class Not extends Expression {
        private static final long serialVersionUID = 1;
        public Expression operand;
    }

    public static final class Literal extends Expression {
        private static final long serialVersionUID = 1;
        public Object value;
    }

    public static final class Name extends Expression {
        private static final long serialVersionUID = 1;
        public String name;
        public Declaration declaration;
    }

    public static final class Call extends Expression {
        private static final long serialVersionUID = 1;
        public String method;
        public List<Expression> arguments;
    }

    public static class Statement extends Node {
        private static final long serialVersionUID = 1;
        public String label;
    }

    public static final class Evaluate extends Statement {
        private static final long serialVersionUID = 1;
        public Expression expression;
    }

    public static final class If extends Statement {
        private static final long serialVersionUID = 1;
        public Expression condition;
        public Statement then;
        public Statement otherwise;
    }

    public static final class Block extends Statement {
        private static final long serialVersionUID = 1;
        public List<Statement> statements;
    }

    public static final class Declaration extends Statement {
        private static final long serialVersionUID = 1;
        public String name;
        public Type type;
        public int[] uses;
        public Expression start;
    }

    public static final class Method extends Node {
        private static final long serialVersionUID = 1;
        public String name;
        public List<Declaration> parameters;
        public Block body;
        public Object scope;
        public long flags;
    }

    private static final int PARAMETERS = 6;
    private final Maker maker;
    private final Type[] types = new Type[40];
    private Declaration[] visible;
    private int random = 1;
    private int objects;

    Tree(Maker maker) {
        this.maker = maker;
        for (int i = 0; i < types.length; i++) {
            types[i] = new Type();
            types[i].name = text("type", i);
            types[i].element = i == 0 ? null : types[i / 2];
        }
    }

    List<Method> make(int n) {
        List<Method> methods = new ArrayList<>();
        while (objects < n) {
            methods.add(method(methods.size()));
        }
        return methods;
    }

    private int next(int bound) {
        random = random * 1103515245 + 12345;
        return (random >>> 8) % bound;
    }

    /** A string of its own; two objects. */
    private String text(String stem, int number) {
        objects += 2;
        return stem + number;
    }

    private <N extends Node> N at(N node, Node parent) {
        objects++;
        node.line = objects >> 3;
        node.column = (short) next(100);
        node.parent = parent;
        return node;
    }

    private <E extends Expression> E typed(E expression, Node parent) {
        expression.type = types[next(types.length)];
        return at(expression, parent);
    }

    private Method method(int number) {
        Method method = at(new Method(), null);
        method.name = text("method", number);
        method.flags = number;
        visible = new Declaration[PARAMETERS];
        method.parameters = new ArrayList<>(PARAMETERS);
        for (int i = 0; i < PARAMETERS; i++) {
            visible[i] = declaration(method, i);
            method.parameters.add(visible[i]);
        }
        method.scope = maker.map(next(1 << 20), (Object[]) visible);
        method.body = block(method, 4);
        objects += 4 + 2 * PARAMETERS; // list, its array, map, its table, nodes and keys
        return method;
    }

    private Declaration declaration(Node parent, int number) {
        Declaration declaration = at(new Declaration(), parent);
        declaration.name = text("name", number);
        declaration.type = types[next(types.length)];
        declaration.uses = new int[] {number, number, number};
        objects++;
        return declaration;
    }

    private Block block(Node parent, int depth) {
        Block block = at(new Block(), parent);
        int length = 2 + next(6);
        block.statements = new ArrayList<>(length);
        objects += 2;
        for (int i = 0; i < length; i++) {
            block.statements.add(statement(block, depth - 1));
        }
        return block;
    }

    private Statement statement(Node parent, int depth) {
        if (depth > 0 && next(3) == 0) {
            If choice = at(new If(), parent);
            choice.condition = expression(choice, 2);
            choice.then = block(choice, depth - 1);
            return choice;
        }
        Evaluate evaluate = at(new Evaluate(), parent);
        evaluate.expression = expression(evaluate, 4);
        return evaluate;
    }

    private Expression expression(Node parent, int depth) {
        int kind = depth == 0 ? next(2) : next(6);
        switch (kind) {
            case 0: return literal(parent);
            case 1: return name(parent);
            case 2: return call(parent, depth);
            case 3:
                Not not = typed(new Not(), parent);
                not.operand = expression(not, depth - 1);
                return not;
            default:
                Binary binary = typed(new Binary(), parent);
                binary.operator = Operator.values()[next(6)];
                binary.left = expression(binary, depth - 1);
                binary.right = expression(binary, depth - 1);
                return binary;
        }
    }

    private Literal literal(Node parent) {
        Literal literal = typed(new Literal(), parent);
        int kind = next(3);
        literal.value = kind == 0 ? text("text ", next(1000)) : kind == 1 ? (Object) Maker.key(next(1 << 20))
            : Double.valueOf(next(100));
        objects += kind == 0 ? 0 : 1;
        return literal;
    }

    private Name name(Node parent) {
        Name name = typed(new Name(), parent);
        name.declaration = visible[next(PARAMETERS)];
        name.name = name.declaration.name;
        return name;
    }

    private Call call(Node parent, int depth) {
        Call call = typed(new Call(), parent);
        call.method = text("method", next(1000));
        int length = next(4);
        call.arguments = new ArrayList<>(length);
        objects += length == 0 ? 1 : 2;
        for (int i = 0; i < length; i++) {
            call.arguments.add(expression(call, depth - 1));
        }
        return call;
    }
}
