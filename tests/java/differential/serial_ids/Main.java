import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** A class of the chain keeps its default serialVersionUID, with fields that its constructor assigns in the replay. */
public class Main {
    public static void main(String[] args) throws Exception {
        Node node = new Node("n", 3);
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of("node.bin")))) {
            out.writeObject(node);
        }
        System.out.println(ObjectStreamClass.lookup(Node.class).getSerialVersionUID());
        System.out.println(node);
    }
}

class Node implements Serializable {
    final String name;
    final long wide;
    final boolean flag;
    final short small;
    final double half;
    final int[] cells;

    Node(String name, int value) {
        this.name = name;
        System.out.println("before"); // here
        wide = value * 3_000_000_000L;
        flag = value > 2;
        small = (short) -value;
        half = value / 2.0;
        cells = new int[] {value};
    }

    @Override
    public String toString() {
        return name + wide + flag + small + half + cells[0];
    }
}
