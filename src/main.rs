//! The `jcp` command: hands its arguments to [`jcp::cli`] and exits with what that returns.
//! Everything else is in the library.

fn main() -> std::process::ExitCode {
    jcp::cli::main()
}
