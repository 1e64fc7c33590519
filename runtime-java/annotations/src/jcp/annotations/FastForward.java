package jcp.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A checkpoint is taken at the end of this method, and a later run of the tests starts there.
 *
 * <p>The method is one that a test class has or inherits: one that runs before all tests or before each (then its first call
 * counts), or one that a long test calls for its preparation. A class has one such method. jcp's plug-ins look at the
 * annotation's simple name alone, so a project may as well have one of its own; nothing looks at it while tests run.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
public @interface FastForward {}
