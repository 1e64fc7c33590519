import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles again and again in one JVM. Each request on standard input is a count and so many arguments of javac; the answer is the
 * exit status and what javac said. All texts are a length and UTF-8.
 */
class Javac {
    public static void main(String[] none) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(System.out);
        while (true) {
            String[] arguments;
            try {
                arguments = new String[in.readInt()];
            } catch (EOFException e) {
                return; // the tests have ended
            }
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
            }
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            out.writeInt(compiler.run(null, said, said, arguments));
            out.writeInt(said.size());
            said.writeTo(out);
            out.flush();
        }
    }
}
