//! Sockets at the checkpoint, where the replay finds another world: the port is taken, or the other side of a connection is gone.
//! `tests/java/differential/listening_sockets` has what stays equal.

use std::net::TcpListener;
use std::process::Output;

use crate::common;
use crate::runtime_support::{Program, assert_cannot_replay, program};

/// Captures with these arguments; returns the port that the program told.
fn port(program: &Program, property: &str, arguments: &[&str]) -> u16 {
    let mut java = common::java(&program.jdk);
    java.args([property, "-jar"]).arg(program.output_jar("capture")).args(arguments).current_dir(program.work());
    let output = common::succeed(&mut java);
    assert!(program.checkpoint().is_file(), "no checkpoint was written");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().and_then(|line| line.parse().ok()).expect("a port")
}

fn replay(program: &Program) -> Output {
    program.replay(&program.checkpoint())
}

#[test]
fn a_port_that_is_taken_is_refused_by_its_number() {
    for jdk in common::jdks_in_turn() {
        let program = program(&jdk, "Served.java").instrument();
        let port = port(&program, "-Djcp.progress=off", &[]);
        for address in ["127.0.0.1", "0.0.0.0", "::"] {
            let taken = TcpListener::bind((address, port)).expect("the port is free");
            assert_cannot_replay(&replay(&program), &format!("port {port} of 127.0.0.1: the program listened on it"));
            drop(taken);
        }
        // the same port of another address is another one
        let other = TcpListener::bind(("127.0.0.2", port)).expect("another address");
        let output = replay(&program);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "listens: true\n");
        drop(other);
    }
}

/// What had arrived is gone with the connection.
#[test]
fn connections_read_as_closed_where_the_user_wants_it() {
    for jdk in common::jdks_in_turn() {
        // by a property of the run, or as the jars were made
        let of_jars = jdk.feature > 17;
        let options: &[&str] = if of_jars { &["--sockets", "close"] } else { &[] };
        let program = program(&jdk, "Served.java").instrument_with(options);
        port(&program, if of_jars { "-Djcp.progress=off" } else { "-Djcp.sockets=close" }, &["connected"]);
        let output = replay(&program);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "listens: true\n-1 truetrue\n1 -1 true\n");
    }
}
