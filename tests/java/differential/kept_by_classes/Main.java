import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;

/** What classes and their members keep for reflection, held in part: through public look-ups, nested, of members that the program holds; and bundles. */
public class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Part {
        int value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Whole {
        Part one();

        Class<?> type() default String.class;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {}

    @Whole(one = @Part(1))
    public static class Base<A, B extends List<A>> {
        @Part(2)
        public final Map<A, ? extends B> field = null;

        @Part(3)
        public Base() {}

        @Whole(one = @Part(4))
        public <C extends Comparable<C>> List<C> method(@Part(5) C first, B second) {
            return null;
        }

        @Whole(one = @Part(6))
        public <C extends Comparable<C>> List<C> method(C first) {
            return null;
        }
    }

    @Inner
    static class Derived extends Base<String, List<String>> {}

    record Pair(@Part(7) int left, List<String> right) {}

    public static class Words extends ListResourceBundle {
        private int asked;

        @Override
        protected Object[][] getContents() {
            asked++;
            return new Object[][] {{"asked", asked}, {"word", "one"}};
        }
    }

    private static Method open(boolean declared) throws NoSuchMethodException {
        return declared ? Base.class.getDeclaredMethod("method", Comparable.class, List.class) : Base.class.getMethod("method", Comparable.class, List.class);
    }

    private static void same(String name, Object one, Object other) {
        System.out.println(name + ": " + (one == other));
    }

    public static void main(String[] args) throws Exception {
        Part nested = Base.class.getAnnotation(Whole.class).one();
        Annotation inherited = Derived.class.getAnnotations()[0];
        Annotation ofDeclared = open(true).getAnnotation(Whole.class);
        Annotation ofPublic = open(false).getAnnotation(Whole.class);
        Part ofOverload = Base.class.getMethod("method", Comparable.class).getAnnotation(Whole.class).one();
        Annotation ofField = Base.class.getField("field").getAnnotation(Part.class);
        Annotation ofConstructor = Base.class.getConstructor().getAnnotation(Part.class);
        TypeVariable<?> second = Base.class.getTypeParameters()[1];
        Type bound = ((ParameterizedType) second.getBounds()[0]).getActualTypeArguments()[0];
        Type above = Derived.class.getGenericSuperclass();
        Method method = open(false);
        Parameter parameter = method.getParameters()[1];
        Type returned = method.getGenericReturnType();
        Method other = open(true);
        Type argument = other.getGenericParameterTypes()[1];
        Field field = Base.class.getDeclaredField("field");
        Type typed = field.getGenericType();
        Constructor<?> constructor = Base.class.getDeclaredConstructor();
        RecordComponent component = Pair.class.getRecordComponents()[0];
        Annotation ofComponent = component.getAnnotation(Part.class);
        Method accessor = component.getAccessor();
        ResourceBundle bundle = ResourceBundle.getBundle("Main$Words", Locale.ROOT);
        ResourceBundle german = ResourceBundle.getBundle("Main$Words", Locale.GERMAN);
        Object asked = bundle.getObject("asked");
        Map<Object, String> names = new IdentityHashMap<>();
        for (Object one : new Object[] {nested, ofDeclared, ofPublic, second, bound, returned, bundle}) {
            names.put(one, one instanceof ResourceBundle ? "bundle" : one.toString());
        }
        System.out.println("before");
        same("nested", nested, Base.class.getAnnotation(Whole.class).one()); // here
        same("inherited", inherited, Derived.class.getAnnotations()[0]);
        same("of a declared method", ofDeclared, open(true).getAnnotation(Whole.class));
        same("of a public method", ofPublic, open(false).getAnnotation(Whole.class));
        same("of two look-ups", ofPublic, open(true).getAnnotation(Whole.class));
        same("of a method that is held", ofPublic, method.getAnnotation(Whole.class));
        same("of the other that is held", ofDeclared, other.getAnnotation(Whole.class));
        same("of an overload", ofOverload, Base.class.getMethod("method", Comparable.class).getAnnotation(Whole.class).one());
        same("of a public field", ofField, Base.class.getField("field").getAnnotation(Part.class));
        same("of a field that is held", ofField, field.getAnnotation(Part.class));
        same("of a public constructor", ofConstructor, Base.class.getConstructor().getAnnotation(Part.class));
        same("of a constructor that is held", ofConstructor, constructor.getAnnotation(Part.class));
        same("second variable", second, Base.class.getTypeParameters()[1]);
        same("bound", bound, Base.class.getTypeParameters()[0]);
        same("argument of the bound", bound, ((ParameterizedType) Base.class.getTypeParameters()[1].getBounds()[0]).getActualTypeArguments()[0]);
        same("superclass", above, Derived.class.getGenericSuperclass());
        same("parameter", parameter, method.getParameters()[1]);
        same("parameter of another", parameter, open(false).getParameters()[1]);
        same("returned", returned, method.getGenericReturnType());
        same("returned by another", returned, open(false).getGenericReturnType());
        same("argument", argument, other.getGenericParameterTypes()[1]);
        same("argument of another", argument, open(true).getGenericParameterTypes()[1]);
        same("type of a field", typed, field.getGenericType());
        same("type of another field object", typed, Base.class.getDeclaredField("field").getGenericType());
        same("of a component", ofComponent, component.getAnnotation(Part.class));
        same("accessor", accessor, component.getAccessor());
        same("bundle", bundle, ResourceBundle.getBundle("Main$Words", Locale.ROOT));
        same("bundle of German", german, ResourceBundle.getBundle("Main$Words", Locale.GERMAN));
        same("bundle of a language it has not", german, ResourceBundle.getBundle("Main$Words", Locale.JAPAN));
        same("asked", asked, ResourceBundle.getBundle("Main$Words", Locale.ROOT).getObject("asked"));
        System.out.println(names.get(Base.class.getAnnotation(Whole.class).one()) + " " + names.get(open(false).getAnnotation(Whole.class)) + " "
            + names.get(Base.class.getTypeParameters()[1]) + " " + names.get(ResourceBundle.getBundle("Main$Words", Locale.ROOT)));
        ResourceBundle.clearCache();
        same("bundle once the cache is cleared", bundle, ResourceBundle.getBundle("Main$Words", Locale.ROOT));
    }
}
