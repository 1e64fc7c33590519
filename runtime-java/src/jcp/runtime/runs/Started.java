package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import jcp.runtime.below.RootEntry;
import jcp.runtime.program.Plan;

/** A region of a capturing run: how often its start was reached, and which arrivals are captured. */
public final class Started {
    final Plan plan;
    final Instances instances;
    /** How often the start was reached while the region was not under way. */
    volatile long arrivals;
    /** Between an arrival and the end, if the region has one. */
    boolean live;
    /** Whether {@link Turns} have that arrival. */
    boolean noted;
    /** Whether a snapshot was taken whose region has not ended. */
    boolean open;
    /** Where the chain starts below main: the entry of its root that the last snapshot was taken in. */
    RootEntry entry;
    /** Whether a snapshot was taken, or refused. */
    volatile boolean done;

    Started(Plan plan, File file) throws IOException {
        this.plan = plan;
        instances = new Instances(plan, file);
        if (!instances.counts) {
            instances.removeOld();
        }
    }

    /** Counts an arrival; true if it is to be captured. */
    boolean arrive() {
        if (live) {
            return false;
        }
        live = !plan.end.isEmpty();
        arrivals++;
        return instances.wants(arrivals);
    }

    File file() {
        return instances.file(arrivals);
    }
}
