/** Calls main, so that a chain may start below it; with an argument the agent is loaded above the chain. */
public class Below {
    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Main.attach();
        }
        Main.main(args);
    }
}
