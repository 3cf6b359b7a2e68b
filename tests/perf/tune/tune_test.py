#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `./dev tune --write` does to tuning.def."""

import unittest

from tune import TUNING, with_row

RULE = "loads_are_cheap"  # usually false


class Rows(unittest.TestCase):
    def setUp(self):
        self.text = TUNING.read_text()

    def test_a_cpu_that_differs_gets_a_row(self):
        text = with_row(self.text, "x86_64", "new", RULE, True, 0.8)
        self.assertIn('WEFT_TUNING(x86_64, "new", loads_are_cheap, true)\n', text)
        self.assertIn("0.80 times", text)
        self.assertLess(text.index('"new"'), text.index("#undef WEFT_TUNING_RULE"))

    def test_a_row_is_replaced(self):
        once = with_row(self.text, "x86_64", "new", RULE, True, 0.8)
        self.assertEqual(with_row(once, "x86_64", "new", RULE, True, 0.8), once)

    def test_a_cpu_that_is_as_usual_has_none(self):
        once = with_row(self.text, "x86_64", "new", RULE, True, 0.8)
        self.assertEqual(with_row(once, "x86_64", "new", RULE, False, 1.3), self.text)
        self.assertEqual(with_row(once, "x86_64", "new", RULE, None, 1.0), self.text)

    def test_other_cpus_keep_theirs(self):
        self.assertIn('"znver5"', with_row(self.text, "x86_64", "new", RULE, True, 0.8))


if __name__ == "__main__":
    unittest.main()
