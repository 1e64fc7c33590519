//! Keeps the search and the threads that run the program on one processor.
//!
//! Only one of them runs at a time, and each wakes the next one. To wake a thread of another processor, which sleeps meanwhile, takes several times as long as to go on with one of the same processor.
//! The JVM's compilers and its collector stay free. From time to time the search is let go for one execution, and all follow to where the system has put it: so two explorations do not stay on
//! one processor while another one is idle.
//!
//! A system that has no such calls, or does not allow them, leaves all threads free: nothing but time depends on this. A thread hands its processor on to those that it starts, so the JVM is
//! told how many processors there are.

/// What the JVM is told, since it counts the processors of the thread that asks; nothing if that is not known.
pub fn count_for_jvm() -> Option<String> {
    let count = std::thread::available_parallelism().ok()?;
    Some(format!("-XX:ActiveProcessorCount={count}"))
}

#[cfg(target_os = "linux")]
pub use linux::Processor;

#[cfg(target_os = "linux")]
mod linux {
    use std::process::Child;
    use std::time::{Duration, Instant};

    use rustix::thread::{CpuSet, Pid, sched_getaffinity, sched_getcpu, sched_setaffinity};

    /// How long all are free in the beginning: short explorations beside each other would hardly ever be spread again.
    const FREE: Duration = Duration::from_millis(200);
    /// How long all stay where they are.
    const STAY: Duration = Duration::from_secs(1);
    /// The threads that run the program and that begin executions, as the JVM names them to the system.
    const RUNNING: [&str; 2] = ["jcp-carrier", "java"];

    /// Where the threads of an exploration are.
    pub struct Processor {
        /// What the search could use in the beginning; none if the system does not tell.
        all: Option<CpuSet>,
        start: Instant,
        since: Option<Instant>,
    }

    impl Processor {
        /// All are free so far.
        pub fn new() -> Self {
            Self { all: sched_getaffinity(None).ok(), start: Instant::now(), since: None }
        }

        /// An execution has begun, so the JVM has threads that run the program.
        pub fn begun(&mut self, jvm: &Child) {
            let Some(all) = &self.all else { return };
            match self.since {
                Some(since) if since.elapsed() < STAY => {}
                Some(_) => {
                    self.since = None;
                    let _ = sched_setaffinity(None, all);
                }
                None if self.start.elapsed() < FREE => {}
                None => {
                    self.since = Some(Instant::now());
                    gather(jvm.id());
                }
            }
        }
    }

    impl Drop for Processor {
        fn drop(&mut self) {
            if let Some(all) = &self.all {
                let _ = sched_setaffinity(None, all);
            }
        }
    }

    /// Brings all to where the search runs.
    fn gather(jvm: u32) {
        let mut here = CpuSet::new();
        let number = sched_getcpu();
        if number >= CpuSet::MAX_CPU {
            return;
        }
        here.set(number);
        let _ = sched_setaffinity(None, &here);
        let Ok(threads) = std::fs::read_dir(format!("/proc/{jvm}/task")) else { return };
        for thread in threads.flatten() {
            let runs =
                std::fs::read_to_string(thread.path().join("comm")).is_ok_and(|name| RUNNING.contains(&name.trim()));
            let id = thread.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
            if let Some(id) = id.filter(|_| runs) {
                let _ = sched_setaffinity(Some(id), &here); // it may have ended
            }
        }
    }
}

/// No system call for it.
#[cfg(not(target_os = "linux"))]
pub struct Processor;

#[cfg(not(target_os = "linux"))]
impl Processor {
    /// All are free.
    pub fn new() -> Self {
        Self
    }

    /// An execution has begun.
    pub fn begun(&mut self, _jvm: &std::process::Child) {}
}
