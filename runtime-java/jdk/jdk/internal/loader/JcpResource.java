package jdk.internal.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.jar.Manifest;

/**
 * A class file of jcp's jar in the place of that of another entry, to which its class is to belong. The other one is read, too,
 * for the identity hashes that this takes; reading the jar is to take none.
 */
final class JcpResource extends Resource {
    private final JcpClassPath path;
    private final Resource changed;
    private final Resource original;

    JcpResource(JcpClassPath path, Resource changed, Resource original) {
        this.path = path;
        this.changed = changed;
        this.original = original;
    }

    @Override
    public String getName() {
        return original.getName();
    }

    @Override
    public URL getURL() {
        return original.getURL();
    }

    @Override
    public URL getCodeSourceURL() {
        return original.getCodeSourceURL();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return changed.getInputStream();
    }

    @Override
    public int getContentLength() throws IOException {
        return changed.getContentLength();
    }

    @Override
    public byte[] getBytes() throws IOException {
        original.getBytes();
        Object before = path.hashes.get();
        byte[] bytes = changed.getBytes();
        path.back.accept(before);
        return bytes;
    }

    /** None: the JDK then asks for the bytes. */
    @Override
    public ByteBuffer getByteBuffer() throws IOException {
        original.getByteBuffer();
        return null;
    }

    /** That of the jar tells the versions of the packages of all entries, and seals none; a folder has none. */
    @Override
    public Manifest getManifest() throws IOException {
        Manifest of = original.getManifest();
        Object before = path.hashes.get();
        Manifest ours = changed.getManifest();
        path.back.accept(before);
        return ours == null ? of : ours;
    }
}
