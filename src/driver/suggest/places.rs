//! The places that were listed last for a program, by number: `--region 1` means the first of them.
//!
//! They are kept in the cache folder, in a file for each program, by its class path and main class. Without a cache there are none.

use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::Suggestion;
use crate::driver::error::DriverError;
use crate::driver::inputs::application::Application;
use crate::driver::inputs::options::InstrumentOptions;
use crate::driver::inputs::summaries::Cache;
use crate::util::hex;

/// How many bytes of a hash are in a name.
const NAMED: usize = 8;

fn file(cache: &Cache, application: &Application) -> Option<PathBuf> {
    let hash = Sha256::digest(format!("{:?} {}", application.classpath, application.main));
    Some(cache.folder()?.join(format!("places-{}.json", hex::digits(&hash[..NAMED]))))
}

/// Keeps the places; that the folder cannot be written is no error.
pub(super) fn keep(cache: &Cache, application: &Application, places: &[Suggestion]) {
    let regions: Vec<&str> = places.iter().map(|place| place.region.as_str()).collect();
    if let (Some(file), Ok(text)) = (file(cache, application), serde_json::to_vec(&regions)) {
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(file, text);
    }
}

/// Writes the listed place for each of the program's regions that is a number.
pub fn numbered(program: &InstrumentOptions, regions: &mut [String]) -> Result<(), DriverError> {
    let is_number = |region: &&mut String| !region.is_empty() && region.bytes().all(|byte| byte.is_ascii_digit());
    for region in regions.iter_mut().filter(is_number) {
        let application = Application::of(program)?;
        let text = file(&program.cache, &application).and_then(|file| std::fs::read(file).ok());
        let places: Vec<String> = text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
        let number: usize = region.parse().unwrap_or_default();
        let place = number.checked_sub(1).and_then(|number| places.get(number)).ok_or_else(|| {
            let known = match places.len() {
                0 => "jcp suggest has listed no places for this program; run jcp suggest first".to_owned(),
                count => format!("the last list of jcp suggest for this program ends with place {count}"),
            };
            DriverError::Usage(format!("--region {region}: {known}"))
        })?;
        region.clone_from(place);
    }
    Ok(())
}
