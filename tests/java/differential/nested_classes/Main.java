import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Inner, local and anonymous classes that hold their outer objects and captured variables. */
public class Main {
    private int value = 5;

    private class Inner {
        private int own = value + 1;

        private class Deeper {
            int sum() {
                return value + own;
            }
        }

        int run(List<Runnable> later) {
            Deeper deeper = new Deeper();
            later.add(() -> own += deeper.sum());
            return finish(deeper, later);
        }

        private int finish(Deeper deeper, List<Runnable> later) {
            System.out.println("before " + deeper.sum());
            value++; // here
            later.forEach(Runnable::run);
            System.out.println("after " + deeper.sum() + " " + own);
            return deeper.sum();
        }
    }

    public static void main(String[] args) {
        Main main = new Main();
        int seed = 10;
        class Local implements Iterator<Integer> {
            private int left = 3;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public Integer next() {
                return seed * main.value + left--;
            }
        }
        Local local = new Local();
        local.next();
        List<Runnable> later = new ArrayList<>();
        later.add(new Runnable() {
            private int calls;

            @Override
            public void run() {
                main.value += ++calls + seed;
            }
        });
        int result = main.new Inner().run(later);
        local.forEachRemaining(next -> System.out.println("next " + next));
        later.get(0).run();
        System.out.println(result + " " + main.value);
    }
}
