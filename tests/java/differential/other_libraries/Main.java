import java.awt.Color;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Area;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** Objects of libraries besides java.base: XML trees and their names, geometry, dates of SQL, trees of Swing. */
public class Main {
    static final String XML = "<!DOCTYPE r [<!ENTITY e 'entity'><!ATTLIST i id ID #IMPLIED>]><r xmlns:p='urn:p'><!-- c --><i id='a' p:x='1'>one &e;</i>"
        + "<i id='b'><![CDATA[two <]]></i><p:j/><?target data?></r>";

    public static void main(String[] args) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(XML)));
        NodeList items = document.getElementsByTagName("i");
        Element detached = document.createElementNS("urn:q", "q:new");
        List<String> events = new ArrayList<>();
        SAXParserFactory.newInstance().newSAXParser().parse(new InputSource(new StringReader(XML)), new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                events.add(name + attributes.getLength());
            }
        });
        XMLGregorianCalendar calendar = DatatypeFactory.newInstance().newXMLGregorianCalendar("2007-09-03T10:11:12.5Z");
        Duration duration = DatatypeFactory.newInstance().newDuration("P1DT2H");

        Path2D path = new Path2D.Double();
        path.moveTo(1, 2);
        path.curveTo(3, 4, 5, 6, 7, 8);
        path.closePath();
        Area area = new Area(new Ellipse2D.Float(0, 0, 10, 4));
        AffineTransform turn = AffineTransform.getRotateInstance(0.5);
        TreeMap<String, Object> shapes = new TreeMap<>();
        shapes.put("line", new Line2D.Double(0, 0, 3, 4).getBounds());
        shapes.put("rectangle", new Rectangle(1, 2, 3, 4));
        shapes.put("point", new Point(5, 6));
        shapes.put("colour", new Color(1, 2, 3, 4));

        Timestamp stamp = new Timestamp(1_190_000_000_123L);
        stamp.setNanos(123_456_789);
        Object[] sql = {stamp, new Date(1_190_000_000_000L), new Time(3_600_000L)};
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
        root.add(new DefaultMutableTreeNode(shapes));
        root.add(new DefaultMutableTreeNode("leaf"));

        System.out.println("made"); // here
        items.item(0).appendChild(detached);
        detached.setAttribute("k", "v & w");
        System.out.println(items.getLength() + " " + document.getElementById("b").getTextContent() + " " + events);
        System.out.println(XPathFactory.newInstance().newXPath().evaluate("count(//*[local-name() = 'new'])", document, XPathConstants.NUMBER));
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter written = new StringWriter();
        transformer.transform(new DOMSource(document), new StreamResult(written));
        System.out.println(written);
        calendar.add(duration);
        System.out.println(calendar + " " + duration.negate() + " " + calendar.toGregorianCalendar().getTimeInMillis());

        path.transform(turn);
        double[] at = new double[6];
        for (PathIterator each = path.getPathIterator(null); !each.isDone(); each.next()) {
            System.out.printf("%d %.3f%n", each.currentSegment(at), at[0]);
        }
        area.subtract(new Area(new Rectangle(2, 1, 3, 9)));
        System.out.println(area.getBounds2D() + " " + area.isSingular() + " " + shapes);
        System.out.println(stamp.compareTo((java.util.Date) sql[1]) + " " + stamp.getNanos() + " " + sql[2].equals(new Time(3_600_000L)));
        System.out.println(root.getLeafCount() + " " + root.getLastLeaf() + " " + root.getDepth() + " " + root.getFirstLeaf().isNodeAncestor(root));
    }
}
