// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/program_check.h"

#include "compiler/program/constructors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {
namespace {

// Longer vectors take LLVM minutes; OpenCL's have up to 16 elements.
constexpr unsigned MaxVectorElements = 4096;

// A directive could place data in any section, or read a file.
bool hasDirective(llvm::StringRef assembly) {
  for (size_t i = 0; i + 1 < assembly.size(); ++i)
    if (assembly[i] == '.' && llvm::isAlpha(assembly[i + 1]) &&
        (i == 0 || llvm::isSpace(assembly[i - 1]) ||
         llvm::is_contained({';', ':', '/', '|', '}', '{'}, assembly[i - 1])))
      return true;
  return false;
}

class ProgramCheck {
public:
  ProgramCheck(llvm::Module &program, Log &log) : program(program), log(log) {}

  void run() {
    if (!program.getModuleInlineAsm().empty())
      log.error("assembly outside of functions is not supported");
    if (!constructorsAreSound(program))
      log.error("functions that run when a program is loaded or unloaded are not supported");
    for (const llvm::GlobalIFunc &resolved : program.ifuncs())
      refuse(resolved, "is chosen by a resolver, which is not supported");
    for (llvm::GlobalVariable &variable : program.globals())
      checkVariable(variable);
    for (llvm::Function &function : program)
      checkFunction(function);
  }

private:
  // The body of a kernel is a function of its own until it is lowered.
  void refuse(const llvm::Value &value, const llvm::Twine &what) {
    llvm::StringRef name = value.getName();
    name.consume_front("__clang_ocl_kern_imp_");
    log.error("'" + name + "' " + what);
  }

  void checkAlignment(const llvm::Value &value, llvm::MaybeAlign align) {
    if (align && align->value() > MaxAlignment)
      refuse(value, "is aligned to " + llvm::Twine(align->value()) + " bytes; the limit is " +
                        llvm::Twine(MaxAlignment));
  }

  // Clang keeps annotations in a section that no object file has.
  void checkObject(const llvm::GlobalObject &object) {
    if (object.hasSection() && object.getSection() != "llvm.metadata")
      refuse(object, "chooses its section, which is not supported");
  }

  void checkVariable(const llvm::GlobalVariable &variable) {
    checkObject(variable);
    checkAlignment(variable, variable.getAlign());
    if (variable.hasImplicitSection())
      refuse(variable, "chooses its section, which is not supported");
    if (variable.isThreadLocal())
      refuse(variable, "is a variable of a thread, which is not supported");
  }

  void checkFunction(llvm::Function &function) {
    checkObject(function);
    checkAlignment(function, function.getAlign());
    if (function.hasFnAttribute("implicit-section-name"))
      refuse(function, "chooses its section, which is not supported");
    if (function.hasFnAttribute(llvm::Attribute::Naked))
      refuse(function, "is a naked function, which is not supported");
    for (const llvm::Argument &argument : function.args())
      if (argument.hasByValAttr())
        checkAlignment(function, argument.getParamAlign());
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      checkInstruction(instruction);
  }

  void checkInstruction(llvm::Instruction &instruction) {
    const llvm::Function &function = *instruction.getFunction();
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      vector = llvm::dyn_cast<llvm::FixedVectorType>(store->getValueOperand()->getType());
    if (vector && vector->getNumElements() > MaxVectorElements)
      refuse(function, "uses a vector of " + llvm::Twine(vector->getNumElements()) + " elements");
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      checkAlignment(function, alloca->getAlign());
      if (!alloca->isStaticAlloca())
        refuse(function, "allocates private memory while it runs, which is not supported");
    } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      checkCall(*call);
    }
  }

  void checkCall(llvm::CallBase &call) {
    const llvm::Function &function = *call.getFunction();
    if (auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
      if (hasDirective(assembly->getAsmString()))
        refuse(function, "has assembly with a directive, which is not supported");
      return;
    }
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::readcyclecounter:
    case llvm::Intrinsic::readsteadycounter:
      return refuse(function, "reads a counter; clock_read_device() is OpenCL's function for it");
    case llvm::Intrinsic::eh_sjlj_setjmp:
    case llvm::Intrinsic::eh_sjlj_longjmp:
    case llvm::Intrinsic::eh_return_i32:
    case llvm::Intrinsic::eh_return_i64:
    case llvm::Intrinsic::eh_unwind_init:
      return refuse(function, "leaves functions by a jump, which is not supported");
    case llvm::Intrinsic::assume:
      // A promise; to keep to less than it says is right.
      for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
        const llvm::OperandBundleUse bundle = call.getOperandBundleAt(i);
        auto *align = bundle.getTagName() == "align" && bundle.Inputs.size() > 1
                          ? llvm::dyn_cast<llvm::ConstantInt>(bundle.Inputs[1])
                          : nullptr;
        if (align && align->getValue().ugt(MaxAlignment))
          return (void)call.eraseFromParent();
      }
      return;
    default:
      return;
    }
  }

  llvm::Module &program;
  Log &log;
};

} // namespace

void checkProgram(llvm::Module &program, Log &log) { ProgramCheck(program, log).run(); }

} // namespace weft
