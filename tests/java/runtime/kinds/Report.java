import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What becomes of each class: prints the classes of which nothing is made, and how many objects are kept and refused. */
final class Report {
    void print() throws Exception {
        List<String> every = List.of("java.");
        Map<String, Object> kept = new Making(every, false).all();
        Map<String, Object> refused = new Making(every, true).all();
        List<Object> made = new ArrayList<>(kept.values());
        made.addAll(refused.values());
        int kinds = 0;
        int left = 0;
        for (String name : Library.PACKAGES) {
            for (Class<?> type : Library.classes(name)) {
                if (Library.isKind(type)) {
                    kinds++;
                    if (made.stream().anyMatch(type::isInstance)) {
                        continue;
                    }
                    left++;
                    if (!Lists.isLeftOut(type)) {
                        System.out.println("not made: " + type.getName());
                    }
                }
            }
        }
        refused.forEach((label, object) -> {
            String[] refusal = Lists.refusal(label, Seen.className(object));
            System.out.println("refused: " + label + " | " + refusal[1] + ": | " + refusal[0]);
        });
        System.out.println(kinds + " classes, " + left + " not made, " + kept.size() + " objects kept, " + refused.size() + " refused");
        Making.end();
    }
}
