//! `jcp completions` and `jcp man`: what shells and `man` want to know of the command line, on standard output.
//! Both are made from the definition of the arguments; hidden commands are left out of the manual.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Arguments;
use super::{exit, output};
use crate::driver::DriverError;

/// Prints the completions for a shell.
pub fn completions(shell: Shell) -> Result<u8, DriverError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "jcp", &mut script);
    print(&script)
}

/// Prints the manual pages of jcp and of its commands, one after the other.
pub fn manual() -> Result<u8, DriverError> {
    let mut pages = Vec::new();
    let command = Arguments::command();
    let mut render = |command: clap::Command| clap_mangen::Man::new(command).render(&mut pages);
    let internal = |error: std::io::Error| DriverError::Internal(error.to_string());
    render(command.clone()).map_err(internal)?;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        let name = format!("jcp-{}", below.get_name());
        render(below.clone().name(name)).map_err(internal)?;
    }
    print(&pages)
}

fn print(bytes: &[u8]) -> Result<u8, DriverError> {
    output::result(&String::from_utf8_lossy(bytes))?;
    Ok(exit::OK)
}
