// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of work-groups and sub-groups, by the functions that OpenCL C has for them.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct Groups : GroupHandler {
  using GroupHandler::GroupHandler;
  void translate();
  void arithmetic();
  void asyncCopy();
  void readClock();
};

} // namespace

bool GroupHandler::groupScope(bool &sub_group) const {
  const uint64_t scope = number(0);
  if (failed)
    return false;
  sub_group = spv::Scope(scope) == spv::Scope::Subgroup;
  return sub_group || spv::Scope(scope) == spv::Scope::Workgroup ||
         unsupported("an operation of this scope");
}

llvm::Value *GroupHandler::perElement(llvm::Value *vector,
                                      llvm::function_ref<llvm::Value *(llvm::Value *)> one) const {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(vector->getType());
  if (!type)
    return one(vector);
  llvm::Value *result = nullptr;
  for (unsigned i = 0; i < type->getNumElements() && !failed; ++i) {
    llvm::Value *part = one(builder.CreateExtractElement(vector, i));
    if (failed)
      return nullptr;
    if (!result)
      result = llvm::PoisonValue::get(
          llvm::FixedVectorType::get(part->getType(), type->getNumElements()));
    result = builder.CreateInsertElement(result, part, i);
  }
  return result;
}

// Functions of truth take and give an int.
llvm::Value *GroupHandler::vote(llvm::StringRef name, llvm::Value *predicate) const {
  if (failed || !predicate->getType()->isIntegerTy(1)) {
    fail("is not of a bool");
    return nullptr;
  }
  llvm::Value *number_of = builder.CreateZExt(predicate, builder.getInt32Ty());
  llvm::Value *result =
      call(name, builder.getInt32Ty(), {given(number_of, Sign::Signed)}, Effect::Any, Sign::Signed);
  return failed ? nullptr : builder.CreateICmpNE(result, builder.getInt32(0));
}

// OpGroup, NonUniform or nothing, what is computed, and KHR or nothing. Before what is computed
// stands of which numbers: I, F, S, U, or Bitwise, Logical.
void Groups::arithmetic() {
  llvm::StringRef rest = at->info->name;
  rest.consume_front("OpGroup");
  rest.consume_back("KHR");
  const bool non_uniform = rest.consume_front("NonUniform");
  const bool logical = rest.consume_front("Logical");
  const Sign sign = rest.starts_with("U") ? Sign::Unsigned : Sign::Signed;
  const bool bits = logical || rest.consume_front("Bitwise");
  const std::string computed = (bits ? rest : rest.drop_front()).lower();
  if (!llvm::is_contained(bits ? llvm::ArrayRef<llvm::StringLiteral>({"and", "or", "xor"})
                               : llvm::ArrayRef<llvm::StringLiteral>({"add", "mul", "min", "max"}),
                          computed))
    return void(unsupported());
  const std::string operation = logical ? "logical_" + computed : computed;
  bool sub_group = false;
  if (!groupScope(sub_group))
    return;
  if (non_uniform && !sub_group)
    return void(unsupported("an operation of this scope"));
  llvm::Value *what = arg(2);
  if (failed)
    return;
  const auto kind = spv::GroupOperation(operand(1));
  std::string name = sub_group ? "sub_group_" : "work_group_";
  // Of these, sub-groups have functions for non-uniform control flow, which do as well.
  const bool everywhere = operation == "add" || operation == "min" || operation == "max";
  if (kind != spv::GroupOperation::ClusteredReduce && (non_uniform || (sub_group && !everywhere)))
    name += "non_uniform_";
  llvm::Value *cluster = nullptr;
  switch (kind) {
  case spv::GroupOperation::Reduce:
    name += "reduce_";
    break;
  case spv::GroupOperation::InclusiveScan:
    name += "scan_inclusive_";
    break;
  case spv::GroupOperation::ExclusiveScan:
    name += "scan_exclusive_";
    break;
  case spv::GroupOperation::ClusteredReduce:
    name += "clustered_reduce_";
    cluster = builder.getInt32(uint32_t(number(3)));
    if (failed || !non_uniform)
      return void(fail("no such operation"));
    break;
  default:
    return void(unsupported("such an operation"));
  }
  name += operation;
  define(perElement(what, [&](llvm::Value *one) -> llvm::Value * {
    llvm::Type *type = one->getType();
    llvm::Type *wide = type;
    if (logical != type->isIntegerTy(1) || (!type->isIntegerTy() && !type->isFloatingPointTy())) {
      fail("is of no fitting type");
      return nullptr;
    }
    // Work-groups have none for narrower integers; wider ones give the same.
    if (logical || (!sub_group && type->isIntegerTy() && type->getIntegerBitWidth() < 32))
      wide = builder.getInt32Ty();
    const Sign used = type->isIntegerTy(1) ? Sign::Signed : sign;
    if (wide != type) {
      if (!logical && kind == spv::GroupOperation::ExclusiveScan && computed != "add") {
        unsupported("of integers of this width, it"); // its neutral element would be another
        return nullptr;
      }
      one = builder.CreateIntCast(one, wide, used == Sign::Signed && !logical);
    }
    llvm::SmallVector<Arg, 2> args = {given(one, used)};
    if (cluster)
      args.push_back(given(cluster, Sign::Unsigned));
    llvm::Value *result = call(name, wide, args, Effect::Any, used);
    if (failed)
      return nullptr;
    if (logical)
      return builder.CreateICmpNE(result, builder.getInt32(0));
    return builder.CreateIntCast(result, type, false);
  }));
}

// An integer, or a vector of them, of so many bytes; null if there is none.
static llvm::Type *typeOfBytes(llvm::LLVMContext &context, uint64_t bytes) {
  if (bytes > 128 || !llvm::isPowerOf2_64(bytes))
    return nullptr;
  llvm::Type *element = llvm::Type::getIntNTy(context, 8 * unsigned(std::min<uint64_t>(bytes, 8)));
  return bytes <= 8 ? element : llvm::FixedVectorType::get(element, unsigned(bytes / 8));
}

void Groups::asyncCopy() {
  // With untyped pointers, the size of an element is one operand more.
  const size_t more = at->op() == newer::OpUntypedGroupAsyncCopyKHR ? 1 : 0;
  llvm::Value *to = pointer(1), *from = pointer(2), *count = arg(3 + more), *stride = arg(4 + more),
              *event = arg(5 + more);
  llvm::Type *element = nullptr;
  if (!failed)
    element = more ? typeOfBytes(context, number(3)) : contentOf(operand(1))->llvm;
  if (failed)
    return;
  auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(event->getType());
  const bool known = element && (element->isIntOrIntVectorTy() || element->isFPOrFPVectorTy());
  if (!known || !count->getType()->isIntegerTy() || !stride->getType()->isIntegerTy() || !opaque ||
      opaque->getName() != "spirv.Event")
    return void(fail("is of no fitting types"));
  // Sizes by the specification, which producers do not all keep to.
  count = builder.CreateZExtOrTrunc(count, builder.getInt64Ty());
  stride = builder.CreateZExtOrTrunc(stride, builder.getInt64Ty());
  auto *same = llvm::dyn_cast<llvm::ConstantInt>(stride);
  const bool dense = same && same->isOne();
  MangledType pointee = mangled(element, Sign::Signed);
  llvm::SmallVector<Arg, 5> args = {givenPointer(to, pointee), givenPointer(from, pointee, true),
                                    given(count, Sign::Unsigned)};
  if (!dense)
    args.push_back(given(stride, Sign::Unsigned));
  args.push_back(named(event, "ocl_event"));
  define(call(dense ? "async_work_group_copy" : "async_work_group_strided_copy", event->getType(),
              args, Effect::Any));
}

// A clock of the device is one of any scope, also of one that is only known when the kernel runs.
void Groups::readClock() {
  auto *known = llvm::dyn_cast_or_null<llvm::ConstantInt>(arg(0));
  const auto scope = known ? spv::Scope(known->getZExtValue()) : spv::Scope::Device;
  llvm::Type *type = resultType()->llvm;
  llvm::Type *pair = llvm::FixedVectorType::get(builder.getInt32Ty(), 2);
  if (failed || !type || (type != pair && !type->isIntegerTy(64)))
    return void(fail("its result is not of 64 bits"));
  std::string name = type == pair ? "clock_read_hilo_" : "clock_read_";
  switch (scope) {
  case spv::Scope::Device:
    name += "device";
    break;
  case spv::Scope::Workgroup:
    name += "work_group";
    break;
  case spv::Scope::Subgroup:
    name += "sub_group";
    break;
  default:
    return void(unsupported("a clock of this scope"));
  }
  define(call(name, type, {}, Effect::Any));
}

void Groups::translate() {
  bool sub_group = false;
  if (at->op() == newer::OpUntypedGroupAsyncCopyKHR)
    return asyncCopy();
  switch (at->op()) {
  case spv::Op::OpReadClockKHR:
    readClock();
    return;
  case spv::Op::OpGroupAsyncCopy:
    asyncCopy();
    return;
  case spv::Op::OpGroupWaitEvents: {
    llvm::Value *count = arg(1), *events = pointer(2);
    if (failed || !count->getType()->isIntegerTy(32))
      return void(fail("is of no fitting types"));
    events = builder.CreateAddrSpaceCast(events, builder.getPtrTy(4));
    MangledType event;
    event.base = "9ocl_event";
    event.is_named = true;
    call("wait_group_events", builder.getVoidTy(),
         {given(count, Sign::Signed), givenPointer(events, event)}, Effect::Any);
    return;
  }
  case spv::Op::OpGroupAll:
  case spv::Op::OpGroupAny:
    if (groupScope(sub_group)) {
      std::string name = sub_group ? "sub_group_" : "work_group_";
      name += at->op() == spv::Op::OpGroupAll ? "all" : "any";
      define(vote(name, arg(1)));
    }
    return;
  case spv::Op::OpGroupBroadcast: {
    llvm::Value *what = arg(1), *where = arg(2);
    if (!groupScope(sub_group))
      return;
    if (!where->getType()->isIntOrIntVectorTy())
      return void(fail("is of no fitting types"));
    llvm::SmallVector<Arg, 3> place;
    perElement(where, [&](llvm::Value *one) {
      llvm::Type *type = sub_group ? builder.getInt32Ty() : builder.getInt64Ty();
      one = builder.CreateZExtOrTrunc(one, type);
      place.push_back(given(one, Sign::Unsigned));
      return one;
    });
    define(perElement(what, [&](llvm::Value *one) -> llvm::Value * {
      llvm::Type *type = one->getType(), *wide = type;
      if (!sub_group && type->isIntegerTy() && type->getIntegerBitWidth() < 32)
        one = builder.CreateZExt(one, wide = builder.getInt32Ty());
      llvm::SmallVector<Arg, 4> args = {given(one, Sign::Unsigned)};
      llvm::append_range(args, place);
      llvm::Value *result =
          call(sub_group ? "sub_group_broadcast" : "work_group_broadcast", wide, args, Effect::Any);
      return failed || wide == type ? result : builder.CreateTrunc(result, type);
    }));
    return;
  }
  default:
    break;
  }
  arithmetic();
}

void groups(Body &body) { Groups(body).translate(); }

} // namespace weft::spirv
