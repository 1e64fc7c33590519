/** Checkpoint inside switches over ints, strings and enums within loops; the third arrival is meant. */
public class Main {
    enum Color { RED, GREEN { @Override int weight() { return 20; } }, BLUE; int weight() { return ordinal(); } }

    public static void main(String[] args) {
        int total = 0;
        for (String word : new String[] {"one", "two", "three", "two", "five", "two"}) {
            switch (word) {
                case "one":
                    total += 1;
                    break;
                case "two":
                    total += pick(Color.values()[total % 3], word, total);
                    break;
                default:
                    total += 100;
            }
            System.out.println(word + " " + total);
        }
    }

    static int pick(Color color, String word, int total) {
        int result = 0;
        switch (color) {
            case RED -> result = 1;
            case GREEN -> {
                do {
                    result += color.weight();
                    switch (result % 5) {
                        case 0:
                            result++;
                        case 3:
                            System.out.println("arrival " + word + result); // here
                            break;
                        default:
                            result += 2;
                    }
                } while (result < 60);
            }
            case BLUE -> result = total;
        }
        return result + (word == "two" ? 1000 : 0);
    }
}
