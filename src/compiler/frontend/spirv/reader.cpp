// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/reader.h"

#include "compiler/frontend/spirv/spirv_front_end.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::spirv {

// The layout of spir64, as Clang has it.
static constexpr llvm::StringLiteral Layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

Reader::Reader(const Module &module, llvm::ArrayRef<weft_spec_constant> constants,
               const Options &options, llvm::LLVMContext &context, Log &log)
    : module(module), spec_constants(constants), options(options), context(context), log(log),
      made(std::make_unique<llvm::Module>("program.spv", context)), builder(context),
      values(module.bound) {
  made->setTargetTriple(llvm::Triple("spir64-unknown-unknown"));
  made->setDataLayout(Layout);
  nothing.llvm = llvm::Type::getVoidTy(context);
}

bool Reader::fail(const llvm::Twine &why) {
  if (failed)
    return false;
  failed = true;
  std::string place = at ? (llvm::Twine("word ") + llvm::Twine(at->offset) + ": " + at->info->name +
                            (at->result ? " %" + std::to_string(at->result) : std::string()) + ": ")
                               .str()
                         : "";
  log.error("SPIR-V: " + place + why);
  return false;
}

bool Reader::unsupported(const llvm::Twine &what) {
  std::string text = what.str();
  text += text.empty() ? "not supported" : " is not supported";
  if (at && at->info->num_capabilities) {
    text += " (capability";
    for (uint32_t id : capabilitiesOf(*at->info))
      text += " " + capabilityName(id);
    text += ")";
  }
  return fail(text);
}

uint32_t Reader::operand(size_t i) {
  if (i < at->operands.size())
    return at->operands[i];
  fail("lacks an operand");
  return 0;
}

const Type *Reader::type(uint32_t id) {
  auto found = types.find(id);
  if (found != types.end())
    return found->second.get();
  fail("%" + llvm::Twine(id) + " is not a type that was declared before");
  return &nothing;
}

const Type *Reader::typeOf(uint32_t id) {
  const Instruction *source = module.definition(id);
  if (source && source->type)
    return type(source->type);
  fail("%" + llvm::Twine(id) + " has no value");
  return &nothing;
}

llvm::Value *Reader::value(uint32_t id) {
  if (failed)
    return nullptr;
  if (llvm::Value *known = id < values.size() ? values[id] : nullptr) {
    // A value of another function, which LLVM must not see.
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(known);
    auto *argument = llvm::dyn_cast<llvm::Argument>(known);
    if ((!instruction || instruction->getFunction() == function) &&
        (!argument || argument->getParent() == function))
      return known;
  }
  if (llvm::Value *known = entryValue(id))
    return known;
  if (builtin_variables.count(id) && function)
    return builtinStorage(id);
  if (!function || !isInBody(id)) {
    fail("%" + llvm::Twine(id) + " has no value here");
    return nullptr;
  }
  if (is_reached) {
    fail("%" + llvm::Twine(id) + " is not computed on every way that leads here");
    return nullptr;
  }
  // Where no way leads, "every way" is true of all values: of those that are not read yet, too.
  llvm::Type *known = typeOf(id)->llvm;
  if (!failed && known && known->isSized())
    return llvm::PoisonValue::get(known);
  fail("%" + llvm::Twine(id) + " has no value here");
  return nullptr;
}

llvm::Constant *Reader::constant(uint32_t id) {
  auto *found = llvm::dyn_cast_or_null<llvm::Constant>(value(id));
  if (!found)
    fail("%" + llvm::Twine(id) + " is not a constant");
  return found;
}

bool Reader::integer(uint32_t id, uint64_t &number) {
  auto *found = llvm::dyn_cast_or_null<llvm::ConstantInt>(value(id));
  if (!found)
    return fail("%" + llvm::Twine(id) + " is not a constant integer");
  number = found->getZExtValue();
  return true;
}

uint64_t Reader::number(size_t i) {
  uint64_t result = 0;
  integer(operand(i), result);
  return result;
}

llvm::Value *Reader::pointerById(uint32_t id) {
  llvm::Value *found = value(id);
  if (found && !found->getType()->isPointerTy()) {
    fail("%" + llvm::Twine(id) + " is not a pointer");
    return nullptr;
  }
  return found;
}

const Type *Reader::pointee(const Type &pointer) {
  if (pointer.kind == spv::Op::OpTypePointer && pointer.pointee)
    return type(pointer.pointee);
  fail(pointer.kind == spv::Op::OpTypePointer
           ? "nothing says what type the untyped pointer points to"
           : "is not of a pointer's type");
  return &nothing;
}

// Of untyped pointers, variables say it.
const Type *Reader::contentOf(uint32_t id) {
  const Instruction *source = module.definition(id);
  if (source && source->op() == newer::OpUntypedVariableKHR && source->operands.size() > 1)
    return type(source->operands[1]);
  const Type *of = typeOf(id);
  if (of->kind == spv::Op::OpTypeVector)
    of = of->element;
  return failed ? &nothing : pointee(*of);
}

bool Reader::isUntyped(uint32_t id) const {
  const Instruction *source = module.definition(id);
  const Instruction *of = source && source->type ? module.definition(source->type) : nullptr;
  return of && of->op() == newer::OpTypeUntypedPointerKHR &&
         source->op() != newer::OpUntypedVariableKHR;
}

llvm::Value *Reader::pointer(size_t i) { return pointerById(operand(i)); }

void Reader::define(llvm::Value *result) {
  if (failed || !at->result)
    return;
  const Type *wanted = resultType();
  if (failed)
    return;
  if (!result || result->getType() != wanted->llvm) {
    fail("its operands and its result are not of fitting types");
    return;
  }
  values[at->result] = result;
}

const Decoration *Reader::decoration(uint32_t id, spv::Decoration kind) const {
  auto found = decorations.find(id);
  if (found == decorations.end())
    return nullptr;
  for (const Decoration &entry : found->second)
    if (entry.kind == kind)
      return &entry;
  return nullptr;
}

std::string Reader::nameOf(uint32_t id) const { return names.lookup(id).substr(0, 256).str(); }

bool Reader::haveSameShape(const llvm::Type *a, const llvm::Type *b) {
  auto *one = llvm::dyn_cast<llvm::FixedVectorType>(a);
  auto *other = llvm::dyn_cast<llvm::FixedVectorType>(b);
  return one && other ? one->getNumElements() == other->getNumElements() : !one && !other;
}

// What a person may wonder about.
static const char *whyNot(uint32_t capability) {
  switch (spv::Capability(capability)) {
  case spv::Capability::Shader:
  case spv::Capability::Matrix:
    return ": modules are those of OpenCL, not of graphics";
  case spv::Capability::AsmINTEL:
    return ": assembly is for one kind of machine";
  case spv::Capability::DenormFlushToZero:
  case spv::Capability::RoundingModeRTZ:
    return ": the device keeps denormals and rounds to nearest";
  default:
    return "";
  }
}

// What is declared has to be known: modules of other environments are not read by halves.
bool Reader::capability(uint32_t value) {
  static constexpr spv::Capability Known[] = {
#define WEFT_SPIRV_CAPABILITY(name) spv::Capability::name,
#define WEFT_SPIRV_NEWER_CAPABILITY(name, value) spv::Capability(value),
#include "support/spirv.def"
  };
  if (!llvm::is_contained(Known, spv::Capability(value)))
    return fail("capability " + capabilityName(value) + " is not supported" + whyNot(value));
  llvm::SmallVector<uint32_t> todo = {value};
  while (!todo.empty()) {
    const uint32_t next = todo.pop_back_val();
    if (capabilities.insert(next).second)
      llvm::append_range(todo, impliedCapabilities(next));
  }
  return true;
}

bool Reader::isDeclared(llvm::ArrayRef<uint32_t> any) const {
  return any.empty() || llvm::any_of(any, [&](uint32_t one) { return capabilities.contains(one); });
}

bool Reader::checkCapabilities(const Instruction &in) {
  if (isDeclared(capabilitiesOf(*in.info)))
    return true;
  std::string names;
  for (uint32_t one : capabilitiesOf(*in.info))
    names += (names.empty() ? "" : " or ") + capabilityName(one);
  return fail("needs a capability that the module does not declare: " + names);
}

// By groups, of which each may be given to each id.
static constexpr uint64_t MaxDecorations = 1 << 22;

// Of SPV_KHR_float_controls2, which the grammar of spirv-headers may not have.
static constexpr uint32_t FloatControls2 = 6029, AllowTransform = 0x40000;

void Reader::annotate(const Instruction &in) {
  llvm::ArrayRef<uint32_t> operands = in.operands;
  switch (in.op()) {
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString:
    if (spv::Decoration(operands[1]) == spv::Decoration::FPFastMathMode && operands.size() > 2 &&
        (operands[2] & AllowTransform) && !isDeclared({FloatControls2}))
      return void(fail("needs a capability that the module does not declare: FloatControls2"));
    decorations[operands[0]].push_back({spv::Decoration(operands[1]), operands.drop_front(2)});
    return;
  case spv::Op::OpGroupDecorate:
    for (uint32_t target : operands.drop_front()) {
      auto group = decorations.find(operands[0]);
      if (group == decorations.end() || target == operands[0])
        continue;
      const llvm::SmallVector<Decoration, 2> all = group->second;
      decorations_copied += all.size();
      if (decorations_copied > MaxDecorations)
        return void(fail("gives more than " + llvm::Twine(MaxDecorations) + " decorations"));
      llvm::append_range(decorations[target], all);
    }
    return;
  default:
    return;
  }
}

bool Reader::header() {
  bool has_model = false;
  for (const Instruction &in : module.instructions) {
    at = &in;
    unsigned words = 0;
    switch (in.op()) {
    case spv::Op::OpCapability:
      if (!capability(operand(0)))
        return false;
      break;
    case spv::Op::OpExtInstImport: {
      const llvm::StringRef name = literalString(in.operands, words);
      if (name == "OpenCL.std")
        opencl_set = in.result;
      else if (name.starts_with("NonSemantic.") || name == "OpenCL.DebugInfo.100" ||
               name == "DebugInfo") {
        ignored_sets.insert(in.result);
        if (name.starts_with("NonSemantic.Shader.DebugInfo."))
          debug_sets.insert(in.result);
      } else
        return fail("the instruction set '" + name + "' is not supported");
      break;
    }
    case spv::Op::OpMemoryModel:
      has_model = true;
      if (spv::AddressingModel(operand(0)) == spv::AddressingModel::Physical32)
        return fail("modules of 32-bit addresses (Physical32) are not supported: the device has "
                    "64-bit addresses");
      if (spv::AddressingModel(operand(0)) != spv::AddressingModel::Physical64 ||
          spv::MemoryModel(operand(1)) != spv::MemoryModel::OpenCL)
        return fail("only the memory model Physical64 OpenCL is supported");
      break;
    case spv::Op::OpEntryPoint:
      if (spv::ExecutionModel(operand(0)) != spv::ExecutionModel::Kernel)
        return fail("only kernels can be entry points");
      entry_points.push_back(&in);
      break;
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId:
      execution_modes.push_back(&in);
      break;
    case spv::Op::OpString:
      strings[in.result] = literalString(in.operands, words);
      break;
    case spv::Op::OpName:
      names[operand(0)] = literalString(in.operands.drop_front(), words);
      break;
    default:
      annotate(in);
    }
    if (failed)
      return false;
  }
  at = nullptr;
  return has_model || fail("the module has no OpMemoryModel");
}

bool Reader::global(const Instruction &in) {
  at = &in;
  if (!checkCapabilities(in))
    return false;
  const llvm::StringRef name = in.info->name;
  if (name.starts_with("OpType"))
    makeType();
  else if (in.op() == spv::Op::OpVariable || in.op() == newer::OpUntypedVariableKHR)
    makeVariable();
  else if (in.op() == spv::Op::OpUndef || in.op() == newer::OpPoisonKHR ||
           name.starts_with("OpConstant") || name.starts_with("OpSpecConstant"))
    makeConstant();
  else if (in.op() == spv::Op::OpExtInst) {
    if (!ignored_sets.contains(operand(0)))
      return fail("stands outside functions");
  } else if (in.result && in.type)
    return fail("stands outside functions");
  return !failed;
}

std::unique_ptr<llvm::Module> Reader::run() {
  if (!header())
    return nullptr;
  beginDebug();
  size_t i = 0;
  for (; i < module.instructions.size(); ++i) {
    if (module.instructions[i].op() == spv::Op::OpFunction)
      break;
    if (!global(module.instructions[i]))
      return nullptr;
  }
  for (; i < module.instructions.size(); ++i)
    if (module.instructions[i].op() == spv::Op::OpFunction)
      function_starts.push_back(i);
  if (!declareFunctions() || !translateFunctions() || !makeKernels())
    return nullptr;
  llvm::Metadata *version[] = {llvm::ConstantAsMetadata::get(builder.getInt32(3)),
                               llvm::ConstantAsMetadata::get(builder.getInt32(0))};
  for (const char *name : {"opencl.ocl.version", "opencl.spir.version"})
    made->getOrInsertNamedMetadata(name)->addOperand(llvm::MDNode::get(context, version));
  at = nullptr;
  if (debug)
    debug->finalize();
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  if (llvm::verifyModule(*made, &stream)) {
    fail("the module is not valid: " + reason);
    return nullptr;
  }
  return std::move(made);
}

} // namespace weft::spirv

namespace weft {

std::unique_ptr<llvm::Module> readSpirv(llvm::StringRef bytes,
                                        llvm::ArrayRef<weft_spec_constant> constants,
                                        const Options &options, llvm::LLVMContext &context,
                                        Log &log) {
  spirv::Module module;
  if (!spirv::parseModule(bytes, module, log))
    return nullptr;
  return spirv::Reader(module, constants, options, context, log).run();
}

} // namespace weft
