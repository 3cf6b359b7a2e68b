// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_printer.h"

#include "images.h"
#include "ranges.h"

#include <algorithm>
#include <iterator>

namespace weft::fuzz {

static const char *preamble = R"(#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define CLAMP(type, x) clamp((x), (type)(-1024.0f), (type)1024.0f)
typedef struct {
  int a;
  short b[3];
  float c;
  int4 d;
  uchar e;
  bool t;
  struct {
    char2 x;
    ulong y;
  } n[2];
} record;
typedef union {
  char c[16];
  uchar uc[16];
  short s[8];
  ushort us[8];
  int i[4];
  uint ui[4];
  long l[2];
  ulong ul[2];
} view;
typedef struct node {
  __global int *values;
  __global struct node *next;
  __global uchar *own;
  int number;
  float weight;
} node;
// A slab's bytes are read as other types than they were written as.
#define ANY(type)                                                                        \
  typedef type __attribute__((may_alias)) any_##type;                                    \
  typedef struct __attribute__((packed, may_alias)) { type x; } packed_##type;
ANY(char) ANY(uchar) ANY(short) ANY(ushort) ANY(int) ANY(uint)
ANY(long) ANY(ulong) ANY(float) ANY(double) ANY(half)
// Operands beyond 24 bits are not defined.
#define MUL24(a, b) mul24((a) << 8 >> 8, (b) << 8 >> 8)
#define MAD24(a, b, c) mad24((a) << 8 >> 8, (b) << 8 >> 8, c)
#define ROW                                                                              \
  (((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -  \
    get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0))
int walk(__global const node *n, int steps) {
  uint sum = 0;
  for (; steps > 0; --steps) {
    sum += (uint)n->number * (uint)steps;
    n = n->next;
  }
  return (int)sum;
}
// Eighths of a pixel, and whole ones.
#define AT(x) ((float)(((int)(x) & 1023) - 256) * 0.125f)
#define WHOLE(x) ((((int)(x) & 1023) - 256) >> 3)
#define PARAMETERS                                                                       \
  __global const int *in_i, __global const float *in_f, __global uint *slots,            \
      __global long *x2, __local int *x0, __local float *x1, __local uint *x3,           \
      __local int4 *x4, __local int *r, int n0, int n1, uint n2, float f0, int lid,      \
      int gid, int group, int lsize, int groups, int first, __global node *nodes         \
      IMAGE_PARAMETERS
#define ENVIRONMENT                                                                      \
  in_i, in_f, slots, x2, x0, x1, x3, x4, r, n0, n1, n2, f0, lid, gid, group, lsize,      \
      groups, first, nodes IMAGE_ARGUMENTS
)";

// `first`: where the group's part of x2 starts. Linear numbers, x fastest.
static const char *prologue = R"(  __local int x0[MOST] __attribute__((aligned(16)));
  __local float x1[MOST] __attribute__((aligned(16)));
  __local int r[COUNTERS];
  int lid = (int)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
                  get_local_id(0));
  int gid = (int)ROW;
  int group = (int)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
                    get_group_id(0));
  int lsize = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  int groups = (int)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  int first = group * MOST;
  __global uint *slots = out + gid * SLOTS;
)";

std::string ProgramPrinter::run() {
  line("#define MOST " + std::to_string(MostItems));
  line("#define SLOTS " + std::to_string(program.slotPlace(1, 0)));
  line("#define COUNTERS " + std::to_string(CounterCount));
  line("#define SLAB " + std::to_string(program.slab_bytes));
  line("#define RANGES " + std::to_string(program.range_mask));
  if (program.images)
    images();
  else
    line("#define IMAGE_PARAMETERS\n#define IMAGE_ARGUMENTS");
  typedParameters();
  out += preamble;
  for (size_t i = 0; i < program.helpers.size(); ++i)
    helper(program.helpers[i], unsigned(i));
  function = &program.kernel;
  const std::string before = std::move(out);
  out.clear();
  kernelHead();
  out += prologue;
  indent = 1;
  guards();
  typedMemory();
  body(program.kernel);
  for (size_t i = 0; i < function->vars.size(); ++i)
    mix(0, variableName(*function, unsigned(i)), function->vars[i].type);
  for (size_t i = 0; i < function->arrays.size(); ++i) {
    const Array &array = function->arrays[i];
    std::string step = std::to_string(array.length > 64 ? array.length / 16 : 1);
    line("for (int k = 0; k < " + std::to_string(array.length) + "; k += " + step + ") {");
    ++indent;
    mix(0, arrayName(unsigned(i)) + eachElement(array), array.type);
    --indent;
    line("}");
  }
  mixTyped();
  for (unsigned i = 0; i < function->views; ++i) {
    line("for (int k = 0; k < " + std::to_string(ViewBytes / 4) + "; ++k) {");
    ++indent;
    mix(0, "w" + std::to_string(i) + ".ui[k]", {Base::U32, 1});
    --indent;
    line("}");
  }
  indent = 0;
  line("}");
  return tables(before + out) + before + typedTypes(out) + counters + out;
}

// Those that the program reads.
std::string ProgramPrinter::tables(const std::string &text) {
  std::string declarations, pointers;
  if (text.find("named[") != std::string::npos) {
    pointers += "typedef struct { char text[" + std::to_string(NamedTextBytes) +
                "]; int number; __constant char *word; } named_constant;\n" +
                "__constant named_constant named[" + std::to_string(NamedConstants) + "] = {\n";
    for (unsigned i = 0; i < NamedConstants; ++i) {
      const NamedConstant &named = namedConstant(i);
      pointers += "    {\"" + std::string(named.text) + "\", " + std::to_string(named.number) +
                  ", \"" + named.word + "\"},\n";
    }
    pointers += "};\n";
  }
  const auto declare = [&](const ConstantTable &table, const std::string &name, unsigned first,
                           unsigned count) {
    std::string list;
    for (unsigned at = 0; at < count; ++at) {
      const int64_t element = table.element(first + at);
      list += at == 0 ? "" : at % 16 == 0 ? ",\n    " : ", ";
      list += table.type.isFloat() ? std::to_string(element) + " / 8.0f"
                                   : "(" + table.type.name() + ")" + std::to_string(element);
    }
    declarations += "__constant " + table.type.name() + " " + name + "[" + std::to_string(count) +
                    "] = {" + list + "};\n";
  };
  for (unsigned i = 0; i < ConstantTables; ++i) {
    const ConstantTable &table = constantTable(i);
    const std::string number = std::to_string(i), pointing = "pointers" + number + "[";
    if (text.find("table" + number + "[") != std::string::npos)
      declare(table, "table" + number, 0, table.length);
    if (text.find(pointing) == std::string::npos)
      continue;
    // To arrays of their own: LLVM's back end for SPIR-V (22.1) takes a distance within a constant
    // for a number of elements.
    std::string list;
    for (unsigned k = 0; k < TablePointers; ++k) {
      const std::string part = "part" + number + "_" + std::to_string(k);
      declare(table, part, tablePointer(table, k), table.length / 2);
      list += (k ? ", " : "") + part;
    }
    pointers += "__constant " + table.type.name() + " *__constant " + pointing +
                std::to_string(TablePointers) + "] = {" + list + "};\n";
  }
  return declarations + pointers;
}

void ProgramPrinter::images() {
  line("#define IMAGES 1");
  line("#define SAMPLER " + std::to_string(program.sampler));
  std::string parameters = "#define IMAGE_PARAMETERS , sampler_t sampler";
  std::string arguments = "#define IMAGE_ARGUMENTS , sampler";
  for (unsigned i = 0; i < Images; ++i) {
    const ImageShape &shape = imageShape(i);
    parameters += std::string(", ") + shape.access + " " + shape.type + " " + shape.name;
    arguments += std::string(", ") + shape.name;
  }
  line(parameters);
  line(arguments);
  for (unsigned i = 0; i < Samplers; ++i)
    line("__constant sampler_t sampler" + std::to_string(i) + " = " + samplerText(i) + ";");
}

void ProgramPrinter::kernelHead() {
  std::string required;
  if (program.sub_group_size)
    required = "__attribute__((intel_reqd_sub_group_size(" +
               std::to_string(program.sub_group_size) + ")))\n";
  if (program.required_range) {
    const size_t *local = ranges()[program.required_range - 1].local;
    required += "__attribute__((reqd_work_group_size(" + std::to_string(local[0]) + ", " +
                std::to_string(local[1]) + ", " + std::to_string(local[2]) + ")))\n";
  }
  static const char *pointers[] = {"__global const int *", "in_i", "__global const float *", "in_f",
                                   "__global uint *",      "out",  "__global long *",        "x2",
                                   "__local uint *",       "x3",   "__local int4 *",         "x4"};
  std::string head = "\n" + required + "__kernel void fuzz(";
  for (unsigned i = 0; i < std::size(pointers) / 2; ++i)
    head += pointers[2 * i] + std::string(program.restricted >> i & 1 ? "restrict " : "") +
            pointers[2 * i + 1] + ", ";
  line(head + "int n0, int n1, uint n2, float f0, "
              "__global uchar *slab, __global uint *bins, __global node *nodes "
              "IMAGE_PARAMETERS TYPED_PARAMETERS) {");
  for (unsigned i = 0; i < BinMemories; ++i) {
    const BinMemory &memory = binMemory(i);
    if (!memory.global && usesBins(program.kernel.body, i))
      line("  __local " + Type{memory.base, 1}.name() + " b" + std::to_string(i) + "[" +
           std::to_string(memory.length) + "];");
  }
}

bool ProgramPrinter::usesBins(const Block &body, unsigned memory) {
  return std::any_of(body.begin(), body.end(), [&](const Stmt &s) {
    return (s.kind == Kind::Bins && s.index == memory) ||
           std::any_of(s.blocks.begin(), s.blocks.end(),
                       [&](const Block &inner) { return usesBins(inner, memory); });
  });
}

std::string ProgramPrinter::condition(const Guard &guard) {
  static const char *comparisons[GuardComparisons] = {"<", "<=", ">", ">=", "==", "!="};
  static const char *starts[GuardStarts] = {
      "0", "1", "3", "n2 % 50", "(uint)n0 & 31", "(uint)-4", "0x7fffffffu - 11", "~0u - 7", "n2"};
  static const char *rows[GuardRows] = {"0", "get_global_id(1)", "get_local_id(1) * 3"};
  static const char *bounds[GuardBounds] = {"0",        "5",  "17",       "n0 & 63", "n1",
                                            "n2 & 127", "-3", "~0u >> 1", "n2"};
  const Type type = {guard.base, 1};
  const std::string wraps = "(" + type.unsignedName() + ")(";
  return "(" + type.name() + ")(" + wraps + "get_global_id(0)) + " + wraps + starts[guard.start] +
         ") + " + wraps + rows[guard.row] + ")) " + comparisons[guard.comparison] + " (" +
         type.name() + ")(" + bounds[guard.bound] + ")";
}

void ProgramPrinter::guards() {
  std::string any;
  for (const Guard &guard : program.guards)
    any += (any.empty() ? "" : program.one_guard_suffices ? " || " : " && ") + condition(guard);
  if (!any.empty())
    line("if (" + any + ")\n    return;");
}

void ProgramPrinter::helper(const Function &helper, unsigned number) {
  function = &helper;
  std::string head = helper.outlined ? "__attribute__((noinline)) " : "";
  head += (helper.gives_record     ? "record"
           : helper.boolean_result ? "bool"
                                   : helper.result.name()) +
          " h" + std::to_string(number) + "(PARAMETERS";
  if (!helper.arrays.empty() && helper.arrays[0].parameter)
    head += ", " + helper.arrays[0].type.name() + " *" + arrayName(0);
  if (helper.record != Function::Passed::No)
    head += helper.record == Function::Passed::ByPointer ? ", record *q0" : ", record s0";
  for (unsigned i = 0; i < helper.params; ++i)
    head += ", " + typeName(helper.vars[i]) + " " + variable(i);
  line(head + ") {");
  indent = 1;
  body(helper);
  if (!helper.no_return)
    line("return " + (helper.gives_record ? recordName(helper, 0) : stored(helper.returned)) + ";");
  indent = 0;
  line("}");
}

std::string ProgramPrinter::typeName(const Variable &variable) {
  return variable.boolean ? "bool" : variable.type.name();
}

std::string ProgramPrinter::eachElement(const Array &array) {
  const unsigned columns = array.length / array.rows / array.planes;
  if (array.isFlat())
    return "[k]";
  std::string rest = "k / " + std::to_string(columns);
  std::string at = "[k % " + std::to_string(columns) + "]";
  if (array.planes > 1)
    return "[" + rest + " / " + std::to_string(array.rows) + "][" + rest + " % " +
           std::to_string(array.rows) + "]" + at;
  return "[" + rest + "]" + at;
}

void ProgramPrinter::body(const Function &f) {
  const bool given = f.record != Function::Passed::No;
  auto qualifier = [&](unsigned i) -> std::string {
    return program.volatiles & VolatileVariables && i % 3 == 0 ? "volatile " : "";
  };
  for (unsigned i = given; i < f.records; ++i)
    line("record s" + std::to_string(i) + ";");
  for (unsigned i = f.params; i < f.vars.size(); ++i)
    if (!given || f.vars[i].record != 0)
      line((f.vars[i].record < 0 ? qualifier(i) + typeName(f.vars[i]) + " " : "") + variable(i) +
           " = " + stored(f.vars[i].init) + ";");
  for (unsigned i = 0; i < f.arrays.size(); ++i) {
    const Array &array = f.arrays[i];
    if (array.parameter)
      continue;
    std::string length = std::to_string(array.length);
    const std::string type = array.boolean ? "bool" : array.type.name();
    line(type + " " + arrayName(i) +
         (array.planes > 1 ? "[" + std::to_string(array.planes) + "]" : "") +
         (array.isFlat() ? "" : "[" + std::to_string(array.rows) + "]") + "[" +
         std::to_string(array.length / array.rows / array.planes) + "];");
    std::string value = array.uniform ? "k * 5" : "k * 7 + gid";
    std::string cast = array.type.isFloat() ? "(float)((" + value + ") & 255)" : value;
    line("for (int k = 0; k < " + length + "; ++k)");
    line("  " + arrayName(i) + eachElement(array) + " = (" + type + ")(" + cast + ");");
  }
  for (unsigned i = 0; i < f.pointers.size(); ++i) {
    const Pointers &pointers = f.pointers[i];
    const std::string type = f.arrays[pointers.arrays[0]].type.name(), number = std::to_string(i);
    std::string list;
    for (unsigned array : pointers.arrays)
      list += (list.empty() ? "" : ", ") + arrayName(array);
    line(type + " *t" + number + "[" + std::to_string(pointers.arrays.size()) + "] = {" + list +
         "};");
    line(type + " **z" + number + " = t" + number + ";");
  }
  for (unsigned i = 0; i < f.views; ++i) {
    const std::string name = "w" + std::to_string(i);
    line("view " + name + ";");
    line(name + ".ul[0] = (ulong)gid * " + std::to_string(ViewStart) + "ul + " + std::to_string(i) +
         "u;");
    line(name + ".ul[1] = " + std::to_string(ViewStart) + "ul;");
  }
  block(f.body);
}

std::string ProgramPrinter::word(const std::string &name, const Type &type) {
  if (type.base == Base::F16)
    return "(uint)as_ushort(" + name + ")";
  if (type.isFloat() && type.bits() == 32)
    return "as_uint(" + name + ")";
  if (type.isFloat())
    return "((uint)as_ulong(" + name + ") ^ (uint)(as_ulong(" + name + ") >> 32))";
  return type.bits() == 64 ? "((uint)" + name + " ^ (uint)(" + name + " >> 32))" : "(uint)" + name;
}

void ProgramPrinter::mix(int64_t slot, const std::string &value, const Type &type) {
  const std::string place = this->slot(size_t(slot));
  if (!type.isVector()) {
    line(place + " = " + place + " * 33u + " + word("(" + value + ")", type) + ";");
    return;
  }
  std::string sum;
  for (unsigned i = 0; i < type.width; ++i)
    sum += " + " + std::to_string(2 * i + 1) + "u * " +
           word(std::string("t.s") + "0123456789abcdef"[i], type.element());
  line("{");
  line("  " + type.name() + " t = " + value + ";");
  line("  " + place + " = " + place + " * 33u" + sum + ";");
  line("}");
}

std::string print(const Program &program) { return ProgramPrinter(program).run(); }

} // namespace weft::fuzz
