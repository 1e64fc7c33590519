//! A run in the place of jcp itself: its streams are jcp's, signals reach it, and jcp ends as it does.
//!
//! A terminal sends its signals (Ctrl-C, Ctrl-\, hanging up) to all processes in the foreground, so to the run as well; jcp only outlives
//! them. Where no stream is a terminal, and for the other signals at all times, the sender meant jcp, which passes them on.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
use signal_hook::iterator::Signals;

use crate::driver::error::DriverError;

const OF_TERMINALS: [i32; 3] = [SIGINT, SIGQUIT, SIGHUP];
const OTHERS: [i32; 3] = [SIGTERM, SIGUSR1, SIGUSR2];

/// Runs the command to its end.
pub fn run(command: &[OsString]) -> Result<ExitStatus, DriverError> {
    let [java, arguments @ ..] = command else { return Err(DriverError::Internal("an empty command".to_owned())) };
    let cannot = |error| DriverError::io("cannot start", std::path::Path::new(java))(error);
    let mut signals = Signals::new(OF_TERMINALS.iter().chain(&OTHERS)).map_err(cannot)?;
    let mut child = Command::new(java).args(arguments).spawn().map_err(cannot)?;
    let handle = signals.handle();
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let passing = std::thread::spawn(move || {
        for signal in &mut signals {
            if (OTHERS.contains(&signal) || !has_terminal())
                && let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(signal))
            {
                let _ = kill_process(pid, signal); // it may have ended
            }
        }
    });
    let status = child.wait().map_err(cannot);
    handle.close();
    let _ = passing.join();
    status
}

fn has_terminal() -> bool {
    std::io::stdin().is_terminal() || std::io::stdout().is_terminal() || std::io::stderr().is_terminal()
}

/// The status with which jcp ends, as a shell tells it: of a run that a signal ended 128 and its number.
pub fn code(status: ExitStatus) -> u8 {
    let signal = status.signal().map(|signal| 128 + signal);
    u8::try_from(status.code().or(signal).unwrap_or(1)).unwrap_or(1)
}
