// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a function: its blocks, each behind those that dominate it, in whichever order the
// module has them; so a value is defined before it is used, but for phis. What an instruction
// becomes, handlers say (handlers.h).
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_BODY_H
#define WEFT_COMPILER_FRONTEND_SPIRV_BODY_H

#include "compiler/frontend/spirv/constants.h"
#include "compiler/frontend/spirv/debug_lines.h"
#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/library_calls.h"

namespace weft::spirv {

class Body : public LibraryCalls {
public:
  Body(const Program &program, Constants &constants, const Globals &globals, DebugLines &lines)
      : LibraryCalls(program), constants(constants), globals(globals), lines(lines) {}
  Body(const Body &) = delete;

  // Of OpFunction `start`; instructions from `begin` on, up to OpFunctionEnd at `end`.
  bool translate(llvm::Function &of, size_t start, size_t begin, size_t end);
  // OpSpecConstantOp: like the instruction that it names, by LLVM's folding.
  void evaluate();

  // ---- What handlers see ----
  // Each fails where there is none, and is null then.
  llvm::Value *value(uint32_t id);
  llvm::BasicBlock *block(uint32_t id);
  llvm::Value *builtinVariable(uint32_t id, llvm::Type *type);

  Constants &constants;
  const Globals &globals;
  // Of all bodies.
  uint64_t parts_moved = 0;          // by loads and stores
  llvm::DenseSet<uint32_t> enqueued; // functions
  // By such a function, and where in a literal its parameters are.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, llvm::Function *> block_kernels;
  llvm::DenseMap<uint32_t, std::pair<uint32_t, uint32_t>> sampled_images; // image and sampler
  // Of the one at hand.
  llvm::Function *function = nullptr;
  std::vector<std::pair<llvm::PHINode *, const Instruction *>> phis;

private:
  struct Part {
    size_t begin, end;       // instructions
    const Instruction *line; // which holds at its beginning; may be null
    bool is_reached = false; // some way leads to it from the function's first block
  };
  std::vector<Part> readingOrder();
  llvm::SmallVector<uint32_t, 2> successors(const Instruction &end);
  void instruction();
  void finishPhis();
  void checkDominance();
  bool isInBody(uint32_t id) const;
  void leave();

  llvm::Value *entryValue(uint32_t id);
  llvm::Value *builtinStorage(uint32_t id);

  DebugLines &lines;
  size_t begin = 0, end = 0; // instructions from the first block to OpFunctionEnd
  bool is_reached = true;    // the block at hand
  llvm::DenseMap<uint32_t, llvm::BasicBlock *> blocks;
  llvm::DenseMap<uint32_t, llvm::Value *> builtin_storage;
  llvm::DenseMap<uint32_t, llvm::Value *> entry_values; // by id of a constant
};

} // namespace weft::spirv
#endif
