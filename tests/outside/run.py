#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of others on Weft: are they right, and as fast as last time?

DIR holds clones of public repositories, and recipes (NAME.toml, see recipes.py) that say how each is
built, run and checked; beside them count the recipes of Debian's packages in tests/outside/packaged,
and the suites of tests/perf/suites as far as they are cloned in DIR. Programs are built where they
are, and run with only one driver registered: Weft, and by turns PoCL where it is installed. Then it
says what is wrong, or slower by more than a fifth, that was not in the last run that was written;
what seems slower is measured again. Logs are in DIR/.outside. Exit status 1: something is worse.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[1:1] = [str(ROOT / "tests/perf"), str(ROOT / "tests/perf/suites")]
import performance_doc  # noqa: E402
import compare  # noqa: E402
import running  # noqa: E402
import picture  # noqa: E402
import recipes  # noqa: E402
import record  # noqa: E402
from driven import Failure  # noqa: E402
from programs import SUITES  # noqa: E402

PACKAGED = pathlib.Path(__file__).with_name("packaged")
LAST = pathlib.Path(__file__).with_name("last.json")
DOCUMENT = ROOT / "docs/programs.md"


def parse():
    parser = argparse.ArgumentParser(prog="./dev outside", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=pathlib.Path, metavar="DIR", help="folder of clones and recipes")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="a program, or PROGRAM/RUN")
    parser.add_argument("--list", action="store_true", help="what there is, and what is missing; run nothing")
    parser.add_argument("--resume", action="store_true", help="go on where a run of the same driver was cut off")
    parser.add_argument("--write", action="store_true", help="write docs/programs.md and what the next run is "
                        "compared with; runs that were not done now keep what they had")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each driver (default 3)")
    parser.add_argument("--no-pocl", action="store_true", help="leave PoCL out, except where results need it")
    parser.add_argument("--icd", type=pathlib.Path, default=ROOT / "build/release/weft.icd", help="Weft's .icd file")
    parser.add_argument("--layer", type=pathlib.Path, default=ROOT / "build/release/lib/libkernel_times.so",
                        help="the layer that takes the times")
    parser.add_argument("--packaged", type=pathlib.Path, default=PACKAGED, help=argparse.SUPPRESS)
    parser.add_argument("--last", type=pathlib.Path, default=LAST, help=argparse.SUPPRESS)
    parser.add_argument("--document", type=pathlib.Path, default=DOCUMENT, help=argparse.SUPPRESS)
    args = parser.parse_intermixed_args()
    if args.rounds < 1:
        parser.error("--rounds is at least 1")
    if not args.dir.is_dir():
        parser.error(f"there is no folder {args.dir}")
    args.dir, args.icd, args.layer = args.dir.resolve(), args.icd.resolve(), args.layer.resolve()
    for file in (args.icd, args.layer):
        if not args.list and not file.exists():
            parser.error(f"there is no {file}")
    return parser, args


def driver_key(args):
    """Changes when the driver does."""
    libraries = sorted(args.icd.parent.glob("lib/libweft*.so"))
    return [str(args.icd), *(f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in libraries)]


class State:
    """What is done of this run, kept as it is done."""

    def __init__(self, args):
        self.folder = args.dir / ".outside"
        self.folder.mkdir(exist_ok=True)
        self.file = self.folder / "state.json"
        self.key, self.rows, self.sources = driver_key(args), {}, {}
        if args.resume and self.file.exists():
            kept = json.loads(self.file.read_text())
            if kept["key"] == self.key:
                self.rows, self.sources = kept["rows"], kept["sources"]
            else:
                print("the driver is another one: nothing to resume", file=sys.stderr)

    def add(self, name, row):
        self.rows[name] = row
        text = json.dumps({"key": self.key, "rows": self.rows, "sources": self.sources}, indent=1)
        part = self.file.with_suffix(".part")
        part.write_text(text)
        part.rename(self.file)
        times = ", ".join(f"{driver} {row[driver.lower()]:.4g} ms" for driver in ("Weft", "PoCL") if driver.lower() in row)
        print(f"{name}: {row['result']}, {row['why']}{', ' + times if times else ''}", file=sys.stderr, flush=True)


def wanted(args, program, run):
    return not args.only or program in args.only or f"{program}/{run}" in args.only


class Runner:
    def __init__(self, args, found):
        self.args, self.found, self.state = args, found, State(args)
        self.last = record.load(args.last)
        self.cpu = performance_doc.cpu()
        self.drivers = {"Weft": args.icd} | ({"PoCL": compare.POCL_ICD} if compare.POCL_ICD.exists() else {})

    def slower(self, name, row):
        before = self.last["runs"].get(name)
        factor = before and record.slowdown(row, before, self.cpu == self.last["cpu"])
        return factor is not None and factor > record.SLOWER

    def run_recipe(self, recipe):
        runs = [run for run in recipe.runs
                if wanted(self.args, recipe.name, run.name) and f"{recipe.name}/{run.name}" not in self.state.rows]
        if not runs:
            return
        place = running.Place(recipe, self.args.dir, self.state.folder)
        try:
            place.prepare()
        except Failure as why:
            for run in runs:
                self.state.add(f"{recipe.name}/{run.name}", running.absent(str(why)))
            return
        self.state.sources[recipe.name] = {"from": recipe.repository or "Debian: " + ", ".join(recipe.packages),
                                           "revision": running.head(place.folder) if recipe.repository else ""}
        for run in runs:
            name = f"{recipe.name}/{run.name}"
            pocl = run.pocl and (not self.args.no_pocl or not run.passes)
            drivers = {driver: icd for driver, icd in self.drivers.items() if driver == "Weft" or pocl}
            turns = running.Turns(run, place, drivers, self.args.layer)
            turns.rounds(self.args.rounds)
            row = turns.result()
            if self.slower(name, row):
                turns.rounds(2 * self.args.rounds)
                row = turns.result()
            self.state.add(name, row)

    def run_suites(self):
        if "PoCL" not in self.drivers:
            return
        for suite in SUITES:
            chosen = [program for program in suite.programs if wanted(self.args, suite.name, program.name)
                      and f"{suite.name}/{program.name}" not in self.state.rows]
            if not chosen or not (self.args.dir / suite.name).is_dir():
                continue
            work = self.state.folder / "suites"
            copy = compare.Copy(suite, self.args.dir / suite.name, work)
            self.state.sources[suite.name] = {"from": "see tests/perf/suites",
                                              "revision": running.head(self.args.dir / suite.name)}
            for program in chosen:
                name = f"{suite.name}/{program.name}"
                row = running.suite_row(copy, program, self.drivers, self.args, work)
                if self.slower(name, row):
                    row = running.better(row, running.suite_row(copy, program, self.drivers, self.args, work))
                self.state.add(name, row)

    def report(self):
        last, rows = self.last, self.state.rows
        bad, other = record.differences(rows, last["runs"], self.cpu == last["cpu"])
        if not self.args.only:
            bad += [f"{name}: was {row['result']}, there is no such run any more"
                    for name, row in sorted(last["runs"].items()) if name not in rows and row["result"] != "not run"]
        print("\n".join(["", f"{len(rows)} runs; worse than in the last run: {len(bad)}", *bad]
                        + (["", "otherwise changed:", *other] if other else [])))
        if self.args.write:
            merged = {"cpu": self.cpu, "sources": last["sources"] | self.state.sources,
                      "runs": (last["runs"] if self.args.only else {}) | rows}
            merged["sources"] = {name: source for name, source in merged["sources"].items()
                                 if any(run.startswith(name + "/") for run in merged["runs"])}
            record.save(self.args.last, merged)
            performance_doc.write_section(record.HEADING, record.section(merged), self.args.document, record.TITLE)
            self.args.document.with_suffix(".svg").write_text(picture.svg(merged))
            print(f"written to {self.args.document}")
        return 1 if bad else 0


def show(args, found):
    for recipe in found.values():
        place = running.Place(recipe, args.dir, args.dir)
        lacking = running.missing_packages(recipe.packages)
        notes = [f"apt-get install {' '.join(lacking)}"] if lacking else []
        if recipe.repository and not place.folder.is_dir():
            notes.append(f"git clone {recipe.repository} {place.folder}")
        elif recipe.repository and not running.head(place.folder).startswith(recipe.revision[:10]):
            notes.append(f"was last tried at {recipe.revision}")
        print(f"{recipe.name}: {', '.join(run.name for run in recipe.runs)}{'; ' if notes else ''}{'; '.join(notes)}")
    for suite in SUITES:
        missing = "" if (args.dir / suite.name).is_dir() else f"; no clone {args.dir / suite.name}"
        print(f"{suite.name}: {', '.join(program.name for program in suite.programs)}{missing}")


def main():
    parser, args = parse()
    try:
        found = recipes.read_all([args.packaged, args.dir])
    except recipes.BadRecipe as why:
        sys.exit(str(why))
    names = {name for recipe in found.values() for run in recipe.runs for name in (recipe.name, f"{recipe.name}/{run.name}")}
    names |= {name for suite in SUITES for p in suite.programs for name in (suite.name, f"{suite.name}/{p.name}")}
    if unknown := set(args.only) - names:
        parser.error(f"there is no program {', '.join(sorted(unknown))}")
    if args.list:
        show(args, found)
        return 0
    runner = Runner(args, found)
    for recipe in found.values():
        runner.run_recipe(recipe)
    runner.run_suites()
    return runner.report()


if __name__ == "__main__":
    sys.exit(main())
