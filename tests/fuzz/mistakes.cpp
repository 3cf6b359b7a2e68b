// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mistakes.h"

#include "random.h"

#include <algorithm>
#include <stdexcept>

namespace weft::fuzz {
namespace {

// FAR: an index that no object of the program has.
struct Form {
  const char *kind, *text;
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
    {"barrier", "if (lid == 0) barrier(CLK_LOCAL_MEM_FENCE);"},
    {"barrier", "for (int k = 0; k < (lid & 1); ++k) barrier(CLK_GLOBAL_MEM_FENCE);"},
};
const char *const contexts[] = {"{ ? }",
                                "{ ? }",
                                "for (int k = 0; k < 3; ++k) { ? }",
                                "if (gid >= 0) { ? }",
                                "switch (lsize > 0) { case 1: { ? } break; default: break; }",
                                "if (lid == lsize - 1) { ? }"};

std::string replaced(std::string text, const std::string &name, const std::string &by) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += by.size())
    text.replace(at, name.size(), by);
  return text;
}

} // namespace

std::string withMistake(const std::string &source, uint64_t seed, Mistake &mistake) {
  Random random(seed ^ 0x6d69737461);
  // In groups of one there is nobody else.
  const bool is_alone = source.find("reqd_work_group_size(1, 1, 1)") != std::string::npos;
  const auto isOfAll = [](const Form &form) { return form.kind == std::string("barrier"); };
  Form form = forms[random.below(std::size(forms))];
  while (is_alone && isOfAll(form))
    form = forms[random.below(std::size(forms))];
  const bool is_of_all = isOfAll(form);
  const std::string distance = std::to_string(1 + random.below(random.chance(50) ? 4 : 1 << 20));
  const std::string far =
      random.chance(40) ? "(-" + distance + ")" : "(" + distance + " + (1 << 24))";
  mistake.kind = form.kind;
  mistake.text = replaced(contexts[is_of_all ? 0 : random.below(std::size(contexts))], "?",
                          replaced(form.text, "FAR", far));
  const std::string place = "  int first = group * MOST;\n";
  const size_t kernel = source.find("__kernel void fuzz(");
  const size_t found = kernel == std::string::npos ? kernel : source.find(place, kernel);
  if (found == std::string::npos)
    throw std::runtime_error("the program has no place for a mistake");
  const size_t at = found + place.size();
  mistake.line = 1 + unsigned(std::count(source.begin(), source.begin() + ptrdiff_t(at), '\n'));
  // By a name of its own: reports of equal places are one.
  return "#line 1 \"seed" + std::to_string(seed) + ".cl\"\n" + source.substr(0, at) + "  " +
         mistake.text + "\n" + source.substr(at);
}

std::string judge(const std::vector<std::string> &reports, const Mistake *mistake) {
  bool is_found = false;
  for (const std::string &report : reports) {
    const std::string first = report.substr(0, report.find('\n'));
    const auto has = [&](const std::string &text) { return first.find(text) != std::string::npos; };
    if (mistake && has(":" + std::to_string(mistake->line) + ":"))
      is_found |= has("[" + mistake->kind + "]");
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
