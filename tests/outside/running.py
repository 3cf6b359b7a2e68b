# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs what recipes say, and the suites of tests/perf/suites, and says what came of it.

What comes of a run is a dictionary, as it is kept in files: `result` ("right", "wrong", "allowed" or
"not run"), `why`, the milliseconds `weft` and `pocl` of its kernels, `passed` (number of tests).
"""

import hashlib
import os
import re
import subprocess

import compare
import driven
import results
from driven import Failure, last_lines

BUILD_LIMIT = 1800  # seconds


def absent(why):
    return {"result": "not run", "why": why}


def missing_packages(packages):
    if not packages:
        return []
    done = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status} ${Package}\\n", *packages],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    have = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("installed ")}
    return [name for name in packages if name not in have]


def head(clone):
    done = subprocess.run(["git", "-C", clone, "rev-parse", "--short=10", "HEAD"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip()


class Place:
    """Where a recipe's program is, and whether it can be run."""

    def __init__(self, recipe, directory, state):
        self.recipe, self.state = recipe, state
        self.folder = directory / recipe.name if recipe.repository else recipe.here
        self.log = state / f"{recipe.name}.build.log"

    def prepare(self):
        """Builds, if that was not done. Failure says why it cannot be run."""
        recipe = self.recipe
        lacking = missing_packages(recipe.packages)
        if lacking:
            raise Failure(f"apt-get install {' '.join(lacking)}")
        if not self.folder.is_dir():
            raise Failure(f"git clone {recipe.repository} {self.folder}")
        if not recipe.build:
            return
        stamp = self.state / f"{recipe.name}.built"
        key = hashlib.sha256(f"{self.folder}\n{head(self.folder)}\n{recipe.build}".encode()).hexdigest()
        if stamp.exists() and stamp.read_text() == key:
            return
        stamp.unlink(missing_ok=True)
        with self.log.open("w") as log:
            try:
                done = subprocess.run(["bash", "-c", recipe.build], cwd=self.folder, stdin=subprocess.DEVNULL,
                                      stdout=log, stderr=subprocess.STDOUT, timeout=BUILD_LIMIT,
                                      env=os.environ | {"HERE": str(recipe.here)})
            except subprocess.TimeoutExpired:
                raise Failure(f"its build took more than {BUILD_LIMIT} s") from None
        if done.returncode:
            text = self.log.read_text(errors="replace")
            errors = [line.strip() for line in text.splitlines() if re.search(r"\berror\b", line, re.I)]
            raise Failure(f"does not build: {errors[0][:300] if errors else last_lines(text)}")
        stamp.write_text(key)


def own_check(run, outcome):
    """(Does the program say that it is right? None: it says nothing. Why not?)"""
    if run.fails and (found := re.search(run.fails, outcome.output)):
        return False, f"its own check fails: {found[0].strip()[:200]}"
    if outcome.code != run.exit:
        return False, f"ended with {outcome.code}: {last_lines(outcome.output)}"
    if not run.passes:
        return None, ""
    if re.search(run.passes, outcome.output):
        return True, "its own check"
    return False, f"does not print what it does when right: {last_lines(outcome.output)}"


def passed(run, outcome):
    if "(?P<passed>" not in run.passes:
        return None
    return sum(int(found["passed"]) for found in re.finditer(run.passes, outcome.output) if found["passed"])


def total(outcome):
    return sum(ms for _, ms in outcome.kernels.values())


class Turns:
    """Runs of one program on both drivers by turns."""

    def __init__(self, run, place, drivers, layer):
        self.run, self.place, self.drivers, self.layer = run, place, drivers, layer
        self.stem = f"{place.recipe.name}.{re.sub('[^A-Za-z0-9_.+-]', '_', run.name)}"
        self.failures, self.outcomes, self.best = {}, {}, {}

    def kept(self, driver):
        return self.place.state / f"{self.stem}.{driver}.reads"

    def once(self, driver):
        run = self.run
        try:
            outcome = driven.run(["bash", "-c", run.command], self.place.folder / run.folder, self.drivers[driver],
                                 self.layer, run.limit, self.kept(driver), HERE=str(self.place.recipe.here),
                                 **run.environment)
        except Failure as why:
            self.failures[driver] = str(why)
            return
        (self.place.state / f"{self.stem}.{driver}.log").write_text(outcome.output)
        self.outcomes[driver] = outcome
        if outcome.kernels and not outcome.unread:
            self.best[driver] = min(total(outcome), self.best.get(driver, float("inf")))

    def rounds(self, count):
        for turn in range(count):
            names = [*self.drivers]
            for driver in names[turn % len(names):] + names[:turn % len(names)]:
                # A run without times is not worth repeating: what it prints will be the same.
                if driver not in self.failures and (turn == 0 or self.run.times and driver in self.best):
                    self.once(driver)

    def result(self):
        row = {"result": "wrong", "why": self.failures.get("Weft", "")}
        if not row["why"]:
            right, row["why"] = own_check(self.run, self.outcomes["Weft"])
            if right is None:
                right, row["why"] = self.as_pocl()
            if right:
                row["result"] = "right"
            elif "PoCL" in self.outcomes and own_check(self.run, self.outcomes["PoCL"])[0] is False:
                row["why"] += "; on PoCL, too"
            count = passed(self.run, self.outcomes["Weft"])
            if count is not None:
                row["passed"] = count
        if row["result"] == "wrong" and self.run.allow:
            row["result"] = "allowed"
            row["why"] = self.run.allow
        if self.run.times:
            row |= {driver.lower(): round(ms, 4) for driver, ms in self.best.items()}
        for driver in self.drivers:
            self.kept(driver).unlink(missing_ok=True)
        return row

    def as_pocl(self):
        if "PoCL" not in self.outcomes:
            return False, f"nothing to compare with: PoCL {self.failures.get('PoCL', 'is not run')}"
        files = [self.kept(driver) for driver in ("Weft", "PoCL")]
        if not all(file.exists() for file in files):
            return False, "nothing was read back, and it has no check"
        compared = results.compare(*files)
        return not compared.startswith("differs"), f"{compared} (to what PoCL's run reads)"


def suite_row(copy, program, drivers, args, work):
    """A program of a suite, which tests/perf/suites measures."""
    row = compare.measure(copy, program, drivers, args, work)
    if program.excluded or copy.unprepared or not row["kernels"] and "does not build" in row["check"]:
        return absent(row["check"])
    made = {"result": "right" if compare.is_right(row) else "wrong", "why": row["check"]}
    if made["result"] == "wrong" and (program.differs or program.incomparable or "itself too" in row["check"]):
        made["result"] = "allowed"
    return made | {driver.lower(): round(row[driver], 4) for driver in ("Weft", "PoCL") if row[driver] is not None}


def better(first, second):
    """Two rows of one run: the first, with the better times of both."""
    return first | {driver: min(first[driver], second[driver]) for driver in ("weft", "pocl")
                    if driver in first and driver in second}
