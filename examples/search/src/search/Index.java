package search;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which document has which word how often. */
final class Index {
    /** One document with the number of times that it has a word. */
    record Posting(Document document, int count) {}

    private final SortedMap<String, List<Posting>> postings = new TreeMap<>();
    private int lookups;

    void add(Document document) {
        document.counts.forEach(
                (word, count) -> postings.computeIfAbsent(word, key -> new ArrayList<>()).add(new Posting(document, count)));
    }

    List<Posting> find(String word) {
        lookups++;
        return postings.getOrDefault(word, List.of());
    }

    String statistics() {
        return postings.size() + " words, " + lookups + " lookups, from " + postings.firstKey() + " to " + postings.lastKey();
    }
}
