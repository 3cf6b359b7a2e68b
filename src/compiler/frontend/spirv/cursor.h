// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instruction that is being read, and the first thing that was found wrong: what comes after
// that is not said.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_CURSOR_H
#define WEFT_COMPILER_FRONTEND_SPIRV_CURSOR_H

#include "compiler/frontend/spirv/module.h"

#include "llvm/ADT/Twine.h"

namespace weft::spirv {

class Cursor {
public:
  explicit Cursor(Log &log) : log(log) {}

  bool fail(const llvm::Twine &why); // false
  bool unsupported(const llvm::Twine &what);
  uint32_t operand(size_t i); // fails if there is none

  const Instruction *at = nullptr; // null: between instructions
  bool failed = false;

private:
  Log &log;
};

// What has one. Ask `failed` before anything is given to LLVM, which does not check.
class AtCursor {
protected:
  explicit AtCursor(Cursor &cursor) : at(cursor.at), failed(cursor.failed), it(cursor) {}

  bool fail(const llvm::Twine &why) const { return it.fail(why); }
  bool unsupported(const llvm::Twine &what = "") const { return it.unsupported(what); }
  size_t numOperands() const { return at->operands.size(); }
  uint32_t operand(size_t i) const { return it.operand(i); }
  bool isOneOf(std::initializer_list<spv::Op> ops) const;

  const Instruction *&at;
  bool &failed;

private:
  Cursor &it;
};

} // namespace weft::spirv
#endif
