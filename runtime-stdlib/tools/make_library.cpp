// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_library <libclc.bc> <output.bc> <own.bc>...: the OpenCL C library as one module, of libclc's
// bitcode for NVPTX and our own sources' for spir64, which win where both define a function.
//
// libclc's NVPTX build is its generic one: no NVPTX intrinsic occurs in it (checked below). What
// differs from what Clang makes of a program for spir64 is put right here:
//   - the data layout and the triple;
//   - the calling convention: spir_func for functions and calls, but for what is fastcc already;
//   - the constant address space, 4 there and 2 here;
//   - conversions to integers, of which some are given what no integer can hold, and index a table
//     with the result: a GPU does not mind the address;
//   - attributes of the target, and metadata that speaks of accuracy;
//   - the names of functions that the own sources replace and yet use: `libclc_` goes before them.
// Only functions of values stay visible. Those with pointers, whose names depend on the target's
// address spaces, are written anew in the library's own sources, as are work-item functions, which
// belong to the compiler's passes.
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/StripDeadPrototypes.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstdlib>

using namespace llvm;

namespace {

constexpr unsigned ConstantThere = 4, ConstantHere = 2;
// Fewer functions of values are not libclc's NVPTX build.
constexpr unsigned FewestPublic = 5000;

[[noreturn]] void fail(const Twine &message) {
  errs() << "make_library: " << message << '\n';
  std::exit(1);
}

std::unique_ptr<Module> read(StringRef path, LLVMContext &context) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    fail(path + ": " + file.getError().message());
  Expected<std::unique_ptr<Module>> module = parseBitcodeFile((*file)->getMemBufferRef(), context);
  if (!module)
    fail(path + ": " + toString(module.takeError()));
  return std::move(*module);
}

void link(Module &into, std::unique_ptr<Module> module, unsigned flags = Linker::Flags::None) {
  if (Linker::linkModules(into, std::move(module), flags))
    fail("modules cannot be linked");
}

// "_Z3sinf" -> "sin", with the rest behind it; empty if it is no mangled name.
StringRef nameOf(StringRef symbol) {
  unsigned length = 0;
  if (!symbol.consume_front("_Z") || symbol.consumeInteger(10, length))
    return {};
  return symbol.take_front(length);
}

// Those of a build's options and of a target: a key with a value.
AttributeList withoutTarget(LLVMContext &context, AttributeList attributes) {
  AttributeMask mask;
  for (Attribute attribute : attributes.getFnAttrs())
    if (attribute.isStringAttribute() && !attribute.getValueAsString().empty())
      mask.addAttribute(attribute.getKindAsString());
  return attributes.removeFnAttributes(context, mask);
}

void dropTargetAttributes(Module &module) {
  for (Function &function : module) {
    function.setAttributes(withoutTarget(module.getContext(), function.getAttributes()));
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->setAttributes(withoutTarget(module.getContext(), call->getAttributes()));
  }
}

// What Clang says about a module would be linked into each program: the language's version, the
// compiler's name, and attributes of a target.
std::unique_ptr<Module> linkOwn(ArrayRef<char *> parts, LLVMContext &context) {
  auto own = std::make_unique<Module>("own", context);
  for (const char *part : parts)
    link(*own, read(part, context));
  dropTargetAttributes(*own);
  for (const char *name :
       {"opencl.ocl.version", "opencl.spir.version", "llvm.ident", "llvm.errno.tbaa"})
    if (NamedMDNode *node = own->getNamedMetadata(name))
      own->eraseNamedMetadata(node);
  return own;
}

// Visible: a function of its parameters' values alone.
bool isPublic(const Function &function) {
  const StringRef name = nameOf(function.getName());
  // Overloaded by value, yet not functions of their values alone.
  const bool of_work_item = name.starts_with("get_") || name.starts_with("barrier") ||
                            name.starts_with("work_group_") || name.contains("mem_fence") ||
                            name.starts_with("wait_group_events");
  return !name.empty() && !function.getName().contains("__clc") && !of_work_item &&
         none_of(function.args(),
                 [](const Argument &argument) { return argument.getType()->isPtrOrPtrVectorTy(); });
}

// What would be the target's own.
bool isPortable(const Instruction &instruction) {
  if (const auto *call = dyn_cast<CallBase>(&instruction))
    if (call->isInlineAsm() || (call->getCalledFunction() &&
                                call->getCalledFunction()->getName().starts_with("llvm.nvvm")))
      return false;
  return !isa<AddrSpaceCastInst>(instruction) &&
         !(isa<FPMathOperator>(instruction) && instruction.isFast());
}

// The conversion that is defined for every value.
void saturate(Instruction &conversion) {
  IRBuilder<> builder(&conversion);
  const Intrinsic::ID id =
      isa<FPToSIInst>(conversion) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  Value *value = conversion.getOperand(0);
  Value *result = builder.CreateIntrinsic(id, {conversion.getType(), value->getType()}, {value});
  result->takeName(&conversion);
  conversion.replaceAllUsesWith(result);
  conversion.eraseFromParent();
}

void retargetBody(Function &function) {
  const bool is_conversion = nameOf(function.getName()).starts_with("convert_");
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!function.hasLocalLinkage() && !isPortable(instruction))
      fail("'" + function.getName() + "' is not portable");
    for (unsigned kind : {LLVMContext::MD_fpmath, LLVMContext::MD_tbaa})
      instruction.setMetadata(kind, nullptr);
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && !isa<IntrinsicInst>(call) && call->getCallingConv() == CallingConv::C)
      call->setCallingConv(CallingConv::SPIR_FUNC);
    if (call)
      call->removeFnAttr(Attribute::Convergent); // which holds for no function of values
    if (isa<FPToSIInst, FPToUIInst>(instruction) && !is_conversion)
      saturate(instruction);
  }
}

void removeUnused(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes;
  passes.addPass(GlobalDCEPass());
  passes.addPass(StripDeadPrototypesPass());
  passes.run(module, modules);
}

class ConstantSpace final : public ValueMapTypeRemapper {
  Type *remapType(Type *type) override {
    return type->isPointerTy() && type->getPointerAddressSpace() == ConstantThere
               ? PointerType::get(type->getContext(), ConstantHere)
               : type;
  }
};

// Tables, and the pointers to them.
void moveConstants(Module &module) {
  ValueToValueMapTy moved;
  SmallVector<GlobalVariable *> tables;
  ConstantSpace types;
  for (GlobalVariable &table : module.globals())
    if (table.getAddressSpace() == ConstantThere)
      tables.push_back(&table);
  for (GlobalVariable *table : tables) {
    auto *copy = new GlobalVariable(module, table->getValueType(), table->isConstant(),
                                    table->getLinkage(), table->getInitializer(), "", table,
                                    table->getThreadLocalMode(), ConstantHere);
    copy->copyAttributesFrom(table);
    copy->takeName(table);
    moved[table] = copy;
  }
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      RemapInstruction(&instruction, moved, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges,
                       &types);
  for (GlobalVariable *table : tables)
    table->eraseFromParent();
}

void retarget(Module &clc, const Module &own) {
  clc.setDataLayout(own.getDataLayout());
  clc.setTargetTriple(own.getTargetTriple());
  for (const Function &wanted : own) {
    StringRef name = nameOf(wanted.getName());
    if (!wanted.isDeclaration() || !name.consume_front("libclc_"))
      continue;
    const StringRef parameters(name.end(), size_t(wanted.getName().end() - name.end()));
    const std::string replaced = ("_Z" + Twine(name.size()) + name + parameters).str();
    Function *function = clc.getFunction(replaced);
    if (!function)
      fail("libclc has no '" + Twine(replaced) + "'");
    function->setName(wanted.getName());
  }
  unsigned num_public = 0;
  for (Function &function : clc) {
    function.removeFnAttr(Attribute::Convergent);
    if (function.isIntrinsic())
      continue;
    function.setDSOLocal(false);
    if (function.getCallingConv() == CallingConv::C)
      function.setCallingConv(CallingConv::SPIR_FUNC);
    if (function.isDeclaration())
      continue;
    const bool is_public = isPublic(function);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setLinkage(is_public ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
    num_public += is_public;
  }
  if (num_public < FewestPublic)
    fail("only " + Twine(num_public) + " functions of values; is this libclc's NVPTX build?");
  for (GlobalVariable &variable : clc.globals())
    if (!variable.isDeclaration()) {
      variable.setVisibility(GlobalValue::DefaultVisibility);
      variable.setLinkage(GlobalValue::InternalLinkage);
    }
  dropTargetAttributes(clc);
  for (Function &function : clc)
    retargetBody(function);
  removeUnused(clc);
  moveConstants(clc);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    fail("usage: make_library <libclc.bc> <output.bc> <own.bc>...");
  LLVMContext context;
  std::unique_ptr<Module> own = linkOwn(ArrayRef(argv, argc).drop_front(3), context);
  std::unique_ptr<Module> clc = read(argv[1], context);
  retarget(*clc, *own);
  Module library("weft-stdlib", context);
  link(library, std::move(clc));
  link(library, std::move(own), Linker::Flags::OverrideFromSrc);
  std::string reason;
  raw_string_ostream reasons(reason);
  if (verifyModule(library, &reasons))
    fail(reason);
  std::error_code error;
  raw_fd_ostream output(argv[2], error, sys::fs::OF_None);
  if (!error) {
    WriteBitcodeToFile(library, output);
    output.close();
    error = output.error();
  }
  if (error)
    fail(Twine(argv[2]) + ": " + error.message());
}
