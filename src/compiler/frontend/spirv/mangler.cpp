// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/mangler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace weft::spirv {
namespace {

class Mangler {
public:
  std::string text;

  void add(const MangledType &type) {
    const std::string value =
        type.elements > 1 ? "Dv" + std::to_string(type.elements) + "_" + type.base : type.base;
    auto pointee = [&] {
      if (type.elements == 1 && !type.is_named)
        text += value;
      else
        known(value, [&] { text += value; });
    };
    if (!type.is_pointer)
      return pointee();
    known("P" + type.qualifiers + value, [&] {
      text += 'P';
      if (type.qualifiers.empty())
        return pointee();
      known(type.qualifiers + value, [&] {
        text += type.qualifiers;
        pointee();
      });
    });
  }

private:
  // A type that was there before by its number, else spelled out, and from then on known.
  void known(const std::string &whole, llvm::function_ref<void()> spell) {
    auto found = llvm::find(seen, whole);
    if (found == seen.end()) {
      spell();
      seen.push_back(whole);
      return;
    }
    const size_t index = size_t(found - seen.begin()); // below 36: calls have few arguments
    text += 'S';
    if (index)
      text += index <= 10 ? char('0' + index - 1) : char('A' + index - 11);
    text += '_';
  }

  llvm::SmallVector<std::string, 8> seen;
};

} // namespace

std::string mangle(llvm::StringRef name, llvm::ArrayRef<MangledType> params) {
  Mangler mangler;
  mangler.text = "_Z" + std::to_string(name.size()) + name.str();
  if (params.empty())
    mangler.text += 'v';
  for (const MangledType &param : params)
    mangler.add(param);
  return mangler.text;
}

} // namespace weft::spirv
