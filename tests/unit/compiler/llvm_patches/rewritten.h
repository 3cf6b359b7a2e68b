// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_LLVM_PATCHES_REWRITTEN_H
#define WEFT_TESTS_UNIT_COMPILER_LLVM_PATCHES_REWRITTEN_H

#include "compiler/codegen/target_machine.h"
#include "compiler/llvm_patches/rewrites.h"
#include "ir_program.h"

#include "llvm/Target/TargetMachine.h"

namespace weft::test {

// Does one of the rewrites of rewrites.def, for a CPU of this machine's instruction set.
inline void rewrite(IrProgram &program, void (*one)(llvm::Function &, const llvm::TargetMachine &),
                    const std::string &cpu = "generic") {
  std::string error;
  LentTargetMachine machine({cpu, "", 2}, error);
  ASSERT_TRUE(machine) << error;
  if (cpu != "generic") {
    program.module->setTargetTriple((*machine).getTargetTriple());
    program.module->setDataLayout((*machine).createDataLayout());
  }
  for (llvm::Function &function : *program.module)
    if (!function.isDeclaration())
      one(function, *machine);
  EXPECT_TRUE(program.valid());
}

} // namespace weft::test
#endif
