# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/programs.svg: Weft's time over PoCL's for each suite of the last run, as bars on a logarithmic scale."""

import html
import math

import record

LEAST_RUNS = 3  # of a suite that gets a bar
NAMES = {"AMD_APP_samples": "AMD's samples", "PolyBench-ACC": "PolyBench", "gpu-rodinia": "Rodinia", "shoc": "SHOC"}
TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2]
WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 720, 110, 140, 26, 42, 34


def means(last):
    """(suite, number of runs, geometric mean, largest ratio), the lowest mean first. Only runs with a right result
    count."""
    ratios = {}
    for name, row in last["runs"].items():
        part = record.ratio(row)
        if part and row["result"] == "right":
            ratios.setdefault(name.partition("/")[0], []).append(part)
    found = [(name, len(all_of), math.exp(sum(map(math.log, all_of)) / len(all_of)), max(all_of))
             for name, all_of in ratios.items() if len(all_of) >= LEAST_RUNS]
    return sorted(found, key=lambda one: one[2])


def across(value):
    """Where a ratio lies, in pixels from the left."""
    low, high = math.log(TICKS[0]), math.log(TICKS[-1])
    part = (math.log(min(max(value, TICKS[0]), TICKS[-1])) - low) / (high - low)
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def svg(last):
    rows = means(last)
    bottom = TOP + ROW * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + BOTTOM}" role="img" '
           'font-family="system-ui, sans-serif" font-size="13">',
           "<title>Kernels' time on Weft over that on PoCL, by suite</title>",
           "<style>text{fill:#1f2328}.quiet{fill:#59636e;font-size:12px}.bar{fill:#2f6f9f}.worst{stroke:#2f6f9f}"
           ".grid{stroke:#d1d9e0}.one{stroke:#59636e}@media(prefers-color-scheme:dark){text{fill:#e6edf3}"
           ".quiet{fill:#9198a1}.bar{fill:#6cb2e6}.worst{stroke:#6cb2e6}.grid{stroke:#3d444d}.one{stroke:#9198a1}}</style>",
           '<text x="0" y="16">Time of kernels, PoCL = 1 (less is faster). Bars: geometric means; lines: up to the '
           'slowest program.</text>']
    for tick in TICKS:
        x = across(tick)
        out.append(f'<line class="{"one" if tick == 1 else "grid"}" x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}"/>')
        out.append(f'<text class="quiet" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>')
    for i, (name, count, mean, most) in enumerate(rows):
        y = TOP + ROW * i
        middle = y + (ROW - 8) / 2
        out += [f'<text x="{LEFT - 8}" y="{middle + 4.5:.1f}" text-anchor="end">{html.escape(NAMES.get(name, name))}</text>',
                f'<rect class="bar" x="{LEFT}" y="{y}" width="{across(mean) - LEFT:.1f}" height="{ROW - 8}" rx="2"/>',
                f'<line class="worst" x1="{across(mean):.1f}" y1="{middle:.1f}" x2="{across(most):.1f}" y2="{middle:.1f}"/>',
                f'<text class="quiet" x="{WIDTH - RIGHT + 16}" y="{middle + 4.5:.1f}">{mean:.2f}, '
                f'{count} programs</text>']
    out.append("</svg>")
    return "\n".join(out) + "\n"
