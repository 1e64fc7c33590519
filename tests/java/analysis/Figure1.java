import java.util.*; class G {
    static G instance = new G();
    Options op;
    static G v() { return instance; }
    Options soot_options_Options() {
        if (op == null) op = new Options();
        return op;
    }
}
class Options {
    static Options v() {
        G g = G.v();
        return g.soot_options_Options();
    }
    boolean parse(String[] args) { return args.length > 0; } boolean whole_jimple() { return true; }
}
class Figure1 {
    void processCmdLine(String[] args) {
        Options.v().parse(args);
    }
    void run(String[] args) {
        processCmdLine(args);
        loadNecessaryClasses();
        Set<String> wp_packs = getWpacks();
        Set<String> body_packs = getBpacks();
        if (Options.v().whole_jimple()) {
            getPack("cg").apply();
            // --- checkpoint: the next instruction is that of line 29
            getPack("wjtp").apply();
            getPack("wjop").apply();
            getPack("wjap").apply();
        }
        retrieveAllBodies();

        for (Iterator<String> i = body_packs.iterator();
             i.hasNext();) {
            String s = i.next();
            getPack(s).apply();
        }
    }
    public static void main(String[] args) {
        Figure1 m = new Figure1();
        if (args.length != 0)
            m.run(args);
    }
    static class Pack { void apply() {} }
    static void loadNecessaryClasses() {}
    static void retrieveAllBodies() {}
    static Pack getPack(String name) { return G.instance == null ? null : new Pack(); }
    static Set<String> getWpacks() { return new HashSet<>(); }
    static Set<String> getBpacks() { return new HashSet<>(); }
}
