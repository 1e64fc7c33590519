//! What a command tells of its own work.
//!
//! The steps are told while it is under way, to whoever shows them; the memory that they took is asked for at the end.

/// Is told which step a command has reached.
pub trait Progress {
    /// A step begins: a few words such as `replay run`.
    fn step(&self, name: &str);
}

/// Progress that nobody sees.
pub struct Silent;

impl Progress for Silent {
    fn step(&self, _: &str) {}
}

/// The peak resident set of this process so far, bytes.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
