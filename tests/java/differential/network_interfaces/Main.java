import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Collections;

/** A network interface that the program has read, and an address that it has got of it. */
public class Main {
    static NetworkInterface loopback;
    static InetAddress address;

    public static void main(String[] args) throws Exception {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (each.isLoopback()) {
                loopback = each;
                address = each.getInetAddresses().nextElement();
            }
        }
        System.out.println(loopback.getName());
        work(loopback.hashCode());
    }

    static void work(int hash) throws Exception {
        System.out.println("here");
        System.out.println(loopback.isLoopback() + " " + loopback.getIndex() + " " + loopback.isUp() + " " + (hash == loopback.hashCode()));
        System.out.println(loopback.equals(NetworkInterface.getByName(loopback.getName())));
        System.out.println((address == loopback.getInetAddresses().nextElement()) + " " + address + " " + loopback.getInterfaceAddresses());
    }
}
