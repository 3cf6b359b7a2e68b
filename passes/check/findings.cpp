// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/findings.h"

#include "passes/address_space.h"
#include "passes/analysis/any_lane.h"
#include "passes/launch_fields.h"
#include "passes/work_item_function.h"
#include "weft/kernel_abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace weft {

StringRef plainFunctionName(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : StringRef();
  return name.consume_front("_Z") ? name.ltrim("0123456789") : StringRef();
}

StringRef plainVariableName(StringRef name) {
  // A variable of a function: "function.variable"; a copy: "variable.i", "variable.copy", or with a
  // number; program scope: "variable.cl".
  for (StringRef suffix : {".copy", ".cl"})
    name.consume_back(suffix);
  const auto isAdded = [](StringRef part) {
    return part.empty() || part == "i" || all_of(part, isDigit) ||
           (part.consume_front("i") && all_of(part, isDigit)) || part == "addr" || part == "coerce";
  };
  for (auto [head, tail] = name.rsplit('.'); !tail.empty() && isAdded(tail);
       std::tie(head, tail) = name.rsplit('.'))
    name = head;
  return name.rsplit('.').second.empty() ? name : name.rsplit('.').second;
}

StringRef textOfLine(const DIFile &file, unsigned line, StringRef program) {
  StringRef rest = file.getSource().value_or(StringRef()).take_until([](char c) { return !c; });
  const StringRef wanted = sys::path::filename(file.getFilename());
  StringRef name = rest.contains("#line ") ? program : wanted;
  for (unsigned at = 1; !rest.empty(); ++at) {
    auto [text, following] = rest.split('\n');
    rest = following;
    StringRef directive = text.ltrim();
    unsigned number;
    if (directive.consume_front("#line ") && !directive.ltrim().consumeInteger(10, number)) {
      directive = directive.ltrim().ltrim("0123456789").trim();
      if (directive.consume_front("\""))
        name = sys::path::filename(directive.take_until([](char c) { return c == '"'; }));
      at = number - 1;
    } else if (at == line && name == wanted) {
      return text.rtrim('\r');
    }
  }
  return StringRef();
}

Constant *Findings::constant(Constant *head, ArrayRef<StringRef> texts, const char *name) {
  std::string bytes;
  for (StringRef text : texts) {
    bytes += text.take_until([](char c) { return c == '\0'; });
    bytes += '\0';
  }
  Module &module = *item.getParent();
  Constant *text = ConstantDataArray::getString(module.getContext(), bytes, /*AddNull=*/false);
  Constant *content = ConstantStruct::getAnon({head, text}, /*Packed=*/true);
  auto *variable = new GlobalVariable(module, content->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, content, name);
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(Align(8));
  return variable;
}

static Constant *numbers(LLVMContext &context, ArrayRef<uint32_t> values) {
  return ConstantDataArray::get(context, values);
}

Constant *Findings::site(const Site &what, const DebugLoc &where) {
  const DILocation *location = where.get();
  const uint32_t line = location ? location->getLine() : 0;
  const uint32_t column = location ? location->getColumn() : 0;
  std::string file, text;
  if (location && line) {
    file = location->getFilename().str();
    text = textOfLine(*location->getFile(), line, item.getParent()->getModuleIdentifier()).str();
  }
  const uint32_t fields[] = {what.event,           what.access, uint32_t(what.bytes),
                             uint32_t(what.align), line,        column};
  static_assert(sizeof(fields) == sizeof(weft_check_site));
  std::string key(reinterpret_cast<const char *>(fields), sizeof(fields));
  Constant *&made = known[key + file];
  if (!made)
    made = constant(numbers(item.getContext(), fields), {kernel, file, text}, "check.site");
  return made;
}

Constant *Findings::object(weft_check_object_kind kind, unsigned index, StringRef name) {
  const uint32_t fields[] = {kind, index};
  static_assert(sizeof(fields) == sizeof(weft_check_object));
  std::string key(reinterpret_cast<const char *>(fields), sizeof(fields));
  Constant *&made = known[key + name.str()];
  if (!made)
    made = constant(numbers(item.getContext(), fields), {name}, "check.object");
  return made;
}

Value *Findings::launch() {
  if (!launch_record) {
    IRBuilder<> builder(&entryPlace(item));
    launch_record = loadField(builder, item.getArg(ItemParam::Thread), WEFT_CHECK_LAUNCH_OFFSET,
                              builder.getPtrTy(), "check.record");
    // No work-item has this memory for itself, so that what is loaded from it is the group's.
    launch_record = builder.CreateAddrSpaceCast(launch_record,
                                                builder.getPtrTy(AddressSpace::Constant), "check");
  }
  return launch_record;
}

void Findings::report(IRBuilderBase &builder, const Details &details) {
  Value *function = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), launch(),
                                                       offsetof(weft_check_launch, report));
  function = builder.CreateLoad(builder.getPtrTy(), function, "check.report");
  PointerType *pointer = builder.getPtrTy();
  IntegerType *word = builder.getInt64Ty();
  Value *address = ConstantPointerNull::get(pointer);
  if (details.address)
    address = builder.CreateAddrSpaceCast(details.address, pointer);
  Value *args[] = {item.getArg(ItemParam::Thread),
                   details.site,
                   details.object ? details.object : ConstantPointerNull::get(pointer),
                   details.offset ? details.offset : builder.getInt64(0),
                   details.size ? details.size : builder.getInt64(0),
                   address,
                   item.getArg(ItemParam::GroupId),
                   item.getArg(ItemParam::LocalId),
                   item.getArg(ItemParam::LocalId + 1),
                   item.getArg(ItemParam::LocalId + 2)};
  auto *type = FunctionType::get(
      builder.getVoidTy(), {pointer, pointer, pointer, word, word, pointer, word, word, word, word},
      false);
  CallInst *call = builder.CreateCall(type, function, args);
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::Cold);
  call->addFnAttr(Attribute::WillReturn);
  // No memory that kernels see is changed, lest their loads stay in loops for it.
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

void Findings::reportIf(Value *bad, Instruction &before,
                        function_ref<Details(IRBuilderBase &)> details) {
  Instruction *end =
      SplitBlockAndInsertIfThen(bad, &before, /*Unreachable=*/false,
                                MDBuilder(item.getContext()).createUnlikelyBranchWeights());
  end->getParent()->setName("check.bad");
  IRBuilder<> builder(end);
  builder.SetCurrentDebugLocation(before.getDebugLoc());
  report(builder, details(builder));
}

FunctionCallee declareAnyLane(Module &module) {
  IRBuilder<> builder(module.getContext());
  FunctionCallee callee =
      module.getOrInsertFunction(AnyLaneName, builder.getInt1Ty(), builder.getInt64Ty(),
                                 builder.getInt64Ty(), builder.getInt32Ty());
  auto *function = cast<Function>(callee.getCallee());
  if (!function->isDeclaration())
    return callee;
  function->setLinkage(GlobalValue::InternalLinkage);
  function->addFnAttr(Attribute::AlwaysInline);
  function->addFnAttr(Attribute::WillReturn);
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
  builder.CreateRet(builder.CreateICmpUGE(function->getArg(0), function->getArg(1)));
  return callee;
}

} // namespace weft
