import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Actor programs that searches of schedules are measured with (Albert et al., CAV 2017, Table 2; most are from Tasharofi et al., FORTE 2012), with real threads:
 * an actor is a thread with a queue, from which it takes one message after another.
 */
public class Actors {
    interface Body {
        void run() throws Exception;
    }

    private static final List<Thread> actors = new ArrayList<>();
    static int[] results;

    public static void main(String[] args) throws Exception {
        int n = Integer.parseInt(args[1]);
        results = new int[n];
        switch (args[0]) {
            case "fib" -> fib(n);
            case "qsort" -> qsort(n);
            case "pi" -> pi(n);
            case "psort" -> psort(n);
            case "reg" -> reg(n);
            case "chameneos" -> chameneos(n);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** The n-th number of Fibonacci: an actor for each call, which waits for two numbers and sends their sum. */
    private static void fib(int n) throws Exception {
        BlockingQueue<Integer> result = new LinkedBlockingQueue<>();
        fib(n, result);
        run();
        results[0] = result.take();
    }

    private static void fib(int n, BlockingQueue<Integer> result) {
        if (n < 2) {
            actor(() -> result.put(1));
            return;
        }
        BlockingQueue<Integer> own = new LinkedBlockingQueue<>();
        actor(() -> {
            int sum = own.take() + own.take();
            result.put(sum);
        });
        fib(n - 1, own);
        fib(n - 2, own);
    }

    /** Sorts n numbers: an actor for each part, which sends the smaller and the larger ones on, and waits for both parts. */
    private static void qsort(int n) throws Exception {
        int[] numbers = new int[n];
        for (int i = 0; i < n; i++) {
            numbers[i] = number(i, n);
        }
        BlockingQueue<int[]> result = new LinkedBlockingQueue<>();
        qsort(numbers, result);
        run();
        results = result.take();
    }

    private static void qsort(int[] numbers, BlockingQueue<int[]> result) {
        if (numbers.length < 2) {
            actor(() -> result.put(numbers));
            return;
        }
        int pivot = numbers[0];
        int[] rest = Arrays.copyOfRange(numbers, 1, numbers.length);
        BlockingQueue<int[]> own = new LinkedBlockingQueue<>();
        actor(() -> {
            int[] one = own.take();
            int[] other = own.take();
            boolean isSmaller = one.length > 0 ? one[0] < pivot : other.length > 0 && other[0] > pivot;
            int[] first = isSmaller ? one : other;
            int[] last = isSmaller ? other : one;
            int[] sorted = new int[numbers.length];
            System.arraycopy(first, 0, sorted, 0, first.length);
            sorted[first.length] = pivot;
            System.arraycopy(last, 0, sorted, first.length + 1, last.length);
            result.put(sorted);
        });
        qsort(Arrays.stream(rest).filter(it -> it < pivot).toArray(), own);
        qsort(Arrays.stream(rest).filter(it -> it > pivot).toArray(), own);
    }

    /** n workers each send a part of a sum to one actor. */
    private static void pi(int n) throws Exception {
        BlockingQueue<Integer> parts = new LinkedBlockingQueue<>();
        actor(() -> {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += parts.take();
            }
            results[0] = sum;
        });
        for (int i = 0; i < n; i++) {
            int part = 4_000_000 * (i % 2 == 0 ? 1 : -1) / (2 * i + 1);
            actor(() -> parts.put(part));
        }
        run();
    }

    /** Sorts n numbers in a chain: each actor keeps the least one that it is sent. */
    private static void psort(int n) throws Exception {
        BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        BlockingQueue<Integer> first = queue;
        actor(() -> {
            for (int i = 0; i < n; i++) {
                first.put(number(i, n));
            }
        });
        for (int k = 0; k < n; k++) {
            int at = k;
            BlockingQueue<Integer> own = queue;
            BlockingQueue<Integer> next = new LinkedBlockingQueue<>();
            actor(() -> {
                int least = own.take();
                for (int i = at + 1; i < n; i++) {
                    int number = own.take();
                    next.put(Math.max(least, number));
                    least = Math.min(least, number);
                }
                results[at] = least;
            });
            queue = next;
        }
        run();
    }

    /** n students want one of two places of a course: its actor answers each who came in time. */
    private static void reg(int n) throws Exception {
        BlockingQueue<Integer> course = new LinkedBlockingQueue<>();
        List<BlockingQueue<Boolean>> answers = new ArrayList<>();
        actor(() -> {
            for (int free = 2, i = 0; i < n; i++, free--) {
                answers.get(course.take()).put(free > 0);
            }
        });
        for (int i = 0; i < n; i++) {
            int student = i;
            BlockingQueue<Boolean> own = new LinkedBlockingQueue<>();
            answers.add(own);
            actor(() -> {
                course.put(student);
                results[student] = own.take() ? 1 : 0;
            });
        }
        run();
    }

    /** n creatures of three colours meet in pairs at a place; both then have the third colour, or keep theirs. */
    private static void chameneos(int n) throws Exception {
        BlockingQueue<Integer> place = new LinkedBlockingQueue<>();
        List<BlockingQueue<Integer>> answers = new ArrayList<>();
        actor(() -> {
            for (int i = 0; i < n / 2; i++) {
                int one = place.take();
                int other = place.take();
                answers.get(one).put(other % 3);
                answers.get(other).put(one % 3);
            }
        });
        for (int i = 0; i < n; i++) {
            int creature = i;
            BlockingQueue<Integer> own = new LinkedBlockingQueue<>();
            answers.add(own);
            actor(() -> {
                place.put(creature);
                int colour = own.take();
                results[creature] = colour == creature % 3 ? colour : 3 - colour - creature % 3;
            });
        }
        run();
    }

    /** The numbers below n from the middle to both ends. */
    private static int number(int i, int n) {
        return i % 2 == 0 ? n / 2 + i / 2 : n / 2 - 1 - i / 2;
    }

    private static void actor(Body body) {
        actors.add(new Thread(() -> {
            try {
                body.run();
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        }));
    }

    private static void run() throws InterruptedException {
        for (Thread thread : actors) {
            thread.start();
        }
        for (Thread thread : actors) {
            thread.join();
        }
    }
}
