// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, ballots and moves among the work-items of a sub-group, by the functions that OpenCL C has
// for them.
#include "compiler/frontend/spirv/reader.h"

namespace weft::spirv {

// Bools travel as an int.
void Reader::moveInSubGroup(llvm::StringRef name, llvm::Value *what, llvm::ArrayRef<Arg> rest) {
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

void Reader::ballot(llvm::Value *predicate) {
  if (!predicate->getType()->isIntegerTy(1))
    return void(fail("is not of a bool"));
  define(call("sub_group_ballot", llvm::FixedVectorType::get(builder.getInt32Ty(), 4),
              {given(builder.CreateZExt(predicate, builder.getInt32Ty()), Sign::Signed)},
              Effect::Any));
}

// Of vectors, each element.
void Reader::allEqual(llvm::Value *what) {
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

// SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote: what came before the instructions of SPIR-V 1.3.
bool Reader::shaderBallot() {
  switch (at->op()) {
  case spv::Op::OpSubgroupBallotKHR:
    if (llvm::Value *what = arg(0); !failed)
      ballot(what);
    return true;
  case spv::Op::OpSubgroupFirstInvocationKHR:
    if (llvm::Value *what = arg(0); !failed)
      moveInSubGroup("sub_group_broadcast_first", what, {});
    return true;
  case spv::Op::OpSubgroupReadInvocationKHR: {
    llvm::Value *what = arg(0), *index = arg(1);
    if (failed || !index->getType()->isIntegerTy(32))
      return fail("is of no fitting types"), true;
    return moveInSubGroup("sub_group_shuffle", what, {given(index, Sign::Unsigned)}), true;
  }
  case spv::Op::OpSubgroupAllKHR:
  case spv::Op::OpSubgroupAnyKHR:
    if (llvm::Value *what = arg(0); !failed)
      define(vote(at->op() == spv::Op::OpSubgroupAllKHR ? "sub_group_non_uniform_all"
                                                        : "sub_group_non_uniform_any",
                  what));
    return true;
  case spv::Op::OpSubgroupAllEqualKHR:
    if (llvm::Value *what = arg(0); !failed)
      allEqual(what);
    return true;
  default:
    return false;
  }
}

bool Reader::nonUniform() {
  struct Move {
    spv::Op op;
    const char *name;
    Sign index;
  };
  static constexpr Move Moves[] = {
      {spv::Op::OpGroupNonUniformBroadcast, "sub_group_non_uniform_broadcast", Sign::Unsigned},
      {spv::Op::OpGroupNonUniformShuffle, "sub_group_shuffle", Sign::Unsigned},
      {spv::Op::OpGroupNonUniformShuffleXor, "sub_group_shuffle_xor", Sign::Unsigned},
      {spv::Op::OpGroupNonUniformShuffleUp, "sub_group_shuffle_up", Sign::Unsigned},
      {spv::Op::OpGroupNonUniformShuffleDown, "sub_group_shuffle_down", Sign::Unsigned},
      {spv::Op::OpGroupNonUniformRotateKHR, "sub_group_rotate", Sign::Signed},
      {spv::Op::OpGroupNonUniformBroadcastFirst, "sub_group_broadcast_first", Sign::Unsigned}};
  static constexpr llvm::StringLiteral Prefix = "OpGroupNonUniform";
  if (!llvm::StringRef(at->info->name).starts_with(Prefix))
    return false;
  if (number(0) != uint64_t(spv::Scope::Subgroup) || failed)
    return unsupported("an operation of this scope"), true;
  for (const Move &move : Moves) {
    if (move.op != at->op())
      continue;
    llvm::Value *what = arg(1);
    llvm::SmallVector<Arg, 3> rest;
    std::string name = move.name;
    if (at->op() != spv::Op::OpGroupNonUniformBroadcastFirst) {
      llvm::Value *index = arg(2);
      if (failed || !index->getType()->isIntegerTy())
        return fail("is of no fitting types"), true;
      rest.push_back(given(builder.CreateZExtOrTrunc(index, builder.getInt32Ty()), move.index));
      if (numOperands() > 3) { // of a rotation
        rest.push_back(given(builder.getInt32(uint32_t(number(3))), Sign::Unsigned));
        name = "sub_group_clustered_rotate";
      }
    }
    if (!failed)
      moveInSubGroup(name, what, rest);
    return true;
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
    truth(call("sub_group_elect", builder.getInt32Ty(), {}, Effect::Any));
    return true;
  case spv::Op::OpGroupNonUniformAll:
  case spv::Op::OpGroupNonUniformAny:
    if (llvm::Value *what = arg(1); !failed)
      define(vote(at->op() == spv::Op::OpGroupNonUniformAll ? "sub_group_non_uniform_all"
                                                            : "sub_group_non_uniform_any",
                  what));
    return true;
  case spv::Op::OpGroupNonUniformAllEqual:
    if (llvm::Value *what = arg(1); !failed)
      allEqual(what);
    return true;
  case spv::Op::OpGroupNonUniformBallot:
    if (llvm::Value *what = arg(1); !failed)
      ballot(what);
    return true;
  case spv::Op::OpGroupNonUniformInverseBallot:
    if (llvm::Value *value = mask(1); !failed)
      truth(call("sub_group_inverse_ballot", builder.getInt32Ty(), {given(value, Sign::Unsigned)},
                 Effect::Any));
    return true;
  case spv::Op::OpGroupNonUniformBallotBitExtract: {
    llvm::Value *value = mask(1), *index = arg(2);
    if (failed || !index->getType()->isIntegerTy(32))
      return fail("is of no fitting types"), true;
    truth(call("sub_group_ballot_bit_extract", builder.getInt32Ty(),
               {given(value, Sign::Unsigned), given(index, Sign::Unsigned)}, Effect::Any));
    return true;
  }
  case spv::Op::OpGroupNonUniformBallotBitCount: {
    static constexpr const char *Names[] = {"bit_count", "inclusive_scan", "exclusive_scan"};
    llvm::Value *value = mask(2);
    if (failed || operand(1) > 2)
      return fail("no such operation"), true;
    return define(call(std::string("sub_group_ballot_") + Names[operand(1)], builder.getInt32Ty(),
                       {given(value, Sign::Unsigned)}, Effect::Any)),
           true;
  }
  case spv::Op::OpGroupNonUniformBallotFindLSB:
  case spv::Op::OpGroupNonUniformBallotFindMSB:
    if (llvm::Value *value = mask(1); !failed)
      define(call(at->op() == spv::Op::OpGroupNonUniformBallotFindLSB ? "sub_group_ballot_find_lsb"
                                                                      : "sub_group_ballot_find_msb",
                  builder.getInt32Ty(), {given(value, Sign::Unsigned)}, Effect::Any));
    return true;
  default:
    return false;
  }
}

bool Reader::subGroups() { return nonUniform() || (!failed && shaderBallot()); }

} // namespace weft::spirv
