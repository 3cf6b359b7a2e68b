#!/usr/bin/env python3
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the grammar files of spirv-headers into the tables that grammar.cpp includes.

Usage: generate_grammar.py FOLDER NEWER HANDLERS OUTPUT NAMES TABLE, where FOLDER holds
spirv.core.grammar.json, the file NEWER in its form what an older one may lack, and HANDLERS which
function translates which instructions. NAMES gets the newer instructions as constants, which the headers
may lack as well, TABLE a function for each instruction of OUTPUT.

The operands of an instruction become a string, one character per operand, after it '?' or '*' if it
may be left out or repeated:
  T R    result type and result            i   id
  l s n  literal: word, string, number whose width is that of the result's type
  o x    opcode of OpSpecConstantOp, number of an extended instruction
  A B    pairs: (literal, id), (id, literal); C: (id, id)
  Ek     enumerant of the kind with the letter k
Of the instructions of extended sets, which name kinds of their own, an enumerant is a literal; words
that one asks for are operands of the instruction, too.
"""
import fnmatch
import json
import sys

LITERALS = {
    "IdResultType": "T", "IdResult": "R", "IdRef": "i", "IdScope": "i", "IdMemorySemantics": "i",
    "LiteralInteger": "l", "LiteralString": "s", "LiteralContextDependentNumber": "n",
    "LiteralSpecConstantOpInteger": "o", "LiteralExtInstInteger": "x", "LiteralFloat": "l",
    "PairLiteralIntegerIdRef": "A", "PairIdRefLiteralInteger": "B", "PairIdRefIdRef": "C",
}

# By the names that modules import them by. All operands of those that are not here are ids, as the
# sets NonSemantic.* may have no others.
SETS = {
    "OpenCL.std": "extinst.opencl.std.100.grammar.json",
    "OpenCL.DebugInfo.100": "extinst.opencl.debuginfo.100.grammar.json",
    "DebugInfo": "extinst.debuginfo.grammar.json",
}


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def add_newer(core, newer):
    """Where both have a number, the first one is taken further down: of enumerants the core's, of
    instructions the newer one, whose operands may have been put right."""
    core["instructions"] = newer["instructions"] + core["instructions"]
    kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
    for more in newer["operand_kinds"]:
        if more["kind"] in kinds:
            kinds[more["kind"]]["enumerants"] += more["enumerants"]
        else:
            core["operand_kinds"].append(more)


def names_of_newer(newer):
    return [f'inline constexpr spv::Op {op["opname"]}{{{op["opcode"]}}};'
            for op in newer["instructions"]]


def handlers_of(instructions, rules):
    """The function for each, or nullptr. A rule that fits none is misspelt."""
    unused = set(rules["instructions"]) | set(rules["classes"])

    def handler(op):
        for pattern, function in rules["instructions"].items():
            if fnmatch.fnmatchcase(op["opname"], pattern):
                unused.discard(pattern)
                return function
        unused.discard(op.get("class"))
        return rules["classes"].get(op.get("class"), "nullptr")

    lines = [f"    {handler(op)}, // {op['opname']}" for op in instructions]
    if unused:
        sys.exit(f"handlers.json: no instruction is {', '.join(sorted(unused))}")
    return lines


def main():
    folder, newer_file, handlers_file, output, names, table = sys.argv[1:]
    core = json.load(open(f"{folder}/spirv.core.grammar.json"))
    newer = json.load(open(newer_file))
    add_newer(core, newer)
    sets = {name: json.load(open(f"{folder}/{file}")) for name, file in SETS.items()}
    enums = [kind for kind in core["operand_kinds"] if kind["category"] in ("ValueEnum", "BitEnum")]
    letters = {kind["kind"]: chr(ord("0") + i) for i, kind in enumerate(enums)}
    capability_values = {}
    for kind in enums:
        if kind["kind"] == "Capability":
            capability_values = {name: number(e["value"]) for e in kind["enumerants"]
                                 for name in [e["enumerant"], *e.get("aliases", [])]}
    capabilities = []

    def pattern(operands, of_set=False):
        text = ""
        for operand in operands:
            kind = operand["kind"]
            text += LITERALS[kind] if kind in LITERALS else "l" if of_set else "E" + letters[kind]
            text += operand.get("quantifier", "")
        return json.dumps(text)

    def needs(entry):
        begin = len(capabilities)
        capabilities.extend(capability_values[name] for name in entry.get("capabilities", []))
        return f"{begin}, {len(capabilities) - begin}"

    ops = {}
    for op in sorted(core["instructions"], key=lambda op: op["opcode"]):
        ops.setdefault(op["opcode"], op)  # aliases follow the name that became the core's
    lines = ["constexpr OpInfo Ops[] = {"]
    lines += [f'    {{{op["opcode"]}, "{op["opname"]}", {pattern(op.get("operands", []))}, {needs(op)}}},'
              for op in ops.values()]
    lines += ["};", "constexpr EnumInfo Enums[] = {"]
    for i, kind in enumerate(enums):
        seen = set()
        for entry in sorted(kind["enumerants"], key=lambda entry: number(entry["value"])):
            if number(entry["value"]) not in seen:
                seen.add(number(entry["value"]))
                lines.append(f'    {{{i}, {number(entry["value"])}u, "{entry["enumerant"]}", '
                             f'{pattern(entry.get("parameters", []))}, {needs(entry)}}},')
    lines += ["};", "constexpr bool IsBits[] = {"]
    lines += [f'    {"true" if kind["category"] == "BitEnum" else "false"}, // {kind["kind"]}'
              for kind in enums]
    lines += ["};"]
    lines += [f'constexpr unsigned {kind}Kind = {ord(letters[kind]) - ord("0")};'
              for kind in ("Capability",)]
    for i, grammar in enumerate(sets.values()):
        lines.append(f"constexpr ExtInfo InstructionsOf{i}[] = {{")
        for op in sorted(grammar["instructions"], key=lambda op: op["opcode"]):
            lines.append(f'    {{{op["opcode"]}, "{op["opname"]}", '
                         f'{pattern(op.get("operands", []), of_set=True)}}},')
        lines.append("};")
    lines += ["constexpr ExtSet Sets[] = {"]
    lines += [f'    {{"{name}", InstructionsOf{i}}},' for i, name in enumerate(sets)]
    lines += ["};", "constexpr uint32_t Capabilities[] = {"]
    lines += [f"    {value}," for value in capabilities]
    lines += ["};"]
    handlers = handlers_of(ops.values(), json.load(open(handlers_file)))
    for path, text in ((output, lines), (names, names_of_newer(newer)), (table, handlers)):
        with open(path, "w", encoding="utf-8") as file:
            file.write("// Generated by generate_grammar.py; not to be edited.\n")
            file.write("\n".join(text) + "\n")


main()
