package jcp.runtime;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the instrumented jar was made for: {@code META-INF/jcp/plan.txt} of the jar that holds this class. */
final class Plan {
    /** A method of the chain, root first. */
    static final class Element {
        final String type;
        final String method;
        final String descriptor;
        final int line;
        final String kind;

        Element(String[] parts) {
            type = parts[2];
            method = parts[3];
            descriptor = parts[4];
            line = Integer.parseInt(parts[5]);
            kind = parts[6];
        }
    }

    /** A static field to capture. */
    static final class Static {
        final String type;
        final String name;
        final String descriptor;

        Static(String[] parts) {
            type = parts[1];
            name = parts[2];
            descriptor = parts[3];
        }
    }

    String id;
    String name;
    String instance;
    /** How many checkpoints of one run stay. */
    int keep = Integer.MAX_VALUE;
    int jdk;
    /** Whether the replay's clock goes on from the checkpoint. */
    boolean replaysClock;
    /** Whether the JDK's generators of random numbers go on from the checkpoint. */
    boolean replaysSeeds;
    /** Locals of the chain's frames that have names, of primitive types and String. */
    final List<Variable> variables = new ArrayList<>();
    /** Whether the chain starts below main. */
    boolean below;
    final List<Element> chain = new ArrayList<>();
    final List<Static> statics = new ArrayList<>();
    /** Frames that may lie between methods of the chain: class and method. */
    final List<String[]> through = new ArrayList<>();

    static Plan read() throws IOException {
        Plan plan = new Plan();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(open("plan.txt"), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                plan.add(line.split("\t", -1));
            }
        }
        if (plan.id == null || plan.chain.isEmpty()) {
            throw new IOException("META-INF/jcp/plan.txt is damaged; instrument again");
        }
        return plan;
    }

    /** A named local of a frame. */
    static final class Variable {
        final int depth;
        /** Its number among the frame's captured values. */
        final int slot;
        final String name;
        /** I, J, F or D, or S for a String. */
        final char kind;

        Variable(String[] parts) {
            depth = Integer.parseInt(parts[1]);
            slot = Integer.parseInt(parts[2]);
            name = parts[3];
            kind = parts[4].charAt(0);
        }
    }

    private void add(String[] parts) throws IOException {
        switch (parts[0]) {
            case "jcp":
                if (!parts[1].equals("1")) {
                    throw new IOException("META-INF/jcp/plan.txt has format " + parts[1] + "; instrument again");
                }
                break;
            case "plan": id = parts[1]; break;
            case "name": name = parts[1]; break;
            case "instance": instance = parts[1]; break;
            case "keep": keep = Integer.parseInt(parts[1]); break;
            case "jdk": jdk = Integer.parseInt(parts[1]); break;
            case "chain": chain.add(new Element(parts)); break;
            case "below": below = true; break;
            case "clock": replaysClock = true; break;
            case "seeds": replaysSeeds = true; break;
            case "through": through.add(parts); break;
            case "variable": variables.add(new Variable(parts)); break;
            case "static": statics.add(new Static(parts)); break;
            case "pruned": Policy.prune(parts[1].replace('/', '.') + "." + parts[2] + ":" + parts[3]); break;
            default: break; // a later version may add what this one does not need
        }
    }

    /** The checkpoint file: the property, the environment variable, or the plan's name in the working directory. */
    java.io.File checkpoint() {
        String file = System.getProperty("jcp.checkpoint");
        if (file == null) {
            file = System.getenv("JCP_CHECKPOINT");
        }
        return new java.io.File(file != null ? file : name + ".jcp").getAbsoluteFile();
    }

    /** The string literals of the application's classes. */
    static Set<String> literals() throws IOException {
        try (DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(open("literals")))) {
            int count = in.readInt();
            Set<String> literals = new HashSet<>(count * 2);
            for (int i = 0; i < count; i++) {
                literals.add(in.readUTF());
            }
            return literals;
        }
    }

    /** A file beside the plan. */
    static InputStream open(String file) throws IOException {
        String self = "jcp/runtime/Plan.class";
        String here = Plan.class.getResource("Plan.class").toString();
        URL url = new URL(here.substring(0, here.length() - self.length()) + "META-INF/jcp/" + file);
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }
}
