"""Gets a tool of Maven Central, with all that it needs, into a folder: for benchmarks that run it beside jcp."""
import shutil
import subprocess

COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>{artifact}-fetch</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>
  </dependencies>
</project>
"""


class MavenError(Exception):
    """Something the user can put right; the message says what."""


def libraries(cache, group, artifact, version):
    """The folder `lib` of `cache` with the jars, got from Maven the first time."""
    folder = cache / "lib"
    if (folder / f"{artifact}-{version}.jar").exists():
        return folder
    if shutil.which("mvn") is None:
        raise MavenError(f"no mvn to get {artifact} with: apt-get install maven")
    new = folder.with_name("lib.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    pom = cache / "pom.xml"
    pom.write_text(POM.format(group=group, artifact=artifact, version=version))
    done = subprocess.run(
        ["mvn", "-q", "-B", "-f", str(pom), COPY, f"-DoutputDirectory={new}", "-DincludeScope=runtime"],
        capture_output=True, text=True,
    )
    if done.returncode != 0:
        raise MavenError(f"mvn could not get {artifact} {version}: {(done.stdout + done.stderr).strip()[-600:]}")
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    return folder
