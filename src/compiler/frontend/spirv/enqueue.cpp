// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device-side enqueue, by the functions that Clang calls for that of OpenCL C
// (runtime-stdlib/src/device_enqueue.cl). A function that is enqueued is given its parameters in
// memory, where a block has a literal: a header, then what it captured. So there is a kernel for
// each such function, as Clang makes one for each block, which steps over the header:
//
//   OpEnqueueKernel ... %f %param size align
//     literal = {size + offset, align, null, *param}
//     call @__enqueue_kernel_basic(..., @f_kernel, literal)
//   spir_kernel @f_kernel(literal, local...):
//     call @f(literal + offset, local...)
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

#include "passes/address_space.h"
#include "weft/enqueue_abi.h"

namespace weft::spirv {
namespace {

struct Enqueue : Handler {
  using Handler::Handler;
  void translate();
  struct Block {
    llvm::Value *kernel = nullptr, *literal = nullptr;
    unsigned num_locals = 0;
  };
  void enqueueKernel();
  void enqueueMarker();
  void askKernel();
  void deviceEvents();
  void useEvent(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> rest);
  unsigned checkInvoke(uint32_t id);
  llvm::Function *blockKernel(uint32_t id, uint64_t offset);
  Block blockArgs(size_t i);
  llvm::StructType *rangeType();
  llvm::Value *rangeArg(size_t i);
  unsigned rangeSizes(size_t i, llvm::Value *&sizes);
  void buildRange();
  llvm::AllocaInst *entryVariable(llvm::Type *type, uint64_t align);
};

} // namespace

// The launch keeps a copy of the literal where its arguments are, which are aligned so.
static constexpr uint64_t MaxParamAlign = 128;
static constexpr uint64_t MaxParamBytes = 1 << 16;
// Room for parameters whose size is known only when the kernel runs. Of more, the literal is said
// to have 4 GiB, which no device queue takes: the instruction gives the error code for that.
static constexpr uint64_t MaxComputedParamBytes = 1 << 12;
static constexpr uint64_t LiteralAlign = 8;

static uint64_t paramOffset(uint64_t align) { return llvm::alignTo(sizeof(weft_block), align); }

// Clang's ndrange_t.
llvm::StructType *Enqueue::rangeType() {
  llvm::Type *sizes = llvm::ArrayType::get(builder.getInt64Ty(), 3);
  return llvm::StructType::get(context, {builder.getInt32Ty(), sizes, sizes, sizes});
}

llvm::AllocaInst *Enqueue::entryVariable(llvm::Type *type, uint64_t align) {
  llvm::IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  llvm::AllocaInst *variable = entry.CreateAlloca(type);
  variable->setAlignment(llvm::Align(align));
  return variable;
}

// Numbers of one to three dimensions: in how many is 0 after a failure. More than one go by their
// address.
unsigned Enqueue::rangeSizes(size_t i, llvm::Value *&sizes) {
  sizes = arg(i);
  if (failed)
    return 0;
  auto *array = llvm::dyn_cast<llvm::ArrayType>(sizes->getType());
  if (!array && sizes->getType()->isIntegerTy(64))
    return 1;
  if (!array || !array->getElementType()->isIntegerTy(64) || array->getNumElements() < 2 ||
      array->getNumElements() > 3) {
    fail("operand " + llvm::Twine(i) + " is no integer of 64 bits, nor two or three of them");
    return 0;
  }
  llvm::AllocaInst *variable = entryVariable(array, 8);
  storeParts(builder, sizes, variable, {variable->getAlign()});
  sizes = variable;
  return unsigned(array->getNumElements());
}

void Enqueue::buildRange() {
  // Clang's order: offset, global, local.
  static constexpr size_t Order[] = {2, 0, 1};
  llvm::StructType *type = rangeType();
  if (resultType()->llvm != type)
    return void(fail("its result is not of an ND-range"));
  llvm::AllocaInst *range = entryVariable(type, 8);
  const llvm::Type *kind = typeOf(operand(0))->llvm;
  llvm::SmallVector<llvm::Value *, 4> args = {range};
  llvm::SmallVector<MangledType, 3> params;
  unsigned dimensions = 0;
  MangledType param;
  param.base = "m";
  for (size_t i : Order) {
    llvm::Value *sizes = nullptr;
    if (!failed && typeOf(operand(i))->llvm != kind)
      fail("its operands differ in type");
    dimensions = failed ? 0 : rangeSizes(i, sizes);
    if (!dimensions)
      return;
    args.push_back(sizes);
    param.is_pointer = dimensions > 1;
    param.qualifiers = dimensions > 1 ? "K" : "";
    params.push_back(param);
  }
  const std::string name = "ndrange_" + std::to_string(dimensions) + "D";
  llvm::CallInst *made_call =
      callNamed(mangle(name, params), builder.getVoidTy(), args, Effect::Any);
  if (failed)
    return;
  made_call->addParamAttr(0, llvm::Attribute::getWithStructRetType(context, type));
  made_call->addParamAttr(0, llvm::Attribute::getWithAlignment(context, llvm::Align(8)));
  define(loadParts(builder, type, range, {llvm::Align(8)}));
}

// The address of an ND-range. Producers pass the address, too.
llvm::Value *Enqueue::rangeArg(size_t i) {
  llvm::Value *range = arg(i);
  if (failed)
    return nullptr;
  if (range->getType() == builder.getPtrTy(AddressSpace::Private) && !ids.isUntyped(operand(i)) &&
      contentOf(operand(i))->llvm == rangeType())
    return range;
  if (failed || range->getType() != rangeType()) {
    fail("operand " + llvm::Twine(i) + " is not an ND-range");
    return nullptr;
  }
  llvm::AllocaInst *variable = entryVariable(range->getType(), 8);
  storeParts(builder, range, variable, {llvm::Align(8)});
  return variable;
}

// How many pointers to local memory the function takes; fails if none can enqueue it.
unsigned Enqueue::checkInvoke(uint32_t id) {
  const Instruction *start = module.definition(id);
  auto *invoked = llvm::dyn_cast_or_null<llvm::Function>(ids.found(id));
  if (!invoked || !start || start->op() != spv::Op::OpFunction) {
    fail("%" + llvm::Twine(id) + " is not a function");
    return 0;
  }
  llvm::FunctionType *type = invoked->getFunctionType();
  auto space = [&](unsigned i) {
    return type->getParamType(i)->isPointerTy() ? type->getParamType(i)->getPointerAddressSpace()
                                                : ~0u;
  };
  bool fits = type->getReturnType()->isVoidTy() && type->getNumParams() &&
              mayLeadToPrivate(space(0)) && !invoked->getArg(0)->hasByValAttr();
  for (unsigned i = 1; fits && i < type->getNumParams(); ++i)
    fits = space(i) == AddressSpace::Local;
  if (!fits) {
    fail("%" + llvm::Twine(id) + " cannot be enqueued: its parameters are not a pointer to its " +
         "own and pointers to local memory, or it has a result");
    return 0;
  }
  return type->getNumParams() - 1;
}

// Of the function, for parameters at that offset in the literal. What else makes it one that is
// enqueued, markBlockKernels() gives it.
llvm::Function *Enqueue::blockKernel(uint32_t id, uint64_t offset) {
  llvm::Function *&kernel = body.block_kernels[{id, uint32_t(offset)}];
  if (kernel)
    return kernel;
  body.enqueued.insert(id);
  auto *invoked = llvm::cast<llvm::Function>(ids.found(id));
  llvm::SmallVector<llvm::Type *, 4> params(invoked->getFunctionType()->params());
  params[0] = builder.getPtrTy(AddressSpace::Generic);
  std::string name = invoked->getName().str() + "_kernel";
  if (!llvm::StringRef(name).starts_with("spirv."))
    name = "spirv." + name; // no entry point of the module has it
  kernel = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), params, false),
                                  llvm::GlobalValue::InternalLinkage, name, made);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(llvm::Attribute::Convergent);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  llvm::IRBuilder<> inside(llvm::BasicBlock::Create(context, "entry", kernel));
  llvm::SmallVector<llvm::Value *, 4> args;
  for (llvm::Argument &param : kernel->args())
    args.push_back(&param);
  args[0] = inside.CreateConstInBoundsGEP1_64(inside.getInt8Ty(), args[0], offset);
  if (llvm::Type *own = invoked->getArg(0)->getType(); own != args[0]->getType())
    args[0] = inside.CreateAddrSpaceCast(args[0], own);
  inside.CreateCall(invoked, args)->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  inside.CreateRetVoid();
  return kernel;
}

// Of the operands from `i` on: function, parameters, their size and alignment. Null kernel after a
// failure.
Enqueue::Block Enqueue::blockArgs(size_t i) {
  Block block;
  block.num_locals = checkInvoke(operand(i));
  llvm::Value *param = failed ? nullptr : pointer(i + 1);
  llvm::Value *given_size = failed ? nullptr : integerArg(i + 2, 32);
  if (failed || !integerArg(i + 3, 32))
    return {};
  const auto *known_size = llvm::dyn_cast<llvm::ConstantInt>(given_size);
  const uint64_t size = known_size ? known_size->getZExtValue() : MaxComputedParamBytes;
  const uint64_t align = number(i + 3);
  if (failed)
    return {};
  if (!llvm::isPowerOf2_64(align) || align > MaxParamAlign || size > MaxParamBytes) {
    fail("parameters of " + llvm::Twine(size) + " bytes, aligned to " + llvm::Twine(align) +
         ": limits are " + llvm::Twine(MaxParamBytes) + " and " + llvm::Twine(MaxParamAlign));
    return {};
  }
  const uint64_t offset = paramOffset(align);
  llvm::Type *byte = builder.getInt8Ty();
  llvm::Value *literal = entryVariable(llvm::ArrayType::get(byte, offset + size),
                                       std::max<uint64_t>(align, LiteralAlign));
  auto field = [&](uint64_t at_byte) {
    return at_byte ? builder.CreateConstInBoundsGEP1_64(byte, literal, at_byte) : literal;
  };
  llvm::Type *generic = builder.getPtrTy(AddressSpace::Generic);
  llvm::Value *copied = builder.getInt32(uint32_t(size));
  llvm::Value *bytes = builder.getInt32(uint32_t(offset + size));
  if (!known_size) {
    llvm::Value *fits = builder.CreateICmpULE(given_size, copied);
    copied = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, given_size, copied);
    bytes = builder.CreateSelect(fits,
                                 builder.CreateAdd(given_size, builder.getInt32(uint32_t(offset))),
                                 builder.getInt32(UINT32_MAX));
  }
  storeParts(builder, bytes, field(offsetof(weft_block, bytes)), {llvm::Align(4)});
  storeParts(builder, builder.getInt32(uint32_t(std::max<uint64_t>(align, LiteralAlign))),
             field(offsetof(weft_block, align)), {llvm::Align(4)});
  storeParts(builder, llvm::Constant::getNullValue(generic), field(offsetof(weft_block, invoke)),
             {llvm::Align(8)});
  if (size)
    builder.CreateMemCpy(field(offset), llvm::Align(align), param, llvm::Align(align), copied);
  block.kernel = llvm::ConstantExpr::getAddrSpaceCast(blockKernel(operand(i), offset), generic);
  block.literal = builder.CreateAddrSpaceCast(literal, generic);
  return block;
}

void Enqueue::enqueueKernel() {
  llvm::Value *queue = opaque(0, "spirv.Queue");
  llvm::Value *flags = queue ? arg(1) : nullptr;
  if (flags && !flags->getType()->isIntegerTy())
    fail("the flags are not an integer");
  llvm::Value *range = failed ? nullptr : rangeArg(2);
  llvm::Value *num_events = integerArg(3, 32), *wait_list = genericPointer(4),
              *event = genericPointer(5);
  const Block block = failed ? Block() : blockArgs(6);
  if (failed)
    return;
  constexpr size_t FirstLocal = 10;
  const size_t num_locals = numOperands() - FirstLocal;
  if (num_locals != block.num_locals)
    return void(fail("gives sizes of " + llvm::Twine(num_locals) + " local memories to a function" +
                     " that takes " + llvm::Twine(block.num_locals)));
  llvm::SmallVector<llvm::Value *, 10> args = {
      queue, builder.CreateZExtOrTrunc(flags, builder.getInt32Ty()), range};
  std::string name = "__enqueue_kernel";
  auto is_null = [](llvm::Value *value) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant && constant->isNullValue();
  };
  const bool events = !is_null(num_events) || !is_null(wait_list) || !is_null(event);
  if (events)
    args.append({num_events, wait_list, event});
  args.append({block.kernel, block.literal});
  if (num_locals) {
    llvm::Type *size = builder.getInt64Ty();
    llvm::AllocaInst *sizes = entryVariable(llvm::ArrayType::get(size, num_locals), 8);
    for (size_t i = 0; i < num_locals; ++i) {
      llvm::Value *bytes = arg(FirstLocal + i);
      if (failed || !bytes->getType()->isIntegerTy())
        return void(fail("the size of local memory is not an integer"));
      storeParts(builder, builder.CreateZExtOrTrunc(bytes, size),
                 builder.CreateConstInBoundsGEP1_64(size, sizes, i), {llvm::Align(8)});
    }
    args.append({builder.getInt32(uint32_t(num_locals)), sizes});
    name += events ? "_events_varargs" : "_varargs";
  } else {
    name += events ? "_basic_events" : "_basic";
  }
  define(callNamed(name, builder.getInt32Ty(), args, Effect::Any));
}

void Enqueue::enqueueMarker() {
  llvm::Value *queue = opaque(0, "spirv.Queue"), *num_events = integerArg(1, 32),
              *wait_list = genericPointer(2), *event = genericPointer(3);
  if (failed)
    return;
  const MangledType pointee = named(event, "ocl_clkevent").type;
  define(call("enqueue_marker", builder.getInt32Ty(),
              {named(queue, "ocl_queue"), given(num_events, Sign::Unsigned),
               givenPointer(wait_list, pointee, true), givenPointer(event, pointee)},
              Effect::Any));
}

void Enqueue::askKernel() {
  struct Row {
    spv::Op op;
    const char *name;
    enum { Alone, Range, Count } before; // the function: nothing, an ND-range, a number
  };
  static constexpr Row Rows[] = {
      {spv::Op::OpGetKernelNDrangeSubGroupCount, "__get_kernel_sub_group_count_for_ndrange_impl",
       Row::Range},
      {spv::Op::OpGetKernelNDrangeMaxSubGroupSize,
       "__get_kernel_max_sub_group_size_for_ndrange_impl", Row::Range},
      {spv::Op::OpGetKernelWorkGroupSize, "__get_kernel_work_group_size_impl", Row::Alone},
      {spv::Op::OpGetKernelMaxNumSubgroups, "__weft_get_kernel_max_num_sub_groups", Row::Alone},
      {spv::Op::OpGetKernelLocalSizeForSubgroupCount, "__weft_get_kernel_local_size", Row::Count},
      {spv::Op::OpGetKernelPreferredWorkGroupSizeMultiple,
       "__get_kernel_preferred_work_group_size_multiple_impl", Row::Alone}};
  for (const Row &row : Rows) {
    if (row.op != at->op())
      continue;
    llvm::SmallVector<llvm::Value *, 3> args;
    if (row.before == Row::Range)
      args.push_back(rangeArg(0));
    if (row.before == Row::Count)
      args.push_back(integerArg(0, 32));
    const Block block = failed ? Block() : blockArgs(args.size());
    if (failed)
      return;
    args.append({block.kernel, block.literal});
    return define(callNamed(row.name, builder.getInt32Ty(), args, Effect::Any));
  }
  deviceEvents();
}

// Of an event: what is done to it, or asked of it.
void Enqueue::useEvent(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> rest) {
  llvm::Value *event = opaque(0, "spirv.DeviceEvent");
  if (failed)
    return;
  llvm::SmallVector<Arg, 3> args = {named(event, "ocl_clkevent")};
  llvm::append_range(args, rest);
  define(call(name, result, args, Effect::Any));
}

void Enqueue::deviceEvents() {
  llvm::Type *nothing_made = builder.getVoidTy();
  switch (at->op()) {
  case spv::Op::OpRetainEvent:
    return useEvent("retain_event", nothing_made, {});
  case spv::Op::OpReleaseEvent:
    return useEvent("release_event", nothing_made, {});
  case spv::Op::OpIsValidEvent:
    return useEvent("is_valid_event", builder.getInt1Ty(), {});
  case spv::Op::OpSetUserEventStatus:
    if (llvm::Value *status = integerArg(1, 32))
      useEvent("set_user_event_status", nothing_made, {given(status, Sign::Signed)});
    return;
  case spv::Op::OpCaptureEventProfilingInfo: {
    llvm::Value *what = arg(1), *to = pointer(2);
    if (failed || !what->getType()->isIntegerTy() ||
        to->getType()->getPointerAddressSpace() != AddressSpace::Global)
      return void(fail("is of no fitting types"));
    MangledType anything;
    anything.base = "v";
    what = builder.CreateZExtOrTrunc(what, builder.getInt32Ty());
    return useEvent("capture_event_profiling_info", nothing_made,
                    {given(what, Sign::Signed), givenPointer(to, anything)});
  }
  case spv::Op::OpCreateUserEvent:
    return define(call("create_user_event", llvm::TargetExtType::get(context, "spirv.DeviceEvent"),
                       {}, Effect::Any));
  case spv::Op::OpGetDefaultQueue:
    return define(call("get_default_queue", llvm::TargetExtType::get(context, "spirv.Queue"), {},
                       Effect::Any));
  default:
    unsupported();
  }
}

void Enqueue::translate() {
  switch (at->op()) {
  case spv::Op::OpEnqueueKernel:
    return enqueueKernel();
  case spv::Op::OpEnqueueMarker:
    return enqueueMarker();
  case spv::Op::OpBuildNDRange:
    return buildRange();
  default:
    return askKernel();
  }
}

void deviceEnqueue(Body &body) { Enqueue(body).translate(); }

} // namespace weft::spirv
