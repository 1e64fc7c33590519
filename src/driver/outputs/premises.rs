//! What the checkpoints of a program rest on ([`Premises`]), as the jars carry it: one bincode record.
//!
//! It is written into both jars, and read from the one that `jcp instrument --since` names.

use crate::driver::error::DriverError;
use crate::plan::Premises;
use std::io::Read;
use std::path::Path;

/// Where both jars have what their checkpoints rest on.
pub const FILE: &str = "META-INF/jcp/premises";

/// Tells the records of this jcp from older ones, which have no resources.
pub const FORMAT: &[u8] = b"resources";

/// Larger records than this are damage, bytes.
const LIMIT: usize = 1 << 30;

/// The record as it stands in the jars.
pub fn record(premises: &Premises) -> Result<Vec<u8>, DriverError> {
    bincode::serde::encode_to_vec(premises, configuration()).map_err(|error| DriverError::Internal(error.to_string()))
}

fn configuration() -> impl bincode::config::Config {
    bincode::config::standard().with_limit::<LIMIT>()
}

/// What the checkpoints of a jar rest on.
pub fn read(jar: &Path) -> Result<Premises, DriverError> {
    let input = |why: String| DriverError::Input(format!("{}: {why}", jar.display()));
    let file = std::fs::File::open(jar).map_err(|error| input(error.to_string()))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|error| input(error.to_string()))?;
    let mut content = Vec::new();
    let entry = archive.by_name(FILE).map_err(|error| match error {
        zip::result::ZipError::FileNotFound => input(format!(
            "this is not a jar of jcp {}: it has no {FILE}; instrument and capture with this version",
            env!("CARGO_PKG_VERSION")
        )),
        error => input(error.to_string()),
    })?;
    entry.take(LIMIT as u64).read_to_end(&mut content).map_err(|error| input(error.to_string()))?;
    let decoded = bincode::serde::decode_from_slice(&content, configuration());
    let (premises, _): (Premises, _) = decoded.map_err(|error| input(format!("{FILE} cannot be read: {error}")))?;
    Ok(premises)
}
