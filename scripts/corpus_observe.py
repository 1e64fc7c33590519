"""The --observe part of corpus.py: checks the static analyses by what runs of real programs do, and writes docs/soundness.md.

Each checkpoint is run once by `jcp observe`. Its figures are kept in docs/soundness.json, so that a run of a few programs
renews their rows only. The example in examples/ is one program more, by the name of its folder.
"""
import json
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "soundness.json"
PAGE = ROOT / "docs" / "soundness.md"
EXAMPLES = ROOT / "examples"

# Where examples stand among the programs of the corpus.
BEHIND_ALL = 1000

# Exit status of jcp: refused.
REFUSED = 3

# Figures of a report that are kept as they are.
KEPT = ("result", "answer", "answer_notes", "misses", "not_followed", "notes", "exit_status", "run_s", "seen")


def examples():
    """Names of the examples that corpus.py does not know."""
    return sorted(file.parent.name for file in EXAMPLES.glob("*/*.region"))


def example_report(jcp, name, home, timeout):
    """Compiles an example and observes it."""
    with tempfile.TemporaryDirectory() as folder:
        sources = map(str, sorted((EXAMPLES / name).rglob("*.java")))
        subprocess.run([str(home / "bin" / "javac"), "-g", "-d", folder, *sources], check=True)
        command = [str(jcp), "observe", "--json", "--classpath", folder, "--main", f"{name}.Main", "--jdk", str(home)]
        command += ["--regions", str(EXAMPLES / name / f"{name}.region"), "--workdir", folder, "--timeout", str(timeout)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return json.loads(done.stdout) | {"status": done.returncode}


def observe_example(options, name, home, version):
    """Observes an example and keeps the row; returns whether it is bad."""
    report = example_report(options.jcp, name, home, options.timeout)
    region = (EXAMPLES / name / f"{name}.region").read_text().splitlines()
    line, owner = next(text for text in region if text and not text.startswith("#")).split(",")[:2]
    return keep(version, name, 1, f"{owner.strip().rsplit('.', 1)[-1]}:{line.strip()}", BEHIND_ALL, report)


def keep(version, program, number, place, order, report, status=0):
    """Prints and keeps the row of one run; returns whether it is bad."""
    row = {"program": program, "number": number, "place": place, "order": order, "reason": report.get("reason")}
    row["refused"] = [reason["why"] for reason in report.get("reasons", [])]
    row |= {key: report.get(key) for key in KEPT} | {"expected_status": str(status)}
    print(" ".join([version.split(".")[0], f"{program}:{number}", *cells(row)[1:]]), flush=True)
    for key, lines in (("answer", row["answer_notes"]), ("wide", row["not_followed"]), ("note", row["notes"]),
                       ("refused", row["refused"]),
                       ("miss", [f"{miss['claim']}: {miss['what']}: {miss['seen']}" for miss in row["misses"] or []])):
        for text in lines or []:
            print(f"    {key}: {text}", flush=True)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    found = results.setdefault(version.split(".")[0], {"rows": {}})
    found["jdk"] = version
    found["rows"][f"{program}:{number}"] = row
    replace(RESULTS, json.dumps(results, indent=1, sort_keys=True) + "\n")
    write_page(results)
    return bool(row["misses"]) or (row["result"] != "sound" and report["status"] != REFUSED) or failed(row)


# ---- the page --------------------------------------------------------------------------------------------------------

HEAD = ("program", "checkpoint", "answer", "methods", "calls", "read", "written", "mutated", "misses", "remarks")

TEXT = """# Soundness by observation

Written by `scripts/corpus.py --observe`. Each row is one run of `jcp observe`: the capturing jar of the checkpoint, with hooks
at every method's start, call, use of a static field and store into an object. What they see must lie inside the static
answer; what does not is a miss. A run shows only what it does, so a row without misses proves nothing about other runs.
Checkpoints of the corpus without a row were not run.

- `answer`: `mod-use` is that of points-to and Mod/Use analysis; `hierarchy` that of the class hierarchy, which is used where
  the other exceeds its budget or the chain starts below main; `mod-use, wide`: code after the checkpoint does what the
  analysis does not follow, so every method of the application counts as reached (`jcp instrument` says where).
- `methods` (entered), `read`, `written`, `mutated` (static fields of the application; the last: those from which a mutated
  object is reachable): before the checkpoint / after it. Checked are: methods (before and after), read after, written and
  mutated before, and static fields that are not zero or null at the checkpoint.
- `calls`: different pairs of call instruction in the application and method called, in the application or the JDK. Calls on
  objects of classes that the JVM makes (lambdas, proxies) have no such method; what they run in the application counts as
  method. Programs with threads, or that depend on times, give a few more or less in another run.
- Only code of the application has hooks: what the JDK itself stores into objects of the application's statics, and what it reads
  and writes of them by reflection, is not seen.
- Where `--reflection` names what a call reaches, that is what is checked: what else the call does in the run is a miss.
- By the class hierarchy every static counts as modified, and below main every static as read after: there is nothing to miss.
"""


def failed(row):
    """Whether the program ended in another way than it should, so that the run shows little."""
    return bool(row["seen"]) and row["exit_status"] != row.get("expected_status", "0")


def result_cells(row):
    seen = row["seen"]
    if not seen:
        return [""] * 6 + [row["reason"] or row["result"]]
    pairs = ["/".join(map(str, seen[key])) for key in ("entered", "read", "written", "mutated")]
    remarks = [f"exit status {row['exit_status']}"] if failed(row) else []
    if not seen["snapshots"]:
        remarks.append("no snapshot was taken, so all counts as before: " + "; ".join(row["refused"] or ["not reached"]))
    if row["answer"] == "hierarchy":
        remarks += row["answer_notes"]
    wide = row.get("not_followed") or []
    if wide:
        remarks.append(f"{len(wide)} methods are reached only since every method counts, such as {wide[0]}")
    remarks += unobserved(row["notes"])
    return [pairs[0], str(seen["calls"]), *pairs[1:], str(len(row["misses"])), "; ".join(remarks)]


def unobserved(notes):
    """The notes, those on single methods and classes as their number."""
    single = [note for note in notes if " is not observed: " in note]
    more = [note for note in notes if note not in single]
    return more + ([f"{len(single)} methods or classes only partly observed, such as {single[0]}"] if single else [])


def cells(row):
    answer = row["answer"] or ""
    if answer == "mod-use" and row["answer_notes"]:
        answer += ", wide"
    return [row["program"], row["place"], answer, *result_cells(row)]


def line(row):
    fields = [re.sub(r"[|\n]", " ", field) for field in cells(row)]
    fields[-1] = fields[-1] if len(fields[-1]) <= 400 else fields[-1][:399] + "…"
    return "| " + " | ".join(fields) + " |"


def write_page(results):
    text = [TEXT]
    for version in sorted(results):
        rows = sorted(results[version]["rows"].values(), key=lambda row: (row["order"], row["program"], row["number"]))
        misses = sum(len(row["misses"] or []) for row in rows)
        calls = sum(row["seen"]["calls"] for row in rows if row["seen"])
        text += [f"## JDK {results[version]['jdk']}", ""]
        text += [f"{len(rows)} checkpoints, {calls} pairs of call and method, {misses} misses.", ""]
        text += ["| " + " | ".join(HEAD) + " |", "|---|---|---|" + "---:|" * 6 + "---|", *map(line, rows), ""]
        for row in rows:
            text += [f"- {row['program']}, {row['place']}: {miss['claim']}: `{miss['what']}`: {miss['seen']}"
                     for miss in row["misses"] or []]
    replace(PAGE, "\n".join(text).rstrip() + "\n")


def replace(path, text):
    new = path.with_suffix(path.suffix + ".new")
    new.write_text(text)
    new.replace(path)
