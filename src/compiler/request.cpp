// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/request.h"

#include "compiler/codegen/build_check.h"
#include "compiler/codegen/code_generation.h"
#include "compiler/codegen/translate.h"
#include "compiler/frontend/opencl_c/front_end.h"
#include "compiler/frontend/options.h"
#include "compiler/frontend/spirv/spirv_front_end.h"
#include "compiler/llvm_patches/rewrites.h"
#include "compiler/program/clear_private.h"
#include "compiler/program/constructors.h"
#include "compiler/program/host_names.h"
#include "compiler/program/kernel_table.h"
#include "compiler/program/program_check.h"
#include "compiler/program/program_ir.h"
#include "compiler/program/specialize.h"
#include "compiler/threads/threads.h"
#include "passes/lowering/blocks.h"
#include "support/checked_target.h"
#include "weft/check_abi.h"
#include "weft/kernel_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <sched.h>

namespace weft {
namespace {

llvm::StringRef bytes(const weft_blob &blob) {
  return {static_cast<const char *>(blob.data), blob.size};
}

llvm::StringRef text(const char *string) { return string ? string : ""; }

Emitter emitterOf(const weft_request &request) {
  switch (request.emitter) {
  case WEFT_EMITTER_LOOPS:
    return Emitter::Loops;
  case WEFT_EMITTER_FIBERS:
    return Emitter::Fibers;
  default:
    return Emitter::Vector;
  }
}

// CPUs that this thread may run on.
unsigned availableCpus() {
  cpu_set_t cpus;
  return sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? unsigned(CPU_COUNT(&cpus)) : 1;
}

class Request {
public:
  Request(const weft_request &request, Artifact &artifact, Inspection *inspection, Log &log)
      : request(request), artifact(artifact), inspection(inspection), log(log) {}

  weft_status run() {
    if (!parse())
      return WEFT_INVALID_OPTIONS;
    TranslateOptions how = translateOptions();
    if (onlyCompiled() || how.threads <= 1 || LentTargetMachine::isIdle(how.machine))
      return compile(how);
    weft_status status = WEFT_INTERNAL_ERROR;
    runBeside([&] { status = compile(how); }, [&] { makeMachines(how.machine); });
    return status;
  }

private:
  weft_status compile(TranslateOptions &how) {
    llvm::LLVMContext context;
    captureDiagnostics(context, log);
    std::unique_ptr<llvm::Module> program = load(context);
    phase("front end");
    if (program)
      checkProgram(*program, log);
    if (!program || log.hasErrors())
      return WEFT_BUILD_FAILED;
    if (!onlyCompiled() && request.action != WEFT_ACTION_SPECIALIZE)
      gatherConstructors(*program);
    if (!onlyCompiled() && options.clear_private)
      clearPrivateMemory(*program);
    if (!onlyCompiled())
      nameBlockKernels(*program);
    artifact.kernels = readKernels(*program, log);
    artifact.global_variable_bytes = globalVariableBytes(*program, log);
    if (log.hasErrors())
      return WEFT_BUILD_FAILED;
    if (!onlyCompiled() && request.action != WEFT_ACTION_SPECIALIZE)
      nameForHost(*program, artifact);
    if (request.action != WEFT_ACTION_SPECIALIZE)
      artifact.ir = writeIr(*program);
    // Names and types of arguments are in the IR of every program that came from source.
    artifact.has_arg_info = true;
    artifact.uniform_work_groups = uniform(*program);
    artifact.debug_info = hasDebugInfo(*program);
    phase("kernel table, IR");
    if (onlyCompiled()) {
      artifact.kind = options.create_library ? ArtifactKind::Library : ArtifactKind::CompiledObject;
      return WEFT_OK;
    }
    artifact.kind = ArtifactKind::Executable;
    if (options.check_at_build && options.warns() && request.action != WEFT_ACTION_SPECIALIZE) {
      checkAtBuild(*program, how.machine, options.warningsAreErrors(), log);
      phase("checks");
      if (log.hasErrors())
        return WEFT_BUILD_FAILED;
    }
    if (forDebugger(*program))
      how.machine.opt_level = how.pipeline.opt_level = 0;
    return translate(std::move(program), how);
  }

  bool onlyCompiled() const {
    return request.action == WEFT_ACTION_COMPILE || options.create_library;
  }

  bool parse() {
    auto action = weft_action(request.action);
    artifact.options = text(request.options).str();
    const bool wants_report = request.inspect & WEFT_INSPECT_REPORT;
    // Code is shown as it is when nobody steps through it.
    options.debug_variables = emitterOf(request) == Emitter::Fibers && !wants_report;
    options.checks = request.checks;
    if (action == WEFT_ACTION_SPECIALIZE)
      return parseOfBuild();
    if (!parseOptions(text(request.options), action, options, log))
      return false;
    // The environment's options are meant for compiling; a link has no use for most of them.
    const bool parsed = action == WEFT_ACTION_LINK ||
                        parseOptions(text(request.extra_options), action, options, log);
    options.debug |= wants_report;
    return parsed;
  }

  // The options of whatever made the program.
  bool parseOfBuild() {
    for (const char *given : {request.options, request.extra_options}) {
      Log ignored;
      if (!parseOptions(text(given), WEFT_ACTION_BUILD, options, ignored))
        parseOptions(text(given), WEFT_ACTION_LINK, options, ignored);
    }
    if (options.opt_disable || emitterOf(request) != Emitter::Vector) {
      log.error("only optimised code of the emitter 'vector' is specialised");
      return false;
    }
    return true;
  }

  std::unique_ptr<llvm::Module> load(llvm::LLVMContext &context) {
    if (request.action == WEFT_ACTION_SPECIALIZE)
      return specialize(bytes(request.inputs[0]), request.specialization, context, log);
    if (request.action != WEFT_ACTION_LINK && request.language == WEFT_LANGUAGE_SPIRV) {
      std::unique_ptr<llvm::Module> module =
          readSpirv(bytes(request.source), {request.spec_constants, request.num_spec_constants},
                    options, context, log);
      if (module)
        markBlockKernels(*module);
      return module;
    }
    if (request.action != WEFT_ACTION_LINK)
      return compileSource(bytes(request.source), {request.headers, request.num_headers}, options,
                           context, artifact.includes, log);
    std::vector<llvm::StringRef> inputs;
    for (size_t i = 0; i < request.num_inputs; ++i)
      inputs.push_back(bytes(request.inputs[i]));
    return linkIr(inputs, context, log);
  }

  // Clang marks each kernel with what its own options said; a linked program may hold both kinds.
  static bool uniform(const llvm::Module &program) {
    for (const llvm::Function &function : program)
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
          !isBlockKernel(function) && // of which Clang says nothing
          function.getFnAttribute("uniform-work-group-size").getValueAsString() != "true")
        return false;
    return true;
  }

  static bool hasDebugInfo(const llvm::Module &program) {
    return llvm::any_of(program.debug_compile_units(), [](const llvm::DICompileUnit *unit) {
      return unit->getEmissionKind() == llvm::DICompileUnit::FullDebug ||
             unit->getEmissionKind() == llvm::DICompileUnit::LineTablesOnly;
    });
  }

  // Whether work-items are to be stepped through: then variables stay where they are.
  bool forDebugger(const llvm::Module &program) const {
    return emitterOf(request) == Emitter::Fibers &&
           llvm::any_of(program.debug_compile_units(), [](const llvm::DICompileUnit *unit) {
             return unit->getEmissionKind() == llvm::DICompileUnit::FullDebug;
           });
  }

  TranslateOptions translateOptions() const {
    TranslateOptions how;
    how.pipeline.emitter = emitterOf(request);
    how.pipeline.width = request.simd_width;
    how.pipeline.independent_sub_groups = !options.no_subgroup_ifp;
    how.pipeline.opt_level = options.opt_disable ? 0 : 2;
    how.pipeline.left_out = options.left_out;
    how.pipeline.checks = request.checks;
    // Reports name work-items: ids are the application's.
    if (request.checks)
      for (const char *step : {"lanes-along-y", "free-grouping", "row-tiles"})
        how.pipeline.left_out.add(step);
    how.pipeline.before_vectoriser = addLoopRewrites;
    how.stoppable = options.stoppable;
    if (inspection && inspection->want_pipeline) {
      how.pipeline.steps = &inspection->steps;
      inspection->steps.shown = options.print_after;
    }
    how.pipeline.report = inspection && inspection->want_report;
    how.pipeline.tune = tunedFor(text(request.tune), text(request.cpu));
    how.shares_functions = options.share_functions;
    if (request.action == WEFT_ACTION_SPECIALIZE) {
      how.pipeline.generic_width = request.specialization.generic_width;
      how.pipeline.exceeds_caches = request.specialization.exceeds_caches;
    }
    how.machine = {text(request.cpu).str(), text(request.features).str(), how.pipeline.opt_level};
    how.threads = request.threads ? request.threads : availableCpus();
    return how;
  }

  weft_status translate(std::unique_ptr<llvm::Module> program, const TranslateOptions &how) {
    artifact.target = checkedTarget(
        codeTarget(text(request.cpu), text(request.features), request.emitter, request.simd_width),
        request.checks);
    weft_status status = weft::translate(std::move(program), how, artifact, inspection, log);
    if (status != WEFT_OK)
      return status;
    setConstructorsApart(artifact, log);
    if (options.explain)
      explain();
    return log.hasErrors() ? WEFT_BUILD_FAILED : WEFT_OK;
  }

  void explain() {
    for (const KernelInfo &kernel : artifact.kernels) {
      log.line("kernel " + kernel.name + ":");
      llvm::SmallVector<llvm::StringRef> remarks;
      llvm::StringRef(kernel.explain).split(remarks, '\n', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef remark : remarks)
        log.line("  " + remark);
    }
  }

  void phase(const char *name) { endPhase(inspection, name); }

  const weft_request &request;
  Artifact &artifact;
  Inspection *inspection;
  Log &log;
  Options options;
};

bool isWidth(uint32_t width) { return width <= WEFT_MAX_LANES && (width & (width - 1)) == 0; }

bool wellFormed(const weft_request &request, const weft_specialization &special) {
  if (!special.kernel || request.num_inputs != 1 || !isWidth(special.generic_width))
    return false;
  for (size_t i = 0; i < special.num_args; ++i)
    if (!special.args[i].value.data)
      return false;
  return true;
}

bool wellFormed(const weft_request &request) {
  if (request.abi_version != WEFT_COMPILER_ABI_VERSION || request.action > WEFT_ACTION_SPECIALIZE ||
      request.emitter > WEFT_EMITTER_VECTOR || request.language > WEFT_LANGUAGE_SPIRV ||
      !isWidth(request.simd_width) || !request.options)
    return false;
  constexpr uint32_t Known = WEFT_INSPECT_IR | WEFT_INSPECT_ASSEMBLY | WEFT_INSPECT_TIMES |
                             WEFT_INSPECT_STAGES | WEFT_INSPECT_REPORT;
  if (request.inspect & ~Known)
    return false;
  if (request.checks & ~WEFT_CHECK_KNOWN)
    return false;
  if (request.action == WEFT_ACTION_SPECIALIZE &&
      (request.checks || !wellFormed(request, request.specialization)))
    return false;
  for (size_t i = 0; i < request.num_spec_constants; ++i)
    if (!request.spec_constants[i].value.data)
      return false;
  for (size_t i = 0; i < request.num_headers; ++i)
    if (!request.headers[i].name || !*request.headers[i].name)
      return false;
  return true;
}

void showInspected(Inspection &inspection, uint32_t wanted, Artifact &artifact) {
  artifact.ir_text = std::move(inspection.ir);
  artifact.assembly = std::move(inspection.assembly);
  artifact.report.code = std::move(inspection.code);
  if (wanted & WEFT_INSPECT_STAGES)
    artifact.stages = inspection.steps.text();
  if (wanted & WEFT_INSPECT_TIMES)
    for (const auto &[name, microseconds] : inspection.phases.all())
      artifact.phases.push_back({name, microseconds});
}

} // namespace

weft_status runRequest(const weft_request &request, Artifact &artifact) {
  artifact = {};
  if (!wellFormed(request)) {
    artifact.log = "error: malformed request to the compiler\n";
    return WEFT_INTERNAL_ERROR;
  }
  Log log;
  Inspection inspection;
  inspection.want_ir = request.inspect & WEFT_INSPECT_IR;
  inspection.want_assembly = request.inspect & WEFT_INSPECT_ASSEMBLY;
  inspection.want_pipeline = request.inspect & WEFT_INSPECT_STAGES;
  inspection.want_report = request.inspect & WEFT_INSPECT_REPORT;
  Inspection *const inspected = request.inspect ? &inspection : nullptr;
  weft_status status = WEFT_INTERNAL_ERROR;
  if (!runOnThread([&] { status = Request(request, artifact, inspected, log).run(); })) {
    log.error("out of memory: no thread to compile on");
    status = WEFT_OUT_OF_MEMORY;
  }
  if (status != WEFT_OK) {
    std::string options = std::move(artifact.options);
    artifact = {};
    artifact.options = std::move(options);
  }
  artifact.log = log.str();
  showInspected(inspection, request.inspect, artifact);
  return status;
}

} // namespace weft
