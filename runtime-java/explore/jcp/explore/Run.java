package jcp.explore;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * One execution, or those that begin at a checkpoint, one after another. One task runs at a time, to its next point; there it asks the search who goes on, and hands over.
 *
 * <p>A step is what a task does from one point to the next: the operation that it was about to do, and all behind it. Its effects are collected on
 * the way. The task that runs alone may change what is here; handing over orders it before the next one.
 */
final class Run {
    /** A step to take again, and by what it is known. */
    record Past(int task, int way, long hash) {}

    private final Explorer explorer;
    private final Link link;
    private final Program.ProgramLoader loader;
    private final SetUp setUp;
    private Past[] prefix;
    private int position;
    /** Tasks by number. */
    final List<Task> tasks = new ArrayList<>();
    final Names names;
    final Monitors monitors = new Monitors();
    final Locks.Known locks = new Locks.Known();
    /** Calls under way on objects that are not made for threads. */
    final List<Hooks.Use> uses = new ArrayList<>();
    /** In place of the JDK's common pool, if the program uses it. */
    Pool common;
    /** The JDK's other name for it. */
    ForkPool forks;
    /** How many timers without a name there are. */
    int timers;
    /** What virtual threads run. */
    final Map<Thread, Runnable> bodies = new IdentityHashMap<>();
    /** Collections behind views and iterators. */
    final Map<Object, Object> views = new IdentityHashMap<>();
    /** What is behind collections that lock themselves. */
    final Map<Object, Object> backing = new IdentityHashMap<>();
    /** The locations of initialisers that have begun to run. */
    final java.util.BitSet begun = new java.util.BitSet();
    final Barriers barriers = new Barriers();
    final Output output = new Output(this);
    final Failures failures = new Failures(this);
    Trace trace;
    private final Map<Long, Integer> racing = new TreeMap<>();
    private Effects effects = new Effects();
    /** Whether the search knows them. */
    private boolean wasTold;
    private volatile boolean isBroken;
    /** Whether the step began with a plain access. */
    private boolean isPlain;
    private Task current;
    private volatile boolean over;
    private volatile boolean talking;
    private volatile long steps;
    final Carriers.Count carried = new Carriers.Count();
    /** Counted down when the execution is over. Its threads may still be about to end. */
    volatile CountDownLatch done = new CountDownLatch(1);
    /** What is to be done where executions begin. */
    private volatile Runnable work;

    Run(Explorer explorer, Link link, Program.ProgramLoader loader, Past[] prefix, boolean isTraced) {
        this.explorer = explorer;
        this.link = link;
        this.loader = loader;
        this.prefix = prefix;
        this.trace = isTraced ? new Trace() : null;
        this.setUp = null;
        this.names = new Names(new Names.Fixed());
        loader.initial.tell(names);
    }

    /** An execution that begins at a checkpoint, which is still to be come to. */
    Run(Explorer explorer, Link link, Program.ProgramLoader loader, SetUp setUp) {
        this.explorer = explorer;
        this.link = link;
        this.loader = loader;
        this.prefix = new Past[0];
        this.setUp = setUp;
        this.names = new Names(setUp.names());
    }

    /** Where it begins; null: with main. */
    SetUp setUp() {
        return setUp;
    }

    Start start() {
        return setUp.start();
    }

    /** Whether its checkpoint is still to come. */
    boolean isSettingUp() {
        return setUp != null && setUp.start().isSettingUp();
    }

    /** Whether this access to what is no point comes before the executions. */
    boolean isBefore(long where, boolean isWrite) {
        if (names.early != null && isWrite) {
            effects.write(where);
        } else if (names.early != null) {
            effects.read(where);
        } else if (isWrite && !isSettingUp()) {
            setUp.early().written(this, where);
        }
        return isSettingUp();
    }

    /** From here on effects are collected in others; returns those that were before. */
    Effects collect(Effects others) {
        Effects before = effects;
        effects = others;
        return before;
    }

    Effects newEffects() {
        effects = new Effects();
        return effects;
    }

    /** The checkpoint is come to: the main thread waits there. */
    void isAtStart() {
        done.countDown();
        while (!over) {
            Runnable next = work;
            if (next != null) {
                work = null;
                next.run();
                done.countDown();
            } else {
                LockSupport.park(this);
            }
        }
    }

    /** Has something done by the main thread, at the checkpoint. */
    void during(Runnable what) {
        done = new CountDownLatch(1);
        work = what;
        LockSupport.unpark(tasks.get(0).carrier);
    }

    /** The set-up ends: its threads do. */
    void stopAtStart() {
        over = true;
    }

    /** Begins anew. */
    void again(Past[] first, boolean isTraced) {
        prefix = first;
        position = 0;
        trace = isTraced ? new Trace() : null;
        racing.clear();
        wasTold = false;
        done = new CountDownLatch(1);
    }

    Initial initial() {
        return loader.initial;
    }

    boolean isOver() {
        return over;
    }

    long steps() {
        return talking ? -1 : steps;
    }

    Thread runs() {
        Task task = current;
        return task == null ? null : task.carrier;
    }

    /** What the step that runs touches. */
    Effects effects() {
        return effects;
    }

    /** The task of a thread of the program's; null if it was not started. */
    Task taskOf(Thread thread) {
        for (Task task : tasks) {
            if (task.thread == thread) {
                return task;
            }
        }
        return null;
    }

    /** Classes whose use others may see. */
    Initialisers initialisers() {
        return explorer.initialisers();
    }

    /** Initialises a class of the program's, if there is one. */
    void initialise(String name) {
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException missing) {
            // the instruction throws
        }
    }

    /** An access, for people. */
    String text(boolean isWrite, int location) {
        return (isWrite ? "write " : "read ") + explorer.nameOf(location);
    }

    /** The class whose static, or whose initialiser, a location is; empty if no instruction accesses it. */
    String classOf(int location) {
        return explorer.classOf(location);
    }

    /** The number of a location; -1: no instruction of the program accesses it. */
    int locationOf(String name) {
        return explorer.locationOf(name);
    }

    /** An object, for people. */
    String shown(Object object) {
        return object instanceof Class<?> ? ((Class<?>) object).getSimpleName() + ".class" : object.getClass().getSimpleName();
    }

    boolean isPoint(long place) {
        return explorer.isPoint(place);
    }

    /** Threads share a place: it is to be a point, and the search starts again when this execution is over. */
    void race(long place, int location) {
        if (explorer.findsShared()) {
            racing.put(place, location);
        }
    }

    Sharing sharing() {
        return explorer.sharing;
    }

    /** The execution fails here. */
    void fail(Task self, Throwable failure) {
        point(self, Op.always("use at the same time", new Effects()));
        failures.uncaught(self, failure);
        stop(self);
    }

    /** The step ends the execution, as {@link Failures} knows. */
    void stop(Task self) {
        self.pending = Op.always("end", new Effects());
        next(self);
        throw new Abort();
    }

    void unsupported(String text) {
        link.fail('u', text + ": " + Place.stack());
    }

    /** A new task, which {@code by} starts; null: the first one. */
    Task add(Thread thread, Task by) {
        long path = by == null ? 1 : Names.mix(by.path, 1_000_000_007L + ++by.started);
        Task task = new Task(this, tasks.size(), explorer.numberOf(path), path, thread);
        if (by != null) {
            task.time = by.time;
            task.initialised.or(by.initialised);
            task.clock.join(by.clock);
            by.clock.tick(by.lasting);
        }
        task.clock.tick(task.lasting);
        tasks.add(task);
        return task;
    }

    /** Starts the first task. */
    void begin(Task first, Runnable body) {
        start(first, body);
        hand(next(null));
    }

    /** Gives a task a carrier, which waits for its turn. */
    void start(Task task, Runnable body) {
        Effects begins = Effects.reading(beginning(task));
        begins.waits = true;
        task.pending = Op.always("start", begins);
        Carriers.run(task, () -> {
            task.await();
            take(task);
            body.run();
        });
    }

    static long beginning(Task task) {
        return Names.mix(task.path, 3);
    }

    static long ending(Task task) {
        return Names.mix(task.path, 5);
    }

    /** A task comes to a point: the step ends here, and {@code op} is done when the task is chosen. */
    void point(Task self, Op op) {
        if (self.inside > 0) {
            within(self, op);
            return;
        }
        try {
            come(self, op);
            Task next = next(self);
            if (next != self) {
                hand(next);
                self.await();
            }
            take(self);
        } catch (StackOverflowError error) {
            isBroken = true; // there is no room to say so: the next hook does
            throw error;
        }
    }

    /** A stack was full in the middle of what jcp does. */
    void broken() {
        isBroken = true;
    }

    /** Refuses to go on if what jcp knows may be wrong. */
    void sound() {
        if (isBroken) {
            unsupported("the stack was full where jcp is called; give threads more room, such as --jvm-arg -Xss4m, or let the program recurse less");
        }
    }

    private void come(Task self, Op op) {
        self.pending = op;
        if (op.needsNothing() && (op.timed && explorer.timeouts() || wakesUp(self))) {
            op.effects.waits = false;
        }
        if (explorer.comparesStates() && !isSettingUp() && !isChosenAgain(self)) {
            self.frames = explorer.frames.here();
        }
        if (trace != null) {
            self.place = Place.here();
        }
    }

    /** Whether the first steps have another one of the task: then nobody asks for the state at this point. */
    private boolean isChosenAgain(Task self) {
        for (int at = position; at < prefix.length; at++) {
            if (prefix[at].task == self.number) {
                return true;
            }
        }
        return false;
    }

    /** The same where the task gives up a monitor that it holds, until it is chosen. */
    void pointReleasing(Task self, Op op, Object monitor) {
        if (self.inside > 0) {
            within(self, op);
            return;
        }
        try {
            come(self, op);
            self.monitor = monitor;
            hand(next(self));
            self.await();
            take(self);
        } catch (StackOverflowError error) {
            isBroken = true;
            throw error;
        }
    }

    /** A point within a class initialiser, or a call of the JDK: these count as one step. */
    private void within(Task self, Op op) {
        if (!op.isReady()) {
            String initialiser = Initial.around(self);
            unsupported(op.text + (initialiser == null ? " waits within a call of the JDK that counts as one step"
                    : " waits within the initialiser of class " + initialiser + ", which counts as one step; let the program use the class before it starts threads,"
                    + " or let a method wait that the program calls, not the initialiser"));
        }
        self.way = 0;
        self.timedOut = false;
        effects.add(op.effects);
    }

    /** The chosen task begins its step. */
    private void take(Task self) {
        Op op = self.pending;
        self.timedOut = !op.isReady();
        if (self.timedOut && op.timed) {
            Times.expired(self);
        } else if (self.timedOut) {
            self.woken++;
        }
        self.pending = null;
        isPlain = op.plain;
        current = self;
        effects = new Effects();
        effects.add(op.effects);
        if (trace != null) {
            trace.step(self, op);
        }
    }

    /** A task is at its end. */
    void end(Task self) {
        sound();
        self.ended = true;
        effects.free(ending(self));
        hand(next(self));
    }

    private void hand(Task next) {
        if (next == null) {
            return; // the execution is over, which each task finds by itself
        }
        current = null;
        next.choose();
    }

    /** Ends the step of {@code self}, and finds who is chosen; null if the execution is over and nobody is left to be told. */
    private Task next(Task self) {
        if (over) {
            throw new Abort(); // the JDK may have caught the first one
        }
        steps++;
        if (setUp != null) {
            if (setUp.start().isSettingUp()) {
                return nextBefore(self);
            }
            setUp.early().written(this, effects);
        }
        if (position > 0 && position <= prefix.length) {
            check(prefix[position - 1], self);
        }
        if (position < prefix.length && failures.stop() == 0) {
            Past past = prefix[position++];
            Task task = past.task < tasks.size() ? tasks.get(past.task) : null;
            if (task == null || task.ended) {
                link.fail('d', "step " + position + " of the schedule: there is no such thread");
            }
            return chosen(task, past.way);
        }
        boolean isStep = position > prefix.length;
        position = prefix.length + 1;
        return ask(self, isStep);
    }

    /** Before the checkpoint: who runs goes on while it can. */
    private Task nextBefore(Task self) {
        if (failures.stop() != 0 || !canGoOn(true)) {
            link.fail('u', "the program does not come to the checkpoint: " + failures.shown());
        }
        boolean byTime = byTime();
        Task next = self != null && !self.ended && canGoOn(self, byTime) ? self : null;
        for (Task task : tasks) {
            if (next == null && !task.ended && task.pending != null && canGoOn(task, byTime)) {
                next = task;
            }
        }
        return chosen(next, 0);
    }

    private Task ask(Task self, boolean isStep) {
        boolean byTime = byTime();
        if (isStep) {
            link.step(effects, isPlain);
        }
        boolean isEnd = failures.stop() != 0 || !canGoOn(byTime);
        if (isEnd && !racing.isEmpty()) {
            link.refuse('r', racing.toString());
            wasTold = true;
            over(link.command());
            return null;
        }
        char stop = failures.stop(isEnd);
        link.view(tasks, byTime, isEnd || explorer.comparesStates() ? new Digest(this, loader.initial).of(loader.defined(), isEnd) : null, stop);
        talking = true;
        try {
            while (true) {
                char command = link.command();
                switch (command) {
                    case 'S' -> {
                        Task task = tasks.get(link.number());
                        return chosen(task, link.number());
                    }
                    case 'I' -> link.text('I', failures.told());
                    default -> {
                        over(command);
                        return null;
                    }
                }
            }
        } finally {
            talking = false;
        }
    }

    private void check(Past past, Task self) {
        if (past.hash != 0 && self != null && effects.hash() != past.hash) {
            link.fail('d', "step " + position + " of the schedule, thread \"" + self.name()
                    + "\", did something else than before, though all steps before it are the same; it came to " + Place.stack());
        }
    }

    private Task chosen(Task task, int way) {
        task.way = way;
        if (!canGoOn(task, byTime())) {
            link.fail('d', "step " + position + " of the schedule: thread \"" + task.name() + "\" cannot do " + task.pending.text + " there");
        }
        return task;
    }

    /** Whether nothing can run unless a time limit ends. */
    private boolean byTime() {
        return !canGoOn(false);
    }

    private boolean canGoOn(boolean byTime) {
        for (Task task : tasks) {
            if (!task.ended && task.pending != null && canGoOn(task, byTime)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the task can make its next step; {@code byTime}: limits end now. */
    boolean canGoOn(Task task, boolean byTime) {
        Op op = task.pending;
        return op.isReady() || op.timed && (byTime || explorer.timeouts()) && op.isFree() || wakesUp(task) && op.isFree();
    }

    /** Whether the task may wake up without a cause, where it waits. */
    private boolean wakesUp(Task task) {
        return task.pending.spurious && task.woken < explorer.spurious();
    }

    /** Places that threads were found to share, and that nobody was told of; null: none. */
    String untold() {
        return racing.isEmpty() || wasTold ? null : racing.toString();
    }

    /** The execution is over: all its threads end. */
    private void over(char command) {
        explorer.command = command;
        over = true;
        current = null;
        for (Task task : tasks) {
            // not by a notification: who owns the monitor may be a task that is still to be told
            if (!task.ended && task.carrier != Thread.currentThread()) {
                task.carrier.interrupt();
            }
        }
        done.countDown();
    }
}
