#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages of weftc in a browser: they load, fit, can be used by mouse and keys, and hold what they are about.

pages_test.py explain WEFTC FOLDER     kernels of tests/pages/kernels, text and SPIR-V
pages_test.py trace WEFTC FOLDER       a roofline of a timeline
pages_test.py errors WEFTC FOLDER      what weftc says where there is no page to be made (no browser needed)

FOLDER is for the pages, and with WEFT_TEST_PICTURES set for pictures of them, too.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import browser
import picture

HERE = pathlib.Path(__file__).resolve().parent
KERNELS = HERE / "kernels"
WIDTHS = (1280, 400)


def check(holds, *what):
    if not holds:
        sys.exit("FAILED: " + " ".join(map(str, what)))


def weftc(*arguments, fails=False):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, cwd=KERNELS, timeout=300)
    check((done.returncode != 0) == fails, "weftc", *arguments, ":", done.returncode, done.stderr)
    return done.stderr


def looks(page, name, view):
    """The page at each width in each of the two colour schemes."""
    for width in WIDTHS:
        for scheme in ("light", "dark"):
            view.size(width, 900)
            view.colours(scheme)
            view.open(page)
            wide = view.run("document.documentElement.scrollWidth")
            check(wide <= view.run("innerWidth"), name, "is", wide, "wide at", width)
            background = view.run("getComputedStyle(document.body).backgroundColor")
            bright = sum(int(part) for part in background[4:-1].split(",")) > 3 * 128
            check(bright == (scheme == "light"), name, "has the background", background, "where", scheme, "is wanted")
            if os.environ.get("WEFT_TEST_PICTURES"):
                view.picture(folder / f"{name}-{width}-{scheme}.png")
    check(not view.complaints, name, "complains:", view.complaints)
    check(view.run("performance.getEntriesByType('resource').length") == 0, name, "loads something")


def shown_source(view, file=0):
    return view.run(f"""[...document.querySelectorAll('.row')].filter(row => row.id.startsWith('line-{file}-'))
        .map(row => row.querySelector('code').textContent)""")


def source_lines(path):
    text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
    return text.rstrip("\n").split("\n") if text else [""]


def details(view):
    return view.run("document.querySelector('.details').innerText")


def uses_lines(view, name, line, expected):
    """A line is chosen by a click, and others by keys."""
    view.click(f"#line-0-{line} .number")
    check(view.run(f"document.getElementById('line-0-{line}').getAttribute('aria-selected')") == "true",
          name, "line", line, "is not chosen by a click")
    text = details(view)
    for words in (f"Line {line}", *expected):
        check(words in text, name, "line", line, "has no", repr(words), "in", text)
    assembly = view.run("[...document.querySelectorAll('.assembly div:not(.gap)')].map(line => line.textContent)")
    check(assembly and all(text.strip() for text in assembly), name, "line", line, "has no machine code")
    view.run("document.querySelector('.source').focus()")
    view.key("Home")
    first = view.run("document.querySelector('[aria-selected=true]').id")
    view.key("ArrowDown")
    second = view.run("document.querySelector('[aria-selected=true]').id")
    check(first != second, name, "the arrow keys do not move")
    view.key("ArrowUp")
    check(view.run("document.querySelector('[aria-selected=true]').id") == first, name, "there is no way back")
    check(view.run("document.querySelector('.source').getAttribute('aria-activedescendant')") == first, name)
    view.key("Escape")
    check(view.run("document.querySelectorAll('[aria-selected=true]').length") == 0, name, "Escape leaves a line chosen")


def choose_kernel(view, kernel):
    view.click(f"[data-kernel={kernel}]")
    check(kernel in view.run("document.querySelector('section h2').textContent"), "kernel", kernel, "is not shown")


def number_of(text, path):
    return 1 + next(i for i, line in enumerate(source_lines(path)) if text in line)


def many(view):
    source = KERNELS / "many.cl"
    page = folder / "many.html"
    weftc("--explain", source, "--html", page, "--options", "-I.")
    looks(page, "many", view)
    view.size(1280, 900)
    view.open(page)
    check(shown_source(view) == source_lines(source), "many: the source is another one")
    line = lambda text: number_of(text, source)
    uses_lines(view, "many", line("y[i] = a * x[i]"), ["consecutive", "load of x", "store to y"])
    choose_kernel(view, "sparse")
    text = view.run("document.body.innerText")
    check("helper.h" in text, "many: the included file is not shown")
    helper = view.run("data.files.findIndex(file => file.name.endsWith('helper.h'))")
    check(shown_source(view, helper) == source_lines(KERNELS / "helper.h"), "many: helper.h is another one")
    uses_lines(view, "sparse", line("x[columns[k]]"), ["x"])
    choose_kernel(view, "product")
    uses_lines(view, "product", line("sum += a[y * n + k]"), ["consecutive", "uniform"])
    check("Loops" in view.run("document.body.innerText"), "product has no loops")
    choose_kernel(view, "locked")
    check("one work-item at a time" in view.run("document.querySelector('.reasons').innerText"), "locked has lanes")
    choose_kernel(view, "colours")
    uses_lines(view, "colours", line("weights[3 * i]"), ["strided"])
    check(any("masked" in row for row in view.run("[...document.querySelectorAll('.row .fate')].map(one => one.textContent)")),
          "colours: nothing is masked")
    if os.environ.get("WEFT_TEST_PICTURES"):
        for kernel in ("product", "sparse", "colours", "histogram"):
            for width in WIDTHS:
                view.size(width, 900)
                view.colours("light")
                choose_kernel(view, kernel)
                view.picture(folder / f"many-{kernel}-{width}.png")
                wide = view.run("document.documentElement.scrollWidth")
                check(wide <= width, kernel, "is", wide, "wide at", width)
    check(not view.complaints, "many complains:", view.complaints)


def odd(view):
    source = KERNELS / "odd.cl"
    page = folder / "odd.html"
    weftc("--explain", source, "--html", page)
    looks(page, "odd", view)
    check(view.run("typeof window.broken") == "undefined", "the source runs as a script")
    check(shown_source(view) == source_lines(source), "odd: the source is another one")
    uses_lines(view, "odd", number_of("sin(x[i])", source), ["sin"])


def empty(view):
    page = folder / "empty.html"
    weftc("--explain", KERNELS / "empty.cl", "--html", page)
    looks(page, "empty", view)
    check("no kernel" in view.run("document.body.innerText"), "a program without kernels has some")


def emitters(view):
    source = KERNELS / "many.cl"
    for emitter in ("loops", "fibers"):
        page = folder / f"{emitter}.html"
        weftc("--explain", source, "--html", page, "--options", "-I.", "--emitter", emitter)
        view.open(page)
        check(not view.complaints, emitter, view.complaints)
        line = number_of("y[i] = a * x[i]", source)
        if emitter == "loops":
            uses_lines(view, emitter, line, ["scalar"])
        view.click(f"#line-0-{line} .number")
        check("scalar" in details(view), emitter, "has lanes")


def spirv(view):
    if not shutil.which("clang-15") or not shutil.which("llvm-spirv-15"):
        print("SPIR-V is left out: there is no clang-15 with llvm-spirv-15, which write debug lines")
        return
    source, module, page = KERNELS / "many.cl", folder / "many.spv", folder / "spirv.html"
    bitcode = folder / "many.bc"
    for command in (["clang-15", "--target=spir64", "-cl-std=CL3.0", "-Xclang", "-finclude-default-header", "-O1", "-g",
                     "-emit-llvm", "-c", source, "-o", bitcode], ["llvm-spirv-15", bitcode, "-o", module]):
        made = subprocess.run(command, cwd=KERNELS, capture_output=True, text=True)
        check(made.returncode == 0, command[0], "says", made.stderr)
    weftc("--explain", module, "--html", page)
    looks(page, "spirv", view)
    names = view.run("data.files.map(file => file.name)")
    number = next((i for i, name in enumerate(names) if name.endswith("many.cl")), None)
    check(number is not None, "SPIR-V: no file is many.cl but", names)
    check(shown_source(view, number) == source_lines(source), "SPIR-V: the source is another one")
    line = number_of("y[i] = a * x[i]", source)
    view.click(f"#line-{number}-{line} .number")
    check("consecutive" in details(view), "SPIR-V:", details(view))
    check(view.run("document.querySelectorAll('.assembly div').length") > 3, "SPIR-V: there is no machine code")


def event(name, begin, microseconds, items, bytes_, operations, assumed=0):
    return {"ph": "X", "pid": 2, "tid": 1, "ts": begin, "dur": microseconds, "name": name,
            "args": {"queued_ns_before": 0, "submitted_ns_before": 0, "work_items": items, "bytes": bytes_,
                     "float_operations": operations, "float_operations_assumed": assumed}}


def trace(view):
    events = [{"ph": "M", "pid": 2, "name": "weft_machine",
               "args": {"bytes_per_s": 4e10, "float_operations_per_s": 4e11, "threads": 2}},
              event("triad<&\"x\">", 0, 500, 1 << 20, 12 << 20, 2 << 20),
              event("triad<&\"x\">", 600, 700, 1 << 20, 12 << 20, 2 << 20),
              event("product", 2000, 9000, 1 << 18, 3 << 20, 2 << 27),
              event("sparse_matrix_with_a_very_long_name_that_goes_on_and_on", 12000, 900, 1 << 16, 9 << 20, 1 << 20, 1),
              event("hash", 14000, 100, 1 << 10, 1 << 10, 0),
              {"ph": "X", "pid": 2, "tid": 1, "ts": 15000, "dur": 30, "name": "read buffer", "args": {}}]
    whole, cut, page = folder / "whole.json", folder / "cut.json", folder / "trace.html"
    text = "[\n" + ",\n".join(map(json.dumps, events)) + "\n]\n"
    whole.write_text(text)
    weftc("--trace-page", whole, "--html", page)
    looks(page, "trace", view)
    view.size(1280, 900)
    view.open(page)
    check(view.run("document.querySelectorAll('svg .dot').length") == 3, "trace: dots")
    check(view.run("document.querySelectorAll('svg .dot.assumed').length") == 1, "trace: a hollow dot")
    check(view.run("[...document.querySelectorAll('tbody tr td:first-child')].map(cell => cell.innerText)") ==
          ["product", "triad<&\"x\">", "sparse_matrix_with_a_very_long_name_that_goes_on_and_on", "hash", "read buffer"],
          "trace: rows")
    view.run("document.querySelectorAll('svg .dot')[0].focus()")
    # 2 launches of 12 MiB in 1.2 ms are 21 GB/s of 40.
    view.run("[...document.querySelectorAll('.link')].find(one => one.textContent.startsWith('triad')).click()")
    said = view.run("document.querySelector('[aria-live]').innerText")
    check("2 launches in 1.2 ms" in said and "21 GB/s, 52 % of the peak" in said, "trace:", said)
    cut.write_text(text[:text.index("hash") - 5])
    weftc("--trace-page", cut, "--html", page)
    view.open(page)
    check("ends in the middle" in view.run("document.body.innerText"), "trace: a file that is cut is not called so")
    check(view.run("document.querySelectorAll('svg .dot').length") == 3, "trace: what is there of a cut file")
    check(not view.complaints, "trace complains:", view.complaints)


def errors(_):
    source = KERNELS / "empty.cl"
    for page in (folder / "no" / "such" / "page.html", folder):
        said = weftc("--explain", KERNELS / "odd.cl", "--html", page, fails=True)
        check(f"cannot write '{page}': " in said and ("No such file" in said or "Is a directory" in said), said)
    said = weftc("--trace-page", source, "--html", folder / "page.html", fails=True)
    check("no timeline that WEFT_TRACE has written" in said, said)
    check("--html" in weftc("--trace-page", source, fails=True), "a page of a trace goes nowhere")
    check("--output" in weftc(source, "--html", "page.html", "-o", "artifact", fails=True), "-o with --html")
    wrong = folder / "wrong.cl"
    wrong.write_text("kernel void f(global int *x) { undeclared(x); }\n")
    check("undeclared" in weftc("--explain", wrong, "--html", folder / "wrong.html", fails=True), "a program that fails")
    check(not (folder / "wrong.html").exists(), "a page of a program that fails")


def picture_of_page(view):
    """The picture for README: what is on the page, at its place, with the colours of fates."""
    drawn = picture.draw(program, view)
    words = [one.text for one in xml.etree.ElementTree.fromstring(drawn).iter() if one.tag.endswith("text")]
    for word in ("blur.cl", "16", "gather", "out[order[x]]", "memory"):
        check(word in words, "picture without", word)
    bars = re.findall(r'<rect x="725[.\d]*" y="[.\d]+" width="([.\d]+)" height="4', drawn)
    check(len(bars) == 3 and float(bars[0]) > float(bars[1]) > float(bars[2]), "bars of the picture:", bars)


def explain(view):
    for part in (many, odd, empty, emitters, spirv, picture_of_page):
        part(view)


what, program, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
if what == "errors":
    errors(None)
else:
    found = browser.find()
    if not found:
        print("SKIPPED: there is no Chromium to look at pages with (Debian's package chromium)")
        sys.exit(77)
    one = browser.Browser(found)
    try:
        {"explain": explain, "trace": trace}[what](one)
    finally:
        one.close()
print("passed")
