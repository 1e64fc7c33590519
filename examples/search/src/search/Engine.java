package search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Prepares the documents once, then answers questions. */
final class Engine {
    private static int answered;

    private final List<Document> documents;
    private final Ranking ranking;
    private final Index index = new Index();
    private final Map<Topic, List<Document>> byTopic = new EnumMap<>(Topic.class);
    private final Map<Document, Document> nearest = new IdentityHashMap<>();
    private final Journal journal = new Journal();

    Engine(List<Document> documents, Ranking ranking) {
        this.documents = documents;
        this.ranking = ranking;
    }

    /** All the log lines so far, numbered. */
    private final class Journal {
        private final List<String> lines = new ArrayList<>();

        void note(String line) {
            lines.add(lines.size() + 1 + "/" + documents.size() + " " + line);
            System.out.println("  " + lines.get(lines.size() - 1));
        }
    }

    /** Prepares, then answers each question; returns the number of answers. */
    int serve(List<String> questions) {
        int found = 0;
        prepare();
        journal.note("ready: " + index.statistics()); // here
        for (String question : questions) {
            found += answer(question);
        }
        journal.note(answered + " questions answered");
        return found;
    }

    private void prepare() {
        for (Document document : documents) {
            index.add(document);
            byTopic.computeIfAbsent(document.topic, topic -> new ArrayList<>()).add(document);
        }
        journal.note("indexed");
        rank(60);
        journal.note("ranked");
        findNearest();
        journal.note("compared");
    }

    /** The well-known iteration: a document passes its rank on to those it links to. */
    private void rank(int rounds) {
        for (int round = 0; round < rounds; round++) {
            Map<Document, Double> next = new IdentityHashMap<>();
            for (Document document : documents) {
                double share = 0.85 * document.rank / Math.max(1, document.links.size());
                document.links.forEach(other -> next.merge(other, share, Double::sum));
            }
            documents.forEach(document -> document.rank = 0.15 + next.getOrDefault(document, 0.0));
        }
    }

    /** The most similar document of the same topic, by comparing all pairs. */
    private void findNearest() {
        for (List<Document> group : byTopic.values()) {
            for (Document document : group) {
                Document best = null;
                double most = -1;
                for (Document other : group) {
                    double similarity = other == document ? -1 : document.similarity(other);
                    if (similarity > most) {
                        most = similarity;
                        best = other;
                    }
                }
                nearest.put(document, best);
            }
        }
    }

    private int answer(String question) {
        answered++;
        Map<Document, Integer> hits = new TreeMap<>(Comparator.comparingInt(document -> document.id));
        for (String word : question.split(" ")) {
            for (Index.Posting posting : index.find(word)) {
                hits.merge(posting.document(), posting.count(), Integer::sum);
            }
        }
        System.out.println("\"" + question + "\": " + hits.size() + " documents");
        hits.entrySet().stream()
                .sorted(Comparator.comparingDouble(hit -> -ranking.score(hit.getKey(), hit.getValue())))
                .limit(3)
                .forEach(hit -> show(hit.getKey(), hit.getValue()));
        return hits.size();
    }

    private void show(Document document, int hits) {
        double score = ranking.score(document, hits);
        System.out.printf("  %s %s: %d hits, score %.4f; like %s%n",
                document.topic.mark(), document, hits, score, nearest.get(document));
    }
}
