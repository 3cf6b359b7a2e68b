# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Input files for programs whose data sets are not part of their repositories, in their formats.

Each function returns one that makes the bytes: nothing is generated for programs that are not run.
"""

import random


def text(string):
    return lambda: string.encode()


def lines(generate):
    """`generate(random)` yields the lines; the same ones in every run."""
    return lambda: "".join(f"{line}\n" for line in generate(random.Random(7))).encode()


def numbers(count, least, most):
    return lines(lambda r: (f"{r.uniform(least, most):.6f}" for _ in range(count)))


def graph(nodes, degree):
    """Rodinia's bfs: nodes with first edge and degree, the source, edges with costs."""
    def generate(r):
        degrees = [r.randrange(1, 2 * degree) for _ in range(nodes)]
        yield nodes
        first = 0
        for count in degrees:
            yield f"{first} {count}"
            first += count
        yield f"\n0\n\n{first}"
        for _ in range(first):
            yield f"{r.randrange(nodes)} {r.randrange(1, 10)}"
    return lines(generate)


def keys(count):
    """Rodinia's b+tree: the number of keys, and the keys."""
    return lines(lambda r: iter([count, *range(1, count + 1)]))


def mesh(cells):
    """Rodinia's cfd: for each cell its area, and four neighbours (from 1; negative: wing or far
    field) with the normals of the faces between."""
    def generate(r):
        yield cells
        width = int(cells ** 0.5)
        for cell in range(cells):
            x, y = cell % width, cell // width
            faces = [(x > 0, -1, (-1, 0)), (x < width - 1, 1, (1, 0)), (y > 0, -width, (0, -1)),
                     (cell + width < cells, width, (0, 1))]
            yield " ".join([f"{r.uniform(0.9, 1.1):.6f}", *(
                f"{cell + 1 + step if inside else -2} {normal[0]} {normal[1]} 0" for inside, step, normal in faces)])
    return lines(generate)


def pixels(count):
    return lambda: random.Random(7).randbytes(count)


def picture(columns, rows):
    """A PGM picture in text, with a header of three lines."""
    def generate(r):
        yield from ("P2", f"{columns} {rows}", 255)
        for _ in range(rows):
            yield " ".join(str(r.randrange(1, 256)) for _ in range(columns))
    return lines(generate)


def points(count, features):
    """Rodinia's kmeans: an id and the features."""
    return lines(lambda r: (f"{i} " + " ".join(f"{r.random():.4f}" for _ in range(features)) for i in range(count)))


def hurricanes(count, seed):
    """Rodinia's nn: records of 48 characters, latitude at 28 and longitude at 33."""
    def generate(r):
        r.seed(seed)
        for i in range(count):
            yield (f"{i:<28}{r.uniform(7, 70):5.1f}{r.uniform(0, 180):5.1f}".ljust(48))
    return lines(generate)
