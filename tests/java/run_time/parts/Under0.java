/** Extends a class that is copied, so that a copy extends the copy. */
class Under0 extends Maker0 {
    static long under = Defined.begun * 100L;

    @Override
    Object text() {
        return under + super.text().toString();
    }
}
