package jcp.runtime.format;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import jcp.runtime.jvm.Opening;

/** Opens damaged copies of a checkpoint file: arguments are the file, how many, and a seed. Prints what was not refused. */
public final class DamageCheck {
    private DamageCheck() {}

    public static void main(String[] args) throws Exception {
        Opening.open();
        byte[] good = Files.readAllBytes(Path.of(args[0]));
        Random random = new Random(Long.parseLong(args[2]));
        CheckpointFile.open(new File(args[0])).close();
        int refused = 0;
        int tried = Integer.parseInt(args[1]);
        File copy = new File("copy.jcp");
        for (int i = 0; i < tried; i++) {
            String how = damage(good, copy.toPath(), random);
            try (CheckpointFile accepted = CheckpointFile.open(copy)) {
                System.out.println("accepted: " + how);
            } catch (IOException e) {
                refused += e.getMessage() == null ? 0 : 1;
            } catch (Throwable e) {
                System.out.println(how + ": " + e);
            }
        }
        System.out.println("refused " + refused + " of " + tried);
    }

    /** One flipped bit, or an end that is missing, or one that is too long. */
    private static String damage(byte[] good, Path copy, Random random) throws IOException {
        int kind = random.nextInt(10);
        int at = random.nextInt(4) == 0 ? edge(good.length, random) : random.nextInt(good.length);
        if (kind == 0) {
            Files.write(copy, java.util.Arrays.copyOf(good, at));
            return "the first " + at + " bytes";
        }
        if (kind == 1) {
            int more = 1 + random.nextInt(300);
            Files.write(copy, java.util.Arrays.copyOf(good, good.length + more));
            return more + " bytes more";
        }
        byte[] bytes = good.clone();
        int bit = random.nextInt(8);
        bytes[at] ^= 1 << bit;
        Files.write(copy, bytes);
        return "bit " + bit + " of byte " + at;
    }

    /** A place in the start or the trailer, which would be met seldom in a large file. */
    private static int edge(int length, Random random) {
        return random.nextBoolean() ? random.nextInt(16) : length - 1 - random.nextInt(220);
    }
}
