package search;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A document with its words, counted, and the documents it links to. */
final class Document {
    final int id;
    final String title;
    final Topic topic;
    final Map<String, Integer> counts = new HashMap<>();
    final Set<Document> links = new LinkedHashSet<>();
    double rank = 1;

    Document(int id, String title, Topic topic, List<String> text) {
        this.id = id;
        this.title = title;
        this.topic = topic;
        text.forEach(word -> counts.merge(word, 1, Integer::sum));
    }

    void linkTo(Document other) {
        if (other != this) {
            links.add(other);
        }
    }

    /** Cosine of the angle between the word counts of two documents. */
    double similarity(Document other) {
        double common = 0;
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            common += entry.getValue() * other.counts.getOrDefault(entry.getKey(), 0);
        }
        return common / (length() * other.length());
    }

    private double length() {
        double squares = 0;
        for (int count : counts.values()) {
            squares += (double) count * count;
        }
        return Math.sqrt(squares);
    }

    @Override
    public String toString() {
        return "#" + id + " \"" + title + "\"";
    }
}
