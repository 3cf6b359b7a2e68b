// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_printer.h"

namespace weft::fuzz {

void ProgramPrinter::block(const Block &b) {
  for (const Stmt &s : b)
    statement(s);
}

void ProgramPrinter::nested(const Block &b) {
  ++indent;
  block(b);
  --indent;
}

std::string ProgramPrinter::stored(const Expr &e) const {
  return e.type.isFloat() && e.op != Op::Const ? clamped(e.type, text(e)) : text(e);
}

std::string ProgramPrinter::barrier(int64_t flags) {
  const char *names[] = {"0", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                         "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"};
  return std::string("barrier(") + names[flags & 3] + ");";
}

void ProgramPrinter::statement(const Stmt &s) {
  std::string number = std::to_string(s.value);
  switch (s.kind) {
  case Kind::Assign:
    line(variable(s.index) + " = " + stored(s.exprs[0]) + ";");
    break;
  case Kind::CopyRecord:
    line(recordName(*function, s.index) + " = " + recordName(*function, unsigned(s.value)) + ";");
    break;
  case Kind::SetComponent:
    line(variable(s.index) + ".s" + "0123456789abcdef"[s.value & 15] + " = " + stored(s.exprs[0]) +
         ";");
    break;
  case Kind::SetElement: {
    const Expr &value = s.exprs.back();
    Expr target{Op::Element, value.type, s.index, 0, {s.exprs.begin(), s.exprs.end() - 1}};
    line(printPlace(target, program, *function) + " = " + stored(value) + ";");
    break;
  }
  case Kind::SetElementOf: {
    Expr target{Op::ElementOf, s.exprs[2].type, s.index, s.value, {s.exprs[0], s.exprs[1]}};
    line(text(target) + " = " + stored(s.exprs[2]) + ";");
    break;
  }
  case Kind::SetSlab: {
    Expr target{Op::Slab, s.exprs[0].type, s.index, s.value, {}};
    if (s.exprs.size() > 1)
      target.args.push_back(s.exprs[1]);
    line(text(target) + " = " + stored(s.exprs[0]) + ";");
    break;
  }
  case Kind::Output:
    mix(s.value, text(s, 0), s.exprs[0].type);
    break;
  case Kind::Print:
    line("printf(\"%d:%d:%d\\n\", " + number + ", gid, (int)" + text(s, 0) + ");");
    break;
  case Kind::If:
    line("if (" + text(s, 0) + ") {");
    nested(s.blocks[0]);
    if (!s.blocks[1].empty()) {
      line("} else {");
      nested(s.blocks[1]);
    }
    line("}");
    break;
  case Kind::For:
    line(variable(s.index) + " = 0;");
    line("for (int end = " + number + " + (" + text(s, 0) + " & 3); " + variable(s.index) +
         " < end; ++" + variable(s.index) + ") {");
    nested(s.blocks[0]);
    line("}");
    break;
  case Kind::While:
    line(variable(s.index) + " = 0;");
    line("while (" + variable(s.index) + "++ < " + number + " && " + text(s, 0) + ") {");
    nested(s.blocks[0]);
    line("}");
    break;
  case Kind::DoWhile:
    line(variable(s.index) + " = 0;");
    line("do {");
    nested(s.blocks[0]);
    line("} while (++" + variable(s.index) + " < " + number + " && " + text(s, 0) + ");");
    break;
  case Kind::Switch:
    switchStatement(s);
    break;
  case Kind::Break:
    jump(s, "break;");
    break;
  case Kind::Continue:
    jump(s, "continue;");
    break;
  case Kind::Return:
    jump(s, function->gives_record ? "return " + recordName(*function, 0) + ";"
            : s.exprs.size() > 1   ? "return " + stored(s.exprs[1]) + ";"
                                   : "return;");
    break;
  case Kind::Labelled:
    line("{");
    nested(s.blocks[0]);
    line("}");
    line("L" + number + ":;");
    break;
  case Kind::Goto:
    jump(s, "goto L" + number + ";");
    break;
  case Kind::Irreducible: {
    std::string id = std::to_string(s.index);
    line(variable(s.index) + " = 0;");
    line("if (" + text(s, 0) + ") goto M" + id + ";");
    line("H" + id + ":;");
    nested(s.blocks[0]);
    line("M" + id + ":;");
    nested(s.blocks[1]);
    line("if (++" + variable(s.index) + " < " + number + " && " + text(s, 1) + ") goto H" + id +
         ";");
    break;
  }
  case Kind::Barrier:
    line(barrier(s.value));
    break;
  case Kind::Exchange:
  case Kind::Copy:
    exchange(s);
    break;
  case Kind::Reduce:
    reduce(s);
    break;
  case Kind::Atomic:
    line(std::string(atomicName(s.value)) + "(&r[" + std::to_string(s.index) + "], " + text(s, 0) +
         ");");
    break;
  case Kind::AlongRow:
    alongRow(s);
    break;
  case Kind::RowInPlace:
    rowInPlace(s);
    break;
  case Kind::Bins:
    bins(s);
    break;
  case Kind::BinAtomic:
    line(binAtomic(s) + ";");
    break;
  case Kind::Invoke:
    invoke(s);
    break;
  case Kind::Collective:
    collective(s);
    break;
  case Kind::SetTyped:
  case Kind::TypedAtomic:
  case Kind::ReadStructure:
    typed(s);
    break;
  default:
    line(memory(s));
    break;
  }
}

void ProgramPrinter::switchStatement(const Stmt &s) {
  line("switch (" + text(s, 0) + " & 3) {");
  for (size_t i = 0; i < s.blocks.size(); ++i) {
    bool last = i + 1 == s.blocks.size();
    line(last ? "default: {" : "case " + std::to_string(i) + ": {");
    nested(s.blocks[i]);
    line((s.value >> i) & 1 || last ? "}" : "} break;");
  }
  line("}");
}

void ProgramPrinter::invoke(const Stmt &s) {
  const Expr call{Op::Call, {}, unsigned(s.value), int64_t(s.to), s.exprs};
  const bool gives_record = program.helpers[unsigned(s.value)].gives_record;
  if (program.helpers[unsigned(s.value)].no_return) {
    line(printPlace(call, program, *function) + ";");
    return;
  }
  line((gives_record ? recordName(*function, recordPassed(*function, unsigned(s.value)))
                     : variable(s.index)) +
       " = " + printPlace(call, program, *function) + ";");
}

} // namespace weft::fuzz
