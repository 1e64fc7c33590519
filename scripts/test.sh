#!/usr/bin/env bash
# Runs all tests. Test programs whose tests are made at run time, hundreds of like length, run one after the other on all
# cores; the others, most of which have one long test or a few, run beside each other, one on each core, and what each
# says is printed when it has ended. The exit status is 1 if any failed.
set -uo pipefail
cd "$(dirname "$0")/.."

export CARGO_MANIFEST_DIR=$PWD # as cargo sets it for the tests
export CARGO_TERM_COLOR=never  # what it says is read
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# "  Executable tests/since.rs (target/debug/deps/since-0123)"
cargo test --locked --no-run 2>&1 | tee "$folder/built"
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
sed -n 's/^ *Executable \(.*\) (\(.*\))$/\2/p' "$folder/built" >"$folder/all"
[ -s "$folder/all" ] || {
    echo "test: cargo named no test programs" >&2
    exit 1
}
grep -E '/(differential|compilers)-[0-9a-f]*$' "$folder/all" >"$folder/wide"
grep -vE '/(differential|compilers)-[0-9a-f]*$' "$folder/all" >"$folder/narrow"

# one FILE: runs it, prints what it says, and notes it if it fails.
one() {
    local name said start=$SECONDS
    name=$(basename "$1")
    said=$folder/$name.said
    "$1" >"$said" 2>&1 || echo "$name" >>"$folder/failed"
    flock "$folder/all" sh -c 'echo; echo "$1 ($2 s)"; cat "$3"' sh "$name" "$((SECONDS - start))" "$said"
}
export -f one
export folder

touch "$folder/failed"
RUST_TEST_THREADS=1 xargs -d '\n' -a "$folder/narrow" -P "$(nproc)" -I{} bash -c 'one "$1"' bash {}
xargs -d '\n' -a "$folder/wide" -P 1 -I{} bash -c 'one "$1"' bash {}
cargo test --locked --doc || echo "documentation" >>"$folder/failed"

if [ -s "$folder/failed" ]; then
    echo "failed:" $(cat "$folder/failed") >&2
    exit 1
fi
