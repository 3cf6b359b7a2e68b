// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the constants that LLVM has as such, and keeps those that functions make where they begin.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_CONSTANTS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_CONSTANTS_H

#include "compiler/frontend/spirv/ids.h"
#include "weft/compiler.h"

#include <optional>

namespace weft::spirv {

class Constants : ProgramPart {
public:
  Constants(const Program &program, llvm::ArrayRef<weft_spec_constant> given)
      : ProgramPart(program), given(given) {}
  // Of the instruction at hand; not those that are evaluated (Body) or name functions (Reader).
  void make();

  // The bits of weft_sampler.
  std::optional<uint32_t> samplerBits(uint32_t id) const;
  // A reservation or an event.
  bool isNullObject(uint32_t id) const { return null_objects.contains(id); }

private:
  void makeBool(bool value, bool specialized);
  void makeNumber(bool specialized);
  void makeComposite();
  void makeSampler();
  void makeNull();
  const weft_spec_constant *specialization(uint32_t id, size_t size);

  llvm::ArrayRef<weft_spec_constant> given;
  llvm::DenseMap<uint32_t, uint32_t> sampler_bits;
  llvm::DenseSet<uint32_t> null_objects;
};

} // namespace weft::spirv
#endif
