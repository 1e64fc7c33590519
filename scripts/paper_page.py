"""Writes docs/paper.md and docs/paper.svg from the results of scripts/paper.py: each table with the paper's rows above and those of jcp below.

A cell without a figure was not measured, or is not comparable; the text above each table says what a column means here where that is not what it meant in
the paper.
"""
import json

from corpus import ROOT, replace

PUBLISHED = ROOT / "scripts" / "paper_published.json"
PAGE, FIGURE = ROOT / "docs" / "paper.md", ROOT / "docs" / "paper.svg"


def number(value, digits=0):
    return "" if value is None else f"{value:,.{digits}f}".replace(",", " ")


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
    return lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def both(heads, published, ours):
    """The paper's rows, then those of today."""
    blank = [""] * (len(heads) - 1)
    return table(heads, [["*the paper*", *blank], *published, ["*jcp*", *blank], *ours])


# ---- the tables ------------------------------------------------------------------------------------------------------------


def programs(published, results):
    shown = [[name, *map(number, counts)] for name, *counts in published["programs"]]
    return both(["program", "classes", "methods", "instructions"], shown, [[name, *map(number, counts)] for name, counts in ordered(results, "programs")])


def ordered(results, key):
    """In the order of size, which is the paper's."""
    size = {name: counts[2] for name, counts in results["programs"].items()}
    return sorted(results[key].items(), key=lambda row: (size.get(row[0].partition("(")[0], 0), row[0]))


def per_cent(part, whole):
    return number(100 * part / whole, 1) if whole else ""


ANALYSES = ["program", "#R", "#IP", "#CM", "Red CM %", "#LO", "Red LO %", "#SF", "Red SF %", "Lib %", "#RemSt", "#InstrSt", "time s"]


def analysis(name, row):
    if "failed" in row:
        return [name, row["failed"].replace("|", "\\|"), *[""] * (len(ANALYSES) - 2)]
    reachable = row["reachable"]
    total = reachable["program"] + reachable["libraries"] + reachable["jdk"]
    mark = " \\*" if reachable["by_hierarchy"] else ""
    cells = [name, row["regions"], row["cdmps"], row["clones"], per_cent(row["unmerged"] - row["clones"], row["unmerged"])]
    cells += [row["locals"], per_cent(row["slots"] - row["locals"], row["slots"]), f"{number(row['statics'])}{mark}"]
    cells += [per_cent(total - row["statics"], total), per_cent(row["library_statics"], row["statics"])]
    seconds = number(sum(row["seconds"].values()), 1) + (" †" if row.get("times_of_before") else "")
    return cells + [number(row["removed"]), number(row["inserted"]), seconds]


def analyses(published, results):
    shown = [[row[0], *(number(value, 1 if isinstance(value, float) else 0) for value in row[1:])] for row in published["analyses"]]
    return both(ANALYSES, shown, [analysis(name, row) for name, row in ordered(results, "analyses")])


RUNS = ["checkpoint", "objects", "space MB", "% heap", "time capture s", "time replay s", "equal"]


def plain(text):
    """The beginning of what jcp said, for a cell."""
    return " ".join(text[:200].replace("|", "\\|").split())


def soot_run(row):
    space, live = row["checkpoint_bytes"], row["live"]
    share = per_cent(row["objects"], live[0]) if live and row["objects"] else ""
    same = row["result"] if row["result"] != "refused" else f"refused: {plain(row['reason'])}"
    if row["result"] == "equal":
        same += ", and so is the state" if row["states"] else ""
        same += "".join(f"; {plain(note)}" for note in row["notes"])
    cells = [row["place"], number(row["objects"]), number(space / 1e6, 1) if space else "", share]
    return cells + [number(row["capture_s"], 1), number(row["replay_s"], 1), same]


def soot(published, results):
    rows = [row for _, row in sorted(results["runs"].items())]
    shown = [[at, number(objects), number(space, 1), share, number(capture, 1), number(replay, 1), "not given"] for at, objects, space, share, capture, replay in published["soot"]]
    return both(RUNS, shown, [soot_run(row) for row in rows])


# ---- Figure 5 --------------------------------------------------------------------------------------------------------------


def normalized(published, results):
    """For each side the percentages of the original's time, as (capture, replay)."""
    before = published["soot_original_s"]
    theirs = [(100 * row[4] / before, 100 * row[5] / before) for row in published["soot"]]
    rows = [row for _, row in sorted(results["runs"].items())]
    ours = []
    for row in rows:
        times = [row["capture_s"], row["replay_s"]]
        ours.append(tuple(100 * time / row["original_s"] if time and row["original_s"] else 0 for time in times))
    return theirs, ours


def figure(published, results):
    """Two groups of bars, a capturing and a replaying run for each checkpoint, against the original at 100 %."""
    width, height, left, top, scale = 760, 330, 50, 40, 1.8
    base = height - 50
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    parts.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    for level in (0, 50, 100):
        y = base - level * scale
        parts.append(f'<line x1="{left}" x2="{width - 10}" y1="{y:.0f}" y2="{y:.0f}" stroke="#bbb"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" text-anchor="end">{level} %</text>')
    x = left + 15
    for title, bars in zip(("the paper: soot 2.2.3", f"jcp: soot {results['soot']}"), normalized(published, results)):
        parts.append(f'<text x="{x}" y="{top - 18}">{title}</text>')
        for at, pair in enumerate(bars, 1):
            for colour, share in zip(("#4878a8", "#e08a3c"), pair):
                tall = min(share, 125) * scale
                parts.append(f'<rect x="{x}" y="{base - tall:.1f}" width="20" height="{tall:.1f}" fill="{colour}"><title>{share:.1f} %</title></rect>')
                x += 21
            parts.append(f'<text x="{x - 21}" y="{base + 16}" text-anchor="middle">{at}</text>')
            x += 13
        x += 20
    for at, (colour, name) in enumerate((("#4878a8", "capturing run"), ("#e08a3c", "replay"))):
        parts.append(f'<rect x="{left + 15 + 130 * at}" y="{height - 22}" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{left + 32 + 130 * at}" y="{height - 12}">{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


# ---- the page --------------------------------------------------------------------------------------------------------------

HEAD = """\
# The paper's evaluation, repeated

jcp follows {source}. `make paper` writes this page: the tables and the figure of its section 6 with the published rows, and the same
columns for today's programs: those of the corpus (docs/corpus.md) and Soot {soot}, which is the paper's largest subject. JDK {jdk}, {cores} cores.

What cannot be compared: the programs and their versions, the JDK, the machine. The paper counts statements of Soot's intermediate representation,
jcp instructions of bytecode, of which a statement has some three.

## Table 1: the programs

Of the first entry of each class path: classes, methods with code, instructions.
"""
TWO = """
## Table 2: the analyses

All checkpoints of a program as regions of one pair of jars. #R regions; #IP instrumentation points (control decisions on the way to a checkpoint,
for all regions); #CM cloned methods, and by how much merging chains reduces them; #LO captured locals, and the reduction against all locals and
stack slots that hold a value there; #SF captured static fields of the program and its libraries, in the region that has most, and the reduction
against all that anything reachable from main reads or writes, the JDK's included; Lib % those of #SF that are of libraries. The paper's #SF has
the JDK's fields too; jcp gives those back by other means (docs/corpus.md counts them). #RemSt instructions removed from the replaying jar, #InstrSt instructions
inserted into both. Time: all of `jcp instrument`; the paper's is that of its points-to analysis and its own, on a machine of 2007.
\\*: nothing is known of what is modified, and the class hierarchy decides. †: the time is that of an earlier version.
"""
THREE = """
## Table 3: runs of Soot

Soot {soot} analyses {subject} of the corpus as a whole program, with its call graph by Spark and the packs wjtp, wjop, wjap, jtp and jop; the paper's ran on Soot itself.
% heap: captured objects of all that live right after the checkpoint (the paper: bytes on the disk of the heap's). Each time is of one run by the clock, with the JVM's start.
*Equal* is a row that the paper could not give: output and files of original and replay by `jcp verify --state`, and the states in which both end.
"""
FIVE = """
## Figure 5: times of the runs, against the original's

![Times of capturing runs and replays](paper.svg)
"""


def write(results):
    published = json.loads(PUBLISHED.read_text())
    words = {key: results[key] for key in ("soot", "jdk", "cores", "subject")} | {"source": published["source"]}
    text = [HEAD.format(**words), *programs(published, results), TWO, *analyses(published, results)]
    text += [THREE.format(**words), *soot(published, results)]
    if results["runs"]:
        originals = [row["original_s"] for row in results["runs"].values() if row["original_s"]]
        if originals:
            text += ["", f"The original took {published['soot_original_s']} s in the paper, here {min(originals):.1f} to {max(originals):.1f} s."]
        replace(FIGURE, figure(published, results))
        text.append(FIVE)
    replace(PAGE, "\n".join(text).rstrip("\n") + "\n")
