# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The last run: what it was (last.json), what is worse than it, and docs/programs.md."""

import json

TITLE = "# Programs of others\n"
HEADING = "The last run"
SLOWER = 1.2  # times as slow as in the last run is worse
# Of a few microseconds not even the ratio of two drivers is the same twice.
LEAST = 0.05  # milliseconds


def load(file):
    return json.loads(file.read_text()) if file.exists() else {"cpu": "", "sources": {}, "runs": {}}


def save(file, last):
    """One line for each run, in order, so that changes show what has changed."""
    def lines(table):
        return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(table[key])}" for key in sorted(table)) + "\n }"
    file.write_text('{\n "cpu": %s,\n "sources": %s,\n "runs": %s\n}\n' % (
        json.dumps(last["cpu"]), lines(last["sources"]), lines(last["runs"])))


def ratio(row):
    ours, theirs = row.get("weft"), row.get("pocl")
    return ours / theirs if ours and theirs else None


def slowdown(now, then, same_cpu):
    """How many times as slow; None where that cannot be said. Of one CPU times are compared only where there is no
    ratio: what else a machine does changes those of both drivers."""
    if not now.get("weft") or not then.get("weft") or max(now["weft"], then["weft"]) < LEAST:
        return None
    if ratio(now) and ratio(then):
        return ratio(now) / ratio(then)
    return now["weft"] / then["weft"] if same_cpu else None


def worse(now, then, same_cpu):
    """Why a run is worse than it was, or ""."""
    if then["result"] == "right" and now["result"] != "right":
        return f"was right; {now['result']}: {now['why']}"
    if now.get("passed", 0) < then.get("passed", 0):
        return f"{then['passed']} tests passed, now {now.get('passed', 0)}"
    factor = slowdown(now, then, same_cpu)
    if factor is None or factor <= SLOWER or now["result"] == "not run":
        return ""
    if ratio(now) and ratio(then):
        return f"{factor:.2f} times as slow: {ratio(then):.2f} of PoCL's time, now {ratio(now):.2f}"
    return f"{factor:.2f} times as slow: {then['weft']:.3g} ms, now {now['weft']:.3g} ms"


def differences(now, then, same_cpu):
    """(what is worse, what else has changed), as lines."""
    bad, other = [], []
    for name, row in sorted(now.items()):
        before = then.get(name)
        if before is None:
            (bad if row["result"] == "wrong" else other).append(f"{name}: new, {row['result']}: {row['why']}")
        elif why := worse(row, before, same_cpu):
            bad.append(f"{name}: {why}")
        elif row["result"] == "wrong":
            bad.append(f"{name}: still wrong: {row['why']}")
        elif row["result"] != before["result"]:
            other.append(f"{name}: {before['result']}, now {row['result']}")
        elif (factor := slowdown(row, before, same_cpu)) and factor < 1 / SLOWER:
            other.append(f"{name}: {1 / factor:.2f} times as fast")
    return bad, other


def milliseconds(value):
    return "" if value is None else f"{value:.{3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0}f}"


def table(last):
    lines = ["| program | run | Weft, ms | PoCL, ms | Weft/PoCL | result |", "|---|---|--:|--:|--:|---|"]
    for name, row in sorted(last["runs"].items()):
        program, _, run = name.partition("/")
        part = ratio(row)
        count = f" ({row['passed']} tests)" if "passed" in row else ""
        why = row["why"].replace("|", "/").replace("\n", " ")
        lines.append(f"| {program} | {run} | {milliseconds(row.get('weft'))} | {milliseconds(row.get('pocl'))} | "
                     f"{'' if part is None else f'{part:.2f}'} | {row['result']}{count}: {why} |")
    return "\n".join(lines)


def sources(last):
    lines = ["| program | from | revision |", "|---|---|---|"]
    for name, source in sorted(last["sources"].items()):
        lines.append(f"| {name} | {source['from']} | {source['revision']} |")
    return "\n".join(lines)


def section(last):
    """The generated section of docs/programs.md."""
    counts = {}
    for row in last["runs"].values():
        counts[row["result"]] = counts.get(row["result"], 0) + 1
    said = ", ".join(f"{count} {result}" for result, count in sorted(counts.items(), key=lambda item: -item[1]))
    return "\n".join([
        "Written by `./dev outside DIR --write`. Times are of kernels, by the drivers' own clocks, the drivers taking",
        "turns with cold caches, the best round of each. A result is right by the program's own check, or what it read",
        "back is PoCL's, to the bit or within a relative 1e-3.", "", f"{last['cpu']}. {len(last['runs'])} runs: {said}.",
        "", table(last), "", sources(last)])
