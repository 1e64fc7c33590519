import java.util.ListResourceBundle;

public class Texts extends ListResourceBundle {
    static String greeting;

    @Override
    protected Object[][] getContents() {
        return new Object[][] {{"greeting", greeting}};
    }
}
