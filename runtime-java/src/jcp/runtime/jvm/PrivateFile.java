package jcp.runtime.jvm;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * A file that its owner alone may read, from the moment at which it is there, written beside its final name and renamed. Java opens
 * files with the permissions that the process's mask leaves, and changing them afterwards leaves a moment in which somebody may open
 * the file and keep it open. So it is made in a folder of its own, {@code NAME.part<process id>}, which is there before it with
 * no permissions for others: whoever opened the folder before may look up nothing in it any more, and what somebody put
 * there has the file's name and lets it fail, or does no harm. No link is followed: folder and file must be new.
 *
 * <p>Left out: file systems without permissions, where the file is as readable as all others; and a parent folder in which others may
 * rename what is not theirs (all may write it, and it has no sticky bit): they can put a folder of their own in the place of this one.
 */
public final class PrivateFile implements AutoCloseable {
    /** Ends the name of the folder, before the process id. */
    private static final String PART = ".part";

    private final File folder;
    private final File inner;
    public final RandomAccessFile file;

    /** A new file that is to become the target. */
    public PrivateFile(File target) throws IOException {
        removeStale(target.getParentFile(), target.getName() + PART);
        folder = new File(target.getParentFile(), target.getName() + PART + Processes.own());
        inner = new File(folder, folder.getName()); // a name that nothing of worth has, should it be removed elsewhere
        remove(folder); // of a process that had this number
        if (!folder.mkdir()) {
            throw reason(folder);
        }
        RandomAccessFile opened = null;
        try {
            restrict(folder, true);
            if (!inner.createNewFile()) {
                throw new IOException(inner + " was created by another process");
            }
            restrict(inner, false);
            opened = new RandomAccessFile(inner, "rw");
        } finally {
            if (opened == null) {
                remove(folder);
            }
        }
        file = opened;
    }

    /** Writes a file with that content. */
    public static void write(File target, byte[] content) throws IOException {
        try (PrivateFile made = new PrivateFile(target)) {
            made.file.write(content);
            made.moveTo(target);
        }
    }

    /** To what it was made for. */
    public void moveTo(File target) throws IOException {
        if (!inner.renameTo(target)) { // which does not tell why
            java.nio.file.Files.move(inner.toPath(), target.toPath(), java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes what was not moved. */
    @Override
    public void close() throws IOException {
        try {
            file.close();
        } finally {
            remove(folder);
        }
    }

    /** All permissions of others go, and the owner has its own whatever the mask says. */
    private static void restrict(File made, boolean isFolder) {
        made.setReadable(false, false);
        made.setWritable(false, false);
        made.setReadable(true, true);
        made.setWritable(true, true);
        if (isFolder) {
            made.setExecutable(false, false);
            made.setExecutable(true, true);
        }
    }

    /** A link in its place is removed itself, not what it leads to. */
    private static void remove(File folder) {
        if (!folder.delete()) {
            new File(folder, folder.getName()).delete(); // if it is still there
            folder.delete();
        }
    }

    /** Removes what processes left that were killed while they wrote. */
    private static void removeStale(File parent, String part) {
        String[] names = parent.list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(part) && Processes.isGone(name.substring(part.length()))) {
                remove(new File(parent, name)); // if not, it is in nobody's way
            }
        }
    }

    /** Why the folder cannot be made, in the system's words, which files are told; {@code java.nio.file} may be the program's to use first. */
    private static IOException reason(File folder) {
        try {
            if (folder.createNewFile()) {
                folder.delete();
            }
        } catch (IOException e) {
            return new FileNotFoundException(folder + " (" + e.getMessage() + ")"); // as for files that cannot be opened
        }
        return new IOException("cannot create the folder " + folder);
    }
}
