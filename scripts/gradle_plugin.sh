#!/usr/bin/env bash
# Compiles the Gradle plug-in into the jar OUT, against the jars of the Gradle that is installed; without one it says so.
#
#   scripts/gradle_plugin.sh OUT.jar
set -euo pipefail
out=$(realpath -m "$1")
cd "$(dirname "$0")/../runtime-java/plugins/gradle"
gradle=$(readlink -f "$(command -v gradle || true)")
home=${gradle%/bin/gradle}
if [ -z "$gradle" ] || [ ! -d "$home/lib/plugins" ]; then
    echo "plugins: no gradle found, the Gradle plug-in is not built (package gradle)" >&2
    exit 3
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
jars=$(find -L "$home/lib" -maxdepth 2 -name '*.jar' | LC_ALL=C sort | tr '\n' ':')
# Debian's Gradle has its libraries among those of other packages
for jar in /usr/share/java/groovy-all.jar /usr/share/java/slf4j-api.jar; do
    [ ! -f "$jar" ] || jars=$jars$jar:
done
find src -name '*.java' | LC_ALL=C sort >"$work/sources"
javac --release 17 -nowarn -proc:none -cp "$jars" -d "$work/classes" "@$work/sources"
cp -r META-INF "$work/classes"
find "$work/classes" -exec touch -t 198001020000 {} +
mkdir -p "$(dirname "$out")"
TZ=UTC0 jar --create --no-manifest --file "$out" -C "$work/classes" .
