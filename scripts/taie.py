"""Gets Tai-e from Maven, runs its pointer analysis on one program and reads what it found.

Tai-e analyses the JDK that it runs on (`-pp`), so that JDK is the one in view. All options of its pointer analysis are
left at their defaults but for `cs`, and `reflection-inference` where both are to model the same; classes that are missing on the class path are let pass (`-ap`). Each run keeps its
log, its reachable methods, its call edges and its casts and call sites in a folder of the cache, named after version,
JDK, program and context, and is not run again until asked for or until its command changes.

Tai-e's own clock starts anew for each part, and IR is built on demand during the pointer analysis (its default). What
writing the dumps takes (its parts `cg` and `process-result`) is told apart as `output`.
"""
import gzip
import json
import os
import re
import shutil
from collections import Counter
from pathlib import Path

import maven
from measured import measured

VERSION = "0.5.2"  # the newest on Maven Central
CONTEXTS = {"insensitive": "ci", "2-object": "2-obj", "2-type": "2-type", "2-call": "2-call"}


class TaieError(Exception):
    """Something the user can put right; the message says what."""


def cache_folder():
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "jcp-tai-e" / VERSION


def libraries():
    return maven.libraries(cache_folder(), "net.pascal-lab", "tai-e", VERSION)


def command(home, program, classpath, context, folder, memory, reflection):
    line = [home / "bin" / "java", f"-Xmx{memory}", "-XX:+ExitOnOutOfMemoryError", "-cp", f"{libraries()}/*"]
    line += ["pascal.taie.Main", "-pp", "-ap", "-m", program["main"], "--output-dir", folder]
    for path in classpath:
        line += ["-acp", path]
    options = f"pta=cs:{CONTEXTS[context]}" + ("" if reflection else ";reflection-inference:null")
    line += ["-a", options, "-a", "may-fail-cast", "-a", "poly-call"]
    line += ["-a", "cg=dump-methods:true;dump-call-edges:true"]
    sites = folder / "sites.txt"
    line += ["-a", f"process-result=analyses:[may-fail-cast,poly-call];only-app:false;action:dump;action-file:{sites}"]
    return [str(word) for word in line]


# ---- what it prints --------------------------------------------------------------------------------------------------


def seconds(log, part):
    """What Tai-e printed as the time of `part`; None if it did not come to that."""
    found = re.search(rf"^\[{re.escape(part)}\] elapsed time: ([0-9.]+)s", log, re.MULTILINE)
    return float(found.group(1)) if found else None


def count(log, pattern):
    found = re.search(pattern, log, re.MULTILINE)
    return int(found.group(1)) if found else None


def read_log(log):
    """The figures of a run that finished."""
    output = [seconds(log, part) for part in ("cg", "process-result")]
    return {
        "reachable_methods": count(log, r"^Call graph has (\d+) reachable methods"),
        "call_graph_edges": count(log, r"^Call graph has \d+ reachable methods and (\d+) edges"),
        "may_fail_casts": count(log, r"^#may-fail-cast: found (\d+) in \d+ reachable relevant Stmts$"),
        "casts": count(log, r"^#may-fail-cast: found \d+ in (\d+) reachable relevant Stmts$"),
        "may_fail_casts_app": count(log, r"^#may-fail-cast: found (\d+) in \d+ reachable relevant Stmts \(app\)"),
        "polymorphic_calls": count(log, r"^#poly-call: found (\d+) in \d+ reachable relevant Stmts$"),
        "dispatched_calls": count(log, r"^#poly-call: found \d+ in (\d+) reachable relevant Stmts$"),
        "polymorphic_calls_app": count(log, r"^#poly-call: found (\d+) in \d+ reachable relevant Stmts \(app\)"),
        "seconds": {
            "read": seconds(log, "WorldBuilder"),
            "points_to": seconds(log, "Pointer analysis"),
            "output": round(sum(part or 0.0 for part in output), 2),
        },
    }


def outcome(run, log, limit, memory):
    if run["over_time"]:
        return f"over the time limit of {limit} s"
    if "java.lang.OutOfMemoryError" in log:
        return f"out of memory (-Xmx{memory})"
    if run["status"] != 0 or seconds(log, "Tai-e") is None:
        return f"failed with status {run['status']}: {' '.join(log.split())[-300:]}"
    return "finished"


# ---- one run ---------------------------------------------------------------------------------------------------------


def folder_of(program, context, jdk, reflection=True):
    name = f"{program['name']}-{context}" + ("" if reflection else "-no-reflection")
    return cache_folder() / "runs" / f"jdk-{jdk}" / name


def kept_run(home, jdk, program, classpath, context, limit, memory, reflection):
    """The result of an earlier run of the same command, unless that one ended at a lower time limit."""
    folder = folder_of(program, context, jdk, reflection)
    path = folder / "result.json"
    if not path.exists():
        return None
    result = json.loads(path.read_text())
    stopped_early = result["outcome"] != "finished" and result["limit_s"] < limit
    same = result["command"] == command(home, program, classpath, context, folder, memory, reflection)
    return result if same and not stopped_early else None


def run(home, jdk, program, classpath, context, limit, memory, reflection):
    folder = folder_of(program, context, jdk, reflection)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    line = command(home, program, classpath, context, folder, memory, reflection)
    result = measured(line, limit, folder / "log.txt")
    log = (folder / "log.txt").read_text(errors="replace")
    result |= {"limit_s": limit, "memory": memory, "version": VERSION, "command": line}
    result |= {"outcome": outcome(result, log, limit, memory)} | read_log(log)
    for name in ("call-edges.txt", "sites.txt"):
        pack(folder / name)
    (folder / "result.json").write_text(json.dumps(result, indent=1) + "\n")
    return result


def pack(path):
    """The dumps are large; packed, all runs take some 50 MB."""
    if path.exists():
        with open(path, "rb") as plain, gzip.open(f"{path}.gz", "wb", compresslevel=3) as packed:
            shutil.copyfileobj(plain, packed)
        path.unlink()


# ---- its dumps, in the JVM's names -----------------------------------------------------------------------------------

METHOD = re.compile(r"<(\S+): (\S+) (\S+)\((\S*)\)>")
PRIMITIVE = dict(void="V", boolean="Z", byte="B", char="C", short="S", int="I", long="J", float="F", double="D")


def descriptor(name):
    """`java.lang.String[]` as `[Ljava/lang/String;`."""
    base = name.rstrip("[]")
    return "[" * name.count("[]") + (PRIMITIVE.get(base) or f"L{base.replace('.', '/')};")


def jvm_name(method):
    """`<a.B: int m(char[],a.B$C)>` as `a/B.m([CLa/B$C;)I`."""
    found = METHOD.fullmatch(method)
    if not found:
        raise TaieError(f"not a method as Tai-e names them: {method}")
    owner, result, name, parameters = found.groups()
    kinds = "".join(descriptor(kind) for kind in parameters.split(",") if kind)
    return f"{owner.replace('.', '/')}.{name}({kinds}){descriptor(result)}"


def reachable(folder):
    return {jvm_name(line) for line in (folder / "reachable-methods.txt").read_text().splitlines() if line}


def edges(folder):
    """Pairs of caller and callee; the call site between them is dropped, as the two tools name sites differently."""
    found = set()
    with gzip.open(folder / "call-edges.txt.gz", "rt") as lines:
        for line in lines:
            site, callee = line.rstrip("\n").split("\t")
            caller = METHOD.match(site)
            if caller:
                found.add((jvm_name(caller.group(0)), jvm_name(callee)))
    return found


def sites(folder):
    """For each method the number of its may-fail casts, and for each that of its polymorphic calls."""
    counts = {"may-fail-cast": Counter(), "poly-call": Counter()}
    method = kind = None
    with gzip.open(folder / "sites.txt.gz", "rt") as lines:
        for line in lines:
            head = re.fullmatch(r"-+ (<.*>) \((may-fail-cast|poly-call)\) -+\n", line)
            if head:
                method, kind = jvm_name(head.group(1)), head.group(2)
            elif line.startswith("[") and line.endswith("; true\n"):
                counts[kind][method] += 1
    return counts["may-fail-cast"], counts["poly-call"]
