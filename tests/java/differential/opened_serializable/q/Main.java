package q;

import java.io.ObjectStreamClass;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import p.Task;

/**
 * The clone's caller needs the class public, but neither reflection nor the default serial version, which is a hash of the
 * flags too, may tell.
 */
public class Main implements Runnable {
    static Task[] tasks;

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            tell(Task.make());
        }
        tasks = Task.make();
        tasks[0].run(new Main());
        tell(tasks);
    }

    public void run() {
        tasks[1].run(null);
    }

    private static void tell(Task[] tasks) throws Exception {
        for (Task task : tasks) {
            Class<?> type = task.getClass();
            System.out.println(ObjectStreamClass.lookup(type).getSerialVersionUID() + " " + type.toGenericString());
            System.out.println(Modifier.toString(type.getModifiers()) + " " + type.getSimpleName() + " " + type.isMemberClass()
                + type.isLocalClass() + type.isAnonymousClass() + " " + type.getEnclosingClass() + " " + type.getDeclaringClass());
            System.out.println(Arrays.toString(type.getDeclaredClasses()) + Arrays.toString(type.getNestMembers()));
            System.out.println(Arrays.toString(type.getDeclaredFields()) + Arrays.toString(type.getDeclaredMethods()));
        }
    }
}
