// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/declarations.h"

#include "llvm/ADT/STLExtras.h"

namespace weft::spirv {

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
bool Declarations::capability(uint32_t value) {
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

bool Declarations::isDeclared(llvm::ArrayRef<uint32_t> any) const {
  return any.empty() || llvm::any_of(any, [&](uint32_t one) { return capabilities.contains(one); });
}

bool Declarations::checkCapabilities(const Instruction &in) const {
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

void Declarations::annotate(const Instruction &in) {
  llvm::ArrayRef<uint32_t> operands = in.operands;
  switch (in.op()) {
  case spv::Op::OpDecorate:
  case spv::Op::OpDecorateId:
  case spv::Op::OpDecorateString:
    if (spv::Decoration(operands[1]) == spv::Decoration::FPFastMathMode && operands.size() > 2 &&
        (operands[2] & AllowTransform) && !isDeclared({FloatControls2}))
      return void(fail("needs a capability that the module does not declare: "
                       "FloatControls2"));
    decorated[operands[0]].push_back({spv::Decoration(operands[1]), operands.drop_front(2)});
    return;
  case spv::Op::OpGroupDecorate:
    for (uint32_t target : operands.drop_front()) {
      auto group = decorated.find(operands[0]);
      if (group == decorated.end() || target == operands[0])
        continue;
      const llvm::SmallVector<Decoration, 2> all = group->second;
      decorations_copied += all.size();
      if (decorations_copied > MaxDecorations)
        return void(fail("gives more than " + llvm::Twine(MaxDecorations) + " decorations"));
      llvm::append_range(decorated[target], all);
    }
    return;
  default:
    return;
  }
}

bool Declarations::importSet(const Instruction &in) {
  unsigned words = 0;
  const llvm::StringRef name = literalString(in.operands, words);
  if (name == "OpenCL.std") {
    opencl_set = in.result;
  } else if (name.starts_with("NonSemantic.") || name == "OpenCL.DebugInfo.100" ||
             name == "DebugInfo") {
    ignored_sets.insert(in.result);
    if (name.starts_with("NonSemantic.Shader.DebugInfo."))
      debug_sets.insert(in.result);
  } else {
    return fail("the instruction set '" + name + "' is not supported");
  }
  return true;
}

bool Declarations::checkMemoryModel() {
  if (spv::AddressingModel(operand(0)) == spv::AddressingModel::Physical32)
    return fail("modules of 32-bit addresses (Physical32) are not supported: "
                "the device has "
                "64-bit addresses");
  return (spv::AddressingModel(operand(0)) == spv::AddressingModel::Physical64 &&
          spv::MemoryModel(operand(1)) == spv::MemoryModel::OpenCL) ||
         fail("only the memory model Physical64 OpenCL is supported");
}

bool Declarations::read() {
  bool has_model = false;
  for (const Instruction &in : module.instructions) {
    at = &in;
    unsigned words = 0;
    switch (in.op()) {
    case spv::Op::OpCapability:
      capability(operand(0));
      break;
    case spv::Op::OpExtInstImport:
      importSet(in);
      break;
    case spv::Op::OpMemoryModel:
      has_model = true;
      checkMemoryModel();
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

bool Declarations::isPassedOver(const Instruction &in) const {
  return in.op() == spv::Op::OpExtInst && ignored_sets.contains(in.operands[0]);
}

bool Declarations::hasMode(uint32_t entry_point, spv::ExecutionMode mode) const {
  return llvm::any_of(execution_modes, [&](const Instruction *in) {
    return in->operands[0] == entry_point && spv::ExecutionMode(in->operands[1]) == mode;
  });
}

llvm::ArrayRef<Decoration> Declarations::decorations(uint32_t id) const {
  auto found = decorated.find(id);
  return found == decorated.end() ? llvm::ArrayRef<Decoration>() : found->second;
}

const Decoration *Declarations::decoration(uint32_t id, spv::Decoration kind) const {
  for (const Decoration &entry : decorations(id))
    if (entry.kind == kind)
      return &entry;
  return nullptr;
}

std::string Declarations::nameOf(uint32_t id) const {
  return names.lookup(id).substr(0, 256).str();
}

} // namespace weft::spirv
