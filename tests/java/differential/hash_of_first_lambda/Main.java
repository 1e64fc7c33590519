import java.util.List;
import java.util.stream.Collectors;

/** The program's first lambda lies behind the checkpoint: linking it takes the identity hashes that it takes without jcp. */
public class Main {
    public static void main(String[] args) {
        System.out.println("start"); // here
        Runnable r = () -> System.out.println("r");
        System.out.println(new Object());
        r.run();
        System.out.println("length " + args.length);
        System.out.println(new Object());
        System.out.println(List.of(new Object(), new Main()).stream().map(Object::hashCode).collect(Collectors.toList()).size());
        System.out.println(new Object());
    }
}
