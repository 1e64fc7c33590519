package jcp.runtime.below;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.format.Sink;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FileNames;

/**
 * The files that objects name which are there when a root below main is entered: {@code java.io.File} and paths of the operating system's file system. A path is
 * no time or counter. Where the frames above the root make a folder of a new name in each run, such as a temporary one, the captured name would mean a
 * folder that is gone, and the replay's own one would stay empty. So a replay with other names is refused.
 *
 * <p>Left out: names in texts and URLs, and the paths of other file systems.
 */
final class EntryPaths {
    /** Numbers of the objects, in order, and what they name. */
    private final List<Integer> numbers = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    /** Adds the object with the number, if it names a file. No method of the program runs: a subclass of File may override all. */
    void add(int number, Object object) {
        String name = null;
        if (object instanceof File) {
            name = (String) Access.getField(object, File.class, "path");
        } else if (object instanceof Path && Access.isJdk(object.getClass())) {
            String[] leaf = FileNames.leaf((Path) object);
            name = leaf == null ? null : leaf[1];
        }
        if (name != null) {
            numbers.add(number);
            names.add(name);
        }
    }

    void write(Sink out) {
        out.texts(names.toArray(new String[0]));
    }

    /** The place of the first name that differs from the captured ones, of objects that correspond; -1 if all are the same. */
    int different(String[] captured) {
        for (int i = 0; i < Math.min(captured.length, names.size()); i++) {
            if (!captured[i].equals(names.get(i))) {
                return i;
            }
        }
        return -1;
    }

    /** The number of the object with the name in that place. */
    int number(int place) {
        return numbers.get(place);
    }

    /** How the name in that place differs from the captured one. */
    String difference(int place, String captured) {
        return "names the file " + RootValues.shortened(names.get(place), captured) + ", and named "
            + RootValues.shortened(captured, names.get(place));
    }
}
