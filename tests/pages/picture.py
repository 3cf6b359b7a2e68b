#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/explain.svg: the top of a page of `weftc --explain --html`, as a browser lays it out, as text and boxes.

    python3 tests/pages/picture.py build/release/bin/weftc
"""
import pathlib
import subprocess
import sys
import tempfile
import xml.sax.saxutils as xml

import browser

HERE = pathlib.Path(__file__).resolve().parent
PICTURE = HERE.parents[1] / "docs" / "explain.svg"
WIDTH, HEIGHT = 1280, 560  # pixels

# Boxes that have a colour or a border, and words with the place of their baseline, from back to front.
LAYOUT = """(() => {
  const found = [], pen = document.createElement("canvas").getContext("2d");
  const shown = colour => !/^(transparent|rgba\\(.*, 0\\))$/.test(colour);
  const walk = node => {
    if (node.nodeType == Node.TEXT_NODE) {
      const style = getComputedStyle(node.parentElement);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const ascent = pen.measureText("x").fontBoundingBoxAscent, range = document.createRange();
      for (const word of node.data.matchAll(/\\S+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const box = range.getBoundingClientRect();
        if (box.width)
          found.push({text: word[0], x: box.left, y: box.top + ascent, width: box.width, size: style.fontSize,
                      weight: style.fontWeight, mono: /mono/i.test(style.fontFamily), colour: style.color});
      }
    } else if (node.nodeType == Node.ELEMENT_NODE) {
      const style = getComputedStyle(node), box = node.getBoundingClientRect();
      if (style.display == "none" || style.visibility == "hidden")
        return;
      const border = parseFloat(style.borderTopWidth) && style.borderTopStyle != "none";
      if (box.width && box.height && (shown(style.backgroundColor) || border))
        found.push({x: box.left, y: box.top, width: box.width, height: box.height, radius: style.borderTopLeftRadius,
                    fill: shown(style.backgroundColor) ? style.backgroundColor : "none",
                    line: border ? style.borderTopColor : "none"});
      node.childNodes.forEach(walk);
    }
  };
  walk(document.body);
  return {found, ground: getComputedStyle(document.body).backgroundColor};
})()"""


def svg(layout):
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
           'font-family="system-ui, DejaVu Sans, sans-serif">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{layout["ground"]}"/>']
    for one in layout["found"]:
        x, y, width = round(one["x"], 1), round(one["y"], 1), round(one["width"], 1)
        if y > HEIGHT:
            continue
        if "text" in one:
            family = ' font-family="ui-monospace, DejaVu Sans Mono, monospace"' if one["mono"] else ""
            weight = ' font-weight="bold"' if int(one["weight"]) >= 600 else ""
            out.append(f'<text x="{x}" y="{y}" textLength="{width}" font-size="{one["size"]}" '
                       f'fill="{one["colour"]}"{weight}{family}>{xml.escape(one["text"])}</text>')
        else:
            out.append(f'<rect x="{x}" y="{y}" width="{width}" height="{round(one["height"], 1)}" '
                       f'rx="{one["radius"].split()[0]}" fill="{one["fill"]}" stroke="{one["line"]}"/>')
    return "\n".join(out + ["</svg>", ""])


def draw(weftc, window):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        subprocess.run([weftc, "--explain", "--cpu", "x86-64-v4", "--html", page, HERE / "kernels" / "blur.cl"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        window.size(WIDTH, HEIGHT)
        window.open(page)
        return svg(window.run(LAYOUT))


if __name__ == "__main__":
    if not browser.find():
        sys.exit("picture.py needs Chromium")
    one = browser.Browser(browser.find())
    try:
        PICTURE.write_text(draw(sys.argv[1], one))
    finally:
        one.close()
