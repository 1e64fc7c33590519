import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** The JDK's compiler has run, and nothing of it is held. */
public class Main {
    static int compile(String text) throws Exception {
        Path folder = Files.createTempDirectory("compiled");
        Path source = Files.writeString(folder.resolve("A.java"), text);
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, new ByteArrayOutputStream(), "-d", folder.toString(), source.toString());
        Files.deleteIfExists(folder.resolve("A.class"));
        Files.delete(source);
        Files.delete(folder);
        return status;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(compile("class A { int a = 1; }"));
        System.out.println("checkpoint"); // here
        System.out.println(compile("class A { int a = ; }"));
    }
}
