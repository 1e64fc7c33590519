package jcp.runtime.kinds;

import java.io.IOException;
import java.net.NetworkInterface;
import java.util.List;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Parts;
import jcp.runtime.report.Problem;

/**
 * Network interfaces of the machine, as the program has read them: names, numbers and addresses. They are copied, since addresses that the program
 * has got of them are the same objects. The JDK hands the number to the operating system, so the replay needs an interface of that name with that number.
 *
 * <p>Left out: addresses that the interface has got or lost since, as for a program that has read them before.
 */
public final class NetworkInterfaces extends Kind {
    private static final String PART = "network interface";

    @Override
    public boolean admits(Object object) {
        return true;
    }

    @Override
    public String[] capturePart(Object object, GraphWriter graph) {
        NetworkInterface one = (NetworkInterface) object;
        return new String[] {one.getName(), Integer.toString(one.getIndex())};
    }

    @Override
    public void check(Parts parts, List<Problem> problems) {
        for (Parts.Part each : parts.of(PART)) {
            if (!each.text[1].equals(number(each.text[0]))) {
                problems.add(new Problem("network interface " + each.text[0], "the program had read it before the checkpoint with the number "
                    + each.text[1] + ", and this machine has no such one now", "replay on the machine of the capture, or capture again"));
            }
        }
    }

    /** That of the interface with the name; null if there is none. A virtual one has the number of the one below it, or -1. */
    private static String number(String name) {
        try {
            NetworkInterface now = NetworkInterface.getByName(name);
            return now == null ? null : Integer.toString(now.getIndex());
        } catch (IOException e) {
            return null;
        }
    }
}
