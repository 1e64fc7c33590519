//! The regions that the options name: patterns from the command line and from files, resolved in a program.
//!
//! An error is shown with the pattern that it is in, and with its file and line if it has any.

use super::options::InstrumentOptions;
use crate::analysis::points_to::{Named, NamedError};
use crate::classfile::MemberRef;
use crate::driver::error::DriverError;
use crate::plan::{Again, ChainMethod, Dispatch, MethodName, ThreadChain};
use crate::program::Program;
use crate::region::{self, GoesOn, Region, RegionError, Waiting};
use std::sync::Arc;

/// What helps where `*` stands for no chain, or for several.
const BY_A_RUN: &str = "`jcp verify` finds the chain by a run of the program, and prints it";

/// Class files of Java N have the version N + 44.
const VERSION_OF_JAVA_0: u16 = 44;

/// An error if the options name no region.
pub fn check(options: &InstrumentOptions) -> Result<(), DriverError> {
    if options.regions.is_empty() && options.region_files.is_empty() {
        return Err(DriverError::Usage("no region: give --region or --regions".to_string()));
    }
    Ok(())
}

/// The regions that the options name.
pub fn resolve(options: &InstrumentOptions, program: &Program, main: &str) -> Result<Vec<Region>, DriverError> {
    let mut patterns = Vec::new();
    // for each pattern: how an error in it is shown
    let mut renderers: Vec<Box<dyn Fn(RegionError) -> String>> = Vec::new();
    for text in &options.regions {
        let parsed = region::parse(text).map_err(|error| DriverError::Input(error.render(text)))?;
        patterns.push(parsed);
        let text = text.clone();
        renderers.push(Box::new(move |error| error.render(&text)));
    }
    for file in &options.region_files {
        let content = std::fs::read_to_string(file)
            .map_err(|error| DriverError::Input(format!("{}: {error}", file.display())))?;
        let parsed = region::parse_file(&file.display().to_string(), &content)
            .map_err(|error| DriverError::Input(error.render()))?;
        for region in parsed {
            patterns.push(region.pattern.clone());
            renderers.push(Box::new(move |error| region.locate(error).render()));
        }
    }
    region::resolve_all(&patterns, program, main).map_err(|(number, error)| {
        let error = if error.leaves_open() { error.note(BY_A_RUN) } else { error };
        let text = renderers.get(number).map_or_else(|| error.to_string(), |render| render(error.clone()));
        DriverError::Input(text)
    })
}

/// The chains of threads that the options name.
pub fn resolve_threads(options: &InstrumentOptions, program: &Program) -> Result<Vec<Waiting>, DriverError> {
    let mut found: Vec<Waiting> = Vec::new();
    for text in &options.threads {
        let chains = region::resolve_waiting(text, program).map_err(|error| DriverError::Input(error.render(text)))?;
        for chain in chains {
            // the first instruction of a method is another place than its entry
            let is_entry = |chain: &Waiting| chain.goes_on == GoesOn::Entry;
            let same = |other: &&mut Waiting| other.chain == chain.chain && is_entry(other) == is_entry(&chain);
            match found.iter_mut().find(same) {
                // a thread that runs in the loop comes to the call as well
                Some(known) if known.goes_on == GoesOn::Loop => *known = chain,
                Some(_) => {}
                None => found.push(chain),
            }
        }
    }
    Ok(found)
}

/// What the options say that calls by reflection reach.
pub fn resolve_named(options: &InstrumentOptions, program: &Program) -> Result<Arc<Named>, DriverError> {
    let mut named = Named::default();
    for text in &options.reflection {
        named.add(program, text).map_err(|error| match error {
            NamedError::Form(_) => DriverError::Usage(format!("--reflection {error}")),
            _ => DriverError::Input(format!("--reflection {error}")),
        })?;
    }
    Ok(Arc::new(named))
}

/// The chains of an older version of the program in this one, as far as it has them.
pub fn same_threads(chains: &[ThreadChain], program: &Program) -> Vec<Waiting> {
    let same = |thread: &ThreadChain| {
        let place = |element: &ChainMethod| {
            let class = program.find(&element.method.class)?;
            let method = class.declared(&element.method.name, &element.method.descriptor)?;
            Some((method, element.site.offset, element.dispatch == Dispatch::Through))
        };
        let places = thread.chain.iter().map(place).collect::<Option<Vec<_>>>()?;
        let MethodName { class, name, descriptor } = thread.waits_in.clone();
        let goes_on = match thread.again {
            Again::Call => GoesOn::Call,
            Again::Behind => GoesOn::Behind,
            Again::Loop => GoesOn::Loop,
            Again::Entry => GoesOn::Entry,
        };
        let callee = MemberRef { class, name, descriptor, interface: false };
        region::waiting_at(&thread.pattern, program, &places, (callee, goes_on))
    };
    chains.iter().filter_map(same).collect()
}

/// The JVM does not load a class file that is newer than itself (JVMS §4.1), so none may be in the chain.
pub fn check_versions(program: &Program, region: &Region, feature: u16) -> Result<(), DriverError> {
    let newest = feature.saturating_add(VERSION_OF_JAVA_0);
    let ends = region.end.iter().flat_map(|end| end.methods());
    match region
        .methods()
        .chain(ends)
        .filter_map(|method| program.get(method.class))
        .find(|class| class.file.major > newest)
    {
        Some(class) => Err(DriverError::Input(format!(
            "{}: the class file has version {}, but JDK {feature} loads none above {newest}; name a newer JDK with --jdk",
            class.name().replace('/', "."),
            class.file.major
        ))),
        None => Ok(()),
    }
}
