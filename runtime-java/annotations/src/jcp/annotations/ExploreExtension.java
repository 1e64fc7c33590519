package jcp.annotations;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/** Runs the methods with {@link Explore} of a class of JUnit 5. What prepares the method is run in each execution, so it is not run here. */
public final class ExploreExtension implements InvocationInterceptor {
    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
        Explore asked = method.getExecutable().getAnnotation(Explore.class);
        String unknown = Exploration.of(method.getTargetClass(), method.getExecutable().getName(), asked.value()).unknown();
        if (unknown != null) {
            throw new TestAbortedException(unknown);
        }
    }

    @Override
    public void interceptBeforeEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }

    @Override
    public void interceptAfterEachMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context) {
        invocation.skip();
    }
}
