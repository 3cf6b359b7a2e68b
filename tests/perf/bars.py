# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ratios as bars on a logarithmic scale: a picture for documents, light and dark, without scripts."""

import html
import math

TICKS = [0.05, 0.1, 0.2, 0.5, 1, 2]
WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 720, 110, 140, 26, 42, 34


def svg(rows, title, caption, ticks=TICKS):
    """`rows`: (name, geometric mean, largest ratio, note). `ticks`: the scale, of which the first and the last are its
    ends; what lies beyond is drawn there."""
    def across(value):
        low, high = math.log(ticks[0]), math.log(ticks[-1])
        part = (math.log(min(max(value, ticks[0]), ticks[-1])) - low) / (high - low)
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    bottom = TOP + ROW * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + BOTTOM}" role="img" '
           'font-family="system-ui, sans-serif" font-size="13">',
           f"<title>{html.escape(title, quote=False)}</title>",
           "<style>text{fill:#1f2328}.quiet{fill:#59636e;font-size:12px}.bar{fill:#2f6f9f}.worst{stroke:#2f6f9f}"
           ".grid{stroke:#d1d9e0}.one{stroke:#59636e}@media(prefers-color-scheme:dark){text{fill:#e6edf3}"
           ".quiet{fill:#9198a1}.bar{fill:#6cb2e6}.worst{stroke:#6cb2e6}.grid{stroke:#3d444d}.one{stroke:#9198a1}}</style>",
           f'<text x="0" y="16">{html.escape(caption, quote=False)}</text>']
    for tick in ticks:
        x = across(tick)
        out.append(f'<line class="{"one" if tick == 1 else "grid"}" x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}"/>')
        out.append(f'<text class="quiet" x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{tick:g}</text>')
    for i, (name, mean, most, note) in enumerate(rows):
        y = TOP + ROW * i
        middle = y + (ROW - 8) / 2
        out += [f'<text x="{LEFT - 8}" y="{middle + 4.5:.1f}" text-anchor="end">{html.escape(name)}</text>',
                f'<rect class="bar" x="{LEFT}" y="{y}" width="{across(mean) - LEFT:.1f}" height="{ROW - 8}" rx="2"/>',
                f'<line class="worst" x1="{across(mean):.1f}" y1="{middle:.1f}" x2="{across(most):.1f}" y2="{middle:.1f}"/>',
                f'<text class="quiet" x="{WIDTH - RIGHT + 16}" y="{middle + 4.5:.1f}">{html.escape(note)}</text>']
    out.append("</svg>")
    return "\n".join(out) + "\n"
