#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the coefficients that the library's sources hold; not part of the build (needs mpmath).

  minimax.py '(exp(x)-1-x)/x**2' -0.35 0.35 4 float
  minimax.py --weight 'x/sin(x)' ...

Remez's exchange: the polynomial of the given degree with the least greatest weighted error on the
interval. Coefficients are rounded to the format one by one, lowest first, the others found anew, so
that the rounding of one is taken up by the rest. Prints C constants and the error in bits.
"""
import argparse
import re

from mpmath import (asin, atan, cos, cosh, erf, erfc, exp, expm1, gamma, loggamma, log, log1p, lu_solve, matrix,
                    mp, mpf, pi, polyval, sin, sinh, sqrt, tan, tanh)

NAMES = dict(asin=asin, atan=atan, cos=cos, cosh=cosh, erf=erf, erfc=erfc, exp=exp, expm1=expm1, gamma=gamma,
             lgamma=loggamma, log=log, log1p=log1p, pi=pi, sin=sin, sinh=sinh, sqrt=sqrt, tan=tan,
             tanh=tanh, mpf=mpf)
BITS = {'float': 24, 'double': 53}


def remez(f, weight, low, high, powers, rounds=12, grid_points=600):
    """Coefficients for `powers` of x; the weighted error equioscillates."""
    count = len(powers) + 1
    # Not at the ends nor in the middle, where a weight may be zero.
    nodes = [(low + high) / 2 - (high - low) / 2 * cos(pi * (i + mpf(0.4)) / count) for i in range(count)]
    grid = [(low + high) / 2 - (high - low) / 2 * cos(pi * i / grid_points) for i in range(grid_points + 1)]
    values = [(x, f(x), weight(x)) for x in grid]
    for _ in range(rounds):
        rows = [[x ** p * weight(x) for p in powers] + [mpf(-1) ** i] for i, x in enumerate(nodes)]
        solved = lu_solve(matrix(rows), matrix([f(x) * weight(x) for x in nodes]))
        coefficients = [solved[i] for i in range(len(powers))]

        def error(at):
            x, fx, wx = at
            return (fx - sum(c * x ** p for c, p in zip(coefficients, powers))) * wx

        errors = [error(at) for at in values]
        # The extreme of each stretch of one sign.
        extremes, start = [], 0
        for i in range(1, len(errors) + 1):
            if i == len(errors) or (errors[i] > 0) != (errors[start] > 0):
                best = max(range(start, i), key=lambda j: abs(errors[j]))
                extremes.append(best)
                start = i
        while len(extremes) > count:
            extremes.pop(0 if abs(errors[extremes[0]]) < abs(errors[extremes[-1]]) else -1)
        if len(extremes) < count:
            break
        nodes = [values[j][0] for j in extremes]
    return coefficients, max(abs(e) for e in errors)


def rounded(value, bits):
    if value == 0:
        return value
    with mp.workprec(bits):
        return +value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('function')
    parser.add_argument('low', type=str)
    parser.add_argument('high', type=str)
    parser.add_argument('degree', type=int)
    parser.add_argument('format', choices=BITS)
    parser.add_argument('--weight', default='1', help='of the error, a function of x')
    parser.add_argument('--step', type=int, default=1, help='powers used: 0, step, 2 step, ...')
    parser.add_argument('--full', type=int, default=2,
                        help='how many coefficients to round by turns, the others at once')
    args = parser.parse_args()
    mp.prec = 400
    evaluate = lambda text, **names: eval(text, {**NAMES, **names})
    low, high = mpf(evaluate(args.low)), mpf(evaluate(args.high))
    f = lambda x: mpf(evaluate(args.function, x=x if x else mpf(2) ** -60))
    weight = lambda x: abs(mpf(evaluate(args.weight, x=x if x else mpf(2) ** -60)))
    powers = [i * args.step for i in range(args.degree + 1)]

    fixed = []
    for i in range(len(powers)):
        rest = powers[i:]
        remaining = lambda x: f(x) - sum(c * x ** p for c, p in zip(fixed, powers))
        if i < args.full:
            coefficients, _ = remez(remaining, weight, low, high, rest, rounds=6, grid_points=300)
        else:
            coefficients = coefficients[1:]
        fixed.append(rounded(coefficients[0], BITS[args.format]))
    grid = [low + (high - low) * i / 2000 for i in range(2001)]
    error = max(abs((f(x) - sum(c * x ** p for c, p in zip(fixed, powers))) * weight(x)) for x in grid)
    suffix = 'f' if args.format == 'float' else ''
    for p, c in zip(powers, fixed):
        print(re.sub(r'\.?0+p', 'p', f'x^{p}: {float(c).hex()}{suffix}'))
    print(f'error: 2^{float(log(error) / log(2)):.1f}')


if __name__ == '__main__':
    main()
