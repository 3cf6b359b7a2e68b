// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/code_generation.h"

#include "compiler/codegen/code_listing.h"
#include "compiler/codegen/elf_link.h"
#include "compiler/codegen/large_functions.h"
#include "compiler/codegen/stop_polls.h"
#include "compiler/llvm_patches/rewrites.h"
#include "compiler/program/library_pack.h"
#include "compiler/program/program_parts.h"
#include "passes/vectorize/shared_functions.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace weft {
namespace {

// A kernel or function that uses `value`, through whatever constant expressions; null if none does.
const llvm::Function *someUser(const llvm::Value &value) {
  for (const llvm::User *user : value.users()) {
    if (auto *instruction = llvm::dyn_cast<llvm::Instruction>(user))
      return instruction->getFunction();
    if (llvm::isa<llvm::Constant>(user))
      if (const llvm::Function *function = someUser(*user))
        return function;
  }
  return nullptr;
}

void reportUndefined(const llvm::GlobalValue &value, llvm::StringRef kind, Log &log) {
  std::string message = ("undefined " + kind + " '" + llvm::demangle(value.getName()) + "'").str();
  if (const llvm::Function *user = someUser(value)) {
    llvm::StringRef name = user->getName();
    name.consume_front("__clang_ocl_kern_imp_"); // Clang's name for the body of a kernel
    message += ", used by '" + llvm::demangle(name) + "'";
  }
  log.error(message);
}

struct Undefined {
  llvm::SmallVector<const llvm::Function *, 0> functions;
  llvm::SmallVector<const llvm::GlobalVariable *, 0> variables;
  bool empty() const { return functions.empty() && variables.empty(); }
};

Undefined findUndefined(const llvm::Module &program) {
  Undefined found;
  for (const llvm::Function &function : program)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty() &&
        !isRuntimeSymbol(function.getName()) && !function.getName().starts_with(FormPrefix))
      found.functions.push_back(&function);
  for (const llvm::GlobalVariable &variable : program.globals())
    if (variable.isDeclaration() && !variable.use_empty() &&
        !variable.getName().starts_with(SharedVariablePrefix))
      found.variables.push_back(&variable);
  return found;
}

bool checkDefined(llvm::Module &program, llvm::TargetMachine &machine,
                  const PipelineOptions &options, Log &log) {
  if (findUndefined(program).empty())
    return true;
  // Programs may refer to what they do not define where they never come.
  optimizeFunctions(program, machine, options);
  const Undefined undefined = findUndefined(program);
  for (const llvm::Function *function : undefined.functions)
    reportUndefined(*function, "function", log);
  for (const llvm::GlobalVariable *variable : undefined.variables)
    reportUndefined(*variable, "variable", log);
  return undefined.empty();
}

} // namespace

bool lowerProgram(llvm::Module &program, llvm::TargetMachine &machine,
                  const PipelineOptions &options, std::vector<KernelPlan> &plans, Log &log) {
  program.setTargetTriple(machine.getTargetTriple());
  program.setDataLayout(machine.createDataLayout());
  program.setPICLevel(llvm::PICLevel::BigPIC);

  PipelineOptions pipeline = options;
  pipeline.link_functions = [&](llvm::Module &module, const std::vector<std::string> &names) {
    linkLibraryFunctions(module, names, log);
  };
  PipelineResult result = emitKernels(program, machine, pipeline);
  for (const std::string &error : result.errors)
    log.error(error);
  plans = std::move(result.kernels);
  useSharedForms(program);
  return !log.hasErrors() && checkDefined(program, machine, options, log);
}

bool generateCode(llvm::Module &program, LentTargetMachine &machine, const PipelineOptions &options,
                  bool stoppable, std::vector<llvm::SmallVector<char, 0>> &objects,
                  Inspection *inspection, Log &log) {
  optimizeFunctions(program, *machine, options);
  rewriteForSelection(program, *machine, options.left_out, options.steps);
  if (stoppable)
    addStopPolls(program);
  endPhase(inspection, "passes");
  if (inspection && inspection->want_ir) {
    llvm::raw_string_ostream stream(inspection->ir);
    program.print(stream, nullptr);
  }
  const LargeFunctionGate gate(program);
  bool emitted = true;
  if (inspection && inspection->want_assembly) {
    // The code generator changes the module that it is given.
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(program);
    llvm::SmallVector<char, 0> text;
    emitted = ObjectEmitter(*machine, llvm::CodeGenFileType::AssemblyFile).emit(*copy, text);
    inspection->assembly.assign(text.begin(), text.end());
  }
  if (inspection && inspection->want_report)
    emitted =
        emitted && listCode(*llvm::CloneModule(program), *machine, options.tune, inspection->code);
  emitted = emitted && machine.emitObject(program, objects.emplace_back());
  if (!emitted)
    log.error("no code generator for this target");
  else
    endPhase(inspection, "code generation");
  return emitted;
}

} // namespace weft
