import java.util.ArrayList;
import java.util.List;

/** The root is called by a class initialiser, which runs in the replay too: its class counts as initialised. */
public class Main {
    public static void main(String[] args) {
        Holder.touch();
        System.out.println("done " + Holder.count);
    }
}

class Holder {
    static int count = 1;
    static List<String> list = new ArrayList<>();
    static final Worker WORKER = new Worker();

    static {
        WORKER.run();
        System.out.println("end " + count + list);
    }

    static void touch() {}
}

class Worker {
    void run() {
        Holder.count = 5;
        Holder.list.add("x");
        System.out.println("before"); // here
        System.out.println(Holder.count + " " + Holder.list);
    }
}
