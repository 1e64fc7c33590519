/** Extends the one of its loader. */
public class Under extends Base {
    static final Object KEY = new Object();

    @Override
    protected String more() {
        return "under " + super.more() + (KEY.hashCode() == KEY.hashCode() ? "" : "?");
    }
}
