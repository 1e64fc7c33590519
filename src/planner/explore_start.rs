//! Where the executions of an explored program begin: the methods on the stack at a region's checkpoint, with what each has there.
//!
//! An execution calls `main` anew, and each method of the chain goes at once to its call of the next one, with the values that it had. So the chain must
//! consist of plain calls: what the JDK calls, constructors, and methods that hold a monitor or have an object half made are refused, with a way out.

use super::environment::{self, Next};
use super::error::{Error, Result};
use super::names::method_name;
use super::parts::{ChainSite, sites};
use crate::plan::{SlotKind, Started};
use crate::program::class::access;
use crate::program::{MethodId, Program};
use crate::region::{LinkKind, Region, find_main};

/// The methods of the region's chain; `main` is the internal name of the main class.
pub fn explored_from(program: &Program, region: &Region, main: &str) -> Result<Vec<Started>> {
    let sites = sites(region);
    let refused = |method: MethodId, why: &str| Err(Error::refused(program.describe(method), why));
    let first = sites[0].method;
    if find_main(program, main) != Some(first) {
        return refused(
            first,
            "the chain of an exploration begins with main; write the calls that lead from main to this place",
        );
    }
    if program.flags(first) & access::STATIC == 0 {
        return refused(first, "main has an instance; make main static to explore from a checkpoint");
    }
    let mut started: Vec<Started> = Vec::new();
    for (depth, ChainSite { method, item, .. }) in sites.iter().enumerate() {
        let next = match (region.chain.get(depth), sites.get(depth + 1)) {
            (Some(call), _) if call.kind != LinkKind::Call => {
                return refused(
                    *method,
                    "the chain goes on by a call that the JDK makes; explore from a checkpoint before this call, or in what it calls by itself",
                );
            }
            (_, Some(callee)) => Next::Call(callee.method),
            _ => Next::Nothing,
        };
        let flags = program.flags(*method);
        let name = method_name(program, *method)?;
        if name.name.starts_with('<') {
            return refused(
                *method,
                "a constructor or class initialiser cannot be in the chain of an exploration; choose a checkpoint outside of it",
            );
        }
        if started.iter().any(|other| other.method == name) {
            return refused(*method, "the chain has this method twice; choose a checkpoint before it calls itself");
        }
        let site = environment::site(program, *method, *item, next)?;
        if flags & access::SYNCHRONIZED != 0 || !site.monitors.is_empty() {
            return refused(
                *method,
                "the method holds a monitor at the checkpoint; choose a checkpoint outside of what is synchronized",
            );
        }
        if !site.unfinished.is_empty() {
            return refused(
                *method,
                "an object is half made at the checkpoint, whose constructor takes the result of the call; put the result into a variable first",
            );
        }
        let this = site.locals.first().filter(|slot| slot.index == 0);
        let is_kept = this.is_some_and(|slot| matches!(slot.kind, SlotKind::Object(_)));
        if flags & access::STATIC == 0 && !is_kept {
            return refused(
                *method,
                "the local of `this` holds something else at the checkpoint; choose another place",
            );
        }
        started.push(Started { method: name, is_static: flags & access::STATIC != 0, site });
    }
    Ok(started)
}
