package jcp.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * This test method is run by {@code jcp explore --test}, under every schedule of its threads that matters, in place of once.
 *
 * <p>With JUnit 5 the annotation is enough. A class of JUnit 4 has an {@link ExploreRule} besides. The test fails if a schedule does, with that schedule in its message.
 * It is aborted if not every schedule could be run, or if the command jcp is not there.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ExploreExtension.class)
public @interface Explore {
    /** Options of {@code jcp explore}, such as {@code {"--preemptions", "2"}}. */
    String[] value() default {};
}
