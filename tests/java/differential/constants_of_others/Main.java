import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.namespace.QName;
import javax.xml.xpath.XPathConstants;

/** Constants of the JDK that other classes keep than those of the objects: they are the same after the checkpoint. */
public class Main {
    public static void main(String[] args) {
        QName nodes = XPathConstants.NODESET;
        QName date = DatatypeConstants.DATE;
        Runtime.Version version = JarFile.baseVersion();
        Set<Collector.Characteristics> marks = Collectors.toList().characteristics();
        System.out.println("checkpoint"); // here
        System.out.println(nodes == XPathConstants.NODESET);
        System.out.println(date == DatatypeConstants.DATE);
        System.out.println(version == JarFile.baseVersion());
        System.out.println(marks == Collectors.toList().characteristics());
    }
}
