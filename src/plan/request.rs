//! What the user asks of the two runs: which arrivals leave a checkpoint, how many of them stay, and from where the replay
//! goes on.
//!
//! One value, made from the command line, which passes unchanged through the driver's options and the planner's task into
//! each plan. What it does not say is how much of the state a checkpoint holds: that is decided by analyses, which this
//! layer does not know (`planner::Extent`).

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What is asked of a capturing and a replaying run. The word is that of a request to a checkpointing service: it says when to
/// checkpoint, how many checkpoints to retain, and what a restart restores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Which arrival is captured.
    pub instance: Instance,
    /// How many checkpoints stay where several are captured; none: all.
    pub keep: Option<u32>,
    /// Whether both jars can write the state in which a region, or the program, ends (`jcp verify --state`).
    pub states: bool,
    /// From where the replay's clock goes on.
    pub clock: Time,
    /// From where the JDK's generators of random numbers go on in the replay.
    pub seeds: Time,
    /// What becomes of connections.
    pub sockets: Sockets,
}

impl Default for Request {
    /// The first arrival; the replaying JVM's clock, and the checkpoint's generators of random numbers; no connections.
    fn default() -> Self {
        Self {
            instance: Instance::default(),
            keep: None,
            states: false,
            clock: Time::Fresh,
            seeds: Time::Replay,
            sockets: Sockets::Refuse,
        }
    }
}

/// What becomes of connections that are open at the checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sockets {
    /// They are refused.
    Refuse,
    /// The replay reads each as closed by the other side.
    Close,
}

/// Whose state a replay goes on with where runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Time {
    /// The checkpoint's.
    Replay,
    /// That of the replaying JVM, as in any new run.
    Fresh,
}

/// Which arrival at the region's start is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instance {
    /// The one with this number, from 1.
    Number(u64),
    /// The last of the run: each arrival replaces the one before.
    Last,
    /// Each one whose number is a multiple of this one; 1: all. Each leaves a checkpoint of its own.
    Every(u64),
    /// The first one after so many seconds since the start, or since the last capture; each leaves a checkpoint of its own.
    Seconds(u64),
}

impl Instance {
    /// The first arrival.
    pub const FIRST: Self = Self::Number(1);

    /// Whether one run may leave several checkpoints.
    pub fn is_several(self) -> bool {
        matches!(self, Self::Every(_) | Self::Seconds(_))
    }
}

impl Default for Instance {
    fn default() -> Self {
        Self::FIRST
    }
}

impl FromStr for Instance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "first" => Ok(Self::FIRST),
            "last" => Ok(Self::Last),
            "all" => Ok(Self::Every(1)),
            other => {
                let positive = |text: &str| text.parse().ok().filter(|number: &u64| *number > 0);
                let every = other.strip_prefix("every:");
                let seconds = every.and_then(|every| every.strip_suffix('s')).and_then(positive).map(Self::Seconds);
                let step = || every.and_then(positive).map(Self::Every);
                let found = seconds.or_else(step).or_else(|| positive(other).map(Self::Number));
                found.ok_or("expected `first`, `last`, `all`, `every:K`, `every:30s` or a number from 1".to_string())
            }
        }
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FIRST => f.write_str("first"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Last => f.write_str("last"),
            Self::Every(1) => f.write_str("all"),
            Self::Every(step) => write!(f, "every:{step}"),
            Self::Seconds(seconds) => write!(f, "every:{seconds}s"),
        }
    }
}
