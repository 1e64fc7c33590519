package jdk.internal.loader;

import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;
import java.util.List;

/**
 * What {@link JcpClassPath} is compiled against, and no part of the runtime: the methods of the JDK's class of this name, in
 * JDK 17 (with {@code check}) and in JDK 25 (without).
 */
public class URLClassPath {
    URLClassPath(String path, boolean skipsEmptyElements) {
        throw new UnsupportedOperationException();
    }

    public native List<IOException> closeLoaders();

    public native void addURL(URL url);

    public native void addFile(String file);

    public native URL[] getURLs();

    public native URL findResource(String name);

    public native URL findResource(String name, boolean check);

    public native Enumeration<URL> findResources(String name);

    public native Enumeration<URL> findResources(String name, boolean check);

    public native Resource getResource(String name);

    public native Resource getResource(String name, boolean check);

    public native Enumeration<Resource> getResources(String name);

    public native Enumeration<Resource> getResources(String name, boolean check);
}
