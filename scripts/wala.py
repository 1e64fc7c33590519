"""Gets WALA from Maven, lets it make one backward slice of a program and reads what it printed.

What runs it is benches/slice/bench/WalaSlice.java, on the program's class path and `java.base` of the JDK that runs it: with
all modules the call graphs of programs that name windows come to no end. Classes that are then missing count as empty
ones. Entry is the program's `main`, the call graph is that of 0-1-CFA, WALA's usual one, and reflection is followed but for
what only a cast tells. Each run is a JVM of its own, so that its memory is that of one slice, as jcp's is. It keeps its log in a
folder of the cache, named after version, JDK, program and kind of slice, and is not run again until asked for or until its
command changes.
"""
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import maven
from measured import measured

VERSION = "1.6.12"  # the newest on Maven Central
ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "benches" / "slice" / "bench" / "WalaSlice.java"
REFLECTION = "NO_FLOW_TO_CASTS"
MODULES = "base"
# which of WALA's two slicers, and its options of data and control dependences
KINDS = {
    "thin": ["sensitive", "NO_BASE_PTRS", "NONE"],
    "thin, insensitive": ["insensitive", "NO_BASE_NO_HEAP", "NONE"],
    "full": ["sensitive", "FULL", "FULL"],
    "full, insensitive": ["insensitive", "NO_HEAP", "FULL"],
}
PHASES = {"classes": "the classes", "call_graph": "the call graph", "slice": "the slice"}  # in this order


class WalaError(Exception):
    """Something the user can put right; the message says what."""


def cache_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "jcp-wala" / VERSION


def libraries():
    return maven.libraries(cache_folder(), "com.ibm.wala", "com.ibm.wala.core", VERSION)


def classes(home):
    """The folder of the compiled SOURCE, which it is compiled into where it is newer."""
    folder = cache_folder() / "classes"
    made = folder / "bench" / f"{SOURCE.stem}.class"
    if not made.exists() or made.stat().st_mtime < SOURCE.stat().st_mtime:
        line = [home / "bin" / "javac", "-cp", f"{libraries()}/*", "-d", folder, SOURCE]
        done = subprocess.run(line, capture_output=True, text=True)
        if done.returncode != 0:
            raise WalaError(f"javac failed: {done.stderr.strip()[-600:]}")
    return folder


def command(home, program, classpath, criterion, kind, memory):
    line_number, owner = criterion.split(", ")
    path = os.pathsep.join(map(str, classpath))
    line = [home / "bin" / "java", f"-Xmx{memory}", "-XX:+ExitOnOutOfMemoryError"]
    line += ["-cp", f"{classes(home)}{os.pathsep}{libraries()}/*", "bench.WalaSlice"]
    line += [path, program["main"], owner, line_number, *KINDS[kind], REFLECTION, MODULES]
    return [str(word) for word in line]


# ---- what it prints --------------------------------------------------------------------------------------------------


def read_log(log):
    """The figures of a run, also of one that did not finish."""
    return {
        "seconds": {name: float(value) for name, value in re.findall(r"^SECONDS (\w+) ([0-9.]+)$", log, re.MULTILINE)},
        "counts": {name: int(value) for name, value in re.findall(r"^COUNT (\w+) (\d+)$", log, re.MULTILINE)},
    }


def outcome(run, log, limit, memory):
    done = read_log(log)["seconds"]
    missing = [name for name in PHASES if name not in done]
    where = f", in {PHASES[missing[0]]}" if missing else ""
    if run["over_time"]:
        return f"over the time limit of {limit} s{where}"
    if "java.lang.OutOfMemoryError" in log:
        return f"out of memory (-Xmx{memory}){where}"
    if run["status"] != 0 or missing:
        return f"failed with status {run['status']}: {' '.join(log.split())[-300:]}"
    return "finished"


# ---- one run ---------------------------------------------------------------------------------------------------------


def folder_of(program, kind, jdk):
    return cache_folder() / "runs" / f"jdk-{jdk}" / f"{program['name']}-{kind.replace(', ', '-')}"


def kept_run(home, jdk, program, classpath, criterion, kind, limit, memory):
    """The result of an earlier run of the same command, unless that one ended at a lower time limit."""
    path = folder_of(program, kind, jdk) / "result.json"
    if not path.exists():
        return None
    result = json.loads(path.read_text())
    stopped_early = result["outcome"] != "finished" and result["limit_s"] < limit
    same = result["command"] == command(home, program, classpath, criterion, kind, memory)
    return result if same and not stopped_early else None


def run(home, jdk, program, classpath, criterion, kind, limit, memory):
    folder = folder_of(program, kind, jdk)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    line = command(home, program, classpath, criterion, kind, memory)
    result = measured(line, limit, folder / "log.txt")
    log = (folder / "log.txt").read_text(errors="replace")
    result |= {"limit_s": limit, "memory": memory, "version": VERSION, "command": line}
    result |= {"outcome": outcome(result, log, limit, memory)} | read_log(log)
    (folder / "result.json").write_text(json.dumps(result, indent=1) + "\n")
    return result


def no_call_graph(result):
    """Whether a run came to a limit before it had a call graph: that needs no other kind of slice to be tried."""
    return result["outcome"].startswith(("over", "out of")) and "call_graph" not in result["seconds"]


def lines(program, kind, jdk):
    """The lines of a finished run, as pairs of class and line; None if there is none."""
    path = folder_of(program, kind, jdk) / "log.txt"
    if not path.exists():
        return None
    log = path.read_text(errors="replace")
    if "slice" not in read_log(log)["seconds"]:
        return None
    return {(owner, int(line)) for owner, line in re.findall(r"^LINE (\S+) (\d+)$", log, re.MULTILINE)}
