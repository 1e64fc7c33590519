import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's HTTP clients, each with a thread of its own that waits in a selector; main itself is the server, so that it sees when a client has closed. */
public class Main {
    /** Answers the next request, and waits until the client has closed the connection, unless it is to be kept. */
    static Socket answer(ServerSocket server, String header) throws IOException {
        Socket socket = server.accept();
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        String first = in.readLine();
        StringBuilder cookie = new StringBuilder();
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            cookie.append(line.toLowerCase().startsWith("cookie") ? line : "");
        }
        String body = first + " " + cookie;
        socket.getOutputStream().write(("HTTP/1.1 200 OK\r\n" + header + "Content-Length: " + body.length() + "\r\n\r\n" + body).getBytes());
        if (header.contains("close")) {
            while (in.read() >= 0) { }
            socket.close();
        }
        return socket;
    }

    static CompletableFuture<HttpResponse<String>> ask(HttpClient client, ServerSocket server, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.getLocalPort() + path)).version(HttpClient.Version.HTTP_1_1).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    static String thread(CompletableFuture<?> done) throws Exception {
        return done.thenApplyAsync(each -> Thread.currentThread().isDaemon() + "", Runnable::run).get();
    }

    public static void main(String[] args) throws Exception {
        String close = "Connection: close\r\nSet-Cookie: a=b\r\n";
        ServerSocket server = new ServerSocket(0, 10, InetAddress.getByName("localhost"));
        ExecutorService own = Executors.newFixedThreadPool(1);
        HttpClient first = HttpClient.newHttpClient();
        HttpClient second = HttpClient.newBuilder().executor(own).cookieHandler(new CookieManager()).connectTimeout(Duration.ofHours(1))
            .followRedirects(HttpClient.Redirect.NORMAL).build();
        HttpClient idle = HttpClient.newHttpClient();
        CompletableFuture<HttpResponse<String>> one = ask(first, server, "/one");
        answer(server, close);
        HttpResponse<String> held = one.get();
        CompletableFuture<HttpResponse<String>> two = ask(second, server, "/two");
        answer(server, close);
        System.out.println(two.get().body());
        System.out.println("before"); // idle
        System.out.println(held.body() + " " + held.headers().firstValue("content-length").get() + " " + held.version() + held.request().method());
        for (HttpClient each : new HttpClient[] {first, second, idle, HttpClient.newHttpClient()}) {
            CompletableFuture<HttpResponse<String>> next = ask(each, server, "/next");
            answer(server, close);
            System.out.println(next.get().body() + " " + next.get().statusCode() + each.followRedirects() + each.connectTimeout() + each.version());
            System.out.println(thread(next));
        }
        Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.endsWith("SelectorManager")).sorted().forEach(System.out::println);
        CompletableFuture<HttpResponse<String>> last = ask(first, server, "/last");
        Socket kept = answer(server, "");
        System.out.println(last.get().body());
        System.out.println("kept"); // kept
        kept.close();
        own.shutdown();
        System.exit(0);
    }
}
