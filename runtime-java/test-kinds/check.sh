#!/usr/bin/env bash
# Checks how objects of the JDK are treated, in one JVM and between two.
#
#   runtime-java/test-kinds/check.sh JDK_HOME...
#
# The first JDK compiles; each one runs. Exits 1 at the first difference from what is expected.
set -euo pipefail
cd "$(dirname "$0")"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export_misc=(--add-exports java.base/jdk.internal.misc=ALL-UNNAMED)
"$1/bin/javac" -nowarn -Xlint:-options -source 17 -target 17 "${export_misc[@]}" -d "$out/classes" \
    ../src/jcp/runtime/*.java jcp/runtime/*.java

for jdk in "$@"; do
    java=("$jdk/bin/java" --add-opens java.base/java.lang=ALL-UNNAMED "${export_misc[@]}" -cp "$out/classes")
    feature=$("${java[@]}" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')

    # application lambdas are the core's: refused here, where none was recorded
    "${java[@]}" jcp.runtime.KindsTable </dev/null >"$out/table"
    if grep WRONG "$out/table"; then exit 1; fi
    sed -n 's/^\(.\{26\}\) plain.*REFUSED.*/\1/p' "$out/table" | sed 's/ *$//' | LC_ALL=C sort >"$out/refused"
    diff refused.txt "$out/refused"

    "${java[@]}" -Duser.flag=1 jcp.runtime.KindsJvms take "$out/state" >"$out/taken" 2>/dev/null
    for _ in 1 2 3; do
        "${java[@]}" jcp.runtime.KindsJvms give "$out/state" | diff "$out/taken" -
    done
    echo "JDK $feature: $(grep -c plain "$out/table") kinds, state goes on in another JVM"
done
