import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls that no analysis of one method follows: function objects that the program keeps and passes on, through streams of the JDK. */
public class Main {
    interface Job {
        void run(int n);
    }

    static final List<Job> JOBS = new ArrayList<>();
    static int sum;

    static class Stages {
        private final List<Consumer<Job>> stages = new ArrayList<>();

        void with(Consumer<Job> stage) {
            stages.add(stage);
        }

        void all() {
            JOBS.stream().sorted((a, b) -> 0).forEach(this::one);
        }

        void finish(Consumer<Job> how, Job job) {
            how.accept(job);
        }

        private void one(Job job) {
            for (Consumer<Job> stage : stages) {
                stage.accept(job);
            }
        }
    }

    static class Adder implements Job {
        @Override
        public void run(int n) {
            sum += n;
            answer(n);
        }

        void answer(int n) {
            System.out.println("answer " + n + " " + sum);
        }
    }

    static class Last implements Job {
        @Override
        public void run(int n) {
            tell(n);
        }

        void tell(int n) {
            System.out.println("last " + n + " " + sum);
        }
    }

    static class Report implements Job {
        @Override
        public void run(int n) {
            tell(n);
        }

        void tell(int n) {
            System.out.println("report " + n + " " + sum);
        }
    }

    static void elsewhere() {
        System.out.println("elsewhere " + sum);
    }

    static void never() {
        System.out.println("never");
    }

    public static void main(String[] args) throws Exception {
        JOBS.add(n -> System.out.println("first " + n));
        JOBS.add(new Adder());
        JOBS.add(new Adder());
        JOBS.add(new Last());
        Stages stages = new Stages();
        stages.with(job -> job.run(1));
        stages.with(job -> job.run(2));
        stages.all();
        stages.finish(job -> job.run(3), new Report());
        Runnable task = args.length > 0 ? Main::never : Main::elsewhere;
        Thread thread = new Thread(task, "another");
        thread.start();
        thread.join();
        System.out.println("end " + sum);
    }
}
