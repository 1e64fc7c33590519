/** Prints which method each call runs; the same is asked of method selection. */
public class Dispatch {
    interface I {
        default String name() {
            return "I.name";
        }
    }

    interface J extends I {
        @Override
        default String name() {
            return "J.name";
        }
    }

    static class A implements I {}

    static class B extends A implements J {}

    static class C extends B {
        @Override
        public String name() {
            return "C.name";
        }
    }

    static class D extends C implements I {}

    abstract static class E {
        String hidden() {
            return "E.hidden";
        }

        private String own() {
            return "E.own";
        }

        String callOwn(E other) {
            return other.own();
        }

        public abstract String must();
    }

    static class F extends E {
        @Override
        String hidden() {
            return "F.hidden";
        }

        String own() {
            return "F.own";
        }

        @Override
        public String must() {
            return "F.must";
        }
    }

    static class G extends F implements K {}

    interface K {
        default String must() {
            return "K.must";
        }
    }

    public static void main(String[] args) {
        I[] all = {new A(), new B(), new C(), new D()};
        for (I i : all) System.out.println(i.getClass().getName() + " name " + i.name());
        E[] others = {new F(), new G()};
        for (E e : others) {
            System.out.println(e.getClass().getName() + " hidden " + e.hidden());
            System.out.println(e.getClass().getName() + " own " + e.callOwn(e));
            System.out.println(e.getClass().getName() + " must " + e.must());
        }
        p.Base[] bases = {new p.Base(), new q.Derived(), new p.Again()};
        for (p.Base b : bases) System.out.println(b.getClass().getName() + " local " + b.call());
    }
}
