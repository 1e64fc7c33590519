//! The program under schedules: a JVM that runs it again and again, as the search says ([`crate::explore::machine::Machine`]).
//!
//! Both talk over the standard streams of that process (`runtime-java/explore`, `Link`, has the messages). Of the steps that are taken again when an execution
//! begins anew, it is told what they did the first time, so that it notices a program that does something else under the same schedule.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufReader, BufWriter, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::Duration;

use wait_timeout::ChildExt;

use super::known::Known;
use super::processor::Processor;
use super::races::{Found, Watch};
use super::report::Waking;
use crate::explore::machine::{Choice, Effects, Location, Machine, Standing, Stop, View};

/// Why an execution did not go on.
#[derive(Debug, thiserror::Error)]
pub enum MachineError {
    /// Threads share these places, plain accesses to which are to be points: with the numbers of their locations.
    #[error("threads share memory")]
    Shared(BTreeMap<u64, u32>),
    /// Classes were initialised for the first time, which changes the state that executions begin with: those with an initialiser, for which another process is to begin.
    #[error("classes are initialised behind the checkpoint")]
    Begun(Vec<String>),
    /// The program did something else than before under the same schedule.
    #[error("the program is not deterministic: {0}")]
    Diverged(String),
    /// The program does what cannot be ordered.
    #[error("{0}")]
    Unsupported(String),
    /// A defect of jcp's.
    #[error("{0}")]
    Defect(String),
    /// The JVM ended, or the talk with it broke off.
    #[error("the JVM that runs the program ended: {0}")]
    Gone(std::io::Error),
    /// The JVM wrote something else where its answers are expected.
    #[error(
        "the JVM wrote to its standard output, where jcp expects its answers; if this is a log, send it elsewhere, such as by --jvm-arg -Xlog:gc:stderr: {0}"
    )]
    Garbled(String),
}

type Result<T> = std::result::Result<T, MachineError>;

/// How long a JVM that says something else than the protocol has until it ends by itself, as one that has crashed does.
const PATIENCE: Duration = Duration::from_secs(2);

/// The JVM, and what it did on the way to where it is.
pub struct Jvm {
    child: Child,
    to: BufWriter<ChildStdin>,
    from: BufReader<ChildStdout>,
    /// The steps of the current execution, and by what each is known.
    path: Vec<(Choice, u64)>,
    watch: Option<Watch>,
    processor: Processor,
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // it may run an endless loop of the program's; nothing is lost with it
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Jvm {
    /// Takes over a process whose standard streams are pipes, and tells it which places are points, whether states are compared, and how waits end; none if they are no pipes.
    pub fn new(mut child: Child, known: &Known, compares: bool, waking: Waking) -> Option<Result<Self>> {
        let to = BufWriter::new(child.stdin.take()?);
        let from = BufReader::new(child.stdout.take()?);
        let mut jvm = Self { child, to, from, path: Vec::new(), watch: None, processor: Processor::new() };
        let told = jvm.tell(known, compares, waking).map_err(MachineError::Gone);
        Some(told.map(|()| jvm))
    }

    fn tell(&mut self, known: &Known, compares: bool, waking: Waking) -> std::io::Result<()> {
        if compares {
            self.to.write_all(b"C")?;
        }
        self.to.write_all(b"W")?;
        self.put(u32::from(waking.timeouts))?;
        self.put(waking.spurious)?;
        self.to.write_all(b"K")?;
        self.put(known.early.len() as u32)?;
        for class in &known.early {
            self.put(class.len() as u32)?;
            self.to.write_all(class.as_bytes())?;
        }
        self.points(known.places.keys())
    }

    fn points<'a>(&mut self, points: impl ExactSizeIterator<Item = &'a u64>) -> std::io::Result<()> {
        self.to.write_all(b"O")?;
        self.put(points.len() as u32)?;
        for point in points {
            self.to.write_all(&point.to_be_bytes())?;
        }
        Ok(())
    }

    /// A search begins again, with these points besides.
    pub fn again(&mut self, points: &BTreeMap<u64, u32>) -> Result<()> {
        self.path.clear();
        self.points(points.keys()).map_err(MachineError::Gone)
    }

    fn put(&mut self, number: u32) -> std::io::Result<()> {
        self.to.write_all(&number.to_be_bytes())
    }

    fn begin(&mut self, command: u8, prefix: &[Choice]) -> std::io::Result<()> {
        let known = self.path.iter().zip(prefix).take_while(|((before, _), now)| before == *now).count();
        self.path.truncate(known);
        self.path.extend(prefix[known..].iter().map(|choice| (*choice, 0)));
        self.to.write_all(&[command])?;
        self.put(prefix.len() as u32)?;
        for at in 0..self.path.len() {
            let (choice, hash) = self.path[at];
            self.put(choice.thread as u32)?;
            self.put(choice.alternative)?;
            self.to.write_all(&hash.to_be_bytes())?;
        }
        self.to.flush()
    }

    /// Looks for data races on these places from now on.
    pub fn watch(&mut self, places: BTreeSet<u64>) {
        self.watch = Some(Watch::new(places));
    }

    /// The data races that were found, and an end to the watch.
    pub fn races(&mut self) -> Vec<Found> {
        self.watch.take().map(Watch::found).unwrap_or_default()
    }

    /// From now on schedules are only run again: with the points that are known, and no comparison of states.
    pub fn only_repeat(&mut self) -> Result<()> {
        self.to.write_all(b"M").map_err(MachineError::Gone)
    }

    /// Tells about the end of the execution that is under way: JSON.
    pub fn ending(&mut self) -> Result<String> {
        self.to.write_all(b"I").and_then(|()| self.to.flush()).map_err(MachineError::Gone)?;
        self.kind(b'I')?;
        self.text()
    }

    /// Runs a schedule once more, and tells about its steps and its end: JSON.
    pub fn told(&mut self, schedule: &[Choice]) -> Result<String> {
        self.begin(b'T', schedule).map_err(MachineError::Gone)?;
        self.view()?;
        self.ending()
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes).map_err(MachineError::Gone)?;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u32> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn long(&mut self) -> Result<u64> {
        self.bytes().map(u64::from_be_bytes)
    }

    fn byte(&mut self) -> Result<u8> {
        self.bytes::<1>().map(|[byte]| byte)
    }

    fn text(&mut self) -> Result<String> {
        let length = self.number()?;
        let mut text = Vec::new();
        self.from.by_ref().take(u64::from(length)).read_to_end(&mut text).map_err(MachineError::Gone)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Takes the head of a message of this kind; of another one what it says.
    fn kind(&mut self, wanted: u8) -> Result<()> {
        let kind = self.byte()?;
        if kind == wanted {
            return Ok(());
        }
        if kind != b'X' {
            return Err(self.garbled(kind));
        }
        let why = self.byte()?;
        if !b"rcdui".contains(&why) {
            return Err(self.garbled(why));
        }
        let text = self.text()?;
        Err(match why {
            b'r' => MachineError::Shared(places(&text)),
            b'c' => MachineError::Begun(text.lines().map(str::to_owned).collect()),
            b'd' => MachineError::Diverged(text),
            b'u' => MachineError::Unsupported(text),
            _ => MachineError::Defect(text),
        })
    }

    /// What it says instead, such as that it has crashed, or a log that it was told to write.
    fn garbled(&mut self, first: u8) -> MachineError {
        const MOST: u64 = 1000;
        let mut said = vec![first];
        // as far as it can be had: the process is lost in any case; one that lives on would keep the stream open
        let _ = self.child.wait_timeout(PATIENCE);
        let _ = self.child.kill();
        let _ = self.from.by_ref().take(MOST).read_to_end(&mut said);
        MachineError::Garbled(String::from_utf8_lossy(&said).trim().to_owned())
    }

    fn effects(&mut self) -> Result<Effects> {
        let waits = self.byte()? != 0;
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for part in &mut parts {
            for _ in 0..self.number()? {
                part.push(Location(self.long()?));
            }
            // they come in the order of signed numbers
            part.sort_unstable();
        }
        let [reads, writes, releases] = parts;
        Ok(Effects { reads, writes, waits, releases, halts: false })
    }

    fn view(&mut self) -> Result<View> {
        self.kind(b'V')?;
        let stop = match self.byte()? {
            0 => None,
            b'x' => Some(Stop::Ended),
            _ => Some(Stop::Failed),
        };
        let digest = match self.byte()? {
            0 => None,
            _ => Some(u128::from(self.long()?) << 64 | u128::from(self.long()?)),
        };
        let mut threads = Vec::new();
        for _ in 0..self.number()? {
            threads.push(match self.byte()? {
                0 => Standing::Enabled { alternatives: self.number()? },
                1 => Standing::Blocked { on: self.effects()? },
                2 => Standing::Ended,
                other => return Err(self.garbled(other)),
            });
        }
        Ok(View { threads, digest, stop })
    }
}

/// Places and locations, as Java shows a map of numbers with signs.
fn places(text: &str) -> BTreeMap<u64, u32> {
    let pairs = text.trim_matches(['{', '}']).split(", ").filter_map(|pair| pair.split_once('='));
    pairs
        .filter_map(|(place, location)| Some((place.parse::<i64>().ok()?.cast_unsigned(), location.parse().ok()?)))
        .collect()
}

impl Machine for Jvm {
    type Error = MachineError;

    fn restart(&mut self, prefix: &[Choice]) -> Result<View> {
        self.begin(b'R', prefix).map_err(MachineError::Gone)?;
        if let Some(watch) = &mut self.watch {
            watch.restart(prefix.len());
        }
        let view = self.view()?;
        self.processor.begun(&self.child);
        Ok(view)
    }

    fn step(&mut self, choice: Choice) -> Result<(Effects, View)> {
        let asked = self.to.write_all(b"S").and_then(|()| self.put(choice.thread as u32));
        asked.and_then(|()| self.put(choice.alternative)).and_then(|()| self.to.flush()).map_err(MachineError::Gone)?;
        self.kind(b'E')?;
        let hash = self.long()?;
        let is_plain = self.byte()? != 0;
        let mut effects = self.effects()?;
        self.path.push((choice, hash));
        if let Some(watch) = &mut self.watch {
            watch.step(choice, &effects, is_plain);
        }
        let view = self.view()?;
        // an exception that nobody catches and an exit end the run while others could go on
        effects.halts = view.stop.is_some() && view.threads.iter().any(|it| matches!(it, Standing::Enabled { .. }));
        Ok((effects, view))
    }
}
