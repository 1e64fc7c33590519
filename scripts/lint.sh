#!/usr/bin/env bash
# All static checks; the first that fails ends the run.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "lint: cargo fmt"
cargo fmt --check
echo "lint: cargo clippy"
cargo clippy --locked --all-targets -- -D warnings
echo "lint: cargo doc"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items --quiet
echo "lint: javac -Xlint"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# -source without --release is meant, and so is the use of deprecated internals; all else is an error.
kinds=all,-options,-serial,-removal,-deprecation
if "$JAVA_HOME/bin/javac" --help-lint | grep -q this-escape; then kinds=$kinds,-this-escape; fi
scripts/runtime.sh "$work/runtime.jar" "-Xlint:$kinds" -Werror
if command -v cargo-deny >/dev/null; then
    echo "lint: cargo deny"
    cargo deny --locked check bans licenses sources
    if cargo deny fetch db >/dev/null 2>&1; then
        cargo deny check advisories
    else
        echo "lint: the advisory database cannot be fetched, advisories are not checked"
    fi
else
    echo "lint: cargo-deny is not installed, licences and advisories are not checked; get it with: cargo install --locked cargo-deny"
fi
if command -v shellcheck >/dev/null; then
    echo "lint: shellcheck"
    shellcheck scripts/*.sh .ci/run
fi
echo "lint: ok"
