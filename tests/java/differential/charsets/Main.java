import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Charsets are the JVM's own; an encoder and a decoder in the middle of a text go on. */
public class Main {
    public static void main(String[] args) throws IOException {
        List<Charset> charsets = List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, Charset.forName("UTF-16LE"),
            Charset.forName("windows-1252"), Charset.forName("IBM850"), Charset.forName("Shift_JIS"), Charset.defaultCharset());
        SortedMap<String, Charset> byName = new TreeMap<>();
        for (Charset charset : charsets) {
            byName.put(charset.name(), charset);
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE).replaceWith("?");
        ByteBuffer bytes = ByteBuffer.wrap("a\u00e4\u20ac\ud83d\ude00z".getBytes(StandardCharsets.UTF_8));
        bytes.limit(5);
        CharBuffer chars = CharBuffer.allocate(20);
        decoder.decode(bytes, chars, false);
        CharsetEncoder encoder = Charset.forName("Shift_JIS").newEncoder();
        ByteArrayOutputStream sink = new ByteArrayOutputStream();
        OutputStreamWriter writer = new OutputStreamWriter(sink, StandardCharsets.UTF_16);
        writer.write("x\ud83d");
        after(charsets, byName, decoder, bytes, chars, encoder, sink, writer);
    }

    static void after(List<Charset> charsets, SortedMap<String, Charset> byName, CharsetDecoder decoder, ByteBuffer bytes,
            CharBuffer chars, CharsetEncoder encoder, ByteArrayOutputStream sink, OutputStreamWriter writer) throws IOException {
        System.out.println("before");
        System.out.println((charsets.get(0) == StandardCharsets.UTF_8) + " " + (charsets.get(2) == StandardCharsets.UTF_16LE)); // here
        for (Charset charset : charsets) {
            System.out.println(charset + " " + (charset == Charset.forName(charset.name())) + " " + (byName.get(charset.name()) == charset)
                + " " + charset.aliases().size() + Arrays.toString("\u00e4\u3042".getBytes(charset)));
        }
        bytes.limit(bytes.capacity());
        System.out.println(decoder.decode(bytes, chars, true) + " " + decoder.flush(chars) + " " + chars.flip() + " " + decoder.replacement());
        System.out.println(encoder.canEncode('\u3042') + " " + encoder.encode(CharBuffer.wrap("\u3042b")).remaining());
        writer.write("\ude00y");
        writer.close();
        System.out.println(Arrays.toString(sink.toByteArray()));
    }
}
