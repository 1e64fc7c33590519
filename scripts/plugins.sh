#!/usr/bin/env bash
# Builds the plug-ins of Maven and Gradle, and installs them and the annotation into Maven's local repository. Needs mvn. The
# Gradle plug-in is compiled against the Gradle that is installed, and left out without one.
#
#   scripts/plugins.sh            unless these very sources are installed already
#   scripts/plugins.sh --check    says by its exit status whether they are
set -euo pipefail
cd "$(dirname "$0")/.."

stamp=$HOME/.m2/repository/.jcp-plugins
sources=$(find runtime-java/annotations runtime-java/plugins -type f | LC_ALL=C sort | xargs sha256sum)
if [ -f "$HOME/.m2/repository/jcp/jcp-maven-plugin/maven-metadata-local.xml" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$sources" ]; then
    exit 0
fi
[ "${1:-}" != --check ] || exit 1
command -v mvn >/dev/null || {
    echo "plugins: no mvn found (package maven)" >&2
    exit 2
}
mvn -q -B -f runtime-java/plugins/pom.xml install
gradle=target/plugins/jcp-gradle-plugin.jar
if scripts/gradle_plugin.sh $gradle; then
    mvn -q -B org.apache.maven.plugins:maven-install-plugin:3.1.4:install-file -Dfile=$gradle \
        -DgroupId=jcp -DartifactId=jcp-gradle-plugin -Dversion=0.1.0 -Dpackaging=jar
    echo "plugins: jcp:jcp-gradle-plugin is there, too"
fi
echo "$sources" >"$stamp"
echo "plugins: jcp:jcp-maven-plugin and jcp:jcp-annotations are in Maven's local repository"
