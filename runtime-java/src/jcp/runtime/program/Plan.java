package jcp.runtime.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.ModifiedUtf8;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.report.Settings;

/**
 * What the instrumented jar was made for: {@code META-INF/jcp/plan.txt} of the jar that holds this class; where it has several
 * regions, {@code plan-2.txt} is that of the second, and so on.
 */
public final class Plan {
    /** A method of the chain, root first. */
    public static final class Element {
        public final String type;
        public final String method;
        public final String descriptor;
        public final int line;
        final String kind;

        public Element(String[] parts) {
            type = parts[2];
            method = parts[3];
            descriptor = parts[4];
            line = Integer.parseInt(parts[5]);
            kind = parts[6];
        }

        /** A method of the forest. */
        private Element(String type, String method, String descriptor) {
            this.type = type;
            this.method = method;
            this.descriptor = descriptor;
            line = 0;
            kind = "";
        }
    }

    /** Fields of the application that plans leave out, as "class.field:descriptor". */
    private static final Set<String> PRUNED = new HashSet<>();

    /** Whether plans have connections read as closed by the other side. */
    private static boolean closesSockets;

    /** The type of the last parameter of clones, but for its dimensions ({@code CONTEXT} of the rewriter). */
    private static final String MARKER = "Ljava/lang/reflect/MalformedParametersException;";

    /** A method in a context: a node of the forest of chains. */
    public static final class Node {
        public final Element element;
        /** The number of its caller, -1 of the root. */
        public final int parent;
        /** The number of its clone, 0 if it is instrumented in place. */
        public final int clone;

        Node(String[] parts) {
            element = new Element(parts[3], parts[4], parts[5]);
            parent = Integer.parseInt(parts[2]);
            clone = Integer.parseInt(parts[6]);
        }

        /** What its clone's descriptor ends its parameters with; {@code more}: 0, or that of a clone that runs from its start. */
        public String marked(int more) {
            String descriptor = element.descriptor;
            int end = descriptor.indexOf(')');
            return descriptor.substring(0, end) + "[".repeat(clone + more) + MARKER + descriptor.substring(end);
        }
    }

    /** The chain of another thread than main's, down to the call in which it waits. */
    public static final class Waits {
        public final int number;
        /** Whether the replay goes on behind the call instead of making it again. */
        public final boolean behind;
        /** Whether it is about to enter its last method, which is synchronized. */
        public final boolean isMethod;
        /** The name of the method that is called. */
        public final String name;
        /** The places of receiver, time limit and its unit among the values of the last frame; -1 where there is none. */
        public final int receiver;
        public final int limit;
        public final int unit;
        /** How many monitors the methods hold; more than that many if the thread's first one enters one. */
        public final int monitors;
        /** The methods, the thread's first one first. */
        public final List<Element> chain = new ArrayList<>();
        /** By depth, as {@link Plan#ways}. */
        public final List<Integer> ways = new ArrayList<>();

        /** Whether it waits to enter the thread's first method of the program. */
        public boolean isFirst() {
            return isMethod && chain.size() == 1;
        }

        /** Whether it waits on a monitor. */
        public boolean isMonitors() {
            return name.equals("wait");
        }

        /** Whether it waits for the monitor of a block or a method. */
        public boolean isEntry() {
            return name.equals("monitorenter");
        }

        Waits(String[] parts) {
            number = Integer.parseInt(parts[1]);
            behind = parts[2].equals("behind");
            isMethod = parts[2].equals("entry");
            name = parts[3];
            receiver = Integer.parseInt(parts[4]);
            limit = Integer.parseInt(parts[5]);
            unit = Integer.parseInt(parts[6]);
            monitors = Integer.parseInt(parts[7]);
        }
    }

    /** The descriptor without what marks a clone. */
    public static String unmarked(String descriptor) {
        int end = descriptor.indexOf(MARKER + ")");
        int start = end;
        while (start > 0 && descriptor.charAt(start - 1) == '[') {
            start--;
        }
        return end < 0 || start == end ? descriptor : descriptor.substring(0, start) + descriptor.substring(end + MARKER.length());
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

    public String id;
    /** The region's number, from 1. */
    public int number;
    /** How many regions there are. */
    public int regions = 1;
    /** Whether any has one. */
    public boolean takesTurns;
    public final List<Node> nodes = new ArrayList<>();
    /** By depth, what the region's chain calls there, as the resume blocks of contexts ask for it. */
    public final List<Integer> ways = new ArrayList<>();
    public String name;
    public String instance;
    /** How many checkpoints of one run stay. */
    public int keep = Integer.MAX_VALUE;
    int jdk;
    /** Whether the replay's clock goes on from the checkpoint. */
    public boolean replaysClock;
    /** Whether the JDK's generators of random numbers go on from the checkpoint. */
    public boolean replaysSeeds;
    /** Whether lines of code that ran before the checkpoint have moved since, in an edited program. */
    public boolean linesMoved;
    /** Whether the program was edited, and it is not known what the run did that left the checkpoint. */
    public boolean isEdited;
    /** Of an edited program: the run whose checkpoint alone fits ({@link RunFacts#id}); null if any does. */
    public String run;
    /** Locals of the chain's frames that have names, of primitive types and String. */
    public final List<Variable> variables = new ArrayList<>();
    /** Whether the chain starts below main. */
    public boolean below;
    /** Whether an entry of the chain's root reaches the region's start at most once. */
    public boolean once;
    public final List<Element> chain = new ArrayList<>();
    /** The chains of other threads. */
    public final List<Waits> threads = new ArrayList<>();
    /** The chain to the region's end; empty if it has none. */
    public final List<Element> end = new ArrayList<>();
    final List<Static> statics = new ArrayList<>();
    /** Static fields of the program's class files, as "class.field", that look as if an agent had added them. */
    final Set<String> ownFields = new HashSet<>();
    /** Classes of the class path whose files could not be read: nothing is known of what they use. */
    final Set<String> unread = new HashSet<>();
    /** Classes whose initialisers have no room for hooks, by internal name ({@link Unguarded}). */
    final List<String> bare = new ArrayList<>();
    /** Whether the chain has calls of the JDK that go on working after they have called the chain's next method. */
    public boolean works;
    /** Frames that may lie between methods of the chain: class and method. */
    public final List<String[]> through = new ArrayList<>();

    /** The plan of a region, from 1. */
    public static Plan read(int number) throws IOException {
        Plan plan = new Plan();
        plan.number = number;
        String file = number > 1 ? "plan-" + number + ".txt" : "plan.txt";
        String text = new String(OwnFiles.read(file), StandardCharsets.UTF_8); // no reader: see Settings
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            plan.add(text.substring(start, end).split("\t", -1));
            start = end + 1;
        }
        if (plan.id == null || plan.chain.isEmpty()) {
            throw new IOException("META-INF/jcp/plan.txt is damaged; instrument again");
        }
        return plan;
    }

    /** A named local of a frame. */
    public static final class Variable {
        public final int depth;
        /** Its number among the frame's captured values. */
        public final int slot;
        public final String name;
        /** I, J, F or D, or S for a String. */
        public final char kind;

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
            case "moved": linesMoved = true; break;
            case "edited": isEdited = true; break;
            case "run": run = parts[1]; break;
            case "jdk": jdk = Integer.parseInt(parts[1]); break;
            case "chain": chain.add(new Element(parts)); break;
            case "launched": Loaders.launch(); break;
            case "below": below = true; break;
            case "once": once = true; break;
            case "regions": regions = Integer.parseInt(parts[1]); break;
            case "end": end.add(new Element(parts)); break;
            case "turns": takesTurns = true; break;
            case "way": ways.add(Integer.valueOf(parts[2])); break;
            case "node": nodes.add(new Node(parts)); break;
            case "thread": threads.add(new Waits(parts)); break;
            case "waits": {
                Waits last = threads.get(threads.size() - 1);
                last.chain.add(new Element(parts));
                last.ways.add(Integer.valueOf(parts[7]));
                break;
            }
            case "clock": replaysClock = true; break;
            case "closes-sockets": closesSockets = true; break;
            case "seeds": replaysSeeds = true; break;
            case "works": works = true; break;
            case "through": through.add(parts); break;
            case "variable": variables.add(new Variable(parts)); break;
            case "static": statics.add(new Static(parts)); break;
            case "own": ownFields.add(parts[1].replace('/', '.') + "." + parts[2]); break;
            case "unread": unread.add(parts[1].replace('/', '.')); break;
            case "bare": bare.add(parts[1]); break;
            case "pruned": PRUNED.add(parts[1].replace('/', '.') + "." + parts[2] + ":" + parts[3]); break;
            default: break; // a later version may add what this one does not need
        }
    }

    /**
     * The checkpoint file: the property, the environment variable, or the plan's name in the working directory. Where there
     * are several regions, the region's number is added to what the user names.
     */
    public java.io.File checkpoint() {
        String file = Settings.get("jcp.checkpoint", "JCP_CHECKPOINT");
        if (file != null && regions > 1) {
            file = (file.endsWith(".jcp") ? file.substring(0, file.length() - 4) : file) + "-" + number + ".jcp";
        }
        return new java.io.File(file != null ? file : name + ".jcp").getAbsoluteFile();
    }

    /** The string literals of the application's classes; without DataInputStream, which hashes the class of byte arrays. */
    public static Set<String> literals() throws IOException {
        byte[] file = OwnFiles.read("literals");
        int count = OwnFiles.number(file, 0);
        Set<String> literals = new HashSet<>(count * 2);
        for (int i = 0, at = 4; i < count; i++) {
            int length = (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
            literals.add(ModifiedUtf8.text(file, at + 2, length));
            at += 2 + length;
        }
        return literals;
    }

    /** Whether the replay is to read connections as closed by the other side. */
    public static boolean closesSockets() {
        return closesSockets || "close".equals(Settings.property("jcp.sockets"));
    }

    /** Whether fields of the application are left out. */
    public static boolean prunes() {
        return !PRUNED.isEmpty();
    }

    /** Whether the field is left out, at null or zero, since no code after the checkpoint reads it. */
    public static boolean prunes(Class<?> in, String name, String descriptor) {
        return !PRUNED.isEmpty() && Access.isApplication(in) && PRUNED.contains(in.getName() + "." + name + ":" + descriptor);
    }
}
