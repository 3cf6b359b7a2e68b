# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""junit.py TITLE FILE [REFERENCE]: counts the tests of a report in JUnit's XML, and names those that are not right.

REFERENCE is a report of the same tests on the client's own CPU path. What is not right there, either, is
named as such, and does not make the status 1."""

import sys
import xml.etree.ElementTree as xml

TROUBLE = ("failure", "error")


def read(path):
    """The tests of a report: whether each is right, wrong or skipped, by its name."""
    found = {}
    for case in xml.parse(path).iter("testcase"):
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        kinds = {child.tag for child in case}
        if "skipped" in kinds or case.get("status") in ("notrun", "disabled"):
            found[name] = "skipped"
        elif kinds & set(TROUBLE) or case.get("status") == "fail":
            found[name] = "wrong"
        else:
            found[name] = "right"
    return found


def main(title, path, reference=None):
    found = read(path)
    there = read(reference) if reference else {}
    count = {kind: sum(state == kind for state in found.values()) for kind in ("right", "wrong", "skipped")}
    worse = 0
    for name, state in sorted(found.items()):
        if state == "wrong":
            also = there.get(name) == "wrong"
            worse += not also
            print(f"  wrong: {name}{' (there, too)' if also else ''}")
    # A test that the reference came to, and this run did not, ended the program.
    for name in sorted(there.keys() - found.keys()):
        worse += 1
        print(f"  not reached: {name}")
    print(f"{title}: {count['right']} right, {count['wrong']} wrong, {count['skipped']} skipped")
    return 1 if worse or not count["right"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
