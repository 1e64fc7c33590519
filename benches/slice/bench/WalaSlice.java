package bench;

import com.ibm.wala.classLoader.IBytecodeMethod;
import com.ibm.wala.classLoader.IClass;
import com.ibm.wala.classLoader.IMethod;
import com.ibm.wala.classLoader.Language;
import com.ibm.wala.core.util.config.AnalysisScopeReader;
import com.ibm.wala.ipa.callgraph.AnalysisCacheImpl;
import com.ibm.wala.ipa.callgraph.AnalysisOptions;
import com.ibm.wala.ipa.callgraph.AnalysisOptions.ReflectionOptions;
import com.ibm.wala.ipa.callgraph.AnalysisScope;
import com.ibm.wala.ipa.callgraph.CGNode;
import com.ibm.wala.ipa.callgraph.CallGraph;
import com.ibm.wala.ipa.callgraph.impl.Util;
import com.ibm.wala.ipa.callgraph.propagation.InstanceKey;
import com.ibm.wala.ipa.callgraph.propagation.PointerAnalysis;
import com.ibm.wala.ipa.callgraph.propagation.SSAPropagationCallGraphBuilder;
import com.ibm.wala.ipa.cha.ClassHierarchyFactory;
import com.ibm.wala.ipa.cha.IClassHierarchy;
import com.ibm.wala.ipa.slicer.HeapStatement;
import com.ibm.wala.ipa.slicer.NormalReturnCaller;
import com.ibm.wala.ipa.slicer.NormalStatement;
import com.ibm.wala.ipa.slicer.ParamCaller;
import com.ibm.wala.ipa.slicer.SDG;
import com.ibm.wala.ipa.slicer.Slicer;
import com.ibm.wala.ipa.slicer.Slicer.ControlDependenceOptions;
import com.ibm.wala.ipa.slicer.Slicer.DataDependenceOptions;
import com.ibm.wala.ipa.slicer.Statement;
import com.ibm.wala.ipa.slicer.StatementWithInstructionIndex;
import com.ibm.wala.ipa.slicer.thin.CISlicer;
import com.ibm.wala.shrike.shrikeCT.InvalidClassFileException;
import com.ibm.wala.ssa.SSAAbstractInvokeInstruction;
import com.ibm.wala.ssa.SSAInstruction;
import com.ibm.wala.types.ClassLoaderReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/**
 * One backward slice by WALA, of the program and the JDK that this JVM runs on:
 * {@code WalaSlice CLASSPATH MAIN CLASS LINE SLICER DATA CONTROL REFLECTION MODULES}.
 *
 * <p>SLICER is {@code sensitive} or {@code insensitive} (whether a call returns to where it came from), DATA, CONTROL and
 * REFLECTION are WALA's names of its options, MODULES is {@code base} or {@code all} of the JDK. Prints, each as soon as it is
 * known, {@code SECONDS phase s}, {@code COUNT name n}, {@code LINE class line} for each line of the program in the slice, and
 * {@code PASSING class line} for each whose calls only pass on what lies in the heap.
 */
public final class WalaSlice {
    private static long start = System.nanoTime();

    private WalaSlice() {}

    public static void main(String[] args) throws Exception {
        String main = "L" + args[1].replace('.', '/');
        String type = "L" + args[2].replace('.', '/');
        int line = Integer.parseInt(args[3]);

        IClassHierarchy hierarchy = hierarchy(args[0], args[8].equals("base"));
        count("classes", hierarchy.getNumberOfClasses());
        phase("classes");
        SSAPropagationCallGraphBuilder builder = builder(hierarchy, main, ReflectionOptions.valueOf(args[7]));
        CallGraph graph = builder.makeCallGraph(builder.getOptions(), null);
        PointerAnalysis<InstanceKey> pointers = builder.getPointerAnalysis();
        count("nodes", graph.getNumberOfNodes());
        count("methods", methods(graph));
        phase("call_graph");
        List<Statement> criterion = criterion(graph, type, line);
        count("criterion", criterion.size());
        if (criterion.isEmpty()) {
            throw new IllegalArgumentException("no instruction of line " + line + " of " + args[2] + " is reachable");
        }
        DataDependenceOptions data = DataDependenceOptions.valueOf(args[5]);
        ControlDependenceOptions control = ControlDependenceOptions.valueOf(args[6]);
        Collection<Statement> slice = args[4].equals("sensitive")
                ? Slicer.computeBackwardSlice(new SDG<>(graph, pointers, data, control), criterion)
                : new CISlicer(graph, pointers, data, control).computeBackwardThinSlice(criterion);
        phase("slice");
        report(slice);
    }

    // ---- the program -----------------------------------------------------------------------------------------------------

    private static IClassHierarchy hierarchy(String classPath, boolean base) throws Exception {
        AnalysisScopeReader reader = AnalysisScopeReader.instance;
        AnalysisScope scope = base ? reader.makeBasePrimordialScope(null) : reader.makePrimordialScope(null);
        reader.addClassPathToScope(classPath, scope, ClassLoaderReference.Application);
        return ClassHierarchyFactory.makeWithRoot(scope);
    }

    /** Points-to analysis that has an object for each allocation, but one for each class of strings and exceptions. */
    private static SSAPropagationCallGraphBuilder builder(IClassHierarchy hierarchy, String main, ReflectionOptions reflection) {
        AnalysisOptions options = new AnalysisOptions(hierarchy.getScope(), Util.makeMainEntrypoints(hierarchy, main));
        options.setReflectionOptions(reflection);
        return Util.makeZeroOneCFABuilder(Language.JAVA, options, new AnalysisCacheImpl(), hierarchy);
    }

    private static int methods(CallGraph graph) {
        Collection<IMethod> found = new HashSet<>();
        for (CGNode node : graph) {
            found.add(node.getMethod());
        }
        return found.size();
    }

    // ---- statements and lines ------------------------------------------------------------------------------------------------

    /** The statements of the line in all reachable methods of the class, with the arguments and results of its calls. */
    private static List<Statement> criterion(CallGraph graph, String type, int line) throws InvalidClassFileException {
        List<Statement> found = new ArrayList<>();
        for (CGNode node : graph) {
            IMethod method = node.getMethod();
            if (!(method instanceof IBytecodeMethod) || !method.getDeclaringClass().getName().toString().equals(type)) {
                continue;
            }
            Iterator<SSAInstruction> instructions = node.getIR().iterateNormalInstructions();
            while (instructions.hasNext()) {
                SSAInstruction instruction = instructions.next();
                if (line((IBytecodeMethod<?>) method, instruction.iIndex()) == line) {
                    add(found, node, instruction);
                }
            }
        }
        return found;
    }

    private static void add(List<Statement> found, CGNode node, SSAInstruction instruction) {
        found.add(new NormalStatement(node, instruction.iIndex()));
        if (instruction instanceof SSAAbstractInvokeInstruction) {
            for (int i = 0; i < instruction.getNumberOfUses(); i++) {
                found.add(new ParamCaller(node, instruction.iIndex(), instruction.getUse(i)));
            }
            if (instruction.hasDef()) {
                found.add(new NormalReturnCaller(node, instruction.iIndex()));
            }
        }
    }

    private static int line(IBytecodeMethod<?> method, int index) throws InvalidClassFileException {
        return method.getLineNumber(method.getBytecodeIndex(index));
    }

    private static void report(Collection<Statement> slice) throws InvalidClassFileException {
        TreeSet<String> lines = new TreeSet<>();
        TreeSet<String> passing = new TreeSet<>();
        int libraries = 0;
        for (Statement statement : slice) {
            IMethod method = statement.getNode().getMethod();
            IClass type = method.getDeclaringClass();
            if (!type.getClassLoader().getReference().equals(ClassLoaderReference.Application)) {
                libraries++;
                continue;
            }
            int call = call(statement);
            int index = call >= 0 ? call : index(statement);
            int line = index >= 0 && method instanceof IBytecodeMethod ? line((IBytecodeMethod<?>) method, index) : -1;
            if (line > 0) {
                String text = type.getName().toString().substring(1).replace('/', '.') + " " + line;
                (call >= 0 ? passing : lines).add(text);
            }
        }
        passing.removeAll(lines);
        count("statements", slice.size());
        count("library_statements", libraries);
        count("lines", lines.size());
        count("passing", passing.size());
        lines.forEach(line -> System.out.println("LINE " + line));
        passing.forEach(line -> System.out.println("PASSING " + line));
    }

    private static int index(Statement statement) {
        return statement instanceof StatementWithInstructionIndex
                ? ((StatementWithInstructionIndex) statement).getInstructionIndex()
                : -1;
    }

    /** The instruction of a call in which the statement does no more than pass on what lies in the heap; else -1. */
    private static int call(Statement statement) {
        if (statement instanceof HeapStatement.HeapParamCaller) {
            return ((HeapStatement.HeapParamCaller) statement).getCallIndex();
        }
        if (statement instanceof HeapStatement.HeapReturnCaller) {
            return ((HeapStatement.HeapReturnCaller) statement).getCallIndex();
        }
        return -1;
    }

    // ---- output ------------------------------------------------------------------------------------------------------------

    private static void phase(String name) {
        long now = System.nanoTime();
        System.out.printf("SECONDS %s %.3f%n", name, (now - start) / 1e9);
        System.out.flush();
        start = now;
    }

    private static void count(String name, long number) {
        System.out.println("COUNT " + name + " " + number);
        System.out.flush();
    }
}
