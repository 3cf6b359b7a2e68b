# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recipes: how a program is had, built, run and checked. One file each, in TOML.

    name = "Example"                    # of the program, and of its clone's folder
    repository = "https://..."          # public; left out where Debian's packages are the program
    revision = "0123abc"                # that it was last tried with
    packages = ["libfoo-dev"]           # Debian's that it needs
    build = "make -C opencl"            # shell command in the clone

    [[run]]
    name = "sort"
    folder = "opencl"                   # in the clone, default "."
    command = "./sort 1000"             # shell command; $HERE is the folder of the recipe
    passes = 'PASSED|(?P<passed>\\d+) passed'   # printed where the program's own check holds
    fails = 'FAILED'                    # printed where it does not
    exit = 0                            # its exit status
    limit = 120                         # seconds
    times = true                        # are its kernels' times worth comparing?
    pocl = true                         # does it run on PoCL, too?
    allow = "reason"                    # why it may be wrong; what this says is in the table
    environment = { NAME = "value" }

Without `passes`, what a run reads back is compared with what PoCL's run does. A group `passed` in
`passes` counts tests, for programs that are many: fewer than last time is worse.
"""

import re
import tomllib
from dataclasses import MISSING, dataclass, field, fields


class BadRecipe(Exception):
    pass


@dataclass
class Run:
    name: str
    command: str
    folder: str = "."
    passes: str = ""
    fails: str = ""
    exit: int = 0
    limit: int = 120
    times: bool = True
    pocl: bool = True
    allow: str = ""
    environment: dict = field(default_factory=dict)


@dataclass
class Recipe:
    name: str
    runs: list
    here: object  # the folder of the recipe
    repository: str = ""
    revision: str = ""
    packages: list = field(default_factory=list)
    build: str = ""


def make(kind, table, where, **more):
    """An object of `kind` of a table of TOML."""
    known = {f.name: f for f in fields(kind) if f.name not in more}
    for key, value in table.items():
        if key not in known:
            raise BadRecipe(f"{where}: there is no key {key!r}")
        if type(value) is not known[key].type:
            raise BadRecipe(f"{where}: {key} is not of type {known[key].type.__name__}")
    for name, one in known.items():
        if one.default is MISSING and one.default_factory is MISSING and name not in table:
            raise BadRecipe(f"{where}: lacks {name}")
    return kind(**table, **more)


def read(file):
    try:
        table = tomllib.loads(file.read_text())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as why:
        raise BadRecipe(f"{file}: {why}") from None
    tables = table.pop("run", None)
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise BadRecipe(f"{file}: has no [[run]]")
    runs = [make(Run, one, f"{file}, run {number}") for number, one in enumerate(tables, 1)]
    names = [run.name for run in runs]
    for run in runs:
        if names.count(run.name) > 1:
            raise BadRecipe(f"{file}: has several runs {run.name}")
        for pattern in (run.passes, run.fails):
            try:
                re.compile(pattern)
            except re.error as why:
                raise BadRecipe(f"{file}, run {run.name}: {pattern!r}: {why}") from None
    return make(Recipe, table, str(file), runs=runs, here=file.parent.resolve())


def read_all(folders):
    """The recipes of these folders, by name."""
    found = {}
    for file in (file for folder in folders for file in sorted(folder.glob("*.toml"))):
        recipe = read(file)
        if recipe.name in found:
            raise BadRecipe(f"{file}: there is another recipe of {recipe.name}")
        found[recipe.name] = recipe
    return found
