/** Has a lambda. */
class Under0 extends Maker0 {
    @Override
    Object text() {
        java.util.function.Supplier<String> text = () -> "of a lambda";
        return text.get();
    }
}
