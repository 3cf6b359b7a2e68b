#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sarif.py FILE: what in it is not as SARIF 2.1.0 requires, one line each.

The schema of OASIS is a hundred kilobytes; this is the part of it that is about what Weft writes, as
the specification has it (section numbers beside). A property that is not listed is a fault, too.
"""
import json
import re
import sys

faults = []


class Text:
    def __init__(self, pattern=""):
        self.pattern = pattern

    def check(self, at, value):
        if not isinstance(value, str) or not re.fullmatch(self.pattern or r"(?s).+", value):
            faults.append(f"{at}: {value!r}")


class Number:
    def __init__(self, least):
        self.least = least

    def check(self, at, value):
        if type(value) is not int or value < self.least:
            faults.append(f"{at}: {value!r}")


class Array:
    def __init__(self, of, least=0):
        self.of, self.least = of, least

    def check(self, at, value):
        if not isinstance(value, list) or len(value) < self.least:
            faults.append(f"{at}: not an array of at least {self.least}")
            return
        for i, element in enumerate(value):
            self.of.check(f"{at}[{i}]", element)


class Object:
    def __init__(self, required=None, optional=None):
        self.required, self.known = required or {}, {**(required or {}), **(optional or {})}

    def check(self, at, value):
        if not isinstance(value, dict):
            faults.append(f"{at}: not an object")
            return
        for name in self.required:
            if name not in value:
                faults.append(f"{at}: no {name}")
        for name, member in value.items():
            if name in self.known:
                self.known[name].check(f"{at}.{name}", member)
            else:
                faults.append(f"{at}: unknown {name}")


message = Object({"text": Text()})                                              # 3.11
uri = Text(r"(file:///|[A-Za-z0-9._~-])([A-Za-z0-9._~/-]|%[0-9A-F]{2})*")        # 3.4.3, RFC 3986
region = Object({"startLine": Number(1)},                                       # 3.30
                {"startColumn": Number(1), "snippet": Object({"text": Text()})})
location = Object({}, {                                                         # 3.28
    "physicalLocation": Object({"artifactLocation": Object({"uri": uri})}, {"region": region}),  # 3.29
    "logicalLocations": Array(Object({"name": Text(), "kind": Text("function")})),  # 3.33
    "message": message})
rule = Object({"id": Text(r"[a-z-]+"), "shortDescription": message})             # 3.49
result = Object({"message": message},                                           # 3.27
                {"ruleId": Text(r"[a-z-]+"), "ruleIndex": Number(0), "level": Text("error|warning"),
                 "locations": Array(location), "relatedLocations": Array(location),
                 "occurrenceCount": Number(1)})
driver = Object({"name": Text()}, {"version": Text(), "rules": Array(rule)})      # 3.19
run = Object({"tool": Object({"driver": driver})},                               # 3.14, 3.18
             {"results": Array(result), "columnKind": Text("utf16CodeUnits|unicodeCodePoints")})
log = Object({"version": Text(r"2\.1\.0"), "runs": Array(run)},                  # 3.13
             {"$schema": Text(r"https://.*sarif-schema-2\.1\.0\.json")})


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        contents = json.load(file)
    log.check("log", contents)
    if not faults:
        # "ruleIndex [...] the index within theComponent.rules"; ruleId is that rule's id (3.27.5-6).
        for one in contents["runs"]:
            rules = one["tool"]["driver"]["rules"]
            for found in one["results"]:
                index = found["ruleIndex"]
                if index >= len(rules) or rules[index]["id"] != found["ruleId"]:
                    faults.append(f"ruleIndex {index} is not {found['ruleId']}")
    print("\n".join(faults), end="")
    return bool(faults)


sys.exit(main())
