import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The values of an annotation are made when it is asked for. */
public class Annotated {
    static int level = 1;

    enum Mode {
        FIRST, SECOND;

        static {
            System.out.println("initialised at " + level);
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Runs {
        Mode value() default Mode.SECOND;
    }

    @Runs
    static class Marked {}

    public static void main(String[] args) {
        level = 99;
        System.out.println("checkpoint"); // annotated
        for (Annotation annotation : Marked.class.getAnnotations()) {
            System.out.println(annotation.annotationType().getSimpleName());
        }
    }
}
