// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/translate.h"

#include "compiler/codegen/code_units.h"
#include "compiler/codegen/elf_link.h"
#include "compiler/codegen/shared_code.h"
#include "compiler/codegen/spill_sizes.h"
#include "compiler/program/kernel_table.h"
#include "compiler/program/library_pack.h"
#include "compiler/program/program_ir.h"
#include "compiler/program/program_parts.h"
#include "compiler/threads/threads.h"
#include "passes/vectorize/shared_functions.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"

#include <condition_variable>
#include <mutex>
#include <set>

namespace weft {
namespace {

// Few kernels have more functions of like size.
constexpr size_t MaxUnits = 3;

// What became of a part, or of a unit.
struct Translated {
  weft_status status = WEFT_INTERNAL_ERROR;
  Log log;
  GeneratedCode code;
  uint64_t spill_bytes = 0; // unit
};

// What hands a part's units to the threads that have nothing else to do.
class Handover {
public:
  // At the latest when the part has ended, whatever became of it.
  void ready() {
    std::lock_guard lock(mutex);
    is_ready = true;
    changed.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return is_ready; });
  }
  CodeUnits units; // the part's until it is ready

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool is_ready = false;
};

// `cut` is called when all that is left to do concerns functions one by one.
weft_status translateModule(llvm::Module &program, const TranslateOptions &options,
                            GeneratedCode &code, Inspection *inspection, Log &log,
                            llvm::function_ref<void(llvm::StringRef kernel)> cut = {}) {
  auto phase = [&](const char *name) { endPhase(inspection, name); };
  if (!linkLibrary(program, log, options.shares_functions))
    return WEFT_INTERNAL_ERROR;
  shareHostVisible(program);
  internalizeProgram(program);
  phase("library");
  // As late as can be: in a process's first build it is still being made.
  std::string error;
  LentTargetMachine machine(options.machine, error);
  if (!machine) {
    log.error(error);
    return WEFT_INTERNAL_ERROR;
  }
  phase("target machine");
  if (!lowerProgram(program, *machine, options.pipeline, code.plans, log))
    return WEFT_BUILD_FAILED;
  code.forms = formsCalled(program);
  endPhase(nullptr, "lowering"); // a part of the passes, to who looks at times
  if (cut && code.plans.size() == 1)
    cut(code.plans.front().name);
  if (!generateCode(program, machine, options.pipeline, options.stoppable, code.objects, inspection,
                    log))
    return WEFT_BUILD_FAILED;
  for (KernelPlan &plan : code.plans)
    if (const llvm::Function *entry = program.getFunction(plan.symbol))
      plan.spill_bytes = spillBytes(*entry);
  return WEFT_OK;
}

void translatePart(llvm::Module &part, const TranslateOptions &options, size_t most_units,
                   Handover &handover, Translated &result) {
  result.status =
      translateModule(part, options, result.code, nullptr, result.log, [&](llvm::StringRef kernel) {
        handover.units = cutIntoUnits(part, kernel, most_units);
        handover.ready();
      });
}

// `units` may be looked at when `wait` has returned; false then where there is no such unit.
void translateUnit(const CodeUnits &units, size_t number, const TranslateOptions &options,
                   llvm::function_ref<bool()> wait, Translated &result) {
  if (!wait()) {
    result.status = WEFT_OK;
    return;
  }
  llvm::LLVMContext context;
  captureDiagnostics(context, result.log);
  std::unique_ptr<llvm::Module> unit = readUnit(units, number, context, result.log);
  if (!unit)
    return;
  std::string error;
  LentTargetMachine machine(options.machine, error, /*ready=*/true);
  if (!machine) {
    result.log.error(error);
    return;
  }
  if (generateCode(*unit, machine, options.pipeline, options.stoppable, result.code.objects,
                   nullptr, result.log))
    result.status = WEFT_OK;
  else
    result.status = WEFT_BUILD_FAILED;
  result.spill_bytes = spillBytes(*unit);
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

// The worst that any of them met is what all have come to.
weft_status worstOf(llvm::ArrayRef<Translated> results, Log &log) {
  weft_status status = WEFT_OK;
  llvm::StringSet<> seen;
  for (const Translated &result : results) {
    mergeLog(result.log, seen, log);
    status = std::max(status, result.status);
  }
  return status;
}

// All parts, on several threads. Some hand functions over to threads that find none left.
weft_status translateParts(llvm::ArrayRef<ProgramPart> parts, llvm::Module &program,
                           const TranslateOptions &options, llvm::StringRef bitcode,
                           std::vector<Translated> &results, Log &log) {
  const std::vector<PartTurn> turns = longestFirst(parts, program);
  // How many units the part that is taken in a turn is cut into: as many as there are threads for
  // it, if it is one of the last; two if it is more than one thread should have to do.
  const size_t last = parts.size() % options.threads;
  auto mostUnits = [&](size_t turn) -> size_t {
    if (turn + last >= parts.size())
      return std::min<size_t>(options.threads / last, MaxUnits);
    return turns[turn].share * options.threads > 1.2 ? 2 : 1;
  };
  // A unit is waited for by whoever finds no part left, so its part is in somebody's hands.
  struct UnitTask {
    size_t part, number;
  };
  std::vector<UnitTask> unit_tasks;
  for (size_t turn = 0; turn < parts.size(); ++turn)
    for (size_t number = 0; number + 1 < mostUnits(turn); ++number)
      unit_tasks.push_back({turns[turn].part, number});
  results.resize(parts.size() + unit_tasks.size());
  std::vector<Handover> handovers(parts.size());

  auto doPart = [&](size_t turn) {
    const size_t i = turns[turn].part;
    const size_t most = mostUnits(turn);
    if (parts.size() == 1) {
      translatePart(program, options, most, handovers[i], results[i]);
    } else {
      llvm::LLVMContext context;
      captureDiagnostics(context, results[i].log);
      if (auto part = readPart(bitcode, parts[i], i == 0, context, results[i].log))
        translatePart(*part, options, most, handovers[i], results[i]);
    }
    handovers[i].ready();
  };
  auto doUnit = [&](size_t task) {
    const UnitTask &unit = unit_tasks[task];
    const CodeUnits &units = handovers[unit.part].units;
    translateUnit(
        units, unit.number, options,
        [&] {
          handovers[unit.part].wait();
          return unit.number < units.functions.size();
        },
        results[parts.size() + task]);
  };
  runOnThreads(options.threads, results.size(), [&](size_t turn) {
    turn < parts.size() ? doPart(turn) : doUnit(turn - parts.size());
  });
  for (size_t task = 0; task < unit_tasks.size(); ++task)
    for (KernelPlan &plan : results[unit_tasks[task].part].code.plans)
      plan.spill_bytes += results[parts.size() + task].spill_bytes;
  return worstOf(results, log);
}

// What the objects made so far call and none of them has; several at the same time.
weft_status translateForms(const TranslateOptions &options, std::vector<Translated> &results,
                           Inspection *inspection, Log &log) {
  std::set<std::string> wanted; // in an order that does not depend on threads
  for (const Translated &result : results)
    wanted.insert(result.code.forms.begin(), result.code.forms.end());
  const std::vector<std::string> names(wanted.begin(), wanted.end());
  std::vector<Translated> made(names.size());
  runOnThreads(options.threads, names.size(), [&](size_t i) {
    made[i].status = translateForm(names[i], options, made[i].code, made[i].log);
  });
  const weft_status status = worstOf(made, log);
  std::move(made.begin(), made.end(), std::back_inserter(results));
  if (!names.empty())
    endPhase(inspection, "shared functions");
  return status;
}

std::vector<std::string> kernelNames(const Artifact &artifact) {
  std::vector<std::string> names;
  for (const KernelInfo &kernel : artifact.kernels)
    names.push_back(kernel.name);
  return names;
}

} // namespace

weft_status translate(std::unique_ptr<llvm::Module> program, const TranslateOptions &wanted,
                      Artifact &artifact, Inspection *inspection, Log &log) {
  TranslateOptions options = wanted;
  options.shares_functions = sharesFunctions(*program, wanted);
  std::vector<ProgramPart> parts = planParts(kernelNames(artifact));
  // Who wants to look at the program wants it whole.
  bool whole = inspection && (inspection->want_ir || inspection->want_assembly ||
                              inspection->want_pipeline || inspection->want_report);
  std::vector<Translated> results;
  weft_status status;
  if (parts.empty() || options.threads <= 1 || whole) {
    results.resize(1);
    status = translateModule(*program, options, results[0].code, inspection, log);
  } else {
    status = translateParts(parts, *program, options, artifact.ir, results, log);
    if (inspection)
      inspection->phases.end("parts, in parallel");
  }
  if (status == WEFT_OK)
    status = translateForms(options, results, inspection, log);
  if (status != WEFT_OK)
    return status;

  std::vector<KernelPlan> plans;
  std::vector<llvm::StringRef> objects;
  for (Translated &result : results) {
    std::move(result.code.plans.begin(), result.code.plans.end(), std::back_inserter(plans));
    for (const llvm::SmallVector<char, 0> &object : result.code.objects)
      objects.emplace_back(object.data(), object.size());
  }
  if (inspection && inspection->want_report)
    for (KernelPlan &plan : plans)
      artifact.report.kernels.push_back(std::move(plan.report));
  applyPlans(plans, artifact.kernels, log);
  if (log.hasErrors())
    return WEFT_INTERNAL_ERROR;
  artifact.code = linkElf(objects, log);
  endPhase(inspection, "linking");
  return artifact.code.empty() ? WEFT_BUILD_FAILED : WEFT_OK;
}

} // namespace weft
