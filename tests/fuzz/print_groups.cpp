// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_printer.h"

namespace weft::fuzz {

const char *ProgramPrinter::atomicName(int64_t which) {
  static const char *names[] = {"atomic_add", "atomic_min", "atomic_max",
                                "atomic_or",  "atomic_xor", "atomic_and"};
  return names[which];
}

void ProgramPrinter::exchange(const Stmt &s) {
  std::string name = sharedName(program, s.index);
  int64_t fence = sharedIsGlobal(s.index) ? 2 : 1;
  line(barrier(fence));
  if (s.kind == Kind::Exchange) {
    writeShared(s);
    line(barrier(fence));
  } else {
    line("{");
    line("  event_t e = async_work_group_copy(x" + std::to_string(s.index) + ", " +
         (s.index ? "in_f" : "in_i") + " + (" + text(s, 0) + " & 63), (size_t)lsize, 0);");
    line("  wait_group_events(1, &e);");
    line("}");
  }
  line("{");
  nested(s.blocks[0]);
  line("}");
}

// As an element of an array, as a component of a vector at an index that is computed, or as one
// half of a vector: work-items share the vector, and each writes its own part of it.
void ProgramPrinter::writeShared(const Stmt &s) {
  const Type type = sharedType(s.index);
  const std::string place = sharedIsGlobal(s.index) ? "first + lid" : "lid";
  const std::string name = sharedName(program, s.index), value = stored(s.exprs[0]);
  if (!s.value) {
    line(name + "[" + place + "] = " + value + ";");
    return;
  }
  const unsigned parts = type.width > 1 ? 2 : unsigned(s.value) * 2, width = type.width * parts;
  const std::string vector =
      std::string("((") + (program.volatiles >> s.index & 1 ? "volatile " : "") +
      (sharedIsGlobal(s.index) ? "__global " : "__local ") + Type{type.base, width}.name() +
      " *)x" + std::to_string(s.index) + ")[(" + place + ") / " + std::to_string(parts) + "]";
  if (type.width == 1) {
    line(vector + "[(" + place + ") % " + std::to_string(parts) + "] = " + value + ";");
    return;
  }
  line("{");
  line("  " + type.name() + " own = " + value + ";");
  line("  if (lid & 1) " + vector + ".hi = own;");
  line("  else " + vector + ".lo = own;");
  line("}");
}

void ProgramPrinter::reduce(const Stmt &s) {
  std::string place = "r[" + std::to_string(s.index) + "]";
  line(barrier(1));
  line("if (lid == 0) " + place + " = 21845;");
  line(barrier(1));
  line("{");
  nested(s.blocks[0]);
  line("}");
  line(barrier(1));
  line(variable(s.to) + " = " + place + ";");
}

std::string ProgramPrinter::binName(unsigned index) {
  return binMemory(index).global ? "(bins + group * " + std::to_string(MostBins) + ")"
                                 : "b" + std::to_string(index);
}

void ProgramPrinter::bins(const Stmt &s) {
  const BinMemory &memory = binMemory(s.index);
  const Type type{memory.base, 1};
  const int64_t fence = memory.global ? 2 : 1;
  const std::string name = binName(s.index);
  const std::string each =
      "for (int k = lid; k < " + std::to_string(memory.length) + "; k += lsize)";
  line(barrier(fence));
  line(each + " " + name + "[k] = (" + type.name() + ")" +
       std::to_string(binStart(Counting(s.value))) + "ul;");
  line(barrier(fence));
  line("{");
  nested(s.blocks[0]);
  line("}");
  line(barrier(fence));
  line(each + " {");
  ++indent;
  mix(1, name + "[k]", type);
  --indent;
  line("}");
}

bool ProgramPrinter::inRange(const Expr &e, unsigned length) {
  if (e.op == Op::Less || e.op == Op::Equal || e.op == Op::Truth)
    return true;
  if (e.op == Op::And && e.args[1].op == Op::Const)
    return e.args[1].value == int64_t(length) - 1;
  return e.type == Type{Base::U8, 1} && length == 256;
}

std::string ProgramPrinter::binAtomic(const Stmt &s) {
  const BinMemory &memory = binMemory(s.index);
  const Type type{memory.base, 1};
  std::string index = text(s, 0);
  if (!inRange(s.exprs[0], memory.length))
    index = "(" + index + ") & " + std::to_string(memory.length - 1);
  const std::string bins = binName(s.index);
  if (!(s.to & 8))
    return binAtomic(s, memory.global ? "__global " : "__local ", bins, index, text(s, 1));
  // Without the name of an address space a pointer is to any; the old functions take none such.
  const bool generic = (s.to & 16) && (s.to & 1) && Counting(s.value) != Counting::CompareExchange;
  const std::string space = generic ? "" : memory.global ? "__global " : "__local ";
  const std::string name = "count" + std::to_string(counts++);
  counters += "void " + name + "(" + space + type.name() + " *bins, uint at, " + type.name() +
              " by) {\n  " + binAtomic(s, space, "bins", "at", "by") + ";\n}\n";
  return name + "(" + bins + ", " + index + ", " + text(s, 1) + ")";
}

std::string ProgramPrinter::binAtomic(const Stmt &s, const std::string &space,
                                      const std::string &bins, const std::string &index,
                                      const std::string &value) {
  const BinMemory &memory = binMemory(s.index);
  const Type type{memory.base, 1};
  const std::string place = "&" + bins + "[" + index + "]";
  const Counting counting = Counting(s.value);
  const unsigned change = s.to >> 1 & 3;
  // What depends on the bin only may be written by any of its work-items.
  const std::string own = "(" + type.name() + ")(((" + index + ") & " +
                          std::to_string(memory.length - 1) + ") * 3 + 7)";
  static const char *sums[] = {"add", "sub", "inc", "dec"};
  static const char *others[] = {"", "min", "max", "and", "or", "xor", "xchg", "cmpxchg"};
  const bool sums_up = counting == Counting::Sum;
  const bool old_style = !(s.to & 1) || counting == Counting::CompareExchange;
  const std::string name = sums_up ? sums[change] : others[s.value];
  std::string operand = counting >= Counting::Exchange ? own : value;
  if (old_style) {
    std::string call = (type.bits() == 64 ? "atom_" : "atomic_") + name + "(" + place;
    if (counting == Counting::CompareExchange)
      call += ", (" + type.name() + ")0";
    return call + (sums_up && change > 1 ? ")" : ", " + operand + ")");
  }
  if (sums_up && change > 1)
    operand = "(" + type.name() + ")1";
  const std::string function =
      counting == Counting::Exchange
          ? "atomic_exchange_explicit"
          : "atomic_fetch_" + std::string(sums_up ? sums[change & 1] : name) + "_explicit";
  return function + "((volatile " + space + "atomic_" + type.name() + " *)(" + place + "), " +
         operand + ", memory_order_relaxed, memory_scope_work_group)";
}

void ProgramPrinter::collective(const Stmt &s) {
  std::string value = text(s, 0), to = variable(s.index);
  switch (s.value) {
  case 0:
    line(to + " = sub_group_scan_inclusive_add(" + value + ") - sub_group_scan_exclusive_add(" +
         value + ");");
    break;
  case 1:
    line(barrier(1));
    line("if (lid == 0) r[" + std::to_string(CounterCount - 1) + "] = 0;");
    line(barrier(1));
    line("{");
    line("  int t = sub_group_reduce_add(" + value + ");");
    line("  if (get_sub_group_local_id() == 0) atomic_add(&r[" + std::to_string(CounterCount - 1) +
         "], t);");
    line("}");
    line(barrier(1));
    line(to + " = r[" + std::to_string(CounterCount - 1) + "];");
    break;
  case 2:
    line(to + " = work_group_reduce_add(" + value + ");");
    break;
  case 3:
    line(to + " = work_group_scan_inclusive_max(" + value + ");");
    break;
  case 5: // results of one size, then values of another
  case 6: {
    const std::string type = s.value == 5 ? "long" : "double";
    line("{");
    line("  int narrow = work_group_scan_inclusive_max(" + value + ");");
    line("  " + type + " wide = work_group_scan_inclusive_max((" + type + ")(" + value + "));");
    line("  " + to + " = (int)(wide * 2 - narrow);");
    line("}");
    break;
  }
  default:
    line(to + " = work_group_any(" + value + ") * 2 + work_group_all(" + value + ");");
    break;
  }
}

} // namespace weft::fuzz
