import java.util.function.Function;
import java.util.function.Supplier;

/** The classic examples of context sensitivity, and one for each rule of the analysis: `analysis_points_to.rs`. */
public class Contexts {
    interface Num {
        int get();

        default int twice() {
            return get() * 2;
        }
    }

    static class One implements Num {
        public int get() {
            return 1;
        }
    }

    static class Two implements Num {
        public int get() {
            return 2;
        }

        public int twice() {
            return 4;
        }
    }

    static class Three extends Two { }

    static class Ids {
        public static void main(String[] args) {
            Num x = id(new One());
            Num y = id(new Two());
            x.get();
        }

        static Num id(Num n) {
            return n;
        }
    }

    static class Container {
        Num held;

        public static void main(String[] args) {
            Container first = newContainer(new One());
            Container second = newContainer(new Two());
            Num x = first.held;
            x.get();
        }

        static Container newContainer(Num p) {
            Container made = new Container();
            made.held = p;
            return made;
        }
    }

    /** Two receivers, of which each calls a factory, and one that makes the only object. */
    static class Factories {
        static Container only;

        Container own;

        static Container make() {
            return new Container();
        }

        static Container only() {
            if (only == null) {
                only = make();
            }
            return only;
        }

        void fill(Num p) {
            own = make();
            own.held = p;
            only().held = p;
        }

        public static void main(String[] args) {
            Factories first = new Factories();
            Factories second = new Factories();
            first.fill(new One());
            second.fill(new Two());
            Num x = first.own.held;
            x.get();
            Num y = only().held;
        }
    }

    static class A {
        Num f;

        void set(Num p) {
            doSet(p);
        }

        void doSet(Num p) {
            f = p;
        }

        public static void main(String[] args) {
            A first = new A();
            A second = new A();
            first.set(new One());
            second.set(new Two());
            Num x = first.f;
            x.get();
        }
    }

    static class C {
        public static void main(String[] args) {
            new C().m();
        }

        void m() {
            Num x = this.id(new One());
            Num y = this.id(new Two());
            x.get();
        }

        Num id(Num n) {
            return n;
        }
    }

    static class Makers {
        static class First {
            static A make() {
                return new A();
            }
        }

        static class Second {
            static A make() {
                return new A();
            }
        }

        public static void main(String[] args) {
            A first = First.make();
            A second = Second.make();
            first.set(new One());
            second.set(new Two());
            Num x = first.f;
            x.get();
        }
    }

    static class Fields {
        Num a;
        Num b;
        static Num s;
        static Num unset;

        public static void main(String[] args) {
            Fields p = new Fields();
            Fields q = new Fields();
            p.a = new One();
            p.b = new Two();
            q.a = new Three();
            Num pa = p.a;
            Num pb = p.b;
            Num qa = q.a;
            Num qb = q.b;
            store(new One());
            Num fromStatic = s;
            Num nothing = unset;
            Num[] array = new Num[2];
            Num[] other = new Num[1];
            array[0] = new One();
            array[1] = new Two();
            other[0] = new Three();
            Num element = array[0];
            Num otherElement = other[0];
            Object any = args.length > 0 ? p : args.length > 1 ? new Two() : new One();
            Two cast = (Two) any;
            Object[] covariant = new One[1];
            covariant[0] = any;
            Object stored = covariant[0];
        }

        static void store(Num n) {
            s = n;
        }
    }

    static class Failure extends RuntimeException { }

    static class Other extends RuntimeException { }

    static class Special extends Failure { }

    static class Exceptions {
        public static void main(String[] args) {
            try {
                try {
                    raise(args.length);
                } catch (Failure inner) {
                    Failure caught = inner;
                    throw new Special();
                } catch (IllegalStateException never) {
                    RuntimeException unreached = never;
                }
            } catch (Special outer) {
                Special special = outer;
            } catch (RuntimeException rest) {
                RuntimeException others = rest;
            }
        }

        static void raise(int n) {
            if (n > 0) {
                throw new Failure();
            }
            throw new Other();
        }
    }

    static class Lazy {
        static Num made = new Two();
        int unused;
    }

    static class Untouched {
        static Num made = new Three();
    }

    static class Initialisers {
        public static void main(String[] args) {
            Num x = Lazy.made;
            Untouched none = null;
        }
    }

    static class Dispatch {
        public static void main(String[] args) {
            Num one = new One();
            Num three = new Three();
            Num either = args.length > 0 ? one : three;
            onInterface(one);
            inherited(new Three());
            either.twice();
        }

        static void onInterface(Num n) {
            n.twice();
        }

        static void inherited(Two n) {
            n.get();
        }
    }

    static class Threads {
        static class Task implements Runnable {
            public void run() {
                ran();
            }

            void ran() { }
        }

        static class Never implements Runnable {
            public void run() { }
        }

        static class Worker extends Thread {
            @Override
            public void run() { }
        }

        public static void main(String[] args) {
            new Thread(new Task()).start();
            new Worker().start();
            new Never();
        }
    }

    static class Finalizers {
        static Object last;

        @Override
        protected void finalize() {
            last = this;
        }

        public static void main(String[] args) {
            new Finalizers();
        }
    }

    static class Lambdas {
        public static void main(String[] args) {
            Num one = new One();
            Supplier<Num> capturing = () -> one;
            Num captured = capturing.get();
            Function<Num, Num> identity = n -> n;
            Num passed = identity.apply(new Two());
            Supplier<Num> constructor = Three::new;
            Num made = constructor.get();
            Function<Num, Object> unbound = Num::get;
            unbound.apply(new Two());
            Num x = keep(new One()).get();
            Num y = keep(new Two()).get();
        }

        static Supplier<Num> keep(Num n) {
            return () -> n;
        }
    }

    static class Markers {
        interface Marker {
            default int described() {
                return 1;
            }
        }

        public static void main(String[] args) {
            Supplier<Num> both = (Supplier<Num> & Marker) () -> new One();
            both.get().get();
            Object any = both;
            Marker marker = (Marker) any;
            marker.described();
            Object cast = (Supplier<?>) (Object) marker;
            Object wrong = (Runnable) any;
        }
    }

    static class Chains {
        public static void main(String[] args) {
            Function<Num, Num> chain = n -> n;
            for (String arg : args) {
                chain = chain.andThen(chain);
            }
            Num x = chain.apply(new One());
        }
    }

    static class Shared {
        interface Task {
            Num run(Num n);
        }

        static class Plain implements Task {
            public Num run(Num n) {
                return n;
            }
        }

        static class Again implements Task {
            public Num run(Num n) {
                return n;
            }
        }

        static class Failing implements Task {
            public Num run(Num n) {
                throw new Failure();
            }
        }

        static class Third implements Task {
            public Num run(Num n) {
                return new Three();
            }
        }

        public static void main(String[] args) {
            Task[] tasks = {new Plain(), new Again(), new Failing(), new Third()};
            Object x = run(tasks[args.length], new One());
            Object y = run(tasks[args.length], new Two());
        }

        static Object run(Task task, Num n) {
            try {
                return task.run(n);
            } catch (Failure failure) {
                return failure;
            }
        }
    }
}
