#!/usr/bin/env bash
# All static checks; the first that fails ends the run.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "lint: cargo fmt"
cargo fmt --check
echo "lint: cargo clippy"
cargo clippy --locked --all-targets -- -D warnings
echo "lint: javac -Xlint"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# options: -source without --release is meant; the rest of the warnings are errors.
scripts/runtime.sh "$work/runtime.jar" -Xlint:all,-options,-serial,-removal,-deprecation,-this-escape -Werror
if command -v cargo-deny >/dev/null; then
    echo "lint: cargo deny"
    cargo deny check
else
    echo "lint: cargo-deny is not installed, licences and advisories are not checked; get it with: cargo install --locked cargo-deny"
fi
if command -v shellcheck >/dev/null; then
    echo "lint: shellcheck"
    shellcheck scripts/*.sh .ci/run
fi
echo "lint: ok"
