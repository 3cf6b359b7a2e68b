// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a whole program in IR to object code: kernel pipeline, code generator.
#ifndef WEFT_COMPILER_CODEGEN_CODE_GENERATION_H
#define WEFT_COMPILER_CODEGEN_CODE_GENERATION_H

#include "compiler/codegen/phase_times.h"
#include "compiler/codegen/target_machine.h"
#include "compiler/frontend/diagnostics.h"
#include "passes/pipeline.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

#include "weft/compiler.h"

#include <string>
#include <vector>

namespace weft {

// For people: what the program looked like on its way (weft_inspect).
struct Inspection {
  bool want_ir = false, want_assembly = false, want_pipeline = false, want_report = false;
  std::string ir;       // after the pipeline
  std::string assembly; // of x86-64: AT&T syntax
  StepLog steps;        // of the vector path
  CodeListing code;     // of want_report
  PhaseTimes phases;    // always filled
};

// Who is told of phases; see weft_compiler_watch_fn.
inline weft_phase_fn phase_watcher = nullptr;

inline void endPhase(Inspection *inspection, const char *name) {
  if (inspection)
    inspection->phases.end(name);
  if (phase_watcher)
    phase_watcher(name);
}

struct GeneratedCode {
  std::vector<KernelPlan> plans;
  std::vector<llvm::SmallVector<char, 0>> objects; // ELF relocatable
  std::vector<std::string> forms;                  // of shared functions, which the objects call
};

// Requires `program` to be linked with the OpenCL C library. Afterwards it is lowered to entry
// functions and ready for generateCode. False with a log entry on failure; calls of functions that
// nobody defines are failures that name both sides.
bool lowerProgram(llvm::Module &program, llvm::TargetMachine &machine,
                  const PipelineOptions &options, std::vector<KernelPlan> &plans, Log &log);

// Optimises the functions of a lowered program, or of a unit of it, and appends their object.
// Consumes the module. `stoppable`: with stop polls. False with a log entry on failure.
bool generateCode(llvm::Module &program, LentTargetMachine &machine, const PipelineOptions &options,
                  bool stoppable, std::vector<llvm::SmallVector<char, 0>> &objects,
                  Inspection *inspection, Log &log);

} // namespace weft
#endif
