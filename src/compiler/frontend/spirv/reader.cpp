// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes over a parsed module once: types, constants and variables in their order, then functions,
// then entry points. Each has a class, which knows those before it.
#include "compiler/frontend/spirv/body.h"
#include "compiler/frontend/spirv/kernels.h"
#include "compiler/frontend/spirv/spirv_front_end.h"
#include "compiler/frontend/spirv/types.h"
#include "passes/address_space.h"
#include "passes/lowering/indirect_calls.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace weft::spirv {
namespace {

// The layout of spir64, as Clang has it.
constexpr llvm::StringLiteral Layout =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

class Reader : ProgramPart {
public:
  Reader(const Program &program, llvm::ArrayRef<weft_spec_constant> spec_constants)
      : ProgramPart(program), types(program), constants(program, spec_constants), globals(program),
        lines(program), body(program, constants, globals, lines),
        kernels(program, globals, body, lines) {}
  bool run();

private:
  bool global();
  bool declareFunction(size_t index);
  bool decorate(llvm::Argument &param, const Type &type);
  void makeFunctionPointer();
  bool translateFunctions(size_t first);
  bool translateFunction(size_t &index);

  Types types;
  Constants constants;
  Globals globals;
  DebugLines lines;
  Body body;
  Kernels kernels;
};

} // namespace

// An instruction before the functions.
bool Reader::global() {
  if (!declarations.checkCapabilities(*at))
    return false;
  const llvm::StringRef name = at->info->name;
  if (name.starts_with("OpType"))
    types.make();
  else if (at->op() == spv::Op::OpVariable || at->op() == newer::OpUntypedVariableKHR)
    globals.makeVariable();
  else if (at->op() == spv::Op::OpSpecConstantOp)
    body.evaluate();
  else if (at->op() == spv::Op::OpConstantFunctionPointerINTEL)
    makeFunctionPointer();
  else if (at->op() == spv::Op::OpUndef || at->op() == newer::OpPoisonKHR ||
           name.starts_with("OpConstant") || name.starts_with("OpSpecConstant"))
    constants.make();
  else if (at->op() == spv::Op::OpExtInst ? !declarations.isPassedOver(*at)
                                          : at->result && at->type)
    fail("stands outside functions");
  return !failed;
}

// By what OpFunctionParameter, which is at hand, is decorated with.
bool Reader::decorate(llvm::Argument &param, const Type &type) {
  using Attribute = spv::FunctionParameterAttribute;
  for (const Decoration &entry : declarations.decorations(at->result)) {
    if (entry.kind != spv::Decoration::FuncParamAttr || entry.operands.empty())
      continue;
    const auto attribute = Attribute(entry.operands[0]);
    if (attribute == Attribute::NoAlias)
      param.addAttr(llvm::Attribute::NoAlias);
    if (attribute != Attribute::ByVal)
      continue;
    const Type *content = ids.pointee(type);
    if (failed || !content->llvm || !content->llvm->isSized() ||
        type.llvm->getPointerAddressSpace() != AddressSpace::Private)
      return fail("cannot be passed by value");
    param.addAttr(llvm::Attribute::getWithByValType(context, content->llvm));
    param.addAttr(llvm::Attribute::getWithAlignment(
        context, made.getDataLayout().getABITypeAlign(content->llvm)));
  }
  return true;
}

bool Reader::declareFunction(size_t index) {
  at = &module.instructions[index];
  if (!declarations.checkCapabilities(*at))
    return false;
  const Type *signature = ids.type(operand(1));
  if (failed || signature->kind != spv::Op::OpTypeFunction)
    return fail("%" + llvm::Twine(operand(1)) + " is not a function's type");
  llvm::SmallVector<llvm::Type *, 8> params;
  for (const Type *param : llvm::ArrayRef(signature->members).drop_front())
    params.push_back(param->llvm);
  if (signature->members.front() != ids.resultType())
    return fail("its result is of another type");
  auto *made_function = llvm::Function::Create(
      llvm::FunctionType::get(signature->members.front()->llvm, params, false),
      llvm::GlobalValue::InternalLinkage, "", made);
  globals.link(*made_function, at->result);
  made_function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made_function->addFnAttr(llvm::Attribute::Convergent);
  made_function->addFnAttr(llvm::Attribute::NoUnwind);
  const uint32_t control = operand(0);
  if (control & uint32_t(spv::FunctionControlMask::Inline))
    made_function->addFnAttr(llvm::Attribute::AlwaysInline);
  else if (control & uint32_t(spv::FunctionControlMask::DontInline))
    made_function->addFnAttr(llvm::Attribute::NoInline);
  if (declarations.decoration(at->result, spv::Decoration::ReferencedIndirectlyINTEL))
    made_function->addFnAttr(ReferencedIndirectly);
  ids.set(at->result, made_function);
  for (size_t i = 0; i < params.size(); ++i) {
    const size_t place = index + 1 + i;
    const bool there = place < module.instructions.size() &&
                       module.instructions[place].op() == spv::Op::OpFunctionParameter;
    if (!there)
      return fail("lacks a parameter");
    at = &module.instructions[place];
    if (ids.type(at->type) != signature->members[i + 1])
      return fail("is not of the type that the function's type names");
    llvm::Argument *arg = made_function->getArg(unsigned(i));
    ids.set(at->result, arg);
    if (params[i]->isPointerTy() && !decorate(*arg, *signature->members[i + 1]))
      return false;
  }
  return true;
}

void Reader::makeFunctionPointer() {
  const uint32_t id = operand(0);
  const Instruction *start = module.definition(id);
  if (!start || start->op() != spv::Op::OpFunction)
    return void(fail("is not of a function"));
  const Instruction *whole = at;
  const bool declared =
      ids.found(id) || declareFunction(size_t(start - module.instructions.data()));
  at = whole;
  const Type *pointer = ids.resultType();
  if (!declared || failed || pointer->kind != spv::Op::OpTypePointer ||
      ids.type(pointer->pointee) != ids.type(start->operands[1]))
    return void(fail("is of another type than the function"));
  // One kernel may keep the pointer, and another one call through it.
  auto *function = llvm::cast<llvm::Function>(ids.found(id));
  function->addFnAttr(ReferencedIndirectly);
  ids.define(function);
}

bool Reader::translateFunctions(size_t first) {
  for (size_t i = first; i < module.instructions.size(); ++i)
    if (const Instruction &in = module.instructions[i];
        in.op() == spv::Op::OpFunction && !ids.found(in.result) && !declareFunction(i))
      return false;
  for (size_t next = first; next < module.instructions.size();)
    if (!translateFunction(next))
      return false;
  return globals.dropImports();
}

bool Reader::translateFunction(size_t &index) {
  at = &module.instructions[index];
  if (at->op() == spv::Op::OpLine || at->op() == spv::Op::OpNoLine ||
      declarations.isPassedOver(*at)) {
    ++index;
    return true;
  }
  if (at->op() != spv::Op::OpFunction)
    return fail("stands outside functions");
  auto *function = llvm::cast<llvm::Function>(ids.found(at->result));
  const size_t begin = index + 1 + function->arg_size();
  size_t end = begin;
  bool has_blocks = false;
  for (; end < module.instructions.size(); ++end) {
    at = &module.instructions[end];
    if (at->op() == spv::Op::OpFunctionEnd)
      break;
    if (at->op() == spv::Op::OpFunction || at->op() == spv::Op::OpFunctionParameter)
      return fail("stands within a function");
    has_blocks |= at->op() == spv::Op::OpLabel;
  }
  if (end == module.instructions.size())
    return fail("the function does not end");
  if (!has_blocks && !function->hasExternalLinkage())
    return fail("a function without blocks that is not imported");
  if (!body.translate(*function, index, begin, end))
    return false;
  index = end + 1;
  return true;
}

bool Reader::run() {
  lines.begin();
  size_t i = 0;
  for (; i < module.instructions.size(); ++i) {
    at = &module.instructions[i];
    if (at->op() == spv::Op::OpFunction)
      break;
    if (!global())
      return false;
  }
  if (!translateFunctions(i) || !kernels.make())
    return false;
  llvm::Metadata *version[] = {llvm::ConstantAsMetadata::get(builder.getInt32(3)),
                               llvm::ConstantAsMetadata::get(builder.getInt32(0))};
  for (const char *name : {"opencl.ocl.version", "opencl.spir.version"})
    made.getOrInsertNamedMetadata(name)->addOperand(llvm::MDNode::get(context, version));
  lines.end();
  at = nullptr;
  std::string reason;
  llvm::raw_string_ostream stream(reason);
  return !llvm::verifyModule(made, &stream) || fail("the module is not valid: " + reason);
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
  auto made = std::make_unique<llvm::Module>("program.spv", context);
  made->setTargetTriple(llvm::Triple("spir64-unknown-unknown"));
  made->setDataLayout(spirv::Layout);
  spirv::Cursor cursor(log);
  spirv::Declarations declarations(module, cursor);
  spirv::Ids ids(module, cursor, context);
  llvm::IRBuilder<> builder(context);
  const spirv::Program program = {module, declarations, ids, options, builder, *made, cursor};
  const bool read = declarations.read() && spirv::Reader(program, constants).run();
  return read ? std::move(made) : nullptr;
}

} // namespace weft
