# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/performance.md, of which each command that measures writes a section of its own; so may other documents be."""

import pathlib
import platform

DOC = pathlib.Path(__file__).resolve().parents[2] / "docs" / "performance.md"
TITLE = "# Performance\n"


def cpu():
    """Model and vector level of this machine's CPU: "AMD EPYC, AVX-512"."""
    model, flags = platform.processor(), ""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
        elif line.startswith("flags"):
            flags = line.split(":", 1)[1]
            break
    levels = {"avx512f": "AVX-512", "avx2": "AVX2"}
    found = next((level for flag, level in levels.items() if flag in flags.split()), "SSE2")
    return f"{model}, {found}"


def write_section(heading, body, doc=DOC, title=TITLE, first=False):
    """Replaces the section `heading`, or adds it at the end; or puts it `first`."""
    text = doc.read_text() if doc.exists() else title
    title, *sections = text.split("\n## ")
    section = f"{heading}\n\n{body.strip()}\n"
    kept = [old for old in sections if not old.startswith(heading + "\n")]
    place = next((i for i, old in enumerate(sections) if old.startswith(heading + "\n")), len(kept))
    kept.insert(0 if first else place, section)
    doc.write_text("\n## ".join([title.rstrip() + "\n"] + [old.strip() + "\n" for old in kept]))
