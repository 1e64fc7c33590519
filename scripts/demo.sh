#!/usr/bin/env bash
# Builds jcp and the example, then runs original, capture and replay side by side. Arguments go to the example: the
# number of documents (3000).
set -euo pipefail
cd "$(dirname "$0")/.."
target=${CARGO_TARGET_DIR:-target}
example=$target/demo

echo "demo: building jcp"
cargo build --locked --release --quiet
echo "demo: compiling examples/search"
rm -rf "$example"
mkdir -p "$example/work"
"$JAVA_HOME/bin/javac" -g -d "$example/classes" examples/search/src/search/*.java
"$JAVA_HOME/bin/jar" --create --file "$example/search.jar" --main-class search.Main -C "$example/classes" .
echo "demo: region $(grep -v '^#' examples/search/search.region)"
echo "demo: running original, capture and replay (the program works for some seconds before its checkpoint)"
echo
"$target/release/jcp" verify "$example/search.jar" --regions examples/search/search.region --jdk "$JAVA_HOME" \
    -o "$example" --workdir "$example/work" -- "$@"
echo
echo "demo: the jars are $example/search-capture.jar and $example/search-replay.jar"
