package jcp.explore;

/**
 * Calls on an executor about its end: each is a step of the executor as a whole.
 */
final class Ends {
    private Ends() {}

    /** Before it is shut down. */
    static void shuts(Modelled executor) {
        Run run = Hooks.task().run;
        run.point(Hooks.task(), Op.always("shutdown", Effects.writing(run.names.of(executor, -2))));
    }

    /** Before a call that asks how far it is. */
    static void asked(Modelled executor, String text) {
        Run run = Hooks.task().run;
        run.point(Hooks.task(), Op.always(text, Effects.reading(run.names.of(executor, -2))));
    }
}
