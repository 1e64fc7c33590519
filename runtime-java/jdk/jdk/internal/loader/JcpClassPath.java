package jdk.internal.loader;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The class path with a jar of jcp in front, as the program is to see it: the classes that the jar has in the place of those
 * of other entries are loaded from it, and belong to the entry that they are from. Looked up as resources they are that
 * entry's. {@code jcp.runtime.ClassPath} puts it in the place of the application loader's own.
 *
 * <p>Methods with {@code check} are those of JDK 17; JDK 25 has them without.
 */
public final class JcpClassPath extends URLClassPath {
    /** The file of no class, for which jcp's runtime asks: it is not to open all entries. */
    private static final String NONE = ".class";

    /** The jar of jcp, and all behind it. */
    private final URLClassPath jcpFront;
    private final URLClassPath rest;
    /** Names of the class files that are from other entries; null: all, and nothing but jcp's own is seen in the jar. */
    private final Set<String> moved;

    /** Tells and sets the state of the generator of identity hashes: a look into the jar takes hashes that the program's run does not. */
    final Supplier<Object> hashes;
    final Consumer<Object> back;

    /** Names of resources that were asked for; null: they are not kept. */
    private Map<String, Boolean> jcpAsked;

    private JcpClassPath(URLClassPath rest, Set<String> moved, Supplier<Object> hashes, Consumer<Object> back) {
        super("", true);
        this.jcpFront = new URLClassPath("", true);
        this.rest = rest;
        this.moved = moved;
        this.hashes = hashes;
        this.back = back;
    }

    static JcpClassPath jcpOver(URLClassPath rest, Set<String> moved, Supplier<Object> hashes, Consumer<Object> back) {
        return new JcpClassPath(rest, moved, hashes, back);
    }

    private static boolean own(String name) {
        return name.startsWith("jcp/runtime/") || name.startsWith("META-INF/jcp/");
    }

    private void ask(String name) {
        if (jcpAsked != null) {
            jcpAsked.put(name, true);
        }
    }

    /** Whether what the jar has under that name is not to be seen. */
    private boolean hidden(String name) {
        return moved == null ? !own(name) : moved.contains(name);
    }

    @Override
    public Resource getResource(String name) {
        Object before = hashes.get();
        Resource found = jcpFront.getResource(name);
        return behind(found, name, before) ? both(found, rest.getResource(name)) : found;
    }

    @Override
    public Resource getResource(String name, boolean check) {
        Object before = hashes.get();
        Resource found = jcpFront.getResource(name, check);
        return behind(found, name, before) ? both(found, rest.getResource(name, check)) : found;
    }

    /** Whether the other entries are to be searched, as if the jar had not been. */
    private boolean behind(Resource found, String name, Object before) {
        boolean behind = (found == null || hidden(name)) && !name.equals(NONE);
        if (behind) {
            back.accept(before);
        }
        return behind;
    }

    private Resource both(Resource found, Resource original) {
        return found == null ? original : original == null ? found : new JcpResource(this, found, original);
    }

    @Override
    public Enumeration<Resource> getResources(String name) {
        ask(name);
        return hidden(name) ? rest.getResources(name) : new JcpBoth<>(jcpFront.getResources(name), rest.getResources(name));
    }

    @Override
    public Enumeration<Resource> getResources(String name, boolean check) {
        ask(name);
        return hidden(name) ? rest.getResources(name, check)
            : new JcpBoth<>(jcpFront.getResources(name, check), rest.getResources(name, check));
    }

    @Override
    public URL findResource(String name) {
        ask(name);
        URL found = hidden(name) ? null : jcpFront.findResource(name);
        return found == null ? rest.findResource(name) : found;
    }

    @Override
    public URL findResource(String name, boolean check) {
        ask(name);
        URL found = hidden(name) ? null : jcpFront.findResource(name, check);
        return found == null ? rest.findResource(name, check) : found;
    }

    @Override
    public Enumeration<URL> findResources(String name) {
        ask(name);
        return hidden(name) ? rest.findResources(name) : new JcpBoth<>(jcpFront.findResources(name), rest.findResources(name));
    }

    @Override
    public Enumeration<URL> findResources(String name, boolean check) {
        ask(name);
        return hidden(name) ? rest.findResources(name, check)
            : new JcpBoth<>(jcpFront.findResources(name, check), rest.findResources(name, check));
    }

    @Override
    public URL[] getURLs() {
        List<URL> all = new ArrayList<>();
        if (moved != null) {
            Collections.addAll(all, jcpFront.getURLs());
        }
        Collections.addAll(all, rest.getURLs());
        return all.toArray(new URL[0]);
    }

    @Override
    public void addURL(URL url) {
        rest.addURL(url);
    }

    @Override
    public void addFile(String file) {
        rest.addFile(file);
    }

    @Override
    public List<IOException> closeLoaders() {
        List<IOException> all = new ArrayList<>(jcpFront.closeLoaders());
        all.addAll(rest.closeLoaders());
        return all;
    }
}
