package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Set;
import jcp.runtime.environment.Environment;
import jcp.runtime.files.StandardInput;
import jcp.runtime.format.CheckpointFile;
import jcp.runtime.format.Key;
import jcp.runtime.frames.Activations;
import jcp.runtime.frames.Passing;
import jcp.runtime.frames.Selectors;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Waiters;
import jcp.runtime.frames.Workers;
import jcp.runtime.graph.Anchors;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.CompleteFrames;
import jcp.runtime.jvm.Opening;
import jcp.runtime.program.ClassPathContents;
import jcp.runtime.program.Hidden;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Surroundings;
import jcp.runtime.report.Problem;

/** What a capturing run begins with: its plans and regions, and room for the frames of the chain. */
final class Beginning {
    /** How many frames there are when a run that the JVM has started begins: this one, two of the run, the hook, main. */
    private static final int WITH_MAIN = 5;

    /** The first region's plan. */
    final Plan plan;
    final Started[] regions;
    /** Where a region has an end; else null. */
    final Turns turns;
    final Selectors selectors;
    final Shadow shadow;
    final Passing passing;
    /** Why the JVM does not tell all values of the JDK's frames; null if it does, or nobody asks. */
    final String incomplete;
    /** Where the chain starts below main: the entries of its root, and the program's literals; else null. */
    final Activations activations;
    final Set<String> literals;

    /** Why a run cannot begin. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        final transient Problem problem;

        Refused(Problem problem) {
            super(null, null, false, false);
            this.problem = problem;
        }
    }

    private Beginning(Plan plan, Started[] regions, Turns turns) throws IOException {
        this.plan = plan;
        this.regions = regions;
        this.turns = turns;
        shadow = new Shadow(plan.nodes.size());
        passing = new Passing(plan);
        incomplete = plan.works ? CompleteFrames.begin() : null;
        if (!plan.below) {
            passing.note(0);
        }
        selectors = new Selectors(plan);
        if (!plan.threads.isEmpty()) {
            CompleteFrames.keepLocals(); // else compiled code drops the tasks that it runs
            Workers.prepare();
            Waiters.prepare();
            passing.prepare();
        }
        activations = plan.below ? new Activations(plan) : null;
        literals = plan.below ? Plan.literals() : null;
    }

    /** Called by the run, which a hook has called, which main has called. */
    static Beginning begin() throws Exception {
        Plan plan = Plan.read(1);
        String missing = Opening.open();
        refuseIf(missing == null ? null : new Problem("jcp", missing, "put one of these options before -jar or before the name of the main class"));
        refuseIf(ClassPathContents.difference(plan)); // first, as checkpoints of before may be wanted for --since
        refuseIf(Key.problem()); // before an older checkpoint is removed
        Started[] regions = new Started[plan.regions];
        Turns turns = null;
        File file = null;
        try {
            for (int i = 0; i < regions.length; i++) {
                Plan each = i == 0 ? plan : Plan.read(i + 1);
                File named = each.checkpoint();
                refuseIf(!named.exists() || named.isFile() ? null
                    : new Problem(named.getPath(), "it is not a regular file, so that the checkpoint cannot be written",
                        "name another file with -Djcp.checkpoint=FILE"));
                refuseIf(Instances.problem(each));
                file = named;
                regions[i] = new Started(each, named);
            }
            turns = plan.takesTurns && !Instances.counts() ? Turns.begin(plan) : null;
        } catch (FileSystemException e) {
            throw new Refused(CheckpointFile.unwritable(file, e));
        }
        refuseIf(Surroundings.begin(plan));
        Hidden.prepare(plan, new Asked());
        refuseIf(wrongStack(plan, new Throwable().getStackTrace()));
        Beginning begun = new Beginning(plan, regions, turns);
        Anchors.begin();
        Environment.begin();
        StandardInput.note();
        return begun;
    }

    private static void refuseIf(Problem problem) throws Refused {
        if (problem != null) {
            throw new Refused(problem);
        }
    }

    private static Problem wrongStack(Plan plan, StackTraceElement[] stack) {
        if (stack.length == 0) {
            return new Problem("jcp", "the JVM gives no stack traces", "run the JVM without -XX:-StackTraceInThrowable");
        }
        return stack.length == WITH_MAIN || isLaunched(stack) ? null : new Problem(
            plan.chain.get(0).type.replace('/', '.'),
            "main was called by " + stack[WITH_MAIN] + ", not by the JVM",
            "instrument again, and give the class that the JVM starts as --main");
    }

    /** Whether main was called by the launcher of an executable jar: above it are frames of the JDK and of the JVM's own loader. */
    private static boolean isLaunched(StackTraceElement[] stack) {
        boolean launched = Loaders.launched();
        for (int i = WITH_MAIN; i < stack.length; i++) {
            launched &= stack[i].getModuleName() != null || "app".equals(stack[i].getClassLoaderName());
        }
        return launched;
    }

    /** The snapshot asks for classes that could not be read. */
    private static final class Asked implements Hidden.Unread {
        @Override
        public void loads(String type) {}
    }
}
