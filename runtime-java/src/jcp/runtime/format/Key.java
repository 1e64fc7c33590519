package jcp.runtime.format;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import jcp.runtime.jvm.FileStatus;
import jcp.runtime.report.Problem;
import jcp.runtime.report.Settings;

/**
 * The key that {@code jcp.key.file} or {@code JCP_KEY_FILE} names, all bytes of that file: a capturing run writes an HMAC-SHA256 with
 * it into the checkpoint, and a replay believes no other file. It is read once.
 *
 * <p>A file that others may read or write, or that is another user's, is refused: they could make checkpoints with it.
 */
public final class Key {
    private static final int LEAST = 32;
    private static final int MOST = 1 << 16;

    private static boolean isRead;
    private static byte[] bytes;
    private static Problem problem;

    private Key() {}

    /** Null if none is named, or it cannot be used. */
    static byte[] bytes() {
        if (!isRead) {
            isRead = true;
            String name = Settings.get("jcp.key.file", "JCP_KEY_FILE");
            if (name != null) {
                read(new File(name).getAbsoluteFile());
            }
        }
        return bytes;
    }

    /** Why the key that is named cannot be used; null if it can, or none is named. */
    public static Problem problem() {
        bytes();
        return problem;
    }

    private static void read(File file) {
        try (FileInputStream in = new FileInputStream(file)) {
            FileStatus status = FileStatus.of(in.getFD());
            byte[] found = in.readNBytes(MOST + 1);
            if (status != null && !status.isOwn()) {
                problem = new Problem(file.getPath(), "the key belongs to user " + status.owner() + ", and this is user "
                        + FileStatus.user(), "make a key of your own, or a copy of this key if you trust that user");
            } else if (status != null && !status.isPrivate()) {
                problem = new Problem(file.getPath(), "other users may access the key: its permissions are " + status.permissions(),
                        "chmod 600 " + file.getPath());
            } else if (found.length < LEAST || found.length > MOST) {
                problem = new Problem(file.getPath(), "the key has " + (found.length > MOST ? "more than " + MOST : found.length)
                        + " bytes, and needs at least " + LEAST + (found.length > MOST ? " and at most " + MOST : ""),
                        "make one with: head -c " + LEAST + " /dev/urandom > " + file.getPath());
            } else {
                bytes = found;
            }
        } catch (IOException e) {
            problem = new Problem("jcp.key.file", "the key cannot be read: " + e.getMessage(),
                    "name a file that can be read, or set neither jcp.key.file nor JCP_KEY_FILE");
        }
    }
}
