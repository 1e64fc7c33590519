import java.io.ByteArrayInputStream;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/** A parser of the JDK is at work: JDK 17 keeps no stack maps of its methods. */
public class Main extends DefaultHandler {
    private int elements;

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
        elements++; // here
        System.out.println(name + " " + elements + " " + attributes.getValue("x"));
    }

    public static void main(String[] args) throws Exception {
        byte[] text = "<r><a x='1'/><b>t</b></r>".getBytes();
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(text), new Main());
        System.out.println("parsed");
    }
}
