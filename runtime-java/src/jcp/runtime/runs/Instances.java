package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.program.Plan;
import jcp.runtime.report.RefusedNote;
import jcp.runtime.report.Settings;

/**
 * Which arrivals at the checkpoint are captured, and in which files their checkpoints lie. One arrival lies in the file that the
 * plan names, {@code NAME.jcp}; where several may be captured, the one with the number N lies in {@code NAME.N.jcp}.
 *
 * <p>Kinds: {@code N} (that one), {@code last} (each one replaces the one before), {@code every:K} (each K-th),
 * {@code every:Ss} (the first one when S seconds have gone by since the start, or since the last capture).
 */
public final class Instances {
    private static final long SECOND = 1_000_000_000L;

    private final File base;
    private final boolean several;
    /** The arrivals that are captured are a multiple of it; 0 if {@link #seconds} count. */
    private long step = 1;
    private long seconds;
    /** The only one that is captured, or 0. */
    private long only;
    /** How many checkpoints stay. */
    private final int keep;
    private boolean stopped;
    private long since = System.nanoTime();
    /** Of this run, the oldest first. */
    private final ArrayDeque<File> written = new ArrayDeque<>();

    Instances(Plan plan, File base) {
        this.base = base;
        keep = plan.keep;
        several = several(plan);
        String kind = plan.instance;
        if (kind.startsWith("every:") && kind.endsWith("s")) {
            step = 0;
            seconds = Long.parseLong(kind.substring(6, kind.length() - 1));
        } else if (kind.startsWith("every:")) {
            step = Long.parseLong(kind.substring(6));
        } else if (!kind.equals("last")) {
            only = Long.parseLong(kind);
        }
    }

    private static boolean several(Plan plan) {
        return plan.instance.startsWith("every:");
    }

    /** Removes the checkpoints of an earlier run. */
    void removeOld() throws IOException {
        RefusedNote.remove(base);
        RefusedNote.removeThreads(base);
        Settings.remove(base);
        for (long number : several ? numbers(base) : List.<Long>of()) {
            RefusedNote.remove(numbered(base, number));
            Settings.remove(numbered(base, number));
        }
    }

    /** Whether an arrival is captured. */
    boolean wants(long arrival) {
        if (stopped) {
            return false;
        }
        return only > 0 ? arrival == only : step > 0 ? arrival % step == 0 : System.nanoTime() - since >= seconds * SECOND;
    }

    /**
     * Whether an entry of the chain's root may lead to an arrival that is captured, after this one; {@code once}: it leads to
     * one arrival at most.
     */
    boolean mayWant(long arrival, boolean once) {
        return once && step > 0 ? wants(arrival + 1) : wantsAfter(arrival);
    }

    /** Whether arrivals after this one may be captured. */
    boolean wantsAfter(long arrival) {
        return !stopped && (only == 0 || only > arrival);
    }

    /** Where the checkpoint of an arrival is written. */
    File file(long arrival) {
        return several ? numbered(base, arrival) : base;
    }

    /** A checkpoint was written. Those beyond what is kept go. */
    void written(long arrival) {
        since = System.nanoTime();
        if (several) {
            written.add(file(arrival));
            while (written.size() > keep) {
                written.remove().delete();
            }
        }
    }

    /** There is no checkpoint of this arrival, and where it is not one of several, there will be none. */
    void refused(long arrival) {
        since = System.nanoTime();
        if (!several) {
            stopped = true;
            base.delete();
        } else {
            file(arrival).delete();
        }
    }

    /** The file that a replay starts from: of the instance that the user names, else the one that the plan names, else the newest. */
    static File chosen(Plan plan, File base) {
        String wanted = Settings.get("jcp.instance", "JCP_INSTANCE");
        if (wanted != null) {
            boolean isNumber = wanted.matches("[0-9]{1,18}");
            return !isNumber ? new File(base.getParentFile(), wanted) : isOnly(plan, wanted) ? base : numbered(base, Long.parseLong(wanted));
        }
        if (base.isFile()) {
            return base;
        }
        List<Long> numbers = several(plan) ? numbers(base) : List.of();
        long newest = 0;
        for (long number : numbers) {
            newest = Math.max(newest, number);
        }
        return newest > 0 ? numbered(base, newest) : base;
    }

    /** Whether the plan captures this arrival alone. */
    private static boolean isOnly(Plan plan, String number) {
        return !several(plan) && !plan.instance.equals("last") && Long.parseLong(plan.instance) == Long.parseLong(number);
    }

    /** The checkpoints that lie there instead of a file that does not, for a message; empty if there are none. */
    static String others(Plan plan, File base, File missing) {
        List<Long> numbers = numbers(base);
        if (!numbers.isEmpty()) {
            numbers.sort(null);
            return " (there are checkpoints of the instances " + numbers + "; -Djcp.instance=N chooses one)";
        }
        if (!base.isFile() || base.equals(missing)) {
            return "";
        }
        String which = plan.instance.equals("last") ? "the last instance" : "instance " + plan.instance;
        return " (" + base.getName() + " is the checkpoint of " + which + "; a replay without jcp.instance starts from it)";
    }

    private static File numbered(File base, long number) {
        return new File(base.getParentFile(), stem(base) + "." + number + ".jcp");
    }

    private static String stem(File base) {
        String name = base.getName();
        return name.endsWith(".jcp") ? name.substring(0, name.length() - 4) : name;
    }

    private static List<Long> numbers(File base) {
        List<Long> found = new ArrayList<>();
        String start = stem(base) + ".";
        String[] names = base.getParentFile().list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(start) && name.endsWith(".jcp") && name.length() > start.length() + 3) {
                String number = name.substring(start.length(), name.length() - 4);
                if (number.matches("[1-9][0-9]{0,17}")) {
                    found.add(Long.parseLong(number));
                }
            }
        }
        return found;
    }
}
