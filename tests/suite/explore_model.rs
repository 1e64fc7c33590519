//! A machine in memory for tests of the search: threads are lists of operations on shared variables, locks, semaphores, conditions.
//!
//! Variables, semaphores and conditions are cells of numbers; what a thread reads goes into its own number, so that end states tell
//! what was read. An operation's effects depend on its thread alone, as the trait asks.

use std::convert::Infallible;
use std::rc::Rc;

use jcp::explore::machine::{Choice, Effects, Location, Machine, Standing, Stop, View};

/// What a handwritten operation works with.
pub struct Context<'a> {
    cells: &'a mut [i64],
    /// The thread's own number.
    pub own: &'a mut i64,
    /// The thread's next operation.
    pub next: &'a mut usize,
    effects: &'a mut Effects,
}

impl Context<'_> {
    /// Reads a cell.
    pub fn get(&mut self, cell: usize) -> i64 {
        self.effects.reads.push(Location(cell as u64));
        self.cells[cell]
    }

    /// Writes a cell.
    pub fn set(&mut self, cell: usize, value: i64) {
        self.effects.writes.push(Location(cell as u64));
        self.cells[cell] = value;
    }

    /// Adds to what the thread knows.
    pub fn keep(&mut self, value: i64) {
        *self.own = keep(*self.own, value);
    }
}

fn keep(own: i64, value: i64) -> i64 {
    own.wrapping_mul(31).wrapping_add(value + 1)
}

/// One step of a thread.
#[derive(Clone)]
pub enum Op {
    /// Handwritten.
    Do(Rc<dyn Fn(&mut Context<'_>)>),
    Set(usize, i64),
    /// The first cell gets what the second has.
    Copy(usize, usize),
    Read(usize),
    Add(usize, i64),
    /// If the cell has the first value it gets the second; the thread learns whether.
    Swap(usize, i64, i64),
    /// Waits until the cell has the value.
    Await(usize, i64),
    /// Reads the cell again and again until it has the value.
    Spin(usize, i64),
    /// Waits until both cells have their values.
    AwaitBoth((usize, i64), (usize, i64)),
    /// The cell is 0 if the lock is free.
    Lock(usize),
    /// By the thread that has the lock.
    Unlock(usize),
    /// Takes a permit from a cell, waits for one.
    Take(usize),
    /// Takes a permit if there is one, or goes on without.
    TakeOrNot(usize),
    Give(usize),
    /// Waits for a notification: the cell is a set of waiting threads.
    Sleep(usize),
    Woken(usize),
    /// Wakes one of the waiting threads, whichever.
    Wake(usize),
    /// One of so many values.
    Choose(u32),
    Spawn(usize),
    Join(usize),
    /// The run fails if this is what the thread learnt last, and all threads stop.
    Fail(i64),
    /// All threads stop.
    Exit,
}

impl std::fmt::Debug for Op {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Do(_) => write!(f, "do"),
            Self::Set(cell, value) => write!(f, "x{cell}={value}"),
            Self::Copy(to, from) => write!(f, "x{to}=x{from}"),
            Self::Read(cell) => write!(f, "read x{cell}"),
            Self::Add(cell, value) => write!(f, "x{cell}+={value}"),
            Self::Swap(cell, from, to) => write!(f, "cas x{cell} {from} {to}"),
            Self::Await(cell, value) => write!(f, "await x{cell}=={value}"),
            Self::Spin(cell, value) => write!(f, "spin x{cell}=={value}"),
            Self::AwaitBoth(one, two) => write!(f, "await {one:?} {two:?}"),
            Self::Lock(cell) => write!(f, "lock {cell}"),
            Self::Unlock(cell) => write!(f, "unlock {cell}"),
            Self::Take(cell) => write!(f, "take {cell}"),
            Self::TakeOrNot(cell) => write!(f, "take or not {cell}"),
            Self::Give(cell) => write!(f, "give {cell}"),
            Self::Sleep(cell) => write!(f, "sleep {cell}"),
            Self::Woken(cell) => write!(f, "woken {cell}"),
            Self::Wake(cell) => write!(f, "wake {cell}"),
            Self::Choose(ways) => write!(f, "choose {ways}"),
            Self::Spawn(thread) => write!(f, "spawn {thread}"),
            Self::Join(thread) => write!(f, "join {thread}"),
            Self::Fail(value) => write!(f, "fail if {value}"),
            Self::Exit => write!(f, "exit"),
        }
    }
}

/// A program: its threads, its cells' first values, and how many threads there are at the start. The others are created by them.
#[derive(Clone, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Op>>,
    pub cells: Vec<i64>,
    pub started: usize,
}

impl Program {
    /// All threads are there from the start.
    pub fn new(cells: &[i64], threads: Vec<Vec<Op>>) -> Self {
        Self { started: threads.len(), threads, cells: cells.to_vec() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Thread {
    /// Which of the program's threads it is.
    body: usize,
    next: usize,
    /// The thread's own number.
    own: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    cells: Vec<i64>,
    threads: Vec<Thread>,
    stop: Option<Stop>,
}

/// A program being run.
#[derive(Clone)]
pub struct Model {
    program: Rc<Program>,
    state: State,
    /// Whether states have digests.
    pub digests: bool,
}

/// The location of a thread's end.
const ENDS: usize = 1 << 32;

impl Model {
    pub fn new(program: &Program) -> Self {
        let state = State { cells: program.cells.clone(), threads: Vec::new(), stop: None };
        let mut model = Self { program: Rc::new(program.clone()), state, digests: true };
        model.begin();
        model
    }

    fn begin(&mut self) {
        self.state.cells.clone_from(&self.program.cells);
        self.state.threads.clear();
        self.state.threads.extend((0..self.program.started).map(|body| Thread { body, next: 0, own: 0 }));
        self.state.stop = None;
    }

    fn op(&self, thread: usize) -> Option<&Op> {
        let Thread { body, next, .. } = self.state.threads[thread];
        self.program.threads[body].get(next)
    }

    /// In how many ways an operation can be done.
    fn ways(&self, thread: usize, op: &Op) -> u32 {
        let cells = &self.state.cells;
        match op {
            Op::Await(cell, value) => u32::from(cells[*cell] == *value),
            Op::AwaitBoth(one, two) => u32::from(cells[one.0] == one.1 && cells[two.0] == two.1),
            Op::Lock(cell) => u32::from(cells[*cell] == 0),
            Op::Take(cell) => u32::from(cells[*cell] > 0),
            Op::TakeOrNot(cell) => 1 + u32::from(cells[*cell] > 0),
            Op::Woken(cell) => u32::from(cells[*cell] >> thread & 1 == 0),
            Op::Wake(cell) => cells[*cell].count_ones().max(1),
            Op::Choose(ways) => *ways,
            Op::Join(body) => {
                let end = self.program.threads[*body].len();
                u32::from(self.state.threads.iter().any(|thread| thread.body == *body && thread.next == end))
            }
            _ => 1,
        }
    }

    /// Whether an operation stops all threads.
    fn halts(&self, thread: usize, op: &Op) -> bool {
        match op {
            Op::Fail(value) => self.state.threads[thread].own.rem_euclid(31) == value + 1,
            _ => matches!(op, Op::Exit),
        }
    }

    /// The effects of an operation that is not handwritten, the end of its thread left out.
    fn effects(op: &Op) -> Effects {
        let (mut reads, mut writes, mut releases, mut waits) = (Vec::new(), Vec::new(), Vec::new(), false);
        match op {
            Op::Do(_) | Op::Choose(_) | Op::Spawn(_) | Op::Fail(_) | Op::Exit => {}
            Op::Set(cell, _)
            | Op::Add(cell, _)
            | Op::Swap(cell, _, _)
            | Op::TakeOrNot(cell)
            | Op::Give(cell)
            | Op::Sleep(cell)
            | Op::Wake(cell) => writes.push(*cell),
            Op::Copy(to, from) => {
                writes.push(*to);
                reads.push(*from);
            }
            Op::Read(cell) | Op::Spin(cell, _) => reads.push(*cell),
            Op::Await(cell, _) | Op::Woken(cell) => {
                reads.push(*cell);
                waits = true;
            }
            Op::AwaitBoth(one, two) => {
                reads.extend([one.0, two.0]);
                waits = true;
            }
            Op::Lock(cell) | Op::Take(cell) => {
                writes.push(*cell);
                waits = true;
            }
            Op::Unlock(cell) => {
                writes.push(*cell);
                releases.push(*cell);
            }
            Op::Join(thread) => {
                reads.push(ENDS + thread);
                waits = true;
            }
        }
        let locations = |cells: Vec<usize>| cells.into_iter().map(|cell| Location(cell as u64)).collect();
        Effects {
            reads: locations(reads),
            writes: locations(writes),
            waits,
            releases: locations(releases),
            halts: false,
        }
    }

    /// Does a thread's next operation.
    pub fn apply(&mut self, choice: Choice) -> Effects {
        let Choice { thread, alternative } = choice;
        let program = self.program.clone();
        let Thread { body, next, mut own } = self.state.threads[thread];
        let op = &program.threads[body][next];
        let ways = self.ways(thread, op);
        assert!(alternative < ways, "{choice:?} is not possible");
        let mut effects = Self::effects(op);
        effects.halts = self.halts(thread, op);
        let mut next = next + 1;
        let State { cells, threads, stop } = &mut self.state;
        match op {
            Op::Do(body) => body(&mut Context { cells, own: &mut own, next: &mut next, effects: &mut effects }),
            Op::Set(cell, value) => cells[*cell] = *value,
            Op::Copy(to, from) => cells[*to] = cells[*from],
            Op::Read(cell) => own = keep(own, cells[*cell]),
            Op::Add(cell, value) => cells[*cell] += value,
            Op::Swap(cell, from, to) => {
                let same = cells[*cell] == *from;
                if same {
                    cells[*cell] = *to;
                }
                own = keep(own, i64::from(same));
            }
            Op::Spin(cell, value) => next -= usize::from(cells[*cell] != *value),
            Op::Lock(cell) => cells[*cell] = 1,
            Op::Unlock(cell) => cells[*cell] = 0,
            Op::Take(cell) => cells[*cell] -= 1,
            Op::TakeOrNot(cell) => {
                let takes = alternative + 1 < ways;
                cells[*cell] -= i64::from(takes);
                own = keep(own, i64::from(takes));
            }
            Op::Give(cell) => cells[*cell] += 1,
            Op::Sleep(cell) => cells[*cell] |= 1 << thread,
            Op::Wake(cell) => {
                if let Some(woken) = (0..64).filter(|other| cells[*cell] >> other & 1 == 1).nth(alternative as usize) {
                    cells[*cell] &= !(1 << woken);
                }
            }
            Op::Choose(_) => own = keep(own, i64::from(alternative)),
            Op::Spawn(body) => threads.push(Thread { body: *body, next: 0, own: 0 }),
            Op::Fail(_) if effects.halts => *stop = Some(Stop::Failed),
            Op::Await(..) | Op::AwaitBoth(..) | Op::Woken(_) | Op::Join(_) | Op::Fail(_) => {}
            Op::Exit => *stop = Some(Stop::Ended),
        }
        self.state.threads[thread] = Thread { body, next, own };
        if next == program.threads[body].len() {
            effects.writes.push(Location((ENDS + body) as u64));
        }
        effects.reads.sort_unstable();
        effects.writes.sort_unstable();
        effects
    }

    pub fn view(&self) -> View {
        let standing = |thread: usize| match self.op(thread) {
            None => Standing::Ended,
            Some(op) => match self.ways(thread, op) {
                0 => Standing::Blocked { on: Self::effects(op) },
                alternatives => Standing::Enabled { alternatives },
            },
        };
        let threads: Vec<Standing> = (0..self.state.threads.len()).map(standing).collect();
        View { threads, digest: self.digests.then(|| self.digest()), stop: self.state.stop }
    }

    /// A digest of the state: two mixed numbers.
    pub fn digest(&self) -> u128 {
        let State { cells, threads, stop } = &self.state;
        let own =
            threads.iter().flat_map(|thread| [thread.body as u64, thread.next as u64, thread.own.cast_unsigned()]);
        let (mut one, mut two) = (0x9E37_79B9_7F4A_7C15_u64, 0xD1B5_4A32_D192_ED03_u64);
        let cells = cells.iter().map(|cell| cell.cast_unsigned());
        for value in cells.chain(own).chain([stop.map_or(0, |stop| stop as u64 + 1)]) {
            one = (one ^ value).wrapping_mul(0xFF51_AFD7_ED55_8CCD).rotate_left(31);
            two = (two.rotate_left(23) ^ value).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
            one ^= two >> 29;
        }
        u128::from(one ^ one >> 32) << 64 | u128::from(two ^ two >> 32)
    }
}

impl Machine for Model {
    type Error = Infallible;

    fn restart(&mut self, prefix: &[Choice]) -> Result<View, Infallible> {
        self.begin();
        for choice in prefix {
            self.apply(*choice);
        }
        Ok(self.view())
    }

    fn step(&mut self, choice: Choice) -> Result<(Effects, View), Infallible> {
        let effects = self.apply(choice);
        Ok((effects, self.view()))
    }
}
