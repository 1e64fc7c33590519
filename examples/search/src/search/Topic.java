package search;

/** What a document is about. */
enum Topic {
    ARTS("a"),
    LETTERS("l"),
    SCIENCE("s") {
        @Override
        double weight() {
            return 1.25;
        }
    },
    TRAVEL("t");

    private final String mark;

    Topic(String mark) {
        this.mark = mark;
    }

    double weight() {
        return 1;
    }

    String mark() {
        return mark;
    }

    static Topic of(int number) {
        return values()[Math.floorMod(number, values().length)];
    }
}
