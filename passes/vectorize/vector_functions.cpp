// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/vector_functions.h"

#include "passes/vectorize/vectorize_region.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {
namespace {

// Without functions whose results come through pointers: these are inlined, or run lane by lane.
constexpr StringLiteral Elementwise[] = {
    "acos",         "acosh",       "acospi",       "asin",          "asinh",       "asinpi",
    "atan",         "atan2",       "atan2pi",      "atanh",         "atanpi",      "cbrt",
    "ceil",         "copysign",    "cos",          "cosh",          "cospi",       "erf",
    "erfc",         "exp",         "exp10",        "exp2",          "expm1",       "fabs",
    "fdim",         "floor",       "fma",          "fmax",          "fmin",        "fmod",
    "half_cos",     "half_divide", "half_exp",     "half_exp10",    "half_exp2",   "half_log",
    "half_log10",   "half_log2",   "half_powr",    "half_recip",    "half_rsqrt",  "half_sin",
    "half_sqrt",    "half_tan",    "hypot",        "ilogb",         "ldexp",       "lgamma",
    "log",          "log10",       "log1p",        "log2",          "logb",        "mad",
    "maxmag",       "minmag",      "native_cos",   "native_divide", "native_exp",  "native_exp10",
    "native_exp2",  "native_log",  "native_log10", "native_log2",   "native_powr", "native_recip",
    "native_rsqrt", "native_sin",  "native_sqrt",  "native_tan",    "nextafter",   "pow",
    "pown",         "powr",        "remainder",    "rint",          "rootn",       "round",
    "rsqrt",        "sin",         "sinh",         "sinpi",         "sqrt",        "tan",
    "tanh",         "tanpi",       "tgamma",       "trunc",         "degrees",     "mix",
    "radians",      "sign",        "smoothstep",   "step",          "mul_hi",      "mad_hi",
    "mad_sat",      "rotate",      "popcount",     "clz",           "ctz",         "hadd",
    "rhadd",        "add_sat",     "sub_sat",      "abs",           "abs_diff",    "upsample",
    "mad24",        "mul24",       "clamp",        "min",           "max"};

// Takes one parameter's type off `rest`: a scalar, a vector ("Dv4_f"), which then joins `vectors`,
// or one of those again ("S_"). Its element, "" where it is none of these.
StringRef takeElementType(StringRef &rest, SmallVectorImpl<StringRef> &vectors) {
  if (rest.consume_front("S")) {
    size_t place = 0;
    bool numbered = !rest.consumeInteger(10, place);
    if (!rest.consume_front("_") || place + numbered >= vectors.size())
      return "";
    return vectors[place + numbered];
  }
  size_t elements;
  bool vector = rest.starts_with("Dv");
  if (vector &&
      (!rest.consume_front("Dv") || rest.consumeInteger(10, elements) || !rest.consume_front("_")))
    return "";
  StringRef type = rest.take_front(rest.starts_with("Dh") ? 2 : 1);
  if (type.empty() || (type.size() == 1 && !StringRef("fdcahstijlm").contains(type[0])))
    return "";
  rest = rest.drop_front(type.size());
  if (vector)
    vectors.push_back(type);
  return type;
}

} // namespace

std::string vectorOverload(StringRef mangled, unsigned width) {
  if (width != 2 && width != 4 && width != 8 && width != 16)
    return "";
  StringRef rest = mangled;
  size_t length;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || rest.size() <= length)
    return "";
  StringRef name = rest.take_front(length);
  rest = rest.drop_front(length);
  if (!is_contained(Elementwise, name))
    return "";
  std::string result = ("_Z" + Twine(length) + name).str();
  SmallVector<StringRef, 3> vectors; // of `mangled`: S_ is the first of them, S0_ the second
  SmallVector<StringRef, 3> seen;    // of the result
  while (!rest.empty()) {
    StringRef type = takeElementType(rest, vectors);
    if (type.empty())
      return "";
    // A vector type that came before is named by its place: S_, S0_, S1_.
    auto before = find(seen, type);
    if (before == seen.end()) {
      seen.push_back(type);
      result += ("Dv" + Twine(width) + "_" + type).str();
    } else {
      unsigned place = unsigned(before - seen.begin());
      result += place == 0 ? "S_" : ("S" + Twine(place - 1) + "_").str();
    }
  }
  return result;
}

std::vector<std::string> vectorFormsWanted(const Module &module, unsigned width) {
  std::vector<std::string> result;
  StringSet<> seen;
  for (const Function &function : module) {
    if (function.use_empty() || !function.getName().starts_with("_Z"))
      continue;
    std::string wanted = vectorOverload(function.getName(), std::min(width, 16u));
    if (wanted.empty() || !seen.insert(wanted).second)
      continue;
    // Another kernel may have had it linked.
    const Function *form = module.getFunction(wanted);
    if (!form || form->isDeclaration())
      result.push_back(std::move(wanted));
  }
  return result;
}

} // namespace weft
