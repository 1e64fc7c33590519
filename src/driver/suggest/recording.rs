//! A recording of the Flight Recorder, as the JDK's own `jfr print --json` tells it.
//!
//! Events are read one by one from the tool's output, and only what matters of each is kept: stacks of threads with the time
//! for which they stood (a moment for samples, the duration for waits), what live objects there are after collections that count
//! them, the lives of threads. Times are nanoseconds since the run began, without those collections, which the run itself has
//! not. Methods are numbered as they are met.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::driver::error::DriverError;
use crate::driver::inputs::jdk::JdkHome;
use crate::driver::runs::launch::NO_SHARED_COUNTERS;

/// The events that are asked for.
const EVENTS: &str = "jdk.JVMInformation,jdk.Shutdown,jdk.ExecutionSample,jdk.NativeMethodSample,jdk.ThreadPark,\
     jdk.ThreadSleep,jdk.JavaMonitorWait,jdk.JavaMonitorEnter,jdk.ThreadStart,jdk.ThreadEnd,jdk.ObjectCount,jdk.GarbageCollection";

/// Why the JVM collects before it counts objects.
const COUNTING: &str = "Heap Inspection Initiated GC";

/// A recording that begins later after the JVM than this was not started with it.
const STARTING: i64 = 1_000_000_000;

/// A method as recordings name it: class with slashes, name, descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Method {
    pub(super) class: String,
    pub(super) name: String,
    pub(super) descriptor: String,
}

/// A frame of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// Number of its method.
    pub(super) method: u32,
    /// Offset of the instruction in its code; `u32::MAX` if there is none.
    pub(super) offset: u32,
}

/// A stack that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sample {
    /// The system's number of the thread.
    pub(super) thread: i64,
    pub(super) from: i64,
    pub(super) to: i64,
    /// Outermost first.
    pub(super) frames: Vec<Frame>,
    /// Whether outer frames are missing.
    pub(super) cut: bool,
}

/// When a thread lived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Life {
    pub(super) name: String,
    pub(super) thread: i64,
    pub(super) from: i64,
    /// None: it lived to the end.
    pub(super) to: Option<i64>,
    /// Whether a pool of the JDK started it, whose idle workers a capture passes over.
    pub(super) pooled: bool,
}

/// What starts threads that a capture passes over while they wait for tasks.
const POOLS: [&str; 4] = [
    "java/util/concurrent/ThreadPoolExecutor",
    "java/util/concurrent/ForkJoinPool",
    "java/util/Timer",
    "jdk/internal/ref/CleanerImpl",
];

/// Live objects after a collection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// When.
    pub(super) at: i64,
    /// Class as the JVM names it, number of objects, bytes; classes with little are left out.
    pub(super) classes: Vec<(String, u64, u64)>,
}

/// The recording.
#[derive(Debug, Default)]
pub(super) struct Recording {
    pub(super) methods: Vec<Method>,
    /// By time.
    pub(super) samples: Vec<Sample>,
    /// Counts of live objects, by time.
    pub(super) counts: Vec<Count>,
    /// Threads that were started, but those of the JVM itself.
    pub(super) threads: Vec<Life>,
    /// How long the run took.
    pub(super) end: i64,
}

impl Recording {
    /// How long the run took.
    pub(super) fn seconds(&self) -> f64 {
        Duration::from_nanos(u64::try_from(self.end).unwrap_or_default()).as_secs_f64()
    }

    /// Reads a recording with the tool of the JDK.
    pub(super) fn read(file: &Path, jdk: &JdkHome) -> Result<Self, DriverError> {
        let tool = tool(jdk)?;
        std::fs::File::open(file).map_err(|error| DriverError::Input(format!("{}: {error}", file.display())))?;
        let mut command = Command::new(&tool);
        command.arg(format!("-J{NO_SHARED_COUNTERS}"));
        command.args(["print", "--json", "--stack-depth", "4096", "--events", EVENTS]).arg(file).env("TZ", "UTC");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(DriverError::io("cannot run", &tool))?;
        let complaints = child.stderr.take();
        let complaints = std::thread::spawn(move || {
            let mut text = String::new();
            complaints.map(|mut pipe| pipe.read_to_string(&mut text));
            text
        });
        let mut events = Events::default();
        let output = child.stdout.take().map(|pipe| BufReader::with_capacity(1 << 16, pipe));
        let parsed = output.map_or(Ok(()), |output| {
            let mut json = serde_json::Deserializer::from_reader(output);
            Within { names: &["recording", "events"], events: &mut events }.deserialize(&mut json)
        });
        let status = child.wait().map_err(DriverError::io("cannot wait for", &tool))?;
        let complaints = complaints.join().unwrap_or_default();
        if !status.success() {
            let first = complaints.lines().find(|line| !line.trim().is_empty()).unwrap_or("it cannot be read");
            return Err(DriverError::Input(format!("{}: the JDK cannot read this recording: {first}", file.display())));
        }
        parsed.map_err(|error| {
            DriverError::Input(format!("{}: jcp does not understand this recording: {error}", file.display()))
        })?;
        Ok(events.finish())
    }
}

/// The JDK's tool for recordings.
pub(super) fn tool(jdk: &JdkHome) -> Result<PathBuf, DriverError> {
    let tool = jdk.home.join("bin/jfr");
    if tool.is_file() {
        return Ok(tool);
    }
    let home = jdk.home.display();
    Err(DriverError::Input(format!("{home}: no bin/jfr, the tool that reads recordings; name a full JDK with --jdk")))
}

/// The array of events inside objects with these names.
struct Within<'a> {
    names: &'static [&'static str],
    events: &'a mut Events,
}

impl<'de> DeserializeSeed<'de> for Within<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        if self.names.is_empty() { from.deserialize_seq(self) } else { from.deserialize_map(self) }
    }
}

impl<'de> Visitor<'de> for Within<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a recording")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if self.names.first() == Some(&key.as_str()) {
                map.next_value_seed(Within { names: &self.names[1..], events: self.events })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(event) = seq.next_element::<Event>()? {
            self.events.add(event).map_err(A::Error::custom)?;
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    values: Values,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Values {
    start_time: Option<String>,
    duration: Option<String>,
    jvm_start_time: Option<String>,
    sampled_thread: Option<Thread>,
    event_thread: Option<Thread>,
    thread: Option<Thread>,
    stack_trace: Option<StackTrace>,
    gc_id: Option<i64>,
    cause: Option<String>,
    object_class: Option<ClassOf>,
    count: Option<u64>,
    total_size: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thread {
    os_thread_id: i64,
    java_name: Option<String>,
    os_name: Option<String>,
    #[serde(default, rename = "virtual")]
    is_virtual: bool,
}

#[derive(Deserialize)]
struct StackTrace {
    truncated: bool,
    frames: Vec<StackFrame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackFrame {
    method: MethodOf,
    bytecode_index: i64,
}

impl StackTrace {
    /// Whether a pool of the JDK was at work.
    fn is_of_pool(&self) -> bool {
        let has = |class: &str| self.frames.iter().any(|frame| frame.method.class.name == class);
        POOLS.iter().any(|pool| has(pool))
    }
}

#[derive(Deserialize)]
struct MethodOf {
    #[serde(rename = "type")]
    class: ClassOf,
    name: String,
    descriptor: String,
}

#[derive(Deserialize)]
struct ClassOf {
    name: String,
}

/// What has been read so far, with times as the events have them.
#[derive(Default)]
struct Events {
    found: Recording,
    numbers: HashMap<Method, u32>,
    began: Option<i64>,
    jvm_began: Option<i64>,
    shut_down: Option<i64>,
    /// Ends of threads: events are not in the order of their times.
    ends: Vec<(i64, i64)>,
    /// Collections for counting: when, and for how long.
    pauses: Vec<(i64, i64)>,
    /// Counts by the number of their collection.
    counts: BTreeMap<i64, Count>,
}

impl Events {
    fn add(&mut self, event: Event) -> Result<(), String> {
        let values = event.values;
        let at = values.start_time.as_deref().map(nanos).transpose()?.ok_or("an event without a time")?;
        self.began = Some(self.began.map_or(at, |began| began.min(at)));
        match event.kind.as_str() {
            "jdk.JVMInformation" => self.jvm_began = values.jvm_start_time.as_deref().map(nanos).transpose()?,
            "jdk.Shutdown" => self.shut_down = Some(at),
            "jdk.ObjectCount" => {
                let count = self.counts.entry(values.gc_id.unwrap_or_default()).or_default();
                count.at = at;
                let class = values.object_class.zip(values.count).zip(values.total_size);
                count.classes.extend(class.map(|((class, number), bytes)| (class.name, number, bytes)));
            }
            "jdk.GarbageCollection" => {
                let length = values.duration.as_deref().map(length).transpose()?.unwrap_or(0);
                self.pauses.extend((values.cause.as_deref() == Some(COUNTING)).then_some((at, length)));
            }
            "jdk.ThreadStart" => {
                let pooled = values.stack_trace.is_some_and(|stack| stack.is_of_pool());
                self.found.threads.extend(values.thread.and_then(|thread| thread.life(at, pooled)));
            }
            "jdk.ThreadEnd" => {
                self.ends.extend(values.thread.map(|thread| (at, thread.os_thread_id)));
            }
            _ => {
                let length = values.duration.as_deref().map(length).transpose()?.unwrap_or(0);
                let thread = values.sampled_thread.or(values.event_thread);
                if let (Some(thread), Some(stack)) = (thread, values.stack_trace) {
                    self.sample(thread.os_thread_id, at, at.saturating_add(length), stack);
                }
            }
        }
        Ok(())
    }

    fn sample(&mut self, thread: i64, from: i64, to: i64, stack: StackTrace) {
        let mut frames = Vec::with_capacity(stack.frames.len());
        for frame in stack.frames.into_iter().rev() {
            let MethodOf { class, name, descriptor } = frame.method;
            let method = Method { class: class.name, name, descriptor };
            let next = self.found.methods.len() as u32;
            let number = *self.numbers.entry(method).or_insert_with_key(|method| {
                self.found.methods.push(method.clone());
                next
            });
            frames.push(Frame { method: number, offset: u32::try_from(frame.bytecode_index).unwrap_or(u32::MAX) });
        }
        self.found.samples.push(Sample { thread, from, to, frames, cut: stack.truncated });
    }

    /// Makes times relative to the run's beginning: that of the recording, or of the JVM if that was long before.
    fn finish(self) -> Recording {
        let mut found = self.found;
        let mut ends = self.ends;
        ends.sort_unstable();
        for (at, thread) in ends {
            let fits = |life: &&mut Life| life.thread == thread && life.to.is_none() && life.from <= at;
            if let Some(life) = found.threads.iter_mut().filter(fits).max_by_key(|life| life.from) {
                life.to = Some(at);
            }
        }
        let began = self.began.unwrap_or_default();
        let zero = self.jvm_began.filter(|jvm| began.saturating_sub(*jvm) > STARTING).unwrap_or(began);
        let last = found.samples.iter().map(|sample| sample.to).max().unwrap_or(began);
        let pauses = self.pauses;
        let own = |at: i64| {
            let before = pauses.iter().map(|(from, length)| (at - from).clamp(0, *length)).sum::<i64>();
            at.saturating_sub(zero).saturating_sub(before)
        };
        found.end = own(self.shut_down.unwrap_or(last).max(last));
        for sample in &mut found.samples {
            sample.from = own(sample.from);
            sample.to = own(sample.to);
        }
        for life in &mut found.threads {
            life.from = own(life.from);
            life.to = life.to.map(own);
        }
        found.counts = self.counts.into_values().collect();
        found.counts.iter_mut().for_each(|count| count.at = own(count.at));
        found.samples.sort_by_key(|sample| sample.from);
        found.counts.sort_by_key(|count| count.at);
        found
    }
}

impl Thread {
    /// A life that begins; none for threads of the JVM itself and virtual ones. The runtime knows the JVM's by the same names.
    fn life(self, at: i64, pooled: bool) -> Option<Life> {
        const OWN: [&str; 12] = [
            "Common-Cleaner",
            "Signal Dispatcher",
            "Notification Thread",
            "Attach Listener",
            "Finalizer",
            "Reference Handler",
            "Service Thread",
            "Monitor Deflation Thread",
            "DestroyJavaVM",
            "Keep-Alive-Timer",
            "Java2D Disposer",
            "main",
        ];
        const BEGINNINGS: [&str; 4] = ["JFR ", "C1 CompilerThread", "C2 CompilerThread", "process reaper"];
        let name = self.java_name.or(self.os_name)?;
        let own = OWN.contains(&name.as_str()) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning));
        (!own && !self.is_virtual).then_some(Life { name, thread: self.os_thread_id, from: at, to: None, pooled })
    }
}

/// A part of a time.
#[allow(
    clippy::cast_precision_loss,
    reason = "nanoseconds of some months are exact, and shares are shown to a thousandth"
)]
pub(super) fn share(part: i64, whole: i64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// A time as nanoseconds since 1970.
fn nanos(text: &str) -> Result<i64, String> {
    let time: Timestamp = text.parse().map_err(|error| format!("the time {text}: {error}"))?;
    i64::try_from(time.as_nanosecond()).map_err(|_| format!("the time {text} is out of range"))
}

/// A duration in nanoseconds.
fn length(text: &str) -> Result<i64, String> {
    let length: SignedDuration = text.parse().map_err(|error| format!("the duration {text}: {error}"))?;
    Ok(i64::try_from(length.as_nanos()).unwrap_or(i64::MAX).max(0))
}
