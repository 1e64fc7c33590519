/** The chain lies in a catch block, a finally block and a try-with-resources; callees throw after the checkpoint. */
public class Main {
    static class Resource implements AutoCloseable {
        final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            System.out.println("close " + name);
        }
    }

    public static void main(String[] args) {
        String state = "start";
        try {
            try {
                throw new IllegalStateException("first");
            } catch (IllegalStateException e) {
                state += " caught " + e.getMessage();
                state += cleanup(state);
            } finally {
                System.out.println("finally " + state);
            }
        } catch (RuntimeException e) {
            System.out.println("outer " + e.getMessage() + " " + state);
            for (StackTraceElement frame : e.getStackTrace()) {
                System.out.println("  " + frame);
            }
        }
        System.out.println("end " + state);
    }

    static String cleanup(String state) {
        int tries = 0;
        try (Resource first = new Resource("first"); Resource second = new Resource("second" + state.length())) {
            tries++;
            try {
                tries += fail(state, tries);
            } finally {
                System.out.println(first.name + second.name);
            }
            return "unreachable";
        } catch (IllegalArgumentException e) {
            System.out.println("tries " + tries + " " + e.getMessage());
            throw new RuntimeException("again " + state, e);
        }
    }

    static int fail(String state, int tries) {
        System.out.println("before");
        if (state.isEmpty() || tries < 1) { // here
            return 0;
        }
        throw new IllegalArgumentException("bad " + tries);
    }
}
