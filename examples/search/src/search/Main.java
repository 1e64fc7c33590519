package search;

import java.util.List;

/** A small search engine: reads a library of documents, links and groups them, then answers questions. */
public final class Main {
    private Main() {}

    /** Takes the number of documents; the work before the first answer grows with its square. */
    public static void main(String[] args) {
        int documents = args.length > 0 ? Integer.parseInt(args[0]) : 3000;
        System.out.println("reading " + documents + " documents");
        Engine engine = new Engine(Library.generate(documents, 20_070_903L), Ranking.RANK_AND_TEXT);
        List<String> questions = List.of("taro meli", "sunope", "kavi nole taro", "nowhere");
        int found = engine.serve(questions);
        System.out.println(found + " answers");
    }
}
