package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Problem;
import jcp.runtime.report.RefusedNote;
import jcp.runtime.report.Settings;

/**
 * Which arrivals at the checkpoint are captured, and in which files their checkpoints lie. One arrival lies in the file that the
 * plan names, {@code NAME.jcp}; where several may be captured, the one with the number N lies in {@code NAME.N.jcp}.
 *
 * <p>Kinds: {@code N} (that one), {@code last} (each one replaces the one before), {@code every:K} (each K-th),
 * {@code every:Ss} (the first one when S seconds have gone by since the start, or since the last capture).
 *
 * <p>Where only one arrival is wanted, a run with {@code -Djcp.count=true} counts and captures nothing. It tells {@code -Djcp.arrival=A}, or {@code A@E}
 * where the chain starts below main: the number of the arrival, and of the entry of the chain's root in which it comes. A run that
 * is told so does nothing at all others; what comes otherwise than it was counted is refused.
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
    /** Whether this run counts alone. */
    final boolean counts;
    /** Whether the only one that is captured was counted as the last one. */
    private boolean isLast;
    /** The entry in which the counted arrival comes; 0 if that is not told. */
    private long expected;
    /** The entry of the chain's root that is under way; 0 if the chain starts with main. */
    private long entry;
    /** Of a counting run: the newest arrival that is wanted, and its entry; 0 before. */
    long counted;
    long countedIn;
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
        counts = counts();
        String told = counts ? null : arrival(plan);
        if (told != null) {
            int at = told.indexOf('@');
            isLast = only == 0;
            only = Long.parseLong(at < 0 ? told : told.substring(0, at));
            expected = at < 0 ? 0 : Long.parseLong(told.substring(at + 1));
        }
    }

    /** Whether the user wants arrivals to be counted alone. */
    static boolean counts() {
        String value = Settings.get("jcp.count", "JCP_COUNT");
        return value != null && !value.equals("false");
    }

    /** What the user tells of a region's counted arrival; null if nothing. No {@code split}, which initialises classes of the JDK. */
    private static String arrival(Plan plan) {
        String told = Settings.get("jcp.arrival", "JCP_ARRIVAL");
        for (int region = 1; told != null && region < plan.number; region++) {
            int end = told.indexOf(',');
            told = end < 0 ? null : told.substring(end + 1);
        }
        int end = told == null || plan.number == plan.regions ? -1 : told.indexOf(',');
        return end < 0 ? told : told.substring(0, end);
    }

    /** Why what the user tells of a region's counted arrival cannot be; null if it can. */
    static Problem problem(Plan plan) {
        boolean counts = counts();
        String told = counts ? null : Settings.get("jcp.arrival", "JCP_ARRIVAL");
        if (!counts && told == null) {
            return null;
        }
        if (several(plan)) {
            return new Problem("jcp", "instances " + plan.instance + " are requested, and only a single arrival can be counted",
                "run without jcp.count and jcp.arrival, or instrument with --instance N or --instance last");
        }
        if (told == null) {
            return null;
        }
        String again = "capture with the value that a run with -Djcp.count=true prints";
        String arrival = arrival(plan);
        int at = arrival == null ? -1 : arrival.indexOf('@');
        boolean understood = arrival != null && at >= 0 == plan.below && isNumber(arrival.substring(at + 1)) && (at < 0 || isNumber(arrival.substring(0, at)));
        if (!understood) {
            return new Problem("jcp", "-Djcp.arrival=" + told + " does not tell " + (plan.below ? "ARRIVAL@ENTRY" : "the number of an arrival")
                + (plan.regions > 1 ? " for region " + plan.number : ""), again);
        }
        boolean other = !plan.instance.equals("last") && !plan.instance.equals(at < 0 ? arrival : arrival.substring(0, at));
        return other ? new Problem("jcp", "-Djcp.arrival=" + told + " does not name instance " + plan.instance + ", which was requested", again) : null;
    }

    private static boolean isNumber(String text) {
        boolean is = text.length() > 0 && text.length() < 18 && text.charAt(0) != '0';
        for (int i = 0; i < text.length(); i++) {
            is &= '0' <= text.charAt(i) && text.charAt(i) <= '9';
        }
        return is;
    }

    /** The chain's root is entered. */
    void entered(long number) {
        entry = number;
    }

    /** Why a wanted arrival is not captured although it is there; null if it is. */
    Problem misplaced(long arrival) {
        return expected == 0 || entry == expected ? null : other("arrival " + arrival + " came in entry " + entry
            + " of the chain's first method, and was counted in entry " + expected);
    }

    /** Why the captured arrival is not the last one, as it was counted; null if it is. */
    Problem exceeded(long arrivals) {
        return !isLast || arrivals <= only ? null
            : other("arrival " + only + " was counted as the last one, and " + arrivals + " came");
    }

    private static Problem other(String what) {
        return new Problem("jcp", what, "count again, with -Djcp.count=true and the same input; a program whose runs differ cannot be counted");
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
        boolean wanted = !stopped && isWanted(arrival);
        if (wanted && counts) {
            counted = arrival;
            countedIn = entry;
        }
        return wanted && !counts;
    }

    private boolean isWanted(long arrival) {
        return only > 0 ? arrival == only : step > 0 ? arrival % step == 0 : System.nanoTime() - since >= seconds * SECOND;
    }

    /**
     * Whether an entry of the chain's root may lead to an arrival that is captured, after this one; {@code once}: it leads to
     * one arrival at most.
     */
    boolean mayWant(long arrival, boolean once) {
        if (counts || expected > 0 && entry != expected) {
            return false;
        }
        return once && step > 0 ? !stopped && isWanted(arrival + 1) : wantsAfter(arrival);
    }

    /** Whether arrivals after this one may be captured. */
    boolean wantsAfter(long arrival) {
        return !stopped && (only == 0 || isLast || only > arrival);
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
