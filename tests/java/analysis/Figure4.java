import java.util.*;

class Figure4 {
    public static void main(String[] args) {
        Set<String> hs = new HashSet<>();
        B b = new B(hs);
        b.m(); // call
        if (hs == b.s) {
            System.out.println("same");
        }
    }

    static class B {
        Set<String> s;

        B(Set<String> s) {
            this.s = s;
        }

        void m() {
            B r0 = this;
            r0.s = new HashSet<>();
            r0.s.add(""); // checkpoint
        }
    }
}
