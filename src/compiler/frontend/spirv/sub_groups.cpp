// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, ballots and moves among the work-items of a sub-group, by the functions that OpenCL C has
// for them.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct SubGroups : GroupHandler {
  using GroupHandler::GroupHandler;
  void translate();
  void moveInSubGroup(llvm::StringRef name, llvm::Value *what, llvm::ArrayRef<Arg> rest);
  void ballot(llvm::Value *predicate);
  void allEqual(llvm::Value *what);
};

} // namespace

// Bools travel as an int.
void SubGroups::moveInSubGroup(llvm::StringRef name, llvm::Value *what, llvm::ArrayRef<Arg> rest) {
  define(perElement(what, [&](llvm::Value *one) -> llvm::Value * {
    llvm::Type *own = one->getType();
    if (own->isIntegerTy(1))
      one = builder.CreateZExt(one, builder.getInt32Ty());
    llvm::SmallVector<Arg, 3> args = {given(one, Sign::Unsigned)};
    llvm::append_range(args, rest);
    llvm::Value *result = call(name, one->getType(), args, Effect::Any);
    return failed || result->getType() == own ? result : builder.CreateTrunc(result, own);
  }));
}

void SubGroups::ballot(llvm::Value *predicate) {
  if (!predicate->getType()->isIntegerTy(1))
    return void(fail("is not of a bool"));
  define(call("sub_group_ballot", llvm::FixedVectorType::get(builder.getInt32Ty(), 4),
              {given(builder.CreateZExt(predicate, builder.getInt32Ty()), Sign::Signed)},
              Effect::Any));
}

// Of vectors, each element.
void SubGroups::allEqual(llvm::Value *what) {
  llvm::Value *result = perElement(what, [&](llvm::Value *one) -> llvm::Value * {
    if (one->getType()->isIntegerTy(1))
      one = builder.CreateZExt(one, builder.getInt32Ty());
    llvm::Value *same = call("sub_group_non_uniform_all_equal", builder.getInt32Ty(),
                             {given(one, Sign::Unsigned)}, Effect::Any);
    return failed ? nullptr : builder.CreateICmpNE(same, builder.getInt32(0));
  });
  if (!failed && result->getType()->isVectorTy())
    result = builder.CreateAndReduce(result);
  define(result);
}

// An operand behind the scope, which what came before the instructions of SPIR-V 1.3 has not
// (SPV_KHR_shader_ballot, SPV_KHR_subgroup_vote).
void SubGroups::translate() {
  struct Move {
    spv::Op op;
    const char *name;
    Sign index = Sign::Unsigned;
    bool has_index = true;
  };
  static constexpr Move Moves[] = {
      {spv::Op::OpGroupNonUniformBroadcast, "sub_group_non_uniform_broadcast"},
      {spv::Op::OpGroupNonUniformShuffle, "sub_group_shuffle"},
      {spv::Op::OpGroupNonUniformShuffleXor, "sub_group_shuffle_xor"},
      {spv::Op::OpGroupNonUniformShuffleUp, "sub_group_shuffle_up"},
      {spv::Op::OpGroupNonUniformShuffleDown, "sub_group_shuffle_down"},
      {spv::Op::OpGroupNonUniformRotateKHR, "sub_group_rotate", Sign::Signed},
      {spv::Op::OpGroupNonUniformBroadcastFirst, "sub_group_broadcast_first", Sign::Unsigned,
       false},
      {spv::Op::OpSubgroupReadInvocationKHR, "sub_group_shuffle"},
      {spv::Op::OpSubgroupFirstInvocationKHR, "sub_group_broadcast_first", Sign::Unsigned, false}};
  const bool has_scope = llvm::StringRef(at->info->name).starts_with("OpGroupNonUniform");
  if (has_scope && (number(0) != uint64_t(spv::Scope::Subgroup) || failed))
    return void(unsupported("an operation of this scope"));
  const size_t first = has_scope ? 1 : 0;
  for (const Move &move : Moves) {
    if (move.op != at->op())
      continue;
    llvm::Value *what = arg(first);
    llvm::SmallVector<Arg, 3> rest;
    std::string name = move.name;
    if (move.has_index) {
      llvm::Value *index = arg(first + 1);
      if (failed ||
          !(has_scope ? index->getType()->isIntegerTy() : index->getType()->isIntegerTy(32)))
        return void(fail("is of no fitting types"));
      rest.push_back(given(builder.CreateZExtOrTrunc(index, builder.getInt32Ty()), move.index));
      if (numOperands() > 3) { // of a rotation
        rest.push_back(given(builder.getInt32(uint32_t(number(3))), Sign::Unsigned));
        name = "sub_group_clustered_rotate";
      }
    }
    if (!failed)
      moveInSubGroup(name, what, rest);
    return;
  }
  llvm::Type *four = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
  auto mask = [&](size_t i) {
    llvm::Value *value = arg(i);
    if (value && value->getType() != four)
      fail("is not of a ballot");
    return value;
  };
  auto truth = [&](llvm::Value *result) {
    if (!failed)
      define(builder.CreateICmpNE(result, builder.getInt32(0)));
  };
  switch (at->op()) {
  case spv::Op::OpGroupNonUniformElect:
    return truth(call("sub_group_elect", builder.getInt32Ty(), {}, Effect::Any));
  case spv::Op::OpGroupNonUniformAll:
  case spv::Op::OpSubgroupAllKHR:
    if (llvm::Value *what = arg(first); !failed)
      define(vote("sub_group_non_uniform_all", what));
    return;
  case spv::Op::OpGroupNonUniformAny:
  case spv::Op::OpSubgroupAnyKHR:
    if (llvm::Value *what = arg(first); !failed)
      define(vote("sub_group_non_uniform_any", what));
    return;
  case spv::Op::OpGroupNonUniformAllEqual:
  case spv::Op::OpSubgroupAllEqualKHR:
    if (llvm::Value *what = arg(first); !failed)
      allEqual(what);
    return;
  case spv::Op::OpGroupNonUniformBallot:
  case spv::Op::OpSubgroupBallotKHR:
    if (llvm::Value *what = arg(first); !failed)
      ballot(what);
    return;
  case spv::Op::OpGroupNonUniformInverseBallot:
    if (llvm::Value *value = mask(1); !failed)
      truth(call("sub_group_inverse_ballot", builder.getInt32Ty(), {given(value, Sign::Unsigned)},
                 Effect::Any));
    return;
  case spv::Op::OpGroupNonUniformBallotBitExtract: {
    llvm::Value *value = mask(1), *index = arg(2);
    if (failed || !index->getType()->isIntegerTy(32))
      return void(fail("is of no fitting types"));
    return truth(call("sub_group_ballot_bit_extract", builder.getInt32Ty(),
                      {given(value, Sign::Unsigned), given(index, Sign::Unsigned)}, Effect::Any));
  }
  case spv::Op::OpGroupNonUniformBallotBitCount: {
    static constexpr const char *Names[] = {"bit_count", "inclusive_scan", "exclusive_scan"};
    llvm::Value *value = mask(2);
    if (failed || operand(1) > 2)
      return void(fail("no such operation"));
    return define(call(std::string("sub_group_ballot_") + Names[operand(1)], builder.getInt32Ty(),
                       {given(value, Sign::Unsigned)}, Effect::Any));
  }
  case spv::Op::OpGroupNonUniformBallotFindLSB:
  case spv::Op::OpGroupNonUniformBallotFindMSB:
    if (llvm::Value *value = mask(1); !failed)
      define(call(at->op() == spv::Op::OpGroupNonUniformBallotFindLSB ? "sub_group_ballot_find_lsb"
                                                                      : "sub_group_ballot_find_msb",
                  builder.getInt32Ty(), {given(value, Sign::Unsigned)}, Effect::Any));
    return;
  default:
    unsupported();
  }
}

void subGroups(Body &body) { SubGroups(body).translate(); }

} // namespace weft::spirv
