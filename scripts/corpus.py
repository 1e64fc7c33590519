#!/usr/bin/env python3
"""Verifies the real programs of the corpus, one checkpoint after the other, and writes docs/corpus.md.

  scripts/corpus.py [--jcp COMMAND] [--jdk 17|25]... [--only NAME[:N]]... [--timeout SECONDS] [--keep] [--bytes-before]
                    [--check | --observe]

The corpus is described in JCP_SHARED/corpus (default: ../shared beside the project) and is built by its own corpus.py
where something is missing. NAME is a program, N one of its checkpoints, from 1. Results are kept in docs/corpus.json, so
that a run of a few programs renews their rows only. With --bytes-before each checkpoint is taken once more with all statics
that may be read (--statics read), for the size that it has then; without it the size of before is kept. With --check every class is verified by the JVM
(-Xverify:all), the states in which the runs end are compared (--state), and nothing is kept. With --observe each checkpoint is run by `jcp observe` instead, which checks the static analyses by what the
run does; the results are kept in docs/soundness.json and docs/soundness.md, and NAME may be an example (examples/NAME). Where a checkpoint's chain starts below main, patterns/NAME.region has chains from main: further checkpoints,
in the same order. Those of scripts/corpus_phases.json, for programs with more phases than checkpoints, follow. Exit status: 0 if nothing was different and nothing failed, else 1.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import corpus_observe

ROOT = Path(__file__).resolve().parent.parent
PHASES = ROOT / "scripts" / "corpus_phases.json"
RESULTS = ROOT / "docs" / "corpus.json"
PAGE = ROOT / "docs" / "corpus.md"
JVM_FOLDER = Path("/usr/lib/jvm")
ENVIRONMENT = {"LC_ALL": "C.UTF-8", "TZ": "UTC"}


class CorpusError(Exception):
    """Something the user can put right; the message says what."""


# ---- places ----------------------------------------------------------------------------------------------------------


def corpus_source():
    folder = Path(os.environ.get("JCP_SHARED") or ROOT.parent / "shared") / "corpus"
    if not (folder / "programs.json").is_file():
        raise CorpusError(f"no corpus in {folder}: set JCP_SHARED to the folder that has corpus/programs.json")
    return folder


def corpus_dir():
    """Where corpus.py builds: the same rule as its own."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("CORPUS_DIR") or Path(cache) / "jcp-corpus").resolve()


def forget_answers():
    """Removes what jcp has kept of programs, so that the next command analyses its program anew; what is kept of JDKs stays."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for file in Path(os.environ.get("JCP_CACHE") or Path(caches) / "jcp").glob("program-*.answer"):
        file.unlink(missing_ok=True)


def jdk_home(version):
    names = [os.environ.get(f"JAVA{version}_HOME"), os.environ.get("JAVA_HOME")]
    candidates = [Path(name) for name in names if name]
    candidates += sorted(JVM_FOLDER.iterdir()) if JVM_FOLDER.is_dir() else []
    for home in candidates:
        release = home / "release"
        if (home / "bin" / "java").exists() and release.exists():
            if re.search(rf'^JAVA_VERSION="{version}\b', release.read_text(), re.MULTILINE):
                return home
    raise CorpusError(f"no JDK {version}: set JAVA{version}_HOME, or install one under {JVM_FOLDER}")


# ---- checkpoints -----------------------------------------------------------------------------------------------------


def below_main(checkpoint):
    return "so the region starts at" in (checkpoint["notes"] or "")


def all_checkpoints(program):
    """The program's checkpoints, those that start below main once more from main, if there is a pattern, and further ones."""
    found = list(program["checkpoints"])
    path = ROOT / "patterns" / f"{program['name']}.region"
    below = [checkpoint for checkpoint in found if below_main(checkpoint)]
    if below and path.exists():
        lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
        for checkpoint, region in zip(below, lines, strict=True):
            found.append(checkpoint | {"region": region, "notes": "from main"})
    return found + json.loads(PHASES.read_text()).get(program["name"], [])


# ---- one verification ------------------------------------------------------------------------------------------------


def build(source, programs):
    """Lets corpus.py make what is missing; it knows best what that is, but needs a while to find out."""
    folder = corpus_dir()
    missing = [
        program["name"]
        for program in programs
        if not all((folder / path).exists() for path in program["classpath"] + list(program["inputs"]))
    ]
    if missing:
        command = [sys.executable, str(source / "corpus.py"), "build", *missing]
        if subprocess.run(command, env=os.environ | {"CORPUS_DIR": str(folder)}).returncode:
            raise CorpusError("the corpus could not be built")


def working_folder(program):
    """A fresh folder like CORPUS_DIR: inputs and jars by link, an empty out/NAME, after the `pre` command. It is of this
    process alone: a folder that another one renews while it is copied has no inputs, and the program fails."""
    folder = corpus_dir() / "verify" / f"{program['name']}-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "out" / program["name"]).mkdir(parents=True)
    for name in ("in", "jars"):
        (folder / name).symlink_to(corpus_dir() / name)
    if program["pre"]:
        subprocess.run(program["pre"], check=True, cwd=folder)
    return folder


def comparison_options(program):
    """What need not be equal, as options of jcp verify."""
    options, out = [], f"out/{program['name']}"
    for rule in program["strip"]:
        if "drop" in rule:
            options.append(f"--ignore-lines={rule['drop']}")
        else:
            options.append(f"--replace={rule['replace']}=>{rule['with']}")
    for name in program["zip_outputs"]:
        # Their property files carry the time of writing.
        options += [f"--zip-file={out}/{name}", "--ignore-lines=^Timestamp="]
    for name in program["skip_outputs"]:
        options += [f"--ignore-file={out}/{name}", f"--ignore-file={out}/{name}/**"]
    return options


def program_args(program, folder):
    found = []
    for arg in program["args"]:
        matches = sorted(str(path.relative_to(folder)) for path in folder.glob(arg)) if "*" in arg else [arg]
        found += matches
    return found


def verify(jcp, program, checkpoint, jdk, options, more=()):
    """Runs jcp verify; returns its report."""
    state = ["--state"] if options.check else []
    return report_of(jcp, "verify", program, checkpoint, jdk, options, ["--strict", *comparison_options(program), *state, *more])


def bytes_before(jcp, program, checkpoint, jdk, options):
    """The size of the checkpoint with all statics that may be read; none if there is none."""
    return verify(jcp, program, checkpoint, jdk, options, ["--statics", "read"]).get("checkpoint_bytes")


def report_of(jcp, name, program, checkpoint, jdk, options, more):
    """Runs a command of jcp that runs the program; returns its report."""
    forget_answers()
    folder = working_folder(program)
    classpath = ":".join(str(corpus_dir() / path) for path in program["classpath"])
    command = [str(jcp), name, "--json", "--classpath", classpath, "--main", program["main"]]
    command += ["--region", checkpoint["region"], "--instance", str(checkpoint["instance"])]
    command += ["--jdk", str(jdk), "--workdir", str(folder), "--timeout", str(options.timeout)]
    command += ["--keep"] if options.keep else []
    # hooks make frames larger
    also = ["-Xverify:all"] if options.check else ["-Xss16m"] if options.observe else []
    command += [f"--jvm-arg={arg}" for arg in program["jvm_args"] + also]
    command += [*more, "--", *program_args(program, folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | ENVIRONMENT)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        report = {"result": "error", "reason": f"jcp ended with status {done.returncode}: {done.stderr.strip()[-300:]}"}
    report["status"] = done.returncode
    return report


# ---- observing -------------------------------------------------------------------------------------------------------


def observe_all(chosen, examples, order, options):
    """Observes checkpoints and examples, which renews their rows of docs/soundness.md; returns the exit status."""
    bad = 0
    for home, program, number, checkpoint in chosen:
        report = report_of(options.jcp, "observe", program, checkpoint, home, options, [])
        name = program["name"]
        status = program["expected_rc"]
        bad += corpus_observe.keep(jdk_version(home), name, number, place(checkpoint), order[name], report, status)
    for home, name in examples:
        bad += corpus_observe.observe_example(options, name, home, jdk_version(home))
    return 1 if bad else 0


# ---- results ---------------------------------------------------------------------------------------------------------


def place(checkpoint):
    many = f", arrival {checkpoint['instance']} of {checkpoint['arrivals']}" if checkpoint["arrivals"] > 1 else ""
    start = ", chain below main" if below_main(checkpoint) else ", chain from main" if checkpoint["notes"] == "from main" else ""
    return f"{checkpoint['class'].rsplit('.', 1)[-1]}:{checkpoint['line']}{many}{start}"


def row(program, number, checkpoint, report):
    kept = ("result", "reason", "original_s", "capture_s", "replay_s", "overhead_pct", "saved_pct", "checkpoint_bytes")
    kept += ("statics", "library_statics", "reachable_statics", "jdk_statics", "locals", "slots", "cdmps", "clones")
    kept += ("capture_instructions", "replay_instructions", "instrument_s", "peak_memory_bytes")
    return {"program": program["name"], "number": number, "place": place(checkpoint)} | {
        key: report.get(key) for key in kept
    }


def figure(value, digits=1):
    return "" if value is None else f"{value:.{digits}f}"


def size(value):
    return "" if value is None else f"{value:,}".replace(",", " ")


def line(result):
    """One row of the page."""
    reason = (result["reason"] or "").replace("|", "\\|").replace("\n", " ")
    reason = reason if len(reason) <= 600 else reason[:599] + "…"
    fields = [result["program"], result["place"], figure(result["original_s"], 2), figure(result["capture_s"], 2)]
    fields += [figure(result["replay_s"], 2), figure(result["overhead_pct"]), figure(result["saved_pct"])]
    fields += [size(result["checkpoint_bytes"]), result["result"], reason]
    return "| " + " | ".join(fields) + " |"


ANALYSED = (
    "| program | checkpoint | statics | of program | of libraries | JDK's | of JDK | reduction % | libraries % | locals | of slots "
    "| CDMPs | clones | capture + | capture − | replay + | replay − | read s | resolve s | analyse s | rewrite s | peak MB "
    "| bytes before | bytes |"
)


def analysed(result):
    """One row of the table of what the analyses decided; none for rows of before, and chains below main."""
    reachable = result.get("reachable_statics")
    if not isinstance(reachable, dict):
        return None
    captured, from_libraries = result["statics"], result["library_statics"]
    seconds = result.get("instrument_s") or {}
    total = reachable["program"] + reachable["libraries"] + reachable["jdk"]
    left_out = total - captured
    of_libraries = reachable["libraries"] + reachable["jdk"] - from_libraries
    fields = [result["program"], result["place"], str(captured), str(reachable["program"]), str(reachable["libraries"])]
    if reachable.get("by_hierarchy"):
        fields[2] += " \\*"
    fields += [figure(result["jdk_statics"], 0), str(reachable["jdk"]), figure(100 * left_out / total)]
    fields += [figure(100 * of_libraries / left_out) if left_out > 0 else ""]
    fields += [str(result[key]) for key in ("locals", "slots", "cdmps", "clones")]
    for jar in ("capture_instructions", "replay_instructions"):
        fields += [size(result[jar]["inserted"]), size(result[jar]["removed"])]
    fields += [figure(seconds.get(phase), 2) for phase in ("read", "resolve", "analyse", "rewrite")]
    fields += [size(round((result["peak_memory_bytes"] or 0) / 1e6)), size(result.get("checkpoint_bytes_before"))]
    fields += [size(result["checkpoint_bytes"])]
    return "| " + " | ".join(fields) + " |"


DECIDED = """\
What the analyses decided. `statics`: static fields of the application that are captured (modified before the checkpoint and
used after it); `of program`, `of libraries`, `of JDK`: those that anything reachable from `main` reads or writes, where the
libraries are the entries of the class path without the main class; `JDK's`: those of the JDK that are modified before and
used after, which the runtime gives back, or which need not be (`--plan` has each with its kind); `reduction`: reachable fields
that are not captured against all reachable ones, as in the paper (\\*: the points-to analysis exceeded its budget, and the class
hierarchy tells what is reachable and read); `libraries %`: how many of those not captured are of
libraries or the JDK. `locals`: captured locals and stack slots, `of slots`: those that hold a value. `+`, `−`: instructions put
into methods and taken from them, in the capturing and in the replaying jar; a clone counts by its difference from its
original (in the replaying jar it lacks the code that only led to the checkpoint), a replaced instruction on both sides, and
every class initialiser has a guard. Seconds and peak memory of instrumenting, by phase; the size of the checkpoint with all
statics that code after it may read (`--statics read`), and as it is.
"""


def write_page(results):
    text = ["# Real programs", ""]
    text += [
        "Written by `make corpus`. Each row is one `jcp verify`: original, capturing and replaying run one after the other,",
        "one JVM at a time, each once; other work on the machine shows in single times. `overhead` is what capturing cost and `saved` what",
        "the replay saved, in per cent of the original's time; both contain the start of the JVM, capturing also the writing of",
        "the checkpoint (`bytes`). The programs, their inputs and checkpoints are those of the corpus; `equal` means equal",
        "output, exit status and files, but for the dates and durations that the corpus says to strip.",
    ]
    for version in sorted(results):
        found = results[version]
        rows = sorted(found["rows"].values(), key=lambda result: (result["order"], result["number"]))
        counts = {word: sum(result["result"] == word for result in rows) for word in ("equal", "refused", "different", "error")}
        text += ["", f"## JDK {found['jdk']}, {found['cores']} cores", ""]
        text += [", ".join(f"{count} {word}" for word, count in counts.items() if count) + ".", ""]
        text.append("| program | checkpoint | original s | capture s | replay s | overhead % | saved % | bytes | result | reason |")
        text.append("|---|---|---:|---:|---:|---:|---:|---:|---|---|")
        text += [line(result) for result in rows]
        table = [row for row in map(analysed, rows) if row]
        if table:
            text += ["", DECIDED]
            text += [ANALYSED, "|---|---|" + "---:|" * 22, *table]
    replace(PAGE, "\n".join(text) + "\n" + written_by_hand())


def written_by_hand():
    """The page's part on other programs, which stays as it is."""
    start = "\n## Other programs\n"
    old = PAGE.read_text() if PAGE.exists() else ""
    return start + old.split(start, 1)[1] if start in old else ""


def replace(path, text):
    path.parent.mkdir(exist_ok=True)
    new = path.with_suffix(path.suffix + ".new")
    new.write_text(text)
    new.replace(path)


def replace_between(page, begin, end, text):
    """Replaces what a page has from one marker to the other, these included; the text around them is kept."""
    before, begun, rest = page.read_text().partition(begin)
    _, ended, after = rest.partition(end)
    if not (begun and ended):
        raise CorpusError(f"{page} lacks the lines {begin} and {end}: put them where the table belongs")
    replace(page, before + text + after)


def jdk_version(home):
    return re.search(r'^JAVA_VERSION="([^"]*)"', (home / "release").read_text(), re.MULTILINE).group(1)


def chosen_checkpoints(programs, chosen, options):
    """JDK, program, number and checkpoint of each run that is wanted; `chosen` is empty for all."""
    for version in options.jdk or ["17"]:
        home = jdk_home(version)
        for program in programs:
            if program["java"] == "25" and version != "25":
                continue
            for number, checkpoint in enumerate(all_checkpoints(program), 1):
                if not chosen or {(program["name"], None), (program["name"], number)} & set(chosen):
                    yield home, program, number, checkpoint


def run(options):
    source = corpus_source()
    programs = json.loads((source / "programs.json").read_text())
    order = {program["name"]: at for at, program in enumerate(programs)}
    chosen = [(name, int(number) if number else None) for name, _, number in (only.partition(":") for only in options.only)]
    examples = corpus_observe.examples() if options.observe else []
    for name, _ in chosen:
        if name not in order and name not in examples:
            raise CorpusError(f"no program {name}; known: {', '.join([*order, *examples])}")
    examples = [name for name in examples if not chosen or name in {name for name, _ in chosen}]
    programs = [program for program in programs if not chosen or program["name"] in {name for name, _ in chosen}]
    build(source, programs)
    wanted = list(chosen_checkpoints(programs, chosen, options))
    if options.observe:
        homes = map(jdk_home, options.jdk or ["17"])
        return observe_all(wanted, [(home, name) for home in homes for name in examples], order, options)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    bad = 0
    for home, program, number, checkpoint in wanted:
        version = jdk_version(home).split(".")[0]
        report = verify(options.jcp, program, checkpoint, home, options)
        result = row(program, number, checkpoint, report) | {"order": order[program["name"]]}
        print(f"{version} {program['name']}:{number} {result['place']}: {report['result']} "
              f"{figure(result['original_s'])} {figure(result['capture_s'])} {figure(result['replay_s'])} "
              f"{result['reason'] or ''} {report.get('kept') or ''}", flush=True)
        if options.check:
            print(f"  states compared: {report.get('states')}, {report.get('first_difference') or ''}", flush=True)
        bad += report["result"] not in ("equal", "refused")
        if options.check:
            continue
        found = results.setdefault(version, {"rows": {}})
        found |= {"jdk": jdk_version(home), "cores": os.cpu_count()}
        name = f"{program['name']}:{number}"
        result["checkpoint_bytes_before"] = found["rows"].get(name, {}).get("checkpoint_bytes_before")
        if options.bytes_before:
            result["checkpoint_bytes_before"] = bytes_before(options.jcp, program, checkpoint, home, options)
        found["rows"][name] = result
        replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
    if not options.check:
        write_page(results)
    return 1 if bad else 0


def main():
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jcp", type=Path, default=target / "release" / "jcp", help="the jcp command to use")
    parser.add_argument("--jdk", action="append", choices=["17", "25"], help="run on this JDK (default 17); may be repeated")
    parser.add_argument("--only", action="append", default=[], metavar="NAME[:N]", help="this program or checkpoint only")
    parser.add_argument("--timeout", type=int, default=300, help="seconds for each run")
    parser.add_argument("--check", action="store_true", help="run with -Xverify:all and --state, keep no results")
    parser.add_argument("--observe", action="store_true", help="check the analyses by what the runs do; write docs/soundness.md")
    parser.add_argument("--bytes-before", action="store_true", help="take each checkpoint with --statics read too, for its size")
    parser.add_argument("--keep", action="store_true", help="keep the scratch folders of jcp verify")
    try:
        return run(parser.parse_args())
    except CorpusError as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
