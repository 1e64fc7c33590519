//! The command line: arguments, messages and exit codes.

/// Runs the command named by the process's arguments and returns its exit code.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(2)
}
