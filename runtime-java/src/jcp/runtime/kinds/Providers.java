package jcp.runtime.kinds;

import java.security.Provider;
import java.security.Security;
import jcp.runtime.graph.Kind;

/** Security providers and what they offer, which are looked up by their names; apart, so that these classes are loaded where they are met. */
public final class Providers {
    static final String PROVIDER = "provider";
    static final String SERVICE = "security-service";

    private Providers() {}

    /** Null if the JDK would give another one. */
    static String[] capture(Object o) {
        if (o instanceof Provider) {
            String name = ((Provider) o).getName();
            return Security.getProvider(name) == o ? new String[] {PROVIDER, name} : null;
        }
        Provider.Service service = (Provider.Service) o;
        String[] leaf = new String[] {SERVICE, service.getProvider().getName(), service.getType(), service.getAlgorithm()};
        return make(leaf) == o ? leaf : null;
    }

    /** Null if there is none. */
    static Object make(String[] leaf) {
        Provider provider = Security.getProvider(leaf[1]);
        return provider == null || leaf[0].equals(PROVIDER) ? provider : provider.getService(leaf[2], leaf[3]);
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) {
            return Providers.capture(o);
        }

        @Override
        public Object fromText(String[] text) {
            return Leaves.found(make(text), text);
        }
    }
}
