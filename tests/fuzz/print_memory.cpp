// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_printer.h"

#include "images.h"

namespace weft::fuzz {

std::string ProgramPrinter::memory(const Stmt &s) const {
  const std::string number = std::to_string(s.index);
  switch (s.kind) {
  case Kind::Update: {
    const Variable &var = function->vars[s.index];
    const std::string value = var.type.isFloat() ? stored(s.exprs[0]) : text(s, 0);
    return variable(s.index) + parts(var.type.width)[s.to].name + " " +
           updateOperator(unsigned(s.value)) + " " + value + ";";
  }
  case Kind::SetView: {
    const Expr target{Op::View, s.exprs[1].type, s.index, s.value, {s.exprs[0]}};
    return text(target) + " = " + text(s, 1) + ";";
  }
  case Kind::CopyView:
    return "w" + number + " = w" + std::to_string(s.value) + ";";
  case Kind::SetPointer:
    return "t" + number + "[(" + text(s, 0) + ") & " +
           std::to_string(function->pointers[s.index].arrays.size() - 1) +
           "] = " + arrayName(unsigned(s.value)) + ";";
  case Kind::SetThrough: {
    const Expr target{Op::Through, s.exprs[2].type, s.index, s.value, {s.exprs[0], s.exprs[1]}};
    return text(target) + " = " + stored(s.exprs[2]) + ";";
  }
  case Kind::SetPack: {
    const Expr pack{Op::Pack, s.exprs[1].type, s.index, 0, {s.exprs[0]}};
    return "vstore" + std::to_string(pack.type.width) + "(" + stored(s.exprs[1]) + ", 0, " +
           printPack(pack, program, *function) + ");";
  }
  case Kind::SetSlabPack: {
    const Type type = s.exprs[0].type;
    return "vstore" + std::to_string(type.width) + "(" + stored(s.exprs[0]) + ", 0, (__global " +
           type.element().name() + " *)(slab + ROW * SLAB) + " + std::to_string(s.value) + ");";
  }
  case Kind::OwnAtomic:
    return variable(s.index) + " = " + ownAtomic(s) + ";";
  case Kind::SetPixel: {
    const ImageShape &shape = imageShape(s.index);
    const Type type{shape.result, 1};
    const std::string call = type.isFloat()    ? "write_imagef("
                             : type.isSigned() ? "write_imagei("
                                               : "write_imageui(";
    // A work-item sees what it wrote itself behind a fence only.
    const std::string fence =
        s.index == ReadWriteImage
            ? " atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, "
              "memory_scope_work_item);"
            : "";
    return call + shape.name + ", (int2)(gid, " + std::to_string(s.value) + "), " + text(s, 0) +
           ");" + fence;
  }
  default:
    return "";
  }
}

void ProgramPrinter::alongRow(const Stmt &s) {
  const Type type = s.exprs[1].type;
  const std::string summed = function->vars[s.index].type.name();
  line("{");
  ++indent;
  line("__global const " + type.name() + " *row = &" + text(s, 1) + ";");
  line("int last = (" + text(s, 0) + " & " + std::to_string(MostInRow - 1) + ") - 1;");
  line(s.to & 1 ? "for (int k = last; k >= 0; --k) {" : "for (int k = 0; k <= last; ++k) {");
  ++indent;
  line(variable(s.index) + " = " + "(" + summed + ")((ulong)" + variable(s.index) +
       " * 31u + (ulong)row[k]);");
  if (s.value)
    mix(s.value, "row[k]", type);
  --indent;
  line("}");
  --indent;
  line("}");
}

void ProgramPrinter::rowInPlace(const Stmt &s) {
  const std::string type = s.exprs[1].type.name();
  const std::string summed = function->vars[s.index].type.name();
  const std::string most = std::to_string(program.elementsOfSlab(s.exprs[1].type) - 1);
  const std::string away = std::to_string(s.value);
  const std::string qualifier = program.volatiles & VolatileSlab ? "volatile " : "";
  line("{");
  ++indent;
  line(qualifier + "__global any_" + type + " *row = (" + qualifier + "__global any_" + type +
       " *)slab + ROW * (" + most + " + 1);");
  line("int last = min(" + text(s, 0) + " & " + std::to_string(MostInRow - 1) + ", " + most + ");");
  line(type + " more = " + text(s, 1) + ";");
  line(s.to ? "for (int k = last - " + away + "; k >= 0; --k) {"
            : "for (int k = " + away + "; k <= last; ++k) {");
  ++indent;
  line("row[k] = (" + type + ")((ulong)row[k " + (s.to ? "+ " : "- ") + away +
       "] * 31u + (ulong)row[k] + (ulong)more);");
  line(variable(s.index) + " = (" + summed + ")((ulong)" + variable(s.index) +
       " * 7u + (ulong)row[k]);");
  --indent;
  line("}");
  --indent;
  line("}");
}

std::string ProgramPrinter::ownAtomic(const Stmt &s) const {
  const std::string place = "&" + slot(s.to);
  const std::string operand = text(s, 0), other = text(s, 1);
  static const char *old[] = {"add", "sub", "xchg", "inc", "dec", "cmpxchg",
                              "min", "max", "and",  "or",  "xor"};
  if (s.value == 5)
    return "atomic_cmpxchg(" + place + ", (" + other + ") & 7u, " + operand + ")";
  if (s.value == 3 || s.value == 4)
    return std::string("atomic_") + old[s.value] + "(" + place + ")";
  if (s.value == OwnAtomics - 1)
    return "atomic_exchange_explicit((volatile __global atomic_uint *)(" + place + "), " + operand +
           ", memory_order_acq_rel, memory_scope_device)";
  return std::string("atomic_") + old[s.value] + "(" + place + ", " + operand + ")";
}

// The index of InBorder's element.
std::string borderPlace(const Expr &e) {
  static const char *signed_types[] = {"int", "long", "short"},
                    *unsigned_types[] = {"uint", "ulong", "size_t"};
  const unsigned which = unsigned(e.value >> 4);
  const std::string type = (e.index >= 7 ? unsigned_types : signed_types)[which];
  auto as_type = [&](const std::string &x) { return "((" + type + ")(" + x + "))"; };
  const std::string w = as_type("24 * (n0 + 1) - 5"), x = as_type("gid"),
                    at = as_type(x + " + " + std::to_string(e.value & 15) + " - " +
                                 std::to_string(MostBorder)),
                    back = as_type("-" + at), zero = as_type("0"), most = as_type(w + " - 1"),
                    mirrored = as_type("2 * " + w + " - 2 - " + at);
  auto choice = [&](const std::string &condition, const std::string &yes, const std::string &no) {
    return "(" + condition + " ? " + yes + " : " + no + ")";
  };
  const std::string behind = at + " >= " + w;
  const std::string places[BorderKinds] = {
      "clamp(" + at + ", " + zero + ", " + most + ")",
      choice(at + " < 0", zero, choice(behind, most, at)),
      choice(at + " < 0", back, choice(behind, "max(" + mirrored + ", " + zero + ")", at)),
      "max(min(" + mirrored + ", max(" + at + ", " + back + ")), " + zero + ")",
      choice(at + " < 0", at + " + " + w, choice(behind, at + " - " + w, at)),
      choice(at + " >= 0 && " + at + " < " + w, at, zero),
      choice("(" + at + " < 0) | (" + behind + ")", "3", at),
      choice(at + " < " + w, at, zero), // from here on what is below 0 is far away
      "min(" + at + ", " + most + ")",
      choice(x + " == 0", zero, "min(" + as_type(x + " - 1") + ", " + most + ")")};
  return places[e.index];
}

} // namespace weft::fuzz
