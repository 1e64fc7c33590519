import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** HTTP servers of the JDK's without a connection at the checkpoint: one that serves on its own thread, one with a pool. */
public class Main {
    static int served;

    static HttpServer serve(String name, Executor pool) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/" + name, exchange -> {
            byte[] body = (name + " has served " + ++served + " on " + Thread.currentThread().getName().replaceAll("thread-.", "thread") + ": "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("X-Name", name);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(pool);
        server.start();
        return server;
    }

    /** Asks over a connection that is closed behind the answer. */
    static String ask(HttpServer server, String path, String text) throws IOException {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort())) {
            String request = "POST " + path + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: " + text.length() + "\r\n\r\n" + text;
            client.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.substring(0, answer.indexOf('\r')) + " | " + answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }

    public static void main(String[] args) throws Exception {
        HttpServer alone = serve("alone", null);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        HttpServer pooled = serve("pooled", pool);
        HttpServer late = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        System.out.println(ask(alone, "/alone", "before"));
        System.out.println(ask(pooled, "/pooled", "before"));
        work(alone, pooled);
        late.start();
        System.out.println(ask(late, "/late", "nothing"));
        late.stop(0);
        alone.stop(0);
        pooled.stop(0);
        pool.shutdown();
        System.out.println("served " + served + " " + pool.awaitTermination(1, TimeUnit.MINUTES));
    }

    static void work(HttpServer alone, HttpServer pooled) throws IOException {
        System.out.println("here");
        for (int i = 0; i < 3; i++) {
            System.out.println(ask(alone, "/alone", "request " + i));
            System.out.println(ask(pooled, "/pooled", "request " + i));
            System.out.println(ask(pooled, "/none", "request " + i));
        }
    }
}
