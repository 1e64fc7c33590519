/** Every kind of control flow in one method; the result depends on each branch. */
public final class Far {
    static int calls;

    static int f(int n) {
        calls++;
        return n * 31 + 7;
    }

    static long run(int seed, Object lock) {
        long sum = seed;
        for (int i = 0; i < 5; i++) {
            try {
                switch (i) {
                    case 0 -> sum += f(i);
                    case 1 -> sum ^= 17;
                    case 3 -> throw new IllegalStateException(sum > 0 ? "positive" : "negative");
                    default -> sum *= 3;
                }
                if (sum % 2 == 0 && i != 4 || seed < -100) {
                    sum = sum / 2 - 1;
                } else {
                    double half = sum * 0.5;
                    sum += half > 10.0 ? (long) half : f(-i);
                }
            } catch (IllegalStateException e) {
                sum += e.getMessage().length();
            } finally {
                sum++;
            }
            String text = new String(i == 2 ? new char[] {'a'} : null == lock ? new char[0] : new char[] {'b', 'c'});
            synchronized (text) {
                sum = sum * 5 + text.hashCode();
            }
            switch (text) {
                case "a":
                    sum--;
                    continue;
                case "bc":
                    sum += 2;
                    break;
                default:
                    break;
            }
            int[] data = {1, i, 3};
            do {
                sum += data[i % 3];
            } while (++data[0] < 4);
        }
        return sum;
    }

    public static void main(String[] args) {
        for (int seed = -200; seed <= 200; seed += 50) {
            System.out.println(seed + " " + run(seed, seed % 100 == 0 ? null : "lock") + " " + calls);
        }
    }
}
