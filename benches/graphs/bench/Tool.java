package bench;

import java.io.File;

/** A way to write a graph to a file and to read it back. */
interface Tool {
    void write(Object root, File file) throws Exception;

    Object read(File file) throws Exception;

    static Tool of(String name) throws Exception {
        // by name, so that no run loads another's classes
        return (Tool) Class.forName("bench." + name).getDeclaredConstructor().newInstance();
    }
}
