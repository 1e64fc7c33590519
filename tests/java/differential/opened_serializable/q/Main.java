package q;

import java.io.ObjectStreamClass;
import p.Task;

/** The default serial version of a class is a hash of its flags too, and the clone's caller needs it public. */
public class Main {
    public static void main(String[] args) {
        Task task = Task.make();
        task.run();
        System.out.println(ObjectStreamClass.lookup(task.getClass()).getSerialVersionUID());
    }
}
