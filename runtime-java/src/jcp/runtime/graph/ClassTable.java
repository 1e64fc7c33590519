package jcp.runtime.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.format.Sink;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.linking.MadeClasses;
import jcp.runtime.program.DefinedClasses;

/** The table of the captured objects' classes: each is entered when its index is first asked for. */
public final class ClassTable {
    /** Kinds of entries. */
    static final int NAMED = 0;
    static final int LAMBDA = 1;
    static final int PROXY = 2;

    public final Sink section = new Sink();
    public int count;
    /** The classes of objects that are found by name, those of anchors and leaves too. */
    public final List<Class<?>> named = new ArrayList<>();
    /** What {@link MadeClasses} says of each class that is made again. */
    public final List<String> made = new ArrayList<>();
    /** Names of the JDK's enums: their constants are stored by name, which the table does not say. */
    private final TreeMap<String, Boolean> enums = new TreeMap<>();

    int index(Layout layout) {
        if (layout.number < 0) {
            enter(layout);
        }
        return layout.number;
    }

    private void enter(Layout layout) {
        layout.number = count++;
        Class<?> type = layout.type;
        if (layout.treatment == Layout.Treatment.ENUM) {
            enums.put(type.getName(), true);
        }
        String[] recipe = LambdaClasses.recipe(type);
        if (recipe != null) {
            made.add(MadeClasses.describe(type));
            section.u1(LAMBDA);
            section.texts(recipe);
        } else if (Access.isProxy(type)) {
            made.add(MadeClasses.describe(type));
            section.u1(PROXY);
            section.texts(names(type.getInterfaces()));
        } else {
            named.add(type);
            section.u1(NAMED);
            section.text(ClassNames.of(type));
        }
        section.text(layout.fingerprint());
    }

    /** Whether a class of the application's loader would be found by its name, or is made again: lambdas, proxies and {@link DefinedClasses}. */
    static boolean isFound(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return !Access.isApplication(element) || element.isHidden() || Access.isProxy(element)
            || DefinedClasses.isDefined(element) || DefinedClasses.hasFile(element) || DefinedClasses.stands(element);
    }

    private static String[] names(Class<?>[] types) {
        String[] names = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            names[i] = types[i].getName();
        }
        return names;
    }

    public String[] enums() {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, Boolean> e : enums.entrySet()) {
            names.add(e.getKey());
        }
        return names.toArray(new String[0]);
    }
}
