package org.springframework.boot.loader;

/** The same with the URLs that launchers wrote before Spring Boot 3.2. */
public class JarLauncher extends org.springframework.boot.loader.launch.JarLauncher {
    public static void main(String[] args) throws Exception {
        launch(args, "jar:file:", "!/");
    }
}
