import static org.mockito.Mockito.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.List;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;

/** Mocks of Mockito's inline maker: made and stubbed before the checkpoint, used and verified after it, with others that are made then. */
public class Mocks {
    static class Base {
        String low() {
            return "low";
        }
    }

    static class Service extends Base {
        static final List<String> NAMES = new ArrayList<>(List.of("none"));

        String name(int n) {
            return "real " + n + " of " + NAMES;
        }

        final String fixed() {
            return "fixed";
        }

        static String common() {
            return "common";
        }
    }

    static class Other extends Base {
        String other() {
            return "other";
        }
    }

    static final class Made {
        final int n;

        Made(int n) {
            this.n = n;
        }

        int get() {
            return n;
        }
    }

    interface Port {
        int send(String text);
    }

    static Service service;
    static Port port;
    static List<String> spied;

    static void make() {
        service = mock(Service.class);
        when(service.name(anyInt())).thenReturn("mocked");
        when(service.fixed()).thenReturn("stubbed");
        port = mock(Port.class);
        when(port.send("a")).thenReturn(7);
        spied = spy(new ArrayList<>(List.of("x")));
        spied.add("y");
        Service.NAMES.add("some");
        System.out.println(service.name(3) + " " + spied + " " + port.send("a") + " " + new Service().name(1));
    }

    public static void main(String[] args) {
        make();
        check();
    }

    static void check() {
        System.out.println(service.name(4) + " " + service.low() + " " + service.fixed() + " " + new Service().name(5));
        Other other = mock(Other.class);
        when(other.low()).thenReturn("mocked low");
        System.out.println(other.low() + " " + new Other().low() + " " + other.other());
        try (MockedStatic<Service> mocked = mockStatic(Service.class)) {
            mocked.when(Service::common).thenReturn("mocked static");
            System.out.println(Service.common());
        }
        System.out.println(Service.common());
        try (MockedConstruction<Made> made = mockConstruction(Made.class)) {
            Made one = new Made(5);
            when(one.get()).thenReturn(77);
            System.out.println(one.get() + " " + made.constructed().size());
        }
        System.out.println(new Made(5).get());
        spied.add("z");
        verify(spied).add("z");
        verify(spied).add("y");
        when(service.name(9)).thenReturn("later");
        System.out.println(spied + " " + port.send("a") + " " + port.send("b") + " " + service.name(9) + " " + service.name(8));
        verify(port, times(2)).send("a");
        try {
            verify(service, times(3)).name(3);
        } catch (org.mockito.exceptions.base.MockitoAssertionError e) {
            System.out.println(e.getMessage().split("\n")[2]);
        }
        System.out.println(mockingDetails(service).getInvocations().size());
    }
}
