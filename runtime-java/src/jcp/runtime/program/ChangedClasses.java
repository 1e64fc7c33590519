package jcp.runtime.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFiles;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.KeptFiles;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.report.Problem;

/**
 * Loaded classes, of the program and of the JDK, whose code an agent has changed, such as those that Mockito makes mocks of. The checkpoint has their
 * code as it is, and the replay changes them again when all objects are restored. The JVM keeps what the classes were before, for agents
 * that change them later.
 *
 * <p>Invariant: the analysis does not know such code, so the static fields that a changed class of the program names are captured, besides those of
 * the plan. What was changed when the run began, or when a root below main was entered, the replay's launch or the frames above the root change again.
 * Left out, and refused: classes of the chain, whose code is another in the replay; where the launch names an agent, classes that were changed since then; edited programs, of whose classes the checkpoint has the older code. A class that was given another file
 * ({@code redefineClasses}) after its superclass was, and before that was loaded, is not noticed.
 */
public final class ChangedClasses {
    static final String WAY_OUT = "have the agent loaded after the checkpoint; with Mockito, make the first mock after it, or name the maker of mocks"
        + " that needs no agent: a file mockito-extensions/org.mockito.plugins.MockMaker on the class path with the line mock-maker-subclass";
    /** How the JVM is to be told of the file: whether it keeps the one of before. */
    private static final String TRANSFORMED = "transformed";
    private static final String REDEFINED = "redefined";

    /** Those of the snapshot under way, and their files; null: the JVM does not tell one. */
    private static List<Class<?>> changed = List.of();
    private static List<byte[]> files = List.of();
    /** Those that were changed when the run began, or when the root was entered, by their names, with the numbers of changes of them and the classes above. */
    private static final Map<String, Integer> BEFORE = new HashMap<>();

    private ChangedClasses() {}

    /** Notes what has been changed by now: the replay's launch, or the frames above the root, do so again. */
    static void begin() {
        BEFORE.clear();
        for (Class<?> type : all(new LoadedClasses())) {
            BEFORE.put(ClassNames.of(type), KeptFiles.changes(type));
        }
    }

    private static List<Class<?>> all(LoadedClasses loaded) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : loaded.classes) {
            if (isChanged(type)) {
                found.add(type);
            }
        }
        for (Class<?> type : ProgramLoaders.classes()) {
            if (isChanged(type)) {
                found.add(type);
            }
        }
        return found;
    }

    private static boolean isChanged(Class<?> type) {
        if (ClassChanges.hasChanged(type)) {
            return false;
        }
        Class<?> above = type.isInterface() ? Object.class : type.getSuperclass(); // to the JVM an interface is a subclass of Object
        return KeptFiles.has(type) || KeptFiles.changes(type) > (above == null ? 0 : KeptFiles.changes(above));
    }

    /** While transformers rest ({@link Agents#note}). */
    static void note(LoadedClasses loaded) {
        changed = new ArrayList<>();
        files = new ArrayList<>();
        for (Class<?> type : all(loaded)) {
            Integer before = BEFORE.get(ClassNames.of(type));
            if (before != null && before == KeptFiles.changes(type)) {
                continue;
            }
            changed.add(type);
            byte[] file;
            try {
                file = ClassChanges.current(type);
            } catch (ReflectiveOperationException | IOException | LinkageError | UnsupportedOperationException e) {
                file = null;
            }
            files.add(file);
        }
    }

    static void check(Plan plan, List<Problem> problems) {
        Set<String> chain = new HashSet<>();
        for (Plan.Node node : plan.nodes) {
            chain.add(node.element.type.replace('/', '.'));
        }
        for (int i = 0; i < changed.size(); i++) {
            Class<?> type = changed.get(i);
            String why = files.get(i) == null ? "and the JVM does not tell its class file"
                : Agents.launched() ? "and the launch names an agent (-javaagent)"
                : Access.isApplication(type) && chain.contains(type.getName()) ? "and it is a class of the chain" : null;
            if (why != null) {
                problems.add(new Problem(type.getName(), "an agent has changed the class before the checkpoint, " + why, WAY_OUT));
            }
        }
    }

    static void capture(Map<String, String[]> state) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < changed.size(); i++) {
            texts.add(ClassNames.of(changed.get(i)));
            texts.add(KeptFiles.has(changed.get(i)) ? TRANSFORMED : REDEFINED);
            texts.add(new String(files.get(i), StandardCharsets.ISO_8859_1));
        }
        if (!texts.isEmpty()) {
            state.put(AgentState.CHANGED, texts.toArray(new String[0]));
        }
    }

    static void forget() {
        changed = List.of();
        files = List.of();
    }

    /** In the replay, at last. What the JDK keeps of members of classes stays: by the count of changes it would be taken for stale. */
    static void restore(String[] texts) throws ReflectiveOperationException, IOException {
        List<Class<?>> loaded = new ArrayList<>(new LoadedClasses().classes);
        loaded.addAll(ProgramLoaders.classes());
        int[] counts = new int[loaded.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = KeptFiles.changes(loaded.get(i));
        }
        for (String how : new String[] {REDEFINED, TRANSFORMED}) {
            List<Class<?>> types = new ArrayList<>();
            List<byte[]> own = new ArrayList<>();
            for (int i = 0; i + 2 < texts.length; i += 3) {
                if (texts[i + 1].equals(how)) {
                    types.add(ClassNames.find(texts[i], false));
                    own.add(texts[i + 2].getBytes(StandardCharsets.ISO_8859_1));
                }
            }
            if (how.equals(REDEFINED)) {
                ClassChanges.redefine(types, own);
            } else {
                ClassChanges.replace(types, own); // all at once: code of the program runs as soon as a class of the JDK has its own
            }
        }
        for (int i = 0; i < counts.length; i++) {
            KeptFiles.setChanges(loaded.get(i), counts[i]);
        }
    }

    /** The static fields of the program that such classes name. */
    static List<String> fields() {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < changed.size(); i++) {
            if (!Access.isJdk(changed.get(i)) && files.get(i) != null) {
                found.addAll(ClassFiles.fields(files.get(i)));
            }
        }
        return found;
    }
}
