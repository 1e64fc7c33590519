package lib;

/** Loaded after the checkpoint. */
public class Late {
    public static final String TEXT = "late " + Library.SEEN.size();
}
