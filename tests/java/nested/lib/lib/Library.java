package lib;

import java.util.ArrayList;
import java.util.List;

public class Library implements Runnable {
    static final List<String> SEEN = new ArrayList<>();

    public static List<String> seen() {
        SEEN.add("s" + SEEN.size());
        return SEEN;
    }

    public static int work(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        SEEN.add("worked");
        return sum;
    }

    @Override
    public void run() {
        System.out.println("service " + SEEN.size());
    }
}
