/** The chain runs inside try blocks with finally clauses that return, rethrow and change what is returned. */
public class Main {
    private int closed;

    private class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() throws Exception {
            System.out.println("close " + name + " " + ++closed);
            if (closed == 2) {
                throw new Exception("cannot close " + name);
            }
        }
    }

    public static void main(String[] args) {
        Main main = new Main();
        for (int round = 0; round < 3; round++) {
            try {
                System.out.println(round + " " + main.guarded(round));
            } catch (Exception e) {
                System.out.println(e.getMessage() + " " + e.getSuppressed().length);
            }
        }
    }

    @SuppressWarnings("finally")
    int guarded(int round) throws Exception {
        int result = -1;
        try (Resource outer = new Resource("outer"); Resource inner = new Resource("inner")) {
            result = work(round, outer.name + inner.name);
            return result;
        } finally {
            System.out.println("finally " + result);
            if (round == 2) {
                return 99;
            }
        }
    }

    private int work(int round, String names) {
        System.out.println("before " + names);
        int length = names.length() * round; // here
        if (round == 1) {
            throw new IllegalStateException("round " + round);
        }
        return length;
    }
}
