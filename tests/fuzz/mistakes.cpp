// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mistakes.h"

#include "random.h"
#include "ranges.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace weft::fuzz {
namespace {

// Who has to make a mistake, so that it is one.
enum class By {
  Any,    // one work-item of a group suffices
  Two,    // of the launch, or a work-item twice
  Group,  // two of a group
  All,    // of a group, together: there is a barrier
  Others, // All, and there have to be others in the group
};

// FAR: an index that no object of the program has. LOCAL: an array of the group's that nobody else
// uses, of MOST + 1 elements. PROGRAM: the same at program scope, of the launch. UNFILLED: the
// first element of in_i that nobody has written.
struct Form {
  const char *kind, *text;
  By by = By::Any;
  const char *object = ""; // of the program, that what comes later races for, too
};
const Form forms[] = {
    {"memory", "int m = in_i[FAR];"},
    {"memory", "float m = in_f[FAR < 0 ? FAR - lid : FAR + lid];"},
    {"memory", "out[FAR] = 5u;"},
    {"memory", "slab[FAR < 0 ? FAR - gid : FAR + gid] ^= 1;"},
    {"memory", "atomic_inc(&bins[FAR]);"},
    {"memory", "int m = n0; int *p = &m; p += FAR; *p = 3;"},
    {"memory", "int4 m = vload4(FAR, in_i);"},
    {"memory", "vstore2((uint2)(1u, 2u), FAR, out);"},
    {"memory", "int a[4] = {1, 2, 3, 4}; a[4 + (lid & 3)] = 5;"},
    {"memory", "struct { int a[3]; int b; } s = {{1, 2, 3}, 4}; s.a[3 + (lid & 1)] = 5;"},
    {"memory", "x0[FAR] = lid;"},
    {"memory", "x3[FAR] = 1u;"},
    {"memory", "__global int *z = 0; int m = z[lid];"},
    {"memory", "int m = *(__global const int *)((__global const char *)in_i + 4 * (lid & 3) + 1);"},
    {"memory", "int2 m[2] = {0, 1}; m[0].y = m[2 + (n0 & 1)].x;"},
    {"arith", "int m = 7 / (lid - lid);"},
    {"arith", "int m = 7 % (lid - lid);"},
    {"arith", "uint m = (uint)gid / ((uint)n0 - (uint)n0);"},
    {"arith", "int m = ((int)0x80000000 + (n0 - n0)) / (n0 - n0 - 1);"},
    {"arith", "int m = lid << (32 + (lid & 7));"},
    {"arith", "ulong m = (ulong)gid >> (64 + (n0 & 3));"},
    {"arith", "int m = (int)(1e20f + f0);"},
    {"arith", "uchar m = (uchar)(-300.0f - fabs(f0));"},
    {"barrier", "if (lid == 0) barrier(CLK_LOCAL_MEM_FENCE);", By::Others},
    {"barrier", "for (int k = 0; k < (lid & 1); ++k) barrier(CLK_GLOBAL_MEM_FENCE);", By::Others},
    // At one place, with other arguments.
    {"barrier", "barrier(lid & 1 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);", By::Others},
    {"barrier",
     "event_t e = async_work_group_copy(LOCAL, in_i, (size_t)(2 + (lid > 0)), 0);"
     " wait_group_events(1, &e);",
     By::Others},
    {"barrier",
     "event_t e = async_work_group_copy(LOCAL, in_i + (lid == 0), 4, 0); wait_group_events(1, &e);",
     By::Others},
    {"barrier",
     "event_t e = async_work_group_copy(LOCAL, in_i, 4, 0); if (n0 > (1 << 30)) "
     "wait_group_events(1, &e);",
     By::All},
    // No barrier, or one that orders other memory.
    {"race", "LOCAL[lid] = gid; int m = LOCAL[(lid + 1) % lsize];", By::Group},
    {"race", "int m = LOCAL[lsize - 1 - lid / 2]; LOCAL[lid] = m + gid;", By::Group},
    {"race", "LOCAL[lid] = gid; barrier(CLK_GLOBAL_MEM_FENCE); int m = LOCAL[lid ? lid - 1 : 1];",
     By::Others},
    {"race", "if (lid == 0) LOCAL[0] = n0; atomic_inc((volatile __local int *)&LOCAL[0]);",
     By::Group},
    {"race",
     "LOCAL[lid] = 0; event_t e = async_work_group_copy(LOCAL, in_i, 4, 0); int m = LOCAL[lid & 3];"
     " wait_group_events(1, &e);",
     By::All},
    // Elements of others.
    {"race", "LOCAL[lid / 2] = gid;", By::Group},
    {"race", "slots[0] = (uint)gid; out[(gid > 0 ? gid - 1 : 0) * SLOTS] = (uint)gid + 7u;",
     By::Two, "out"},
    {"race", "slots[0] = (uint)gid; uint m = out[(gid > 0 ? gid - 1 : 1) * SLOTS];", By::Two,
     "out"},
    {"race", "x2[first + lid / 2] = gid;", By::Group, "x2"},
    {"race", "x2[0] = gid; barrier(CLK_GLOBAL_MEM_FENCE);", By::Others, "x2"},
    // An update that is not atomic.
    {"race", "bins[0] += 1u;", By::Two, "bins"},
    {"race", "if (gid == 1) bins[0] ^= 5u; else atomic_xor(&bins[0], 3u);", By::Two, "bins"},
    {"race", "if (lid == 0) LOCAL[0] = 0; barrier(CLK_LOCAL_MEM_FENCE); LOCAL[0] += gid;",
     By::Others},
    // What arguments do not lead to, or lead to by another pointer.
    {"race", "PROGRAM[lid / 2] = gid;", By::Group},
    {"race", "PROGRAM[gid] = lid; int m = PROGRAM[gid > 0 ? gid - 1 : 1];", By::Two},
    {"race", "*(__global int *)(ulong)&x2[first] = gid;", By::Group, "x2"},
    // An atomic operation that only reads.
    {"race", "if (gid == 1) PROGRAM[0] = 3; else atomic_cmpxchg(&PROGRAM[0], -7, 1);", By::Two},
    {"race-same-value", "LOCAL[0] = n0;", By::Group},
    {"race-same-value", "x2[first] = 3;", By::Group, "x2"},
    // No initialiser, or one that is not always come by.
    {"init", "int m; slots[0] = (uint)m;"},
    {"init", "int m; if (lid > 100000) m = 3; slots[0] = (uint)m + 1u;"},
    {"init", "float m; slots[0] = as_uint(m * f0);"},
    {"init", "int m; if (m > 3) slots[0] = 1u;"},
    {"init", "int m; slots[0] = (uint)in_i[m & 3];"},
    {"init", "int m; atomic_add(&slots[0], (uint)m);"},
    {"init", "int4 m; m.x = n0; m.z = lid; slots[0] = (uint)(m.x + m.y);"},
    {"init", "int m[4]; m[lid & 3] = 1; slots[0] = (uint)m[(lid + 1) & 3];"},
    {"init", "int m[8]; for (int j = 0; j < 7; ++j) m[j] = j; slots[0] = (uint)m[7 - (n0 - n0)];"},
    {"init", "struct { int a; int b; } s; s.a = lid; slots[0] = (uint)s.b;"},
    {"init", "LOCAL[lid] = gid; barrier(CLK_LOCAL_MEM_FENCE); slots[0] = (uint)LOCAL[lsize];",
     By::All},
    {"init", "if (lid) LOCAL[lid] = gid; barrier(CLK_LOCAL_MEM_FENCE); slots[0] = (uint)LOCAL[0];",
     By::All},
    {"init", "atomic_inc((volatile __local int *)&LOCAL[MOST]);"},
    {"init", "slots[0] = (uint)in_i[UNFILLED + lid];"},
    {"init", "if (in_i[UNFILLED + (lid & 7)] > n0) slots[0] = 1u;"},
};
const char *const contexts[] = {"{ ? }",
                                "{ ? }",
                                "for (int k = 0; k < 3; ++k) { ? }",
                                "if (gid >= 0) { ? }",
                                "switch (lsize > 0) { case 1: { ? } break; default: break; }",
                                "if (lid == lsize - 1) { ? }"};
// The last context is one work-item's of a group.
constexpr size_t ContextsOfAll = std::size(contexts) - 1;

bool isOfGroup(By by) { return by == By::Group || by == By::Others; }
bool hasBarrier(By by) { return by == By::All || by == By::Others; }

std::string replaced(std::string text, const std::string &name, const std::string &by) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += by.size())
    text.replace(at, name.size(), by);
  return text;
}

} // namespace

std::string withMistake(const std::string &source, uint64_t seed, Mistake &mistake) {
  Random random(seed ^ 0x6d69737461);
  // In groups of one there is nobody else.
  const bool is_alone = source.find("reqd_work_group_size(1, 1, 1)") != std::string::npos ||
                        source.find("#define RANGES 1\n") != std::string::npos;
  Form form = forms[random.below(std::size(forms))];
  while (is_alone && isOfGroup(form.by))
    form = forms[random.below(std::size(forms))];
  const std::string distance = std::to_string(1 + random.below(random.chance(50) ? 4 : 1 << 20));
  const std::string far =
      random.chance(40) ? "(-" + distance + ")" : "(" + distance + " + (1 << 24))";
  mistake.kind = form.kind;
  mistake.object = form.object;
  const size_t context = hasBarrier(form.by)  ? 0
                         : form.by != By::Any ? random.below(ContextsOfAll)
                                              : random.below(std::size(contexts));
  mistake.text = replaced(contexts[context], "?", replaced(form.text, "FAR", far));
  if (mistake.text.find("LOCAL[") != std::string::npos ||
      mistake.text.find("LOCAL,") != std::string::npos)
    mistake.text = "__local int tile[MOST + 1]; " + mistake.text;
  mistake.text = replaced(replaced(mistake.text, "LOCAL[", "tile["), "LOCAL,", "tile,");
  const std::string place = "  __global uint *slots = out + gid * SLOTS;\n";
  const size_t kernel = source.find("__kernel void fuzz(");
  const size_t found = kernel == std::string::npos ? kernel : source.find(place, kernel);
  if (found == std::string::npos)
    throw std::runtime_error("the program has no place for a mistake");
  const size_t at = found + place.size();
  mistake.line = 1 + unsigned(std::count(source.begin(), source.begin() + ptrdiff_t(at), '\n'));
  // What `launch` is to leave unwritten behind the integers of the input.
  const std::string unfilled =
      mistake.text.find("UNFILLED") == std::string::npos
          ? ""
          : "#define UNFILLED " + std::to_string(makeInput(seed).ints.size()) + "\n";
  const bool has_variable = mistake.text.find("PROGRAM[") != std::string::npos;
  mistake.text = replaced(mistake.text, "PROGRAM[", "kept[");
  const std::string variable = has_variable ? "__global int kept[1 << 20];\n" : "";
  // By a name of its own: reports of equal places are one.
  return unfilled + variable + "#line 1 \"seed" + std::to_string(seed) + ".cl\"\n" +
         source.substr(0, at) + "  " + mistake.text + "\n" + source.substr(at);
}

static bool isOfRaces(const Mistake &mistake) {
  return mistake.kind.starts_with("race") && !mistake.object.empty();
}

std::string judge(const std::vector<std::string> &reports, const Mistake *mistake) {
  bool is_found = false;
  for (const std::string &report : reports) {
    const std::string first = report.substr(0, report.find('\n'));
    const auto has = [&](const std::string &text) { return first.find(text) != std::string::npos; };
    const std::string line = mistake ? ":" + std::to_string(mistake->line) + ":" : "";
    // The later one of two accesses that race may be the program's.
    const size_t other = report.find("\n  the other: ");
    is_found |= mistake && isOfRaces(*mistake) && other != std::string::npos &&
                report.find(line, other) != std::string::npos && has("[" + mistake->kind + "]");
    if (mistake && has(line))
      is_found |= has("[" + mistake->kind + "]");
    else if (mistake && isOfRaces(*mistake) && has("'" + mistake->object + "'") &&
             (has("[race]") || has("[race-same-value]")))
      continue;
    // Others of the group are at the barrier that comes next, without what those had to write.
    else if (mistake && mistake->kind == "barrier")
      continue;
    // Programs shift by any amount, and convert any number.
    else if (!has("[arith]"))
      return "a report that is not true: " + report;
  }
  return mistake && !is_found ? "not found: " + mistake->text : "";
}

} // namespace weft::fuzz
