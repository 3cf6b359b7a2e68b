// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The back half of a build: from a program's IR to native code for all of its kernels.
#ifndef WEFT_COMPILER_CODEGEN_TRANSLATE_H
#define WEFT_COMPILER_CODEGEN_TRANSLATE_H

#include "compiler/codegen/code_generation.h"
#include "compiler/frontend/diagnostics.h"
#include "support/artifact.h"
#include "weft/compiler.h"

#include "llvm/IR/Module.h"

#include <memory>

namespace weft {

struct TranslateOptions {
  MachineKind machine;
  PipelineOptions pipeline;
  unsigned threads = 1;          // most that work on it, this one included
  bool shares_functions = false; // of the library; else translate() decides
  bool stoppable = false;        // kernels look whether to end early (stop_polls.h)
};

// Consumes `program`, whose bitcode is artifact.ir. Fills in the code and the layout of the
// kernels, which are in artifact.kernels already. On failure the log says why.
weft_status translate(std::unique_ptr<llvm::Module> program, const TranslateOptions &options,
                      Artifact &artifact, Inspection *inspection, Log &log);

} // namespace weft
#endif
