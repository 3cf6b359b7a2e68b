#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of run.py on programs that are lines of shell, and of what it says of two runs."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run  # noqa: E402
import compare  # noqa: E402
import picture  # noqa: E402
import recipes  # noqa: E402
import record  # noqa: E402

RECIPE = r"""
name = "Example"
repository = "https://example.org/example"
revision = "0123abc"
build = "echo built >> built; cp $HERE/program ."

[[run]]
name = "good"
command = "./program 'all is well' 25"
passes = "all is well"

[[run]]
name = "wrong"
command = "./program 'FAILED: 3 of 4' 10"
passes = "well"
fails = "FAILED: .*"

[[run]]
name = "tests"
command = "./program '5 passed' 1; ./program '2 passed' 1"
passes = '(?P<passed>\d+) passed'
times = false

[[run]]
name = "endless"
command = "sleep 60"
limit = 1

[[run]]
name = "crashing"
command = "kill -SEGV $$"
allow = "it always did"
"""
# What the layer would write: a kernel of $2 tenths of a millisecond of Weft, twice as many of PoCL.
PROGRAM = """#!/bin/bash
echo "$1"
tenths=$2
case $OCL_ICD_VENDORS in *pocl*) tenths=$((2 * tenths)) ;; esac
[ ! -e slow ] || case $OCL_ICD_VENDORS in *weft*) tenths=$((2 * tenths)) ;; esac
echo "3 ${tenths}00000 kernel" > "$WEFT_SUITES_TIMES"
"""


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.directory = self.folder / "programs"
        self.clone = self.directory / "Example"
        self.clone.mkdir(parents=True)
        (self.directory / "Example.toml").write_text(RECIPE)
        program = self.directory / "program"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        for name in ("weft.icd", "pocl.icd", "layer.so"):
            (self.folder / name).write_text("")
        (self.folder / "packaged").mkdir()
        self.last, self.document = self.folder / "last.json", self.folder / "programs.md"

    def outside(self, *arguments, code):
        """The lines of its report."""
        argv = ["run.py", str(self.directory), "--icd", str(self.folder / "weft.icd"), "--layer",
                str(self.folder / "layer.so"), "--packaged", str(self.folder / "packaged"), "--last", str(self.last),
                "--document", str(self.document), "--rounds", "1", *arguments]
        out = io.StringIO()
        with mock.patch.object(sys, "argv", argv), mock.patch.object(run, "SUITES", []), \
                mock.patch.object(compare, "POCL_ICD", self.folder / "pocl.icd"), contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(run.main(), code, out.getvalue())
        return out.getvalue().splitlines()

    def runs(self):
        return json.loads(self.last.read_text())["runs"]

    def test_says_what_is_right_and_what_is_not(self):
        report = self.outside("--write", code=1)
        runs = self.runs()
        self.assertEqual(runs["Example/good"], {"result": "right", "why": "its own check", "weft": 2.5, "pocl": 5.0})
        self.assertEqual(runs["Example/wrong"]["result"], "wrong")
        self.assertIn("FAILED: 3 of 4; on PoCL, too", runs["Example/wrong"]["why"])
        self.assertEqual(runs["Example/tests"], {"result": "right", "why": "its own check", "passed": 7})
        self.assertIn("took more than 1 s", runs["Example/endless"]["why"])
        self.assertEqual(runs["Example/crashing"], {"result": "allowed", "why": "it always did"})
        self.assertIn("Example/wrong: new, wrong", "\n".join(report))
        self.assertIn("| Example | good | 2.50 | 5.00 | 0.50 | right: its own check |", self.document.read_text())

    def test_builds_once(self):
        for _ in range(2):
            self.outside("--only", "Example/good", code=0)
        self.assertEqual((self.clone / "built").read_text(), "built\n")

    def test_does_not_run_what_does_not_build(self):
        (self.directory / "Example.toml").write_text(RECIPE.replace("echo built", "echo error: no >&2; exit 1; echo"))
        self.outside("--write", "--only", "Example/good", code=0)
        self.assertEqual(self.runs()["Example/good"], {"result": "not run", "why": "does not build: error: no"})

    def test_says_how_to_get_what_is_missing(self):
        self.clone.rmdir()
        listed = "\n".join(self.outside("--list", code=0))
        self.assertIn(f"git clone https://example.org/example {self.clone}", listed)

    def test_finds_what_became_slower(self):
        self.outside("--write", "--only", "Example/good", code=0)
        (self.clone / "slow").write_text("")
        report = "\n".join(self.outside("--only", "Example/good", code=1))
        self.assertIn("Example/good: 2.00 times as slow: 0.50 of PoCL's time, now 1.00", report)

    def test_finds_what_became_wrong(self):
        self.outside("--write", "--only", "Example/tests", "Example/good", code=0)
        (self.directory / "Example.toml").write_text(RECIPE.replace("2 passed", "1 passed").replace("all is", "it is", 1))
        report = "\n".join(self.outside("--only", "Example/tests", "Example/good", code=1))
        self.assertIn("7 tests passed, now 6", report)
        self.assertIn("Example/good: was right; wrong: does not print", report)

    def test_goes_on_where_it_was_cut_off(self):
        self.outside("--only", "Example/good", code=0)
        (self.clone / "program").unlink()
        self.outside("--resume", "--only", "Example/good", code=0)
        (self.folder / "lib").mkdir()
        (self.folder / "lib/libweft.so").write_text("another driver")
        self.outside("--resume", "--only", "Example/good", code=1)

    def test_refuses_bad_recipes(self):
        for old, new, said in [('name = "Example"', "", "lacks name"), ("passes", "parses", "no key 'parses'"),
                               ("limit = 1", "limit = 'a'", "limit is not of type int"),
                               ('"good"', '"wrong"', "several runs wrong"), ('"well"', '"("', "'('"),
                               ("[[run]]", "[run]", ""), (RECIPE, 'name = "Example"', "has no [[run]]")]:
            (self.directory / "Example.toml").write_text(RECIPE.replace(old, new, 1))
            with self.subTest(new=new), self.assertRaises(recipes.BadRecipe) as caught:
                recipes.read_all([self.directory])
            self.assertIn(said, str(caught.exception))
        (self.directory / "Example.toml").write_text(RECIPE)
        (self.directory / "other.toml").write_text(RECIPE)
        with self.assertRaisesRegex(recipes.BadRecipe, "another recipe of Example"):
            recipes.read_all([self.directory])


class Record(unittest.TestCase):
    def test_compares_ratios_where_there_are_any(self):
        then = {"result": "right", "why": "", "weft": 10, "pocl": 20}
        self.assertEqual(record.worse(then | {"weft": 20, "pocl": 40}, then, True), "")
        self.assertIn("1.50 times as slow", record.worse(then | {"weft": 15}, then, False))

    def test_compares_times_of_one_cpu_else(self):
        then = {"result": "right", "why": "", "weft": 10}
        self.assertIn("2.00 times as slow", record.worse(then | {"weft": 20}, then, True))
        self.assertEqual(record.worse(then | {"weft": 20}, then, False), "")

    def test_draws_suites_and_the_documents_picture_is_of_the_last_run(self):
        row = {"result": "right", "why": "", "weft": 1.0, "pocl": 4.0}
        runs = {f"suite/{i}": row for i in range(3)} | {"suite/wrong": row | {"result": "wrong", "weft": 400.0}}
        self.assertEqual(picture.means({"runs": runs | {"lone/run": row}}), [("suite", 3, 0.25, 0.25)])
        self.assertEqual(picture.svg(record.load(run.LAST)), run.DOCUMENT.with_suffix(".svg").read_text())

    def test_keeps_what_was_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "last.json"
            last = {"cpu": "a", "sources": {"B": {"from": "c", "revision": "d"}},
                    "runs": {"B/e": {"result": "right", "why": "f", "weft": 1.5}}}
            record.save(file, last)
            self.assertEqual(record.load(file), last)


if __name__ == "__main__":
    unittest.main()
