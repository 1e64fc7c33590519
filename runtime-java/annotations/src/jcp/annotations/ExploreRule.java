package jcp.annotations;

import org.junit.AssumptionViolatedException;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/** Runs the methods with {@link Explore} of a class of JUnit 4: {@code @Rule public final ExploreRule explore = new ExploreRule();}. */
public final class ExploreRule implements TestRule {
    @Override
    public Statement apply(Statement base, Description test) {
        Explore asked = test.getAnnotation(Explore.class);
        return asked == null ? base : new Statement() {
            @Override
            public void evaluate() {
                String unknown = Exploration.of(test.getTestClass(), test.getMethodName(), asked.value()).unknown();
                if (unknown != null) {
                    throw new AssumptionViolatedException(unknown);
                }
            }
        };
    }
}
