//! The points-to analysis under slices: with the summaries of the JDK where the sensitivity has them.
//!
//! It is refused where its budget is not enough; the way out is an analysis that tells no callers apart.

use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Budget, Named, PointsTo, points_to_named, uses_summaries};
use crate::driver::error::DriverError;
use crate::driver::inputs::loaded::Loaded;
use crate::driver::inputs::summaries::Cache;
use crate::program::MethodId;
use std::sync::Arc;

/// What references of the program may point to.
pub fn analysed<'a>(
    loaded: &'a Loaded,
    main: MethodId,
    sensitivity: Sensitivity,
    cache: &Cache,
    named: &Arc<Named>,
) -> Result<PointsTo<'a>, DriverError> {
    let budget = Budget::of_selection();
    let cache = if uses_summaries(sensitivity) { cache } else { &Cache::Off };
    let known = cache.known(&loaded.jdk, &budget);
    points_to_named(&loaded.program, main, sensitivity.into(), &budget, &known, named).map_err(|error| {
        DriverError::refused(format!(
            "{error}; use --context insensitive, or name the calls by reflection with --reflection"
        ))
    })
}
