#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of run.py on a shell script that behaves as the conformance suite's programs do."""

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
import suite as cts  # noqa: E402

PROGRAM = """#!/bin/bash
if [ "$1" = --list ]; then
  printf 'tests:\\n\\tgood\\n\\tabsent\\n\\tunready\\n\\twrong\\n\\tcrashing\\n'
  [ ! -e @ENDLESS@ ] || printf '\\tendless\\n'
  exit
fi
echo "$1" >> @RAN@
say() { echo "{\\"results\\": {\\"$1\\": \\"$2\\"}}" > "$CL_CONFORMANCE_RESULTS_FILENAME"; }
device='Compute Device Name = A CPU, Compute Device Vendor = V, Compute Device Version = OpenCL 3.0'
echo "$device, CL C Version = 1.2"
case $1 in
  good) say good pass ;;
  absent)
    printf 'Pipes are not supported.\\nabsent test not supported\\nSKIPPED 1 of 1 tests.\\n'
    say absent skip ;;
  unready)  # all of them are skipped at once
    echo 'Queues on the device are not supported.'
    echo '{"results": {"good": "skip", "unready": "skip"}}' > "$CL_CONFORMANCE_RESULTS_FILENAME" ;;
  wrong) [ -e @MENDED@ ] && say wrong pass || { say wrong fail; exit 1; } ;;
  crashing) kill -SEGV $$ ;;
  endless) sleep 60 ;;
esac
"""


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.build = self.folder / "build"
        self.build.mkdir()
        (self.build / "CMakeCache.txt").write_text("")
        program = self.build / "test_basic"
        text = PROGRAM
        for file in ("ran", "mended", "endless"):
            text = text.replace(f"@{file.upper()}@", str(self.folder / file))
        program.write_text(text)
        program.chmod(0o755)
        (self.folder / "known").write_text("")
        (self.folder / "weft.icd").write_text("libweft.so\n")

    def run_suite(self, *arguments):
        """Exit code and output."""
        out = io.StringIO()
        argv = ["run.py", str(self.build), "--icd", str(self.folder / "weft.icd"), "--limit", "60",
                "--jobs", "5", *arguments]
        with (mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(out),
              mock.patch.object(run, "KNOWN", self.folder / "known"),
              mock.patch.object(run, "DOCUMENT", self.folder / "conformance.md")):
            return run.main(), out.getvalue()

    def ran(self):
        return sorted((self.folder / "ran").read_text().split())

    def test_each_outcome_is_told_apart(self):
        (self.folder / "endless").touch()
        code, out = self.run_suite("--limit", "5")
        self.assertEqual(code, 1)
        self.assertRegex(out, r"basic +1 +2 +3 +0 ")
        self.assertIn("basic/wrong: failed, and not listed", out)
        self.assertIn("basic/crashing: ended by SIGSEGV, and not listed", out)
        self.assertIn("basic/endless: took too long, and not listed", out)

    def test_known_failures_are_expected_and_known_passes_are_not(self):
        (self.folder / "known").write_text(
            "".join(f"basic/{test}: why\n" for test in ("wrong", "crashing")))
        self.assertEqual(self.run_suite()[0], 0)
        (self.folder / "mended").touch()
        code, out = self.run_suite()
        self.assertEqual(code, 1)
        self.assertIn("basic/wrong: pass, but listed as: why", out)

    def test_what_fails_at_times_may_pass(self):
        (self.folder / "known").write_text("basic/wrong?: a race\nbasic/crashing: why\n")
        code, out = self.run_suite()
        self.assertEqual(code, 0)
        self.assertIn("(known: a race)", out)
        (self.folder / "mended").touch()
        self.assertEqual(self.run_suite("--test", "wrong")[0], 0)

    def test_resumed_run_does_the_rest_and_reports_all(self):
        state = self.folder / "state"
        self.run_suite("--resume", str(state), "--test", "good", "--test", "wrong")
        with state.open("a") as file:
            file.write('{"suite": "basic", "te')  # as where a run is cut off
        _, out = self.run_suite("--resume", str(state))
        self.assertEqual(self.ran(), ["absent", "crashing", "good", "unready", "wrong"])
        self.assertRegex(out, r"basic +1 +2 +2 +0 ")
        self.assertEqual(len(state.read_text().splitlines()), 6)

    def test_retry_runs_what_did_not_pass(self):
        state = ["--resume", str(self.folder / "state"), "--test", "good", "--test", "wrong"]
        self.run_suite(*state)
        (self.folder / "mended").touch()
        code, _ = self.run_suite(*state, "--retry")
        self.assertEqual(code, 0)
        self.assertEqual(self.ran(), ["good", "wrong", "wrong"])
        # The later record is the one that counts.
        self.assertEqual(self.run_suite(*state)[0], 0)

    def test_state_of_another_tree_is_refused(self):
        state = self.folder / "state"
        state.write_text(json.dumps({"suite": "x", "weft": "y", "seed": 1}) + "\n")
        with self.assertRaisesRegex(SystemExit, "another suite"):
            self.run_suite("--resume", str(state))

    def test_time_limit_leaves_sub_tests_not_run(self):
        _, out = self.run_suite("--minutes", "0")
        self.assertRegex(out, r"basic +0 +0 +0 +5 ")

    def test_samples_are_chosen_by_the_seed(self):
        self.run_suite("--each", "2", "--seed", "3")
        chosen = self.ran()
        self.run_suite("--each", "2", "--seed", "3")
        self.assertEqual(sorted(chosen * 2), self.ran())
        self.assertEqual(len(chosen), 2)

    def test_document_says_what_failed_and_why_sub_tests_skip(self):
        (self.folder / "known").write_text("basic/wrong: a reason\n")
        self.run_suite("--write")
        text = (self.folder / "conformance.md").read_text()
        self.assertIn("Device: A CPU, OpenCL 3.0.", text)
        self.assertIn("| basic | 1 | 2 | 2 | 0 |", text)
        self.assertIn("- `basic/wrong` failed: a reason", text)
        self.assertIn("- Pipes are not supported: basic: `absent`", text)
        self.assertIn("- Queues on the device are not supported: basic: `unready`", text)
        self.assertNotIn(str(self.folder), text)


if __name__ == "__main__":
    unittest.main()
