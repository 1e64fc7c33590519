//! The points-to analysis under slices: with the summaries of the JDK where the sensitivity has them.
//!
//! It is refused where its budget is not enough; the way out is an analysis that tells no callers apart.

use crate::analysis::points_to::context::Sensitivity;
use crate::analysis::points_to::{Budget, Named, PointsTo, Precision, points_to_named};
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
    let precision = Precision::from(sensitivity);
    let cache = if precision.uses_summaries() { cache } else { &Cache::Off };
    let known = cache.known(&loaded.jdk, &budget);
    points_to_named(&loaded.program, main, precision, &budget, &known, named).map_err(|error| {
        DriverError::refused(format!(
            "{error}; use --context insensitive, or name the calls by reflection with --reflection"
        ))
    })
}
