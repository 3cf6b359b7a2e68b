// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/shared_code.h"

#include "compiler/program/library_pack.h"
#include "passes/budget.h"
#include "passes/shared_forms.h"

#include "llvm/IR/LLVMContext.h"

namespace weft {
namespace {

// Whether the library answers a call of it with one of a shared function.
bool leadsToSharedFunction(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  size_t length = 0;
  return function.isDeclaration() && name.consume_front("_Z") && !name.consumeInteger(10, length) &&
         (name.starts_with("read_image") || name.starts_with("write_image"));
}

} // namespace

bool sharesFunctions(const llvm::Module &program, const TranslateOptions &options) {
  if (options.pipeline.opt_level == 0 || options.pipeline.generic_width)
    return false;
  if (options.shares_functions)
    return true;
  size_t calls = 0;
  for (const llvm::Function &function : program)
    if (leadsToSharedFunction(function))
      calls += function.getNumUses();
  return calls > budget::MostSharedCallsToInline;
}

weft_status translateForm(llvm::StringRef name, const TranslateOptions &options,
                          GeneratedCode &code, Log &log) {
  const std::optional<SharedForm> form = SharedForm::parse(name);
  if (!form) {
    log.error("no form of a function of the library: '" + name + "'");
    return WEFT_INTERNAL_ERROR;
  }
  std::string error;
  LentTargetMachine machine(options.machine, error, /*ready=*/true);
  if (!machine) {
    log.error(error);
    return WEFT_INTERNAL_ERROR;
  }
  llvm::LLVMContext context;
  captureDiagnostics(context, log);
  llvm::Module module(name, context);
  module.setTargetTriple((*machine).getTargetTriple());
  module.setDataLayout((*machine).createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  if (!linkLibraryFunctions(module, {form->function}, log))
    return WEFT_INTERNAL_ERROR;
  PipelineOptions pipeline = options.pipeline;
  pipeline.emitter = Emitter::Vector;
  pipeline.steps = nullptr;
  if (!emitSharedForm(module, *machine, *form, pipeline, error)) {
    log.error("'" + name + "': " + error);
    return WEFT_INTERNAL_ERROR;
  }
  // Its loops end by themselves.
  return generateCode(module, machine, pipeline, /*stoppable=*/false, code.objects, nullptr, log)
             ? WEFT_OK
             : WEFT_BUILD_FAILED;
}

} // namespace weft
