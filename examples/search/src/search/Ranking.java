package search;

import java.util.function.ToDoubleBiFunction;

/** How much an answer is worth. */
enum Ranking {
    TEXT((document, hits) -> hits),
    RANK_AND_TEXT((document, hits) -> hits * document.rank * document.topic.weight());

    private final ToDoubleBiFunction<Document, Integer> formula;

    Ranking(ToDoubleBiFunction<Document, Integer> formula) {
        this.formula = formula;
    }

    double score(Document document, int hits) {
        return formula.applyAsDouble(document, hits);
    }
}
