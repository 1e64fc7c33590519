package jcp.runtime.kinds;

import java.lang.ref.WeakReference;
import java.util.function.BooleanSupplier;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * Loggers that the JDK's own modules ask {@code System.getLogger} for: a name and a module of the JDK's. Such a logger looks for what it logs
 * with when it is first used; the copy has done so if the original had, since that takes identity hashes.
 *
 * <p>Left out, hence refused: loggers that log with an object of the program, and those of a module that is still being loaded.
 */
public final class LazyLoggers extends Kind {
    private static final String LAZY = "jdk.internal.logger.LazyLoggers";
    private static final String USED = "used";

    private static Object accessor(Object logger) {
        return Access.getField(logger, logger.getClass().getSuperclass(), "loggerAccessor");
    }

    @Override
    public String[] toText(Object o) {
        Object accessor = accessor(o);
        Class<?> type = accessor.getClass();
        Module module = (Module) ((WeakReference<?>) Access.getField(accessor, type, "moduleRef")).get();
        boolean found = module != null && module.isNamed() && ModuleLayer.boot().findModule(module.getName()).orElse(null) == module;
        Object logsWith = Access.getField(accessor, type, "w");
        if (!found || Access.getField(accessor, type, "isLoadingThread") != null || logsWith != null && !Access.isJdk(logsWith.getClass())) {
            return null;
        }
        return new String[] {"lazy logger", (String) Access.getField(accessor, type, "name"), module.getName(), logsWith == null ? "" : USED};
    }

    @Override
    public Object fromText(String[] text) throws ReflectiveOperationException {
        Module module = ModuleLayer.boot().findModule(text[2]).orElse(null);
        if (module == null) {
            throw new ClassNotFoundException("module " + text[2]);
        }
        Object logger = Access.method(Access.jdk(LAZY), "makeLazyLogger", String.class, Module.class, BooleanSupplier.class)
            .invoke(null, text[1], module, null);
        if (text[3].equals(USED)) {
            Object accessor = accessor(logger);
            Access.call(accessor, accessor.getClass(), "wrapped");
        }
        return logger;
    }
}
