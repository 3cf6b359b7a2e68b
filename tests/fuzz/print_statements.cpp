// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "printer.h"

#include "ranges.h"

#include <algorithm>
#include <iterator>

namespace weft::fuzz {
namespace {

const char *preamble = R"(#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#define CLAMP(type, x) clamp((x), (type)(-1024.0f), (type)1024.0f)
typedef struct {
  int a;
  short b[3];
  float c;
  int4 d;
  uchar e;
} record;
// A slab's bytes are read as other types than they were written as.
#define ANY(type)                                                                        \
  typedef type __attribute__((may_alias)) any_##type;                                    \
  typedef struct __attribute__((packed, may_alias)) { type x; } packed_##type;
ANY(char) ANY(uchar) ANY(short) ANY(ushort) ANY(int) ANY(uint)
ANY(long) ANY(ulong) ANY(float) ANY(double)
// Operands beyond 24 bits are not defined.
#define MUL24(a, b) mul24((a) << 8 >> 8, (b) << 8 >> 8)
#define MAD24(a, b, c) mad24((a) << 8 >> 8, (b) << 8 >> 8, c)
#define ROW                                                                              \
  (((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -  \
    get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0))
#define PARAMETERS                                                                       \
  __global const int *in_i, __global const float *in_f, __global uint *slots,            \
      __global long *x2, __local int *x0, __local float *x1, __local uint *x3,           \
      __local int4 *x4, __local int *r, int n0, int n1, uint n2, float f0, int lid,      \
      int gid, int group, int lsize, int groups, int first
#define ENVIRONMENT                                                                      \
  in_i, in_f, slots, x2, x0, x1, x3, x4, r, n0, n1, n2, f0, lid, gid, group, lsize,      \
      groups, first
)";

// `first`: where the group's part of x2 starts. Linear numbers, x fastest.
const char *prologue = R"(  __local int x0[MOST];
  __local float x1[MOST];
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

class Printer {
public:
  explicit Printer(const Program &program) : program(program) {}

  std::string run() {
    line("#define MOST " + std::to_string(MostItems));
    line("#define SLOTS " + std::to_string(OutputSlots));
    line("#define COUNTERS " + std::to_string(CounterCount));
    line("#define SLAB " + std::to_string(program.slab_bytes));
    out += preamble;
    for (size_t i = 0; i < program.helpers.size(); ++i)
      helper(program.helpers[i], unsigned(i));
    function = &program.kernel;
    kernelHead();
    out += prologue;
    indent = 1;
    guards();
    body(program.kernel);
    for (size_t i = 0; i < function->vars.size(); ++i)
      mix(0, variableName(*function, unsigned(i)), function->vars[i].type);
    for (size_t i = 0; i < function->arrays.size(); ++i) {
      const Array &array = function->arrays[i];
      std::string step = std::to_string(array.length > 64 ? array.length / 16 : 1);
      line("for (int k = 0; k < " + std::to_string(array.length) + "; k += " + step + ") {");
      ++indent;
      mix(0, arrayName(unsigned(i)) + "[k]", array.type);
      --indent;
      line("}");
    }
    indent = 0;
    line("}");
    return std::move(out);
  }

private:
  void line(const std::string &text) { out += std::string(2 * indent, ' ') + text + "\n"; }
  std::string text(const Expr &e) const { return print(e, program, *function); }
  std::string text(const Stmt &s, unsigned i) const { return text(s.exprs[i]); }
  std::string variable(unsigned index) const { return variableName(*function, index); }

  void kernelHead() {
    std::string required;
    if (program.sub_group_size)
      required = "__attribute__((intel_reqd_sub_group_size(" +
                 std::to_string(program.sub_group_size) + ")))\n";
    if (program.required_range) {
      const size_t *local = ranges()[program.required_range - 1].local;
      required += "__attribute__((reqd_work_group_size(" + std::to_string(local[0]) + ", " +
                  std::to_string(local[1]) + ", " + std::to_string(local[2]) + ")))\n";
    }
    static const char *pointers[] = {
        "__global const int *", "in_i", "__global const float *", "in_f", "__global uint *", "out",
        "__global long *",      "x2",   "__local uint *",         "x3",   "__local int4 *",  "x4"};
    std::string head = "\n" + required + "__kernel void fuzz(";
    for (unsigned i = 0; i < std::size(pointers) / 2; ++i)
      head += pointers[2 * i] + std::string(program.restricted >> i & 1 ? "restrict " : "") +
              pointers[2 * i + 1] + ", ";
    line(head + "int n0, int n1, uint n2, float f0, "
                "__global uchar *slab, __global uint *bins) {");
    for (unsigned i = 0; i < BinMemories; ++i) {
      const BinMemory &memory = binMemory(i);
      if (!memory.global && usesBins(program.kernel.body, i))
        line("  __local " + Type{memory.base, 1}.name() + " b" + std::to_string(i) + "[" +
             std::to_string(memory.length) + "];");
    }
  }

  static bool usesBins(const Block &body, unsigned memory) {
    return std::any_of(body.begin(), body.end(), [&](const Stmt &s) {
      return (s.kind == Kind::Bins && s.index == memory) ||
             std::any_of(s.blocks.begin(), s.blocks.end(),
                         [&](const Block &inner) { return usesBins(inner, memory); });
    });
  }

  static std::string condition(const Guard &guard) {
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

  void guards() {
    std::string any;
    for (const Guard &guard : program.guards)
      any += (any.empty() ? "" : program.one_guard_suffices ? " || " : " && ") + condition(guard);
    if (!any.empty())
      line("if (" + any + ")\n    return;");
  }

  void helper(const Function &helper, unsigned number) {
    function = &helper;
    std::string head = helper.outlined ? "__attribute__((noinline)) " : "";
    head += helper.result.name() + " h" + std::to_string(number) + "(PARAMETERS";
    if (!helper.arrays.empty() && helper.arrays[0].parameter)
      head += ", " + helper.arrays[0].type.name() + " *" + arrayName(0);
    if (helper.record != Function::Passed::No)
      head += helper.record == Function::Passed::ByPointer ? ", record *q0" : ", record s0";
    for (unsigned i = 0; i < helper.params; ++i)
      head += ", " + helper.vars[i].type.name() + " " + variable(i);
    line(head + ") {");
    indent = 1;
    body(helper);
    line("return " + stored(helper.returned) + ";");
    indent = 0;
    line("}");
  }

  void body(const Function &f) {
    const bool given = f.record != Function::Passed::No;
    for (unsigned i = given; i < f.records; ++i)
      line("record s" + std::to_string(i) + ";");
    for (unsigned i = f.params; i < f.vars.size(); ++i)
      if (!given || f.vars[i].record != 0)
        line((f.vars[i].record < 0 ? f.vars[i].type.name() + " " : "") + variable(i) + " = " +
             stored(f.vars[i].init) + ";");
    for (unsigned i = 0; i < f.arrays.size(); ++i) {
      const Array &array = f.arrays[i];
      if (array.parameter)
        continue;
      std::string length = std::to_string(array.length);
      line(array.type.name() + " " + arrayName(i) + "[" + length + "];");
      std::string value = array.uniform ? "k * 5" : "k * 7 + gid";
      std::string cast = array.type.isFloat() ? "(float)((" + value + ") & 255)" : value;
      line("for (int k = 0; k < " + length + "; ++k)");
      line("  " + arrayName(i) + "[k] = (" + array.type.name() + ")(" + cast + ");");
    }
    block(f.body);
  }

  void block(const Block &b) {
    for (const Stmt &s : b)
      statement(s);
  }
  void nested(const Block &b) {
    ++indent;
    block(b);
    --indent;
  }

  // What is kept stays small.
  std::string stored(const Expr &e) const {
    return e.type.isFloat() && e.op != Op::Const ? clamped(e.type, text(e)) : text(e);
  }

  static std::string word(const std::string &name, const Type &type) {
    if (type.isFloat() && type.bits() == 32)
      return "as_uint(" + name + ")";
    if (type.isFloat())
      return "((uint)as_ulong(" + name + ") ^ (uint)(as_ulong(" + name + ") >> 32))";
    return type.bits() == 64 ? "((uint)" + name + " ^ (uint)(" + name + " >> 32))"
                             : "(uint)" + name;
  }

  void mix(int64_t slot, const std::string &value, const Type &type) {
    std::string place = "slots[" + std::to_string(slot) + "]";
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

  static std::string barrier(int64_t flags) {
    const char *names[] = {"0", "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE",
                           "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"};
    return std::string("barrier(") + names[flags & 3] + ");";
  }

  void jump(const Stmt &s, const std::string &where) { line("if (" + text(s, 0) + ") " + where); }

  void statement(const Stmt &s) {
    std::string number = std::to_string(s.value);
    switch (s.kind) {
    case Kind::Assign:
      line(variable(s.index) + " = " + stored(s.exprs[0]) + ";");
      break;
    case Kind::CopyRecord:
      line(recordName(*function, s.index) + " = " + recordName(*function, unsigned(s.value)) + ";");
      break;
    case Kind::SetComponent:
      line(variable(s.index) + ".s" + "0123456789abcdef"[s.value & 15] + " = " +
           stored(s.exprs[0]) + ";");
      break;
    case Kind::SetElement: {
      Expr target{Op::Element, s.exprs[1].type, s.index, 0, {s.exprs[0]}};
      line(text(target) + " = " + stored(s.exprs[1]) + ";");
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
      jump(s, s.exprs.size() > 1 ? "return " + stored(s.exprs[1]) + ";" : "return;");
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
      line(std::string(atomicName(s.value)) + "(&r[" + std::to_string(s.index) + "], " +
           text(s, 0) + ");");
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
    }
  }

  static const char *atomicName(int64_t which) {
    static const char *names[] = {"atomic_add", "atomic_min", "atomic_max",
                                  "atomic_or",  "atomic_xor", "atomic_and"};
    return names[which];
  }

  void switchStatement(const Stmt &s) {
    line("switch (" + text(s, 0) + " & 3) {");
    for (size_t i = 0; i < s.blocks.size(); ++i) {
      bool last = i + 1 == s.blocks.size();
      line(last ? "default: {" : "case " + std::to_string(i) + ": {");
      nested(s.blocks[i]);
      line((s.value >> i) & 1 || last ? "}" : "} break;");
    }
    line("}");
  }

  void exchange(const Stmt &s) {
    std::string name = "x" + std::to_string(s.index);
    int64_t fence = sharedIsGlobal(s.index) ? 2 : 1;
    line(barrier(fence));
    if (s.kind == Kind::Exchange) {
      line(name + (fence == 2 ? "[first + lid] = " : "[lid] = ") + stored(s.exprs[0]) + ";");
      line(barrier(fence));
    } else {
      line("{");
      line("  event_t e = async_work_group_copy(" + name + ", " + (s.index ? "in_f" : "in_i") +
           " + (" + text(s, 0) + " & 63), (size_t)lsize, 0);");
      line("  wait_group_events(1, &e);");
      line("}");
    }
    line("{");
    nested(s.blocks[0]);
    line("}");
  }

  void reduce(const Stmt &s) {
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

  static std::string binName(unsigned index) {
    return binMemory(index).global ? "(bins + group * " + std::to_string(MostBins) + ")"
                                   : "b" + std::to_string(index);
  }

  void bins(const Stmt &s) {
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

  // An index that is in range by its type or its own mask stays as it is.
  static bool inRange(const Expr &e, unsigned length) {
    if (e.op == Op::Less || e.op == Op::Equal || e.op == Op::Truth)
      return true;
    if (e.op == Op::And && e.args[1].op == Op::Const)
      return e.args[1].value == int64_t(length) - 1;
    return e.type == Type{Base::U8, 1} && length == 256;
  }

  std::string binAtomic(const Stmt &s) const {
    const BinMemory &memory = binMemory(s.index);
    const Type type{memory.base, 1};
    const std::string space = memory.global ? "__global " : "__local ";
    std::string index = text(s, 0);
    if (!inRange(s.exprs[0], memory.length))
      index = "(" + index + ") & " + std::to_string(memory.length - 1);
    const std::string place = "&" + binName(s.index) + "[" + index + "]";
    const Counting counting = Counting(s.value);
    const unsigned change = s.to >> 1 & 3;
    // What depends on the bin only may be written by any of its work-items.
    const std::string own = "(" + type.name() + ")(((" + index + ") & " +
                            std::to_string(memory.length - 1) + ") * 3 + 7)";
    static const char *sums[] = {"add", "sub", "inc", "dec"};
    static const char *others[] = {"", "min", "max", "and", "or", "xor", "xchg", "cmpxchg"};
    const bool counts = counting == Counting::Sum;
    const bool old_style = !(s.to & 1) || counting == Counting::CompareExchange;
    const std::string name = counts ? sums[change] : others[s.value];
    std::string operand = counting >= Counting::Exchange ? own : text(s, 1);
    if (old_style) {
      std::string call = (type.bits() == 64 ? "atom_" : "atomic_") + name + "(" + place;
      if (counting == Counting::CompareExchange)
        call += ", (" + type.name() + ")0";
      return call + (counts && change > 1 ? ")" : ", " + operand + ")");
    }
    if (counts && change > 1)
      operand = "(" + type.name() + ")1";
    const std::string function =
        counting == Counting::Exchange
            ? "atomic_exchange_explicit"
            : "atomic_fetch_" + std::string(counts ? sums[change & 1] : name) + "_explicit";
    return function + "((volatile " + space + "atomic_" + type.name() + " *)(" + place + "), " +
           operand + ", memory_order_relaxed, memory_scope_work_group)";
  }

  void invoke(const Stmt &s) {
    Expr call{Op::Call, {}, unsigned(s.value), int64_t(s.to), s.exprs};
    line(variable(s.index) + " = " + text(call) + ";");
  }

  // Sub-groups differ in size between emitters: what is kept does not depend on it.
  void collective(const Stmt &s) {
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
      line("  if (get_sub_group_local_id() == 0) atomic_add(&r[" +
           std::to_string(CounterCount - 1) + "], t);");
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
    default:
      line(to + " = work_group_any(" + value + ") * 2 + work_group_all(" + value + ");");
      break;
    }
  }

  const Program &program;
  const Function *function = nullptr;
  std::string out;
  size_t indent = 0;
};

} // namespace

std::string print(const Program &program) { return Printer(program).run(); }

} // namespace weft::fuzz
