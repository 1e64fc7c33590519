package jcp.runtime;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Set;

/**
 * Marks the place of the checkpoint for {@code jcp verify}: how much was printed so far, and a copy of the working
 * directory as it is now. Done only if {@code -Djcp.mark=DIR} asks for it.
 */
final class Mark {
    private Mark() {}

    /** Where the chain starts below main: how much was printed when its root was entered. */
    private static long[] entered;

    static void enter() {
        if (Settings.property("jcp.mark") != null) {
            System.out.flush();
            System.err.flush();
            entered = new long[] {position(FileDescriptor.out), position(FileDescriptor.err)};
        }
    }

    /** In the replay of such a chain: brings the working directory to the state that it had at the region's checkpoint. */
    static void resume(int region) throws IOException {
        String folder = Settings.property("jcp.mark");
        if (folder != null) {
            System.out.flush();
            System.err.flush();
            synchronise(target(folder, region).resolve("cwd"), Path.of("").toAbsolutePath());
        }
    }

    /** {@code region}: its number, from 1. */
    static void mark(File checkpoint, int region) throws IOException {
        System.out.flush();
        System.err.flush();
        String folder = Settings.property("jcp.mark");
        if (folder == null) {
            return;
        }
        long start = System.nanoTime();
        Path target = target(folder, region);
        Path copy = target.resolve("cwd");
        deleteAll(copy);
        Files.deleteIfExists(target.resolve("end.txt"));
        Files.createDirectories(target);
        copyAll(Path.of("").toAbsolutePath(), copy, target, checkpoint.toPath());
        String text = "stdout " + position(FileDescriptor.out) + "\nstderr " + position(FileDescriptor.err) + "\nnanos "
                + (System.nanoTime() - start) + "\n";
        if (entered != null) {
            text += "entry_stdout " + entered[0] + "\nentry_stderr " + entered[1] + "\n";
        }
        Files.writeString(target.resolve("mark.txt"), text);
    }

    /** At the end of a region: the same beside what was marked at its start. */
    static void end(File checkpoint, int region) throws IOException {
        String folder = Settings.property("jcp.mark");
        if (folder == null) {
            return;
        }
        System.out.flush();
        System.err.flush();
        Path target = target(folder, region);
        Path copy = target.resolve("cwd-end");
        deleteAll(copy);
        copyAll(Path.of("").toAbsolutePath(), copy, target, checkpoint.toPath());
        Files.writeString(target.resolve("end.txt"),
                "stdout " + position(FileDescriptor.out) + "\nstderr " + position(FileDescriptor.err) + "\n");
    }

    private static Path target(String folder, int region) {
        return Path.of(region > 1 ? folder + "-" + region : folder).toAbsolutePath();
    }

    /** The offset of an output that is a regular file; 0 else. */
    @SuppressWarnings("resource") // closing would close the program's own output
    private static long position(FileDescriptor descriptor) {
        try {
            return new FileOutputStream(descriptor).getChannel().position();
        } catch (IOException e) {
            return 0;
        }
    }

    /** No options. The set that the JDK would make of enums calls them by a method handle, which takes hashes that are the program's. */
    private static final Set<FileVisitOption> PLAINLY = Collections.emptySet();

    /** Makes a folder equal to another one; files that are in both are overwritten, since they may be open. */
    private static void synchronise(Path from, Path to) throws IOException {
        Files.walkFileTree(to, PLAINLY, Integer.MAX_VALUE, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!Files.exists(from.resolve(to.relativize(file).toString()), LinkOption.NOFOLLOW_LINKS)) {
                    Files.delete(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                if (!Files.exists(from.resolve(to.relativize(folder).toString()))) {
                    Files.delete(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Files.walkFileTree(from, PLAINLY, Integer.MAX_VALUE, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path target = to.resolve(from.relativize(file).toString());
                if (attributes.isRegularFile() && Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                    try (java.io.OutputStream out = Files.newOutputStream(target)) {
                        Files.copy(file, out);
                    }
                    Files.setLastModifiedTime(target, attributes.lastModifiedTime());
                } else {
                    Files.copy(file, target, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES,
                            StandardCopyOption.REPLACE_EXISTING);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void deleteAll(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, PLAINLY, Integer.MAX_VALUE, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void copyAll(Path from, Path to, Path except, Path checkpoint) throws IOException {
        Files.walkFileTree(from, PLAINLY, Integer.MAX_VALUE, new SimpleFileVisitor<Path>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (folder.equals(except)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(checkpoint)) {
                    Files.copy(file, to.resolve(from.relativize(file).toString()), LinkOption.NOFOLLOW_LINKS,
                            StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
