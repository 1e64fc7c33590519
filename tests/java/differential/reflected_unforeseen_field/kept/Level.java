package kept;

public class Level {
    public static int level = 1;
}
