#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the OpenCL C library answers every call that a program can make.

The prototypes come from Clang's own header of built-in functions. Each is called once from a
program that is compiled as the front end does it, by Clang's table; what the object then wants must
be in the library, or belong to the compiler's passes.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Answered by the compiler's passes (docs/builtins.md), not by the library.
OF_THE_PASSES = re.compile(r'^(_Z\d+(get_(global|local|enqueued_local)_(id|size|offset|linear_id)'
                           r'|get_(group_id|num_groups|work_dim|fence)|barrier|work_group_barrier)(?=[a-zP]|$)'
                           r'|printf$|_Z6printf)')
PROTOTYPE = re.compile(r'^(?P<type>[\w ]+?) (?:__attribute__\(\([^;]*?\)\) )+(?P<name>\w+) ?\((?P<args>.*)\)$')
# What the device has no support for.
FOREIGN = re.compile(r'\bpipe\b'
                     r'|\bintel_sub_group_(avc|2d|block_prefetch)|\bintel_(?!sub_group)|\bamd_|\barm_|\bndrange_t'
                     # Slips of Clang's: images that cannot be written to; of images for both, what is
                     # in the header but not in the table: samplers, and writes to levels.
                     r'|\bintel_sub_group_block_write\w* ?\(read_only'
                     r'|\bread_image\w+ ?\(read_write \w+, sampler_t'
                     r'|\bwrite_image\w+ ?\(read_write( \w+,){3}')


def prototypes(header_text):
    lines = (l for l in header_text.splitlines() if not l.startswith('#'))
    for line in re.sub(r'\s+', ' ', ' '.join(lines)).split(';'):
        line = line.strip()
        if 'overloadable' not in line or FOREIGN.search(line):
            continue
        match = PROTOTYPE.match(line)
        if not match:
            sys.exit(f'unknown form of prototype: {line}')
        yield match['type'].strip(), match['name'], match['args']


def caller(number, kind, name, args):
    types = [] if args.strip() in ('', 'void') else [a.strip() for a in args.split(',')]
    # A few prototypes name their parameters.
    types = [re.sub(r'(?<=[\s*])(?!(?:u?(?:char|short|int|long)|float|double|half)\d*$)[a-z]\w*$', '', t)
             if ' ' in t and not t.endswith(('_t', 'int', 'uint', 'float', 'double', 'long', 'ulong'))
             else t for t in types]
    named = ', '.join(f'{t} a{i}' for i, t in enumerate(types)) or 'void'
    values = ', '.join(f'a{i}' for i in range(len(types)))
    result = '' if kind == 'void' else 'return '
    return f'{kind} caller{number}({named}) {{ {result}{name}({values}); }}\n'


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f'{" ".join(command)}\n{done.stderr[:4000]}')
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--llvm-bin', required=True)
    parser.add_argument('--clang-include', required=True)
    parser.add_argument('--stdlib', required=True)
    parser.add_argument('--std', default='CL1.2')
    parser.add_argument('--cl-ext', default='')
    parser.add_argument('--include', default=[], action='append', help='header of further declarations')
    parser.add_argument('--define', default=[], action='append', help='macro of the header')
    parser.add_argument('--at-least', type=int, default=0, help='functions that must be found')
    args = parser.parse_args()

    clang = [f'{args.llvm_bin}/clang', '-cc1', '-triple', 'spir64-unknown-unknown', '-x', 'cl',
             f'-cl-std={args.std}', '-internal-isystem', args.clang_include, '-finclude-default-header']
    if args.cl_ext:
        clang.append(f'-cl-ext={args.cl_ext}')
    clang += [f'-D{name}=1' for name in args.define]
    further = [f'-include{header}' for header in args.include]

    with tempfile.TemporaryDirectory() as folder:
        empty, program, ir = (Path(folder) / n for n in ('empty.cl', 'program.cl', 'program.bc'))
        empty.write_text('')
        header = run(clang + ['-E', '-P', str(empty)])
        text = [caller(i, *p) for i, p in enumerate(prototypes(header))]
        if len(text) < args.at_least:
            sys.exit(f'only {len(text)} functions found in the header')
        program.write_text('#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n' + ''.join(text))
        run(clang + further + ['-fdeclare-opencl-builtins', '-O1', '-disable-llvm-passes', '-w', '-emit-llvm-bc',
                     str(program), '-o', str(ir)])
        wanted = set(run([f'{args.llvm_bin}/llvm-nm', '-u', '-j', str(ir)]).split())
    defined = set(run([f'{args.llvm_bin}/llvm-nm', '--defined-only', '-j', args.stdlib]).split())

    missing = sorted(n for n in wanted - defined if not n.startswith('llvm.') and not OF_THE_PASSES.match(n))
    for name in missing:
        print('missing:', name)
    print(f'{args.std}: {len(text)} functions called, {len(wanted)} symbols, {len(missing)} missing')
    sys.exit(1 if missing else 0)


if __name__ == '__main__':
    main()
