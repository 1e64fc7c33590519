package jcp.runtime.kinds;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.program.Agents;

/**
 * What the JDK has given an agent of the program to change classes with ({@code Instrumentation}): the replay has it made by the JDK, with the same rights, and
 * gives it its transformers back. Left out, and refused: where the launch names an agent ({@link Agents}).
 */
public final class AgentObjects extends Kind {
    private static final String WORD = "agent";

    @Override
    public String[] toText(Object object) {
        if (Agents.launched()) {
            return null;
        }
        String[] rights = Agents.rights(object);
        return new String[] {WORD, rights[0], rights[1], rights[2]};
    }

    @Override
    public Object fromText(String[] text) throws ReflectiveOperationException {
        return Agents.make(text, 1);
    }

    @Override
    public String detail(Object object) {
        return "of an agent that the launch of the JVM names (-javaagent)";
    }

    @Override
    public Trace trace() {
        return new Met();
    }

    @Override
    public void restoreEdges(GraphReader graph) {
        String[] texts = graph.edges(AgentObjects.class);
        for (int i = 0; i + 2 < texts.length; i += 3) {
            Agents.complete(object(graph, texts[i]), object(graph, texts[i + 1]), object(graph, texts[i + 2]));
        }
    }

    private static Object object(GraphReader graph, String number) {
        return graph.object(Integer.parseInt(number));
    }

    /** Agent and transformers, by their numbers in turn. */
    private static final class Met extends Trace {
        private final List<Integer> agents = new ArrayList<>();
        private final List<String> texts = new ArrayList<>();

        @Override
        public void meetText(GraphWriter graph, int number) {
            agents.add(number);
        }

        @Override
        public void find(GraphWriter graph) {
            for (int agent : agents) {
                texts.add(Integer.toString(agent));
                for (int which = 0; which < 2; which++) {
                    texts.add(Integer.toString(graph.id(Agents.transformers(graph.ids.object(agent), which))));
                }
            }
            agents.clear();
        }

        @Override
        public List<String> capture(GraphWriter graph) {
            return texts;
        }
    }
}
