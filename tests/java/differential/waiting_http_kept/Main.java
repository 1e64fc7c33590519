import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** HTTP clients of the JDK's that keep connections for later requests, and servers in the same JVM. */
public class Main {
    static int served;

    static HttpServer serve(String name, Executor pool) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/" + name, exchange -> {
            byte[] body = (name + " has served " + ++served + ": " + exchange.getRequestMethod() + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(pool);
        server.start();
        return server;
    }

    static HttpRequest request(HttpServer server, String name) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.getAddress().getPort() + "/" + name))
            .POST(HttpRequest.BodyPublishers.ofString("body of " + name)).build();
    }

    static String ask(HttpClient client, HttpServer server, String name) throws Exception {
        return client.send(request(server, name), HttpResponse.BodyHandlers.ofString()).body();
    }

    public static void main(String[] args) throws Exception {
        HttpServer alone = serve("alone", null);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        HttpServer pooled = serve("pooled", pool);
        ExecutorService own = Executors.newFixedThreadPool(1);
        HttpClient first = HttpClient.newHttpClient();
        HttpClient second = HttpClient.newBuilder().executor(own).version(HttpClient.Version.HTTP_1_1).build();
        System.out.println(ask(first, alone, "alone"));
        System.out.println(ask(first, pooled, "pooled"));
        System.out.println(ask(second, pooled, "pooled"));
        CompletableFuture<HttpResponse<String>> one = first.sendAsync(request(pooled, "pooled"), HttpResponse.BodyHandlers.ofString());
        System.out.println(one.get().statusCode());
        work(alone, pooled, first, second);
        alone.stop(0);
        pooled.stop(0);
        pool.shutdown();
        own.shutdown();
    }

    static void work(HttpServer alone, HttpServer pooled, HttpClient first, HttpClient second) throws Exception {
        System.out.println("here");
        for (HttpClient each : new HttpClient[] {first, second, first}) {
            System.out.println(ask(each, alone, "alone"));
            System.out.println(ask(each, pooled, "pooled"));
        }
    }
}
