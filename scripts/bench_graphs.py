#!/usr/bin/env python3
"""Measures how fast object graphs are captured and restored, by jcp and by others, and writes docs/bench.md.

  scripts/bench_graphs.py [--graph small|arrays|tree]... [--size N]... [--tool NAME]... [--runs K] [--jdk V] [--heap G]

Each measurement is a JVM of its own (benches/graphs), one at a time: its first round is cold, the last ones are warm.
Tools take turns, and of K runs the fastest counts. Results are kept in docs/bench.json, so that a run of a few graphs, sizes or
tools renews theirs only; figures to be compared must come from one run. Needs a JDK and, for Kryo and Fory, mvn: without it
they are left out. Exit status: 0, also where a tool failed (the table says so); 2 if nothing could be run.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench_points_to import machine
from corpus import ROOT, CorpusError, jdk_home, replace, replace_between

RESULTS = ROOT / "docs" / "bench.json"
PAGE = ROOT / "docs" / "bench.md"
BEGIN, END = "<!-- begin: make bench -->", "<!-- end: make bench -->"
SOURCES = ROOT / "benches" / "graphs"
GRAPHS = ["small", "arrays", "tree"]
SIZES = [1_000_000, 10_000_000]
ROUNDS = {1_000_000: 9, 10_000_000: 3}
TOOLS = {"Jcp": "jcp", "Streams": "object streams", "KryoTool": "Kryo", "ForyTool": "Fory", "Loop": "loop"}
MODES = {"write": "capture", "read": "restore"}
LIMIT = 600  # seconds for each JVM


# ---- building and running ----------------------------------------------------------------------------------------------


def libraries(folder):
    """Jars of what is compared; none without mvn."""
    lib = folder / "lib"
    stamp, wanted = lib / "pom.xml", SOURCES / "pom.xml"
    if shutil.which("mvn") is None:
        print("bench_graphs: no mvn, so Kryo and Fory are left out", file=sys.stderr)
        return None
    if not stamp.exists() or stamp.read_text() != wanted.read_text():
        shutil.rmtree(lib, ignore_errors=True)
        line = ["mvn", "-q", "-B", "-f", wanted, "dependency:copy-dependencies", f"-DoutputDirectory={lib}"]
        if subprocess.run(line).returncode != 0:
            print("bench_graphs: mvn failed, so Kryo and Fory are left out", file=sys.stderr)
            return None
        shutil.copy(wanted, stamp)
    return lib


def compile_all(folder, home, lib):
    """The runtime's classes, as an instrumented jar has them, and the benchmark's."""
    jar, classes = folder / "runtime.jar", folder / "classes"
    subprocess.run([ROOT / "scripts" / "runtime.sh", jar], check=True, env=os.environ | {"JAVA_HOME": str(home)})
    shutil.rmtree(classes, ignore_errors=True)
    (classes / "META-INF" / "jcp").mkdir(parents=True)
    (classes / "META-INF" / "jcp" / "literals").write_bytes(bytes(4))
    subprocess.run([home / "bin" / "jar", "--extract", "--file", jar], check=True, cwd=classes)
    files = [file for file in sorted(SOURCES.rglob("*.java")) if lib or file.stem not in ("KryoTool", "ForyTool")]
    path = os.pathsep.join([str(classes)] + ([f"{lib}/*"] if lib else []))
    line = [home / "bin" / "javac", "-nowarn", "-Xlint:-options", "-source", "17", "-target", "17", "-cp", path, "-d", classes]
    subprocess.run(line + ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"] + files, check=True)
    return path


def measure(options, path, tool, graph, size, mode, file):
    """Rounds as (clock, processor) in seconds, and what else the JVM printed."""
    rounds = ROUNDS.get(size, 3)
    line = [options.home / "bin" / "java", f"-Xms{options.heap}", f"-Xmx{options.heap}", f"-Dbench.graph={graph}"]
    line += [f"-Dbench.n={size}", "-cp", path, "bench.Main", tool, mode, file, str(rounds)]
    try:
        ran = subprocess.run(line, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return {"failed": f"more than {LIMIT} s"}
    result = {"rounds": []}
    for words in (text.split(" ") for text in ran.stdout.splitlines()):
        if words[0] == "ROUND":
            result["rounds"].append([int(word) / 1e9 for word in words[1:]])
        elif words[0] == "FAILED":
            result["failed"] = " ".join(words[1:])
        elif words[0] in ("SIZE", "PEAK", "OBJECTS"):
            result[words[0].lower()] = [int(word) for word in words[1:]]
        elif words[0] == "DIGEST":
            result.setdefault("digests", set()).add(" ".join(words[1:]))
    if ran.returncode != 0 and "failed" not in result:
        result["failed"] = f"status {ran.returncode}: {ran.stderr.strip()[-200:]}"
    return result


def best(rounds):
    """The least of each column: other processes only ever add."""
    return [min(column) for column in zip(*rounds)] if rounds else None


def warm(rounds):
    """Of the rounds after the first few: the least by the clock, the mean of processor time, whose ticks are coarse."""
    later = rounds[1 + len(rounds) // 3 :]
    return [min(clock for clock, _ in later), sum(processor for _, processor in later) / len(later)]


def merge(old, new):
    return new if old is None else old if new is None else best([old, new])


def run_tool(options, path, tool, graph, size, folder, row):
    file = folder / f"{tool}-{graph}"
    digests = set()
    for mode in MODES:
        if tool == "Loop" and mode == "write":
            continue
        result = measure(options, path, tool, graph, size, mode, file)
        if "failed" in result:
            row["failed"] = f"{MODES[mode]} fails: {result['failed']}"
            return
        rounds = result["rounds"]
        row[f"{mode} cold"] = merge(row.get(f"{mode} cold"), rounds[0])
        row[f"{mode} warm"] = merge(row.get(f"{mode} warm"), warm(rounds))
        digests |= result.get("digests", set())
        if mode == "write":
            row["heap"], row["file"] = result["size"]
        row |= {"objects": result["objects"][0]} if "objects" in result else {}
    if len(digests - {""}) > 1:
        row["failed"] = "what was read is not what was written"
    if tool != "Loop" and size == min(SIZES) and "peak" not in row:
        peak = measure(options, path, tool, graph, size, "memory", file)
        row["peak"] = peak.get("peak")
    file.unlink(missing_ok=True)


def run(options):
    options.home = jdk_home(options.jdk)
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "graphs"
    target.mkdir(parents=True, exist_ok=True)
    lib = libraries(target)
    path = compile_all(target, options.home, lib)
    tools = [tool for tool in options.tool or TOOLS if lib or tool not in ("KryoTool", "ForyTool")]
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"rows": {}}
    versions = re.findall(r"<artifactId>(\w[\w-]*)</artifactId>\s*<version>([\d.]+)<", (SOURCES / "pom.xml").read_text())
    results |= {"machine": machine(options.home), "heap": options.heap, "versions": dict(versions), "runs": options.runs}
    with tempfile.TemporaryDirectory(dir=target) as folder:
        speed = {}
        for mode in MODES:
            rounds = measure(options, path, "Machine", "none", 1_000_000, mode, Path(folder) / "machine")["rounds"]
            speed[mode] = 2**28 / 1e6 / warm(rounds)[1]
        results["memcpy"], results["file_write"] = speed["read"], speed["write"]
        for size in options.size or SIZES:
            for graph in options.graph or GRAPHS:
                rows = {tool: {} for tool in tools}
                for _ in range(options.runs):
                    for tool in tools:
                        run_tool(options, path, tool, graph, size, Path(folder), rows[tool])
                for tool, row in rows.items():
                    results["rows"][f"{graph}:{size}:{tool}"] = row
                    print(graph, size, tool, json.dumps(row), flush=True)
                replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
                write_page(results)
    return 0


# ---- the page ----------------------------------------------------------------------------------------------------------


def figure(value):
    return "" if value is None else f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def seconds(row, key):
    times = row.get(key)
    return "" if not times else f"{figure(times[0])} / {figure(times[1])}"


def times(row, other, key):
    """How many times as long the other takes, by processor time."""
    if not row or not other or not row.get(key) or not other.get(key):
        return ""
    return figure(other[key][1] / row[key][1]) if row[key][1] else ""


def table(graph, size, rows):
    jcp = rows.get("Jcp", {})
    objects, heap = jcp.get("objects"), jcp.get("heap")
    title = f"{graph}, {size // 1_000_000} M"
    lines = [f"### {title}", ""]
    if objects:
        lines += [f"{objects:,} objects, {heap / 1e6:,.0f} MB in the heap.".replace(",", " "), ""]
    lines += ["| tool | capture cold | warm | restore cold | warm | M objects/s | MB/s | file bytes | extra memory |"]
    lines += ["|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for tool, name in TOOLS.items():
        row = rows.get(tool)
        if row is None:
            continue
        if "failed" in row:
            lines.append(f"| {name} | {row['failed'].replace('|', ' ')} |" + " |" * 7)
            continue
        cells = [name] + [seconds(row, f"{mode} {how}") for mode in MODES for how in ("cold", "warm")]
        for unit in (objects, heap):
            both = [row.get(f"{mode} warm") for mode in MODES]
            cells.append(" / ".join(figure(unit / 1e6 / time[1]) if unit and time and time[1] else "–" for time in both))
        cells.append(figure(row["file"] / objects) if objects and row.get("file") else "")
        peak = row.get("peak")
        cells.append(f"{100 * peak[0] / peak[1]:.0f} %" if peak else "")
        lines.append("| " + " | ".join(cells) + " |")
    return lines + [""]


def ratios(results):
    lines = ["| graph | against | capture cold | warm | restore cold | warm | file |", "|---|---|---:|---:|---:|---:|---:|"]
    for size in SIZES:
        for graph in GRAPHS:
            rows = {tool: results["rows"].get(f"{graph}:{size}:{tool}") for tool in TOOLS}
            jcp = rows["Jcp"]
            for tool in list(TOOLS)[1:]:
                other = rows[tool]
                if not jcp or not other or "failed" in other:
                    continue
                cells = [f"{graph}, {size // 1_000_000} M", TOOLS[tool]]
                cells += [times(jcp, other, f"{mode} {how}") for mode in MODES for how in ("cold", "warm")]
                cells.append(figure(other["file"] / jcp["file"]) if other.get("file") and jcp.get("file") else "")
                lines.append("| " + " | ".join(cells) + " |")
    return lines + [""]


def generated(results):
    about = results["machine"]
    names = ", ".join(f"{name} {version}" for name, version in sorted(results["versions"].items()) if name != "graphs")
    text = [BEGIN, ""]
    text += [
        f"{about['cores']} cores ({about['processor']}), {about['memory_gib']} GiB, {about['system']}; JDK {about['jdk']},"
        f" -Xms{results['heap']} -Xmx{results['heap']}; {names}; fastest of {results['runs']} runs.",
        f"The machine copies {results['memcpy'] / 1e3:.1f} GB/s in memory and writes files at {results['file_write'] / 1e3:.1f} GB/s.",
        "", "## How many times as long the others take", "",
    ]
    text += ratios(results) + ["## Seconds, by the clock / of all processors", ""]
    for size in SIZES:
        for graph in GRAPHS:
            rows = {tool: results["rows"].get(f"{graph}:{size}:{tool}") for tool in TOOLS}
            if any(rows.values()):
                text += table(graph, size, {tool: row for tool, row in rows.items() if row})
    return "\n".join(text + [END])


def write_page(results):
    """Replaces what stands between the markers; the text around them is kept."""
    replace_between(PAGE, BEGIN, END, generated(results))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graph", action="append", choices=GRAPHS)
    parser.add_argument("--size", action="append", type=int, choices=SIZES)
    parser.add_argument("--tool", action="append", choices=list(TOOLS))
    parser.add_argument("--runs", type=int, default=2, metavar="K")
    parser.add_argument("--jdk", default="17", metavar="V")
    parser.add_argument("--heap", default="4g", metavar="G")
    try:
        return run(parser.parse_args())
    except (CorpusError, OSError, subprocess.CalledProcessError) as error:
        print(f"bench_graphs: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
