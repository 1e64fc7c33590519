package search;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes documents of invented words; common words are many times as frequent as rare ones. */
final class Library {
    private static final String[] SYLLABLES = {"ta", "ro", "me", "li", "su", "no", "pe", "ka", "vi", "le"};

    private Library() {}

    static List<Document> generate(int count, long seed) {
        Random random = new Random(seed);
        String[] words = vocabulary(random);
        List<Document> documents = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            List<String> text = new ArrayList<>();
            int length = 60 + random.nextInt(140);
            for (int i = 0; i < length; i++) {
                double rare = Math.pow(random.nextDouble(), 3);
                text.add(words[(int) (rare * words.length)]);
            }
            documents.add(new Document(id, title(words, random), Topic.of(random.nextInt()), text));
        }
        link(documents, random);
        return documents;
    }

    private static String[] vocabulary(Random random) {
        String[] words = new String[4000];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int length = 2 + i / 1500; length > 0; length--) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            words[i] = word.toString();
        }
        return words;
    }

    private static String title(String[] words, Random random) {
        return words[random.nextInt(words.length)] + " and " + words[random.nextInt(words.length)];
    }

    private static void link(List<Document> documents, Random random) {
        for (Document document : documents) {
            for (int links = random.nextInt(12); links > 0; links--) {
                document.linkTo(documents.get((int) (Math.pow(random.nextDouble(), 2) * documents.size())));
            }
        }
    }
}
