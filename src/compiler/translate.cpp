// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/translate.h"

#include "compiler/elf_link.h"
#include "compiler/guard.h"
#include "compiler/kernel_table.h"
#include "compiler/library_pack.h"
#include "compiler/llvm_compat.h"
#include "compiler/program_ir.h"
#include "compiler/program_parts.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {
namespace {

// What became of one part.
struct Translated {
  weft_status status = WEFT_INTERNAL_ERROR;
  Log log;
  GeneratedCode code;
};

weft_status translateModule(llvm::Module &program, const TranslateOptions &options,
                            GeneratedCode &code, Inspection *inspection, Log &log) {
  auto phase = [&](const char *name) {
    if (inspection)
      inspection->phases.end(name);
  };
  std::string error;
  LentTargetMachine machine(options.cpu, options.features, options.pipeline.opt_level, error);
  if (!machine) {
    log.error(error);
    return WEFT_INTERNAL_ERROR;
  }
  phase("target machine");
  if (!linkLibrary(program, log))
    return WEFT_INTERNAL_ERROR;
  internalizeProgram(program);
  phase("library");
  if (!generateCode(program, *machine, options.pipeline, code, inspection, log))
    return WEFT_BUILD_FAILED;
  return WEFT_OK;
}

void translatePart(llvm::StringRef bitcode, const ProgramPart &part, bool first,
                   const TranslateOptions &options, Translated &result) {
  llvm::LLVMContext context;
  captureDiagnostics(context, result.log);
  std::unique_ptr<llvm::Module> module = readPart(bitcode, part, first, context, result.log);
  if (module)
    result.status = translateModule(*module, options, result.code, nullptr, result.log);
}

// Each line once: parts that share a function share its errors.
void mergeLog(const Log &from, llvm::StringSet<> &seen, Log &to) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(from.str()).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (seen.insert(line).second)
      to.line(line);
  if (from.hasErrors())
    to.setFailed();
}

// All parts, on several threads. The worst that any of them met is what all have come to.
weft_status translateParts(llvm::ArrayRef<ProgramPart> parts, const llvm::Module &program,
                           const TranslateOptions &options, llvm::StringRef bitcode,
                           std::vector<Translated> &results, Log &log) {
  results.resize(parts.size());
  const std::vector<size_t> order = longestFirst(parts, program);
  std::vector<GuardResult> outcomes(parts.size());
  std::vector<GuardResult> in_order =
      runGuardedOnThreads(options.threads, parts.size(), [&](size_t turn) {
        const size_t i = order[turn];
        translatePart(bitcode, parts[i], i == 0, options, results[i]);
      });
  for (size_t turn = 0; turn < order.size(); ++turn)
    outcomes[order[turn]] = std::move(in_order[turn]);
  weft_status status = WEFT_OK;
  llvm::StringSet<> seen;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (outcomes[i].outcome == GuardResult::OutOfMemory) {
      results[i].log.error("out of memory");
      results[i].status = WEFT_OUT_OF_MEMORY;
    } else if (outcomes[i].outcome == GuardResult::Failed) {
      results[i].log.error("internal error of the compiler: " + outcomes[i].reason);
      results[i].status = WEFT_INTERNAL_ERROR;
    }
    mergeLog(results[i].log, seen, log);
    status = std::max(status, results[i].status);
  }
  return status;
}

std::vector<std::string> kernelNames(const Artifact &artifact) {
  std::vector<std::string> names;
  for (const KernelInfo &kernel : artifact.kernels)
    names.push_back(kernel.name);
  return names;
}

} // namespace

weft_status translate(std::unique_ptr<llvm::Module> program, const TranslateOptions &options,
                      Artifact &artifact, Inspection *inspection, Log &log) {
  std::vector<ProgramPart> parts = planParts(kernelNames(artifact));
  // Who wants to look at the program wants it whole.
  bool whole = inspection && (inspection->want_ir || inspection->want_assembly);
  std::vector<Translated> results;
  weft_status status;
  if (parts.size() <= 1 || options.threads <= 1 || whole) {
    results.resize(1);
    status = translateModule(*program, options, results[0].code, inspection, log);
  } else {
    status = translateParts(parts, *program, options, artifact.ir, results, log);
    if (inspection)
      inspection->phases.end("parts, in parallel");
  }
  if (status != WEFT_OK)
    return status;

  std::vector<KernelPlan> plans;
  std::vector<llvm::StringRef> objects;
  for (Translated &result : results) {
    std::move(result.code.plans.begin(), result.code.plans.end(), std::back_inserter(plans));
    objects.emplace_back(result.code.object.data(), result.code.object.size());
  }
  applyPlans(plans, artifact.kernels, log);
  if (log.hasErrors())
    return WEFT_INTERNAL_ERROR;
  artifact.code = linkElf(objects, log);
  if (inspection)
    inspection->phases.end("linking");
  return artifact.code.empty() ? WEFT_BUILD_FAILED : WEFT_OK;
}

} // namespace weft
