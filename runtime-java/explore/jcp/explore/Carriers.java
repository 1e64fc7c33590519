package jcp.explore;

import java.util.ArrayDeque;

/**
 * Threads that run tasks, one after another: starting a thread costs more than a short execution.
 */
final class Carriers {
    private static final ArrayDeque<Carrier> FREE = new ArrayDeque<>();
    private static int all;

    private Carriers() {}

    /** How many carriers run tasks of one execution. */
    static final class Count {
        private int running;

        synchronized void begin() {
            running++;
        }

        synchronized void end() {
            if (--running == 0) {
                notifyAll();
            }
        }

        /** Waits until there are none, or it has taken too long. */
        synchronized boolean areDone(long millis) {
            try {
                if (running > 0) {
                    wait(millis);
                }
            } catch (InterruptedException error) {
                return false;
            }
            return running == 0;
        }
    }

    /** A thread that runs one task at a time. */
    static final class Carrier extends Thread {
        private volatile Task task;
        private Runnable body;

        private Carrier() {
            super("jcp-carrier"); // no daemon: threads that the program makes on it are none either
        }

        Task task() {
            return task;
        }

        @Override
        public void run() {
            while (true) {
                Runnable work = next();
                try {
                    work.run();
                } catch (Abort over) {
                    // this execution is over
                } catch (Throwable defect) {
                    Explorer.defect(defect);
                }
                OwnValues.clear();
                Count count = task.run.carried;
                synchronized (this) {
                    task = null;
                    body = null;
                }
                synchronized (FREE) {
                    FREE.push(this);
                    FREE.notifyAll();
                }
                count.end();
            }
        }

        private synchronized Runnable next() {
            while (body == null) {
                try {
                    wait();
                } catch (InterruptedException late) {
                    // the end of the execution before
                }
            }
            interrupted();
            return body;
        }

        private synchronized void give(Task next, Runnable work) {
            task = next;
            body = work;
            notifyAll();
        }
    }

    /** Waits until all are free; false: one is not after so many seconds. */
    static boolean areFree(int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        synchronized (FREE) {
            while (FREE.size() < all) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                try {
                    FREE.wait(left);
                } catch (InterruptedException error) {
                    throw new IllegalStateException(error);
                }
            }
        }
        return true;
    }

    /** Runs the body of a task on a free carrier. */
    static void run(Task task, Runnable body) {
        Carrier carrier;
        boolean isNew = false;
        synchronized (FREE) {
            carrier = FREE.poll();
            all += carrier == null ? 1 : 0;
        }
        if (carrier == null) {
            carrier = new Carrier();
            isNew = true;
        }
        task.run.carried.begin();
        task.carrier = carrier;
        if (task.run.trace != null) {
            carrier.setName(task.name()); // for a debugger
        }
        carrier.setContextClassLoader(task.thread.getContextClassLoader());
        carrier.give(task, body);
        if (isNew) {
            carrier.start();
        }
    }
}
