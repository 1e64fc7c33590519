import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Functions that the program has the metafactory make, as libraries do in the place of reflection: used after the checkpoint, with others made then. */
public class Main {
    static class Bean {
        private String name = "none";
        private int size;

        public String getName() {
            return name;
        }

        public Bean setName(String name) {
            this.name = name;
            return this;
        }

        public int getSize() {
            return size;
        }

        public void setSize(int size) {
            this.size = size;
        }

        private String hidden(String with) {
            return with + name;
        }

        static int twice(int number) {
            return 2 * number;
        }

        @Override
        public String toString() {
            return name + " " + size;
        }
    }


    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup own = MethodHandles.lookup();
        MethodHandles.Lookup in = MethodHandles.privateLookupIn(Bean.class, own);
        List<Object> made = functions(own, in);
        Bean bean = new Bean();
        use(made, bean);
        rest(made, bean, own, in);
    }

    private static void rest(List<Object> made, Bean bean, MethodHandles.Lookup own, MethodHandles.Lookup in) throws Throwable {
        System.out.println("rest");
        use(made, bean);
        use(functions(own, in), bean);
        System.out.println(made.get(0).getClass() == made.get(1).getClass());
    }

    private static List<Object> functions(MethodHandles.Lookup own, MethodHandles.Lookup in) throws Throwable {
        List<Object> all = new ArrayList<>();
        all.add(make(in, "apply", Function.class, in.findVirtual(Bean.class, "getName", MethodType.methodType(String.class))));
        all.add(make(in, "apply", BiFunction.class, in.findVirtual(Bean.class, "hidden", MethodType.methodType(String.class, String.class))));
        all.add(make(in, "accept", BiConsumer.class, in.findVirtual(Bean.class, "setName", MethodType.methodType(Bean.class, String.class))));
        all.add(make(in, "applyAsInt", ToIntFunction.class, in.findVirtual(Bean.class, "getSize", MethodType.methodType(int.class))));
        all.add(make(in, "accept", ObjIntConsumer.class, in.findVirtual(Bean.class, "setSize", MethodType.methodType(void.class, int.class))));
        all.add(make(own, "get", Supplier.class, own.findConstructor(Bean.class, MethodType.methodType(void.class))));
        all.add(make(in, "applyAsInt", IntUnaryOperator.class, in.findStatic(Bean.class, "twice", MethodType.methodType(int.class, int.class))));
        all.add(make(own, "apply", Function.class, own.findStatic(Integer.class, "valueOf", MethodType.methodType(Integer.class, String.class))));
        MethodHandle text = own.findVirtual(Object.class, "toString", MethodType.methodType(String.class));
        CallSite bound = LambdaMetafactory.altMetafactory(own, "get", MethodType.methodType(Supplier.class, Bean.class),
            MethodType.methodType(Object.class), text, MethodType.methodType(String.class), LambdaMetafactory.FLAG_SERIALIZABLE);
        all.add((Supplier<?>) bound.getTarget().invokeExact(new Bean()));
        return all;
    }

    /** By the interface's only method, whose types are those of the handle without the classes of objects. */
    private static Object make(MethodHandles.Lookup caller, String name, Class<?> type, MethodHandle body) throws Throwable {
        MethodType takes = body.type();
        MethodType erased = takes.erase();
        if (name.equals("accept")) {
            erased = erased.changeReturnType(void.class);
            takes = takes.changeReturnType(void.class);
        }
        CallSite site = LambdaMetafactory.metafactory(caller, name, MethodType.methodType(type), erased, body, takes);
        return site.getTarget().invoke();
    }

    @SuppressWarnings("unchecked")
    static void use(List<Object> made, Bean bean) {
        System.out.println(((Function<Object, Object>) made.get(0)).apply(bean));
        System.out.println(((BiFunction<Object, Object, Object>) made.get(1)).apply(bean, "is "));
        ((BiConsumer<Object, Object>) made.get(2)).accept(bean, "name" + bean.size);
        System.out.println(((ToIntFunction<Object>) made.get(3)).applyAsInt(bean));
        ((ObjIntConsumer<Object>) made.get(4)).accept(bean, bean.size + 1);
        System.out.println(((Supplier<Object>) made.get(5)).get());
        System.out.println(((IntUnaryOperator) made.get(6)).applyAsInt(21));
        System.out.println(((Function<Object, Object>) made.get(7)).apply("7"));
        System.out.println(((Supplier<Object>) made.get(8)).get() + " " + (made.get(8) instanceof Serializable) + " " + bean);
        System.out.println(made.get(0).hashCode() == made.get(0).hashCode());
    }
}
