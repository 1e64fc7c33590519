//! Exit codes of the `jcp` command.
//!
//! They are part of its interface and do not change; the README lists them too. `tests/suite/bad_input.rs` has what ends with
//! which. Whatever the status, neither jar is written unless both are, and no temporary file stays. The two jars end with
//! the status of the program; only a replay that is not possible ends with 78 (`EX_CONFIG`), before any code of the program,
//! and a capturing run whose checkpoint is mandatory and cannot be left with 79.

use crate::driver::DriverError;

/// Done; for `verify` and `diff`: all equal; for `observe`: the static answer foresaw all that was seen.
pub const OK: u8 = 0;
/// `verify`: something differs; `diff`: the checkpoints differ; `slice --check`: values at the criterion do; `observe`: the static answer denies what was seen.
pub const DIFFERENT: u8 = 1;
/// The command line is wrong, or says to write an output over an input.
pub const USAGE: u8 = 2;
/// Understood, but refused: it cannot be replayed equally, or not yet.
pub const REFUSED: u8 = 3;
/// An input cannot be used: jar, class file, main class, region pattern, JDK. Damaged classes outside the chain are left to
/// the JVM, as a note on standard error says.
pub const INPUT: u8 = 4;
/// The system said no (an output cannot be written, the disk is full), or a defect of jcp.
pub const INTERNAL: u8 = 5;

/// `explore`: no failure was found, but a bound kept some schedules from being run.
pub const BOUNDED: u8 = 6;

/// What `--help` says about them.
pub const HELP: &str = "\
Exit status:
  0  done; verify, diff: all equal; observe: the analysis foresaw the whole run
  1  verify, diff, slice --check: something differs; explore: a schedule fails; observe: the analysis missed something
  2  wrong command line
  3  refused, with the reasons: jcp cannot replay this equally, or not yet
  4  an input cannot be used: jar, class file, region, JDK
  5  input/output error, or a defect of jcp
  6  explore: no failure, but a bound kept schedules from being run";

/// What `jcp run --help` says about them.
pub const OF_RUN: &str = "\
Exit status: that of the program; if jcp cannot start it, 2 to 5 as for the other commands.";

/// What `jcp fork --help` says about them.
pub const OF_FORK: &str = "\
Exit status: that of the program; 5 if it cannot be started.";

/// The exit code for an error.
pub fn of(error: &DriverError) -> u8 {
    match error {
        DriverError::Usage(_) => USAGE,
        DriverError::Refused(_) => REFUSED,
        DriverError::Input(_) => INPUT,
        DriverError::Io { .. } | DriverError::Internal(_) => INTERNAL,
    }
}
