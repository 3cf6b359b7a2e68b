// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that is accessed as elements of many types.
#include "program_printer.h"
#include "typed_memory.h"

namespace weft::fuzz {

void ProgramPrinter::typedParameters() {
  if (!program.areas) {
    line("#define TYPED_PARAMETERS");
    return;
  }
  line("#define TYPED " + std::to_string(areaBytes(program, Area::Global)));
  line(std::string("#define TYPED_PARAMETERS , __global uchar *") +
       (program.restricted >> 6 & 1 ? "restrict " : "") + "typed, __constant uchar *typed_c");
}

// What the program names of the types.
std::string ProgramPrinter::typedTypes(const std::string &text) {
  std::string declarations;
  for (unsigned i = 0; i < Structures; ++i) {
    const Structure &type = structure(i);
    const std::string name = type.name;
    if (text.find(" " + name + " *)") == std::string::npos &&
        text.find("any_" + name + " *)") == std::string::npos)
      continue;
    declarations += "typedef struct { " + std::string(type.members) + " } " + name + ";\n" +
                    "typedef " + name + " __attribute__((may_alias)) any_" + name + ";\n";
  }
  for (unsigned base = 0; base <= unsigned(Base::F16); ++base)
    for (unsigned width : {2u, 3u, 4u, 8u, 16u}) {
      const std::string name = Type{Base(base), width}.name();
      if (text.find("any_" + name + " *)") != std::string::npos)
        declarations += "typedef " + name + " __attribute__((may_alias)) any_" + name + ";\n";
    }
  return declarations;
}

void ProgramPrinter::typedMemory() {
  auto declare = [&](Area area) {
    const bool is_local = area == Area::Local;
    const std::string space = is_local ? "__local " : "";
    // Private memory itself is aligned to 128 bytes.
    line(space + "uchar " + areaKind(area).name + "[" + std::to_string(areaBytes(program, area)) +
         "] __attribute__((aligned(" + (is_local ? "128" : "1024") + ")));");
  };
  if (program.has(Area::Local)) {
    declare(Area::Local);
    line("for (uint k = (uint)lid; k < " + std::to_string(areaBytes(program, Area::Local) / 4) +
         "u; k += (uint)lsize)");
    line("  ((__local any_uint *)typed_l)[k] = k * " + std::to_string(localWord(1) - localWord(0)) +
         "u + " + std::to_string(localWord(0)) + "u;");
    line(barrier(1));
  }
  if (program.has(Area::Private)) {
    declare(Area::Private);
    line("for (uint k = 0; k < " + std::to_string(areaKind(Area::Private).read_bytes / 8) +
         "u; ++k)");
    line("  ((__private any_ulong *)typed_p)[k] = (ulong)gid * " + std::to_string(ViewStart) +
         "ul + k * " + std::to_string(privateWord(0, 1)) + "ul;");
  }
}

void ProgramPrinter::mixTyped() {
  if (!program.has(Area::Private))
    return;
  line("for (int k = 0; k < " + std::to_string(areaKind(Area::Private).read_bytes / 4) +
       "; ++k) {");
  ++indent;
  mix(0, "((__private any_uint *)typed_p)[k]", {Base::U32, 1});
  --indent;
  line("}");
}

std::string ProgramPrinter::typedAtomic(const Stmt &s, const Type &type) const {
  static const char *names[TypedAtomics] = {"add", "sub", "min", "max", "and", "or", "xor", "xchg"};
  const Access &access = program.accesses[s.index];
  return std::string(type.bits() == 64 ? "atom_" : "atomic_") + names[s.value] + "(&" +
         printTyped(access, s.exprs[0], program, *function) + ", " + text(s, 1) + ")";
}

void ProgramPrinter::typed(const Stmt &s) {
  const Access &access = program.accesses[s.index];
  auto as = [](const Type &type, const std::string &value) {
    return type.isFloat() ? "as_" + type.name() + "(" + value + ")" : value;
  };
  if (s.kind == Kind::ReadStructure) {
    const Structure &type = structure(access.structure - 1);
    Access whole = access;
    whole.field = unsigned(type.fields.size());
    line("{");
    ++indent;
    line(std::string(type.name) + " all = " + printTyped(whole, s.exprs[0], program, *function) +
         ";");
    for (const StructureField &field : type.fields)
      mix(s.value, std::string("all.") + field.name, field.type);
    --indent;
    line("}");
    return;
  }
  if (s.kind == Kind::TypedAtomic) {
    const Type type = accessType(access);
    line("{");
    ++indent;
    line(type.name() + " old = " + typedAtomic(s, type) + ";");
    mix(s.to, "old", type);
    --indent;
    line("}");
    return;
  }
  if (s.exprs.size() > 2) {
    const Structure &type = structure(access.structure - 1);
    std::string list;
    for (size_t i = 0; i < type.fields.size(); ++i)
      list += (i ? ", " : "") + as(type.fields[i].type, text(s.exprs[i + 1]));
    line(printTyped(access, s.exprs[0], program, *function) + " = (" + type.name + "){" + list +
         "};");
    return;
  }
  const std::string value = as(memoryType(access), text(s, 1));
  if (access.form == Access::Form::Pack) {
    const auto [pointer, at] = printTypedPack(access, s.exprs[0], program, *function);
    line("vstore" + std::to_string(access.element.width) + "(" + value + ", " + at + ", " +
         pointer + ");");
    return;
  }
  line(printTyped(access, s.exprs[0], program, *function) + " = " + value + ";");
}

} // namespace weft::fuzz
