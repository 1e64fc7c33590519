#!/usr/bin/env bash
# Builds the test programs and runs them one after the other: unit tests, suite, differential runs, other compilers. The exit status
# is 0 if all passed. Run by `scripts/setup.sh --tested --compilers`. JCP_ALL=1 runs all of what else a share runs of, and the tests
# of the suite that are ignored.
#
# jcp is optimised, since the tests run it on the whole JDK; what only calls it is not: that would be compiled for longer than it runs.
# `cargo test` runs the same tests with all of it optimised.
set -euo pipefail
cd "$(dirname "$0")/.."

# The executable that the arguments of cargo name.
built() {
    cargo rustc --locked --profile test --message-format=json-render-diagnostics "$@" -- -C opt-level=0 |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1
}

run() {
    echo "     Running $(basename "$1")"
    "$@" || failed=1
}

failed=0
ignored=()
[ -z "${JCP_ALL:-}" ] || ignored=(--include-ignored)
suite=$(built --test suite)
# the others are built while the suite runs: most of that is work for one processor
others=$(mktemp)
trap 'rm -f "$others"' EXIT
(for target in "--test differential" "--test compilers" "--lib"; do
    # shellcheck disable=SC2086 # two words
    built $target
done >"$others") &
run "$suite" "${ignored[@]}"
wait $!
while read -r program; do
    case $program in */jcp-*) run "$program" "${ignored[@]}" ;; *) run "$program" ;; esac
done <"$others"
exit $failed
