package jcp.runtime.report;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;

/** Messages of the runtime: to the process's standard error, whatever stream the program has put in its place. */
public final class Messages {
    private Messages() {}

    @SuppressWarnings("resource") // closing would close the program's standard error
    public static void print(String text) {
        try {
            // in one piece, so that lines of others do not come between
            new FileOutputStream(FileDescriptor.err).write((text + System.lineSeparator()).getBytes(Charset.defaultCharset()));
        } catch (IOException e) {
            // a closed standard error: there is nobody to tell
        }
    }
}
