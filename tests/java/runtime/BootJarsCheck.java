package jcp.runtime.jvm;

import java.io.File;
import java.io.FileInputStream;
import java.util.List;

/** Looks for the jars of the boot loader as often as the argument says, while another thread opens and closes a file all the time. */
public class BootJarsCheck {
    private static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        String missing = Opening.open();
        if (missing != null) {
            throw new IllegalStateException(missing);
        }
        File file = File.createTempFile("opened", ".txt");
        Thread opening = new Thread(() -> open(file));
        opening.start();
        int found = 0;
        try {
            for (int i = Integer.parseInt(args[0]); i > 0; i--) {
                List<String> jars = BootJars.appended();
                found += jars.size();
            }
        } finally {
            stop = true;
            opening.join();
            file.delete();
        }
        System.out.println(found);
    }

    private static void open(File file) {
        while (!stop) {
            try (FileInputStream in = new FileInputStream(file)) {
                in.read();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
