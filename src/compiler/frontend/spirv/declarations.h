// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands before the types: capabilities, instruction sets, entry points and their modes,
// strings, names and decorations. Read once, then asked.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_DECLARATIONS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_DECLARATIONS_H

#include "compiler/frontend/spirv/cursor.h"

#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace weft::spirv {

struct Decoration {
  spv::Decoration kind;
  llvm::ArrayRef<uint32_t> operands;
};

class Declarations : AtCursor {
public:
  Declarations(const Module &module, Cursor &cursor) : AtCursor(cursor), module(module) {}
  bool read();

  bool isDeclared(llvm::ArrayRef<uint32_t> any) const; // of capabilities; none: true
  bool checkCapabilities(const Instruction &in) const;
  bool isOpenclSet(uint32_t id) const { return opencl_set && id == opencl_set; }
  bool isDebugSet(uint32_t id) const { return debug_sets.contains(id); }
  // Of a set whose instructions change nothing.
  bool isPassedOver(const Instruction &in) const;
  bool hasMode(uint32_t entry_point, spv::ExecutionMode mode) const;
  // Null if the id has none of this kind.
  const Decoration *decoration(uint32_t id, spv::Decoration kind) const;
  llvm::ArrayRef<Decoration> decorations(uint32_t id) const;
  std::string nameOf(uint32_t id) const;
  llvm::StringRef string(uint32_t id) const { return strings.lookup(id); }

  std::vector<const Instruction *> entry_points, execution_modes;

private:
  bool capability(uint32_t value);
  void annotate(const Instruction &in);
  bool importSet(const Instruction &in);
  bool checkMemoryModel();

  const Module &module;
  llvm::DenseSet<uint32_t> capabilities;
  uint32_t opencl_set = 0;
  llvm::DenseSet<uint32_t> ignored_sets; // debug_sets among them
  llvm::DenseSet<uint32_t> debug_sets;   // of NonSemantic.Shader.DebugInfo
  llvm::DenseMap<uint32_t, llvm::StringRef> strings, names;
  llvm::DenseMap<uint32_t, llvm::SmallVector<Decoration, 2>> decorated;
  uint64_t decorations_copied = 0;
};

} // namespace weft::spirv
#endif
