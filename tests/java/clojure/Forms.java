import clojure.java.api.Clojure;
import clojure.lang.IFn;

/** Forms of Clojure: functions, lazy sequences, protocols and references that were made before the checkpoint, and others after it. */
public class Forms {
    private static final IFn EVAL = Clojure.var("clojure.core", "load-string");

    private static final String BEFORE = String.join("\n",
        "(ns shop)",
        "(defprotocol Shape (area [this]) (scaled [this n]))",
        "(defrecord Square [side] Shape (area [_] (* side side)) (scaled [_ n] (->Square (* n side))))",
        "(def counter (atom {:calls 0 :seen []}))",
        "(def account (ref 100))",
        "(defn note! [x] (swap! counter #(-> % (update :calls inc) (update :seen conj x))))",
        "(def primes (filter (fn [n] (not-any? #(zero? (mod n %)) (range 2 n))) (iterate inc 2)))",
        "(defmulti price :kind)",
        "(defmethod price :tea [{n :n}] (* 3 n))",
        "(def slow (delay (note! :slow) 42))",
        "(def ^:dynamic *mode* :plain)",
        "(note! (vec (take 5 primes)))",
        "(note! (area (->Square 3)))",
        "(str @counter)");

    private static final String AFTER = String.join("\n",
        "(in-ns 'shop)",
        "(defmethod price :salt [{n :n}] n)",
        "(extend-type String Shape (area [s] (count s)) (scaled [s n] (apply str (repeat n s))))",
        "(note! (map area [(->Square 2) (scaled (->Square 2) 3) \"four\"]))",
        "(note! (map price [{:kind :tea :n 2} {:kind :salt :n 5}]))",
        "(dosync (alter account - 30) (commute account + 1))",
        "(note! [@account @slow @slow (binding [*mode* :other] *mode*) (nth primes 20)])",
        "(note! (try (price {:kind :none}) (catch IllegalArgumentException e (ex-message e))))",
        "(note! (transduce (comp (map inc) (filter odd?)) + (range 10)))",
        "(pr-str @counter)");

    public static void main(String[] args) {
        System.out.println(EVAL.invoke(BEFORE));
        check();
        System.out.println(EVAL.invoke("(shop/price {:kind :tea :n 10})"));
    }

    static void check() {
        System.out.println(EVAL.invoke(AFTER));
    }
}
