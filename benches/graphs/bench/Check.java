package bench;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Whether what was read is a graph of the benchmark, as far as a walk along its spine shows. */
final class Check {
    private Check() {}

    /** A number that depends on the content. */
    static long digest(Object root) {
        long sum = 0;
        if (root instanceof Object[]) {
            for (Object each : (Object[]) root) {
                sum = sum * 31 + element(each);
            }
        } else {
            for (Object each : (List<?>) root) {
                Tree.Method method = (Tree.Method) each;
                sum = sum * 31 + method.name.hashCode() + method.parameters.size() + method.body.statements.size() + method.line;
            }
        }
        return sum;
    }

    private static long element(Object element) {
        if (element instanceof Graphs.Link) {
            long sum = 0;
            for (Graphs.Link link = (Graphs.Link) element; link != null; link = link.next) {
                sum += link.number + (link.other == null ? 0 : link.other.number);
            }
            return sum;
        }
        if (element instanceof Map) {
            long sum = 0;
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) element).entrySet()) {
                sum += (Integer) entry.getKey() ^ ((Graphs.Link) entry.getValue()).number;
            }
            return sum;
        }
        return element instanceof byte[] ? Arrays.hashCode((byte[]) element)
            : element instanceof int[] ? Arrays.hashCode((int[]) element)
            : element instanceof long[] ? Arrays.hashCode((long[]) element)
            : element instanceof double[] ? Arrays.hashCode((double[]) element) : 0;
    }
}
