#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns libclc's bitcode for NVPTX (as text) into IR for spir64.

libclc's NVPTX build is its generic one: no NVPTX intrinsic occurs in it (checked below). What
differs from what Clang makes of a program for spir64 is put right here:
  - the data layout, taken from a module that Clang made, and the triple;
  - the calling convention: spir_func for definitions and for calls, but for what is
    internal already (fastcc);
  - the constant address space, 4 there and 2 here;
  - conversions to integers, of which some are given what no integer can hold, and index a table
    with the result: a GPU does not mind the address;
  - attributes of the target, and metadata that speaks of accuracy;
  - the names of functions that the own sources replace and yet use: `libclc_` goes before them.
Only functions of values stay visible. Those with pointers, whose names depend on the target's
address spaces, are written anew in the library's own sources, as are work-item functions, which
belong to the compiler's passes.
"""
import argparse
import re
import sys

DEFINE = re.compile(r'^define (?:dso_local |internal |weak |linkonce_odr |hidden )*(.*?)@([\w.$]+)\((.*)$')
CALL = re.compile(r'\b((?:tail |musttail |notail )?call(?: (?:nnan|ninf|nsz|arcp|contract|afn|reassoc|fast))*) '
                  r'(?!fastcc )(?=[^@]*@(?!llvm\.))')
# Overloadable by value, yet not a function of its values alone.
NOT_VALUES = re.compile(r'_Z\d+(get_\w+|barrier|work_group_\w+|\w*mem_fence|wait_group_events)')
# Attributes of a target or of a build, and `convergent`, which holds for no function of values.
TARGET_ATTRIBUTE = re.compile(r' "[^"]*"="[^"]*"| convergent\b')
CALLEE = re.compile(r'@(_Z\w+)\(')
ACCURACY = re.compile(r', ?!(?:fpmath|tbaa|srcloc) !\d+')
CONVERSION = re.compile(r'\bfpto([su])i (<\d+ x \w+>|\w+) (%[\w.]+) to (<\d+ x \w+>|\w+)')
FORBIDDEN = re.compile(r'llvm\.nvvm|\basm\b|addrspacecast|fast ')


def parameters_have_pointers(rest):
    return re.search(r'\bptr\b', rest.split(' local_unnamed_addr')[0]) is not None


def is_public(name, rest):
    return (name.startswith('_Z') and '__clc' not in name and not NOT_VALUES.match(name)
            and not parameters_have_pointers(rest))


def mangled(kind):
    """A type as it appears in an intrinsic's name: <4 x float> is v4f32."""
    m = re.match(r'<(\d+) x (\w+)>$', kind)
    scalar = {'float': 'f32', 'double': 'f64'}
    return f'v{m[1]}{scalar.get(m[2], m[2])}' if m else scalar.get(kind, kind)


def saturate(match, declarations):
    """The conversion that is defined for every value, as a call; notes the declaration it needs."""
    sign, source, value, target = match.groups()
    name = f'@llvm.fpto{sign}i.sat.{mangled(target)}.{mangled(source)}'
    declarations.add(f'declare {target} {name}({source})\n')
    return f'call {target} {name}({source} {value})'


def facts_of(path):
    """Of a module in text form: its data layout line, and the functions it wants by a new name."""
    layout, renamed = None, {}
    with open(path) as like:
        for line in like:
            if line.startswith('target datalayout = '):
                layout = line
            m = re.match(r'declare .*@(_Z(\d+)libclc_(\w+))\(', line)
            if m:
                renamed[f'_Z{int(m[2]) - len("libclc_")}{m[3]}'] = m[1]
    if not layout:
        sys.exit(f'{path}: no data layout')
    return layout, renamed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('input')
    parser.add_argument('output')
    parser.add_argument('--like', required=True, help='a module (text) made by Clang for spir64')
    args = parser.parse_args()
    data_layout, renamed = facts_of(args.like)
    found = set()

    public = 0
    keep = False  # inside a function that stays visible
    is_conversion = False
    saturating = set()
    with open(args.input) as source, open(args.output, 'w') as out:
        for number, line in enumerate(source, 1):
            if line.startswith('target datalayout'):
                line = data_layout
            elif line.startswith('target triple'):
                continue  # llvm-link takes that of the library's own part; opt knows no SPIR
            elif line.startswith('define '):
                m = DEFINE.match(line)
                if not m:
                    sys.exit(f'{args.input}:{number}: unknown form of definition: {line}')
                before, name, rest = m.groups()
                found.add(name)
                keep = is_public(name, rest)
                public += keep
                is_conversion = re.match(r'_Z\d+convert_', name)
                rest = rest.replace(' addrspace(4)', ' addrspace(2)')
                linkage = '' if keep else 'internal '
                convention = '' if before.startswith('fastcc ') else 'spir_func '
                line = f'define {linkage}{convention}{before}@{renamed.get(name, name)}({rest}\n'
            elif line.startswith('@__CLC_'):
                line = line.replace('local_unnamed_addr', 'internal unnamed_addr', 1)
            elif line.startswith('declare ') and '@llvm.' not in line:
                line = re.sub(r'^declare (dso_local )?', 'declare spir_func ', line)
            elif line.startswith('attributes '):
                line = TARGET_ATTRIBUTE.sub('', line)
            else:
                if keep and FORBIDDEN.search(line):
                    sys.exit(f'{args.input}:{number}: not portable: {line}')
                line = CALL.sub(r'\1 spir_func ', line)
                line = CALLEE.sub(lambda m: f'@{renamed.get(m[1], m[1])}(', line)
                line = ACCURACY.sub('', line)
                line = line.replace(' addrspace(4)', ' addrspace(2)')
                if not is_conversion:
                    line = CONVERSION.sub(lambda m: saturate(m, saturating), line)
            out.write(line)
        for declaration in sorted(saturating):
            out.write(declaration)
    if renamed.keys() - found:
        sys.exit(f'{args.input}: no {", ".join(sorted(renamed.keys() - found))}')
    if public < 5000:
        sys.exit(f'{args.input}: only {public} functions of values; is this libclc\'s NVPTX build?')


if __name__ == '__main__':
    main()
