// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_functions.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <random>

using namespace llvm;

namespace weft::test {
namespace {

class Generator {
public:
  Generator(Module &module, const Twine &name, uint64_t seed)
      : random(seed), builder(module.getContext()) {
    Type *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty(), *pointer = builder.getPtrTy();
    function = Function::Create(
        FunctionType::get(i32, {i64, pointer, pointer, pointer, pointer, i32, i64}, false),
        GlobalValue::ExternalLinkage, name, module);
  }

  void run(RandomFlow flow) {
    BasicBlock *entry = newBlock();
    builder.SetInsertPoint(entry);
    out = newBlock();
    fuel = variable(builder.getInt32Ty(), builder.getInt32(20 + pick(40)));
    result = variable(builder.getInt32Ty(), builder.getInt32(0));
    gid = builder.CreateTrunc(function->getArg(0), builder.getInt32Ty());
    for (unsigned i = 0; i < 5; ++i)
      ints.push_back(variable(builder.getInt32Ty(), firstInt(i)));
    for (unsigned i = 0; i < 2; ++i)
      floats.push_back(
          variable(builder.getFloatTy(),
                   i == 0 ? loadFloat(gid) : ConstantFP::get(builder.getFloatTy(), 1)));
    if (pick(3) == 0) {
      array = builder.CreateAlloca(ArrayType::get(builder.getInt32Ty(), 8));
      for (unsigned i = 0; i < 8; ++i)
        builder.CreateStore(read(ints), element(builder.getInt32(i)));
    }
    if (flow == RandomFlow::Graph)
      graph();
    else
      nested(2 + pick(2));
    if (flow == RandomFlow::Nested)
      builder.CreateBr(out);
    builder.SetInsertPoint(out);
    for (unsigned i = 0; i < ints.size(); ++i)
      storeOwn(i, read(ints[i]));
    builder.CreateStore(read(floats[0]), at(builder.getFloatTy(), 3, gid));
    builder.CreateRet(pick(2) ? read(result) : builder.getInt32(0));
    removeUnreachableBlocks(*function);
    DominatorTree dominators(*function);
    PromoteMemToReg(variables, dominators);
    for (Instruction &instruction : make_early_inc_range(instructions(*function)))
      if (isInstructionTriviallyDead(&instruction))
        instruction.eraseFromParent();
  }

private:
  unsigned pick(unsigned count) { return unsigned(random() % count); }
  BasicBlock *newBlock() { return BasicBlock::Create(builder.getContext(), "", function); }
  AllocaInst *variable(Type *type, Value *value) {
    AllocaInst *result = builder.CreateAlloca(type);
    builder.CreateStore(value, result);
    variables.push_back(result);
    return result;
  }
  Value *read(AllocaInst *from) { return builder.CreateLoad(from->getAllocatedType(), from); }
  Value *read(ArrayRef<AllocaInst *> any) { return read(any[pick(any.size())]); }
  Value *at(Type *type, unsigned arg, Value *index) {
    return builder.CreateGEP(type, function->getArg(arg),
                             builder.CreateSExt(index, builder.getInt64Ty()));
  }
  Value *element(Value *index) {
    return builder.CreateGEP(builder.getInt32Ty(), array,
                             builder.CreateZExt(index, builder.getInt64Ty()));
  }
  Value *loadInt(Value *index) {
    return builder.CreateLoad(builder.getInt32Ty(), at(builder.getInt32Ty(), 2, index));
  }
  Value *loadFloat(Value *index) {
    return builder.CreateLoad(builder.getFloatTy(), at(builder.getFloatTy(), 4, index));
  }
  // Ids are below 128, so that this is the work-item's own place.
  void storeOwn(unsigned row, Value *value) {
    Value *index = builder.CreateAdd(gid, builder.getInt32(row * 128));
    builder.CreateStore(value, at(builder.getInt32Ty(), 1, index));
  }
  Value *firstInt(unsigned i) {
    switch (i) {
    case 0:
      return gid;
    case 1:
      return loadInt(gid);
    case 2:
      return function->getArg(5);
    case 3:
      return builder.getInt32(pick(9));
    default:
      return loadInt(builder.CreateMul(gid, builder.getInt32(2 + pick(2))));
    }
  }

  Value *someInt() {
    switch (pick(8)) {
    case 0:
      return builder.getInt32(pick(20));
    case 1:
      return function->getArg(5);
    case 2:
      return loadInt(builder.CreateAnd(read(ints), builder.getInt32(1023)));
    case 3:
      return loadInt(builder.CreateAdd(gid, builder.getInt32(pick(100))));
    case 4:
      if (array)
        return builder.CreateLoad(builder.getInt32Ty(),
                                  element(pick(2)
                                              ? builder.CreateAnd(read(ints), builder.getInt32(7))
                                              : static_cast<Value *>(builder.getInt32(pick(8)))));
      [[fallthrough]];
    default:
      return read(ints);
    }
  }

  void statement() {
    Value *a = someInt(), *b = someInt();
    AllocaInst *to = ints[pick(ints.size())];
    switch (pick(14)) {
    case 0:
      builder.CreateStore(builder.CreateAdd(a, b), to);
      break;
    case 1:
      builder.CreateStore(builder.CreateSub(a, b), to);
      break;
    case 2:
      builder.CreateStore(builder.CreateMul(a, builder.CreateAnd(b, builder.getInt32(15))), to);
      break;
    case 3:
      builder.CreateStore(builder.CreateXor(a, b), to);
      break;
    case 4:
      builder.CreateStore(builder.CreateSDiv(a, builder.CreateOr(builder.CreateAnd(b, 15), 1)), to);
      break;
    case 5:
      builder.CreateStore(builder.CreateURem(a, builder.CreateOr(builder.CreateAnd(b, 1023), 1)),
                          to);
      break;
    case 6:
      builder.CreateStore(builder.CreateSelect(condition(), a, b), to);
      break;
    case 7:
      storeOwn(8 + pick(8), a);
      break;
    case 8:
      if (array)
        builder.CreateStore(a, element(builder.CreateAnd(b, builder.getInt32(7))));
      break;
    case 9:
      builder.CreateStore(builder.CreateFAdd(read(floats), loadFloat(builder.CreateAnd(a, 255))),
                          floats[pick(floats.size())]);
      break;
    case 10:
      builder.CreateStore(
          builder.CreateFMul(read(floats),
                             builder.CreateSIToFP(builder.CreateAnd(b, 7), builder.getFloatTy())),
          floats[pick(floats.size())]);
      break;
    case 11: { // all write the same
      Value *place = at(builder.getInt32Ty(), 1, builder.getInt32(3000 + pick(8)));
      builder.CreateStore(builder.getInt32(77), place);
      break;
    }
    case 12: { // those of one place have to commute
      bool adds = pick(2);
      Value *place = builder.CreateAdd(builder.CreateAnd(b, pick(2) ? 0 : 3),
                                       builder.getInt32(adds ? 3500 : 3510));
      builder.CreateAtomicRMW(adds ? AtomicRMWInst::Add : AtomicRMWInst::UMax,
                              at(builder.getInt32Ty(), 1, place), builder.CreateAnd(a, 63),
                              Align(4), AtomicOrdering::Monotonic);
      break;
    }
    default:
      builder.CreateStore(builder.CreateAShr(a, 1), to);
      break;
    }
  }

  Value *condition() {
    switch (pick(6)) {
    case 0: // uniform
      return builder.CreateICmpSLT(function->getArg(5), builder.getInt32(pick(40)));
    case 1: // by lane
      return builder.CreateICmpULT(gid, builder.getInt32(pick(80)));
    case 2:
      return builder.CreateFCmpOLT(read(floats), ConstantFP::get(builder.getFloatTy(), pick(20)));
    default:
      return builder.CreateICmp(pick(2) ? ICmpInst::ICMP_SLT : ICmpInst::ICMP_EQ,
                                builder.CreateAnd(read(ints), builder.getInt32(15)),
                                builder.getInt32(pick(16)));
    }
  }

  // Leaves the function where the fuel is gone.
  void burn() {
    Value *left = builder.CreateSub(read(fuel), builder.getInt32(1));
    builder.CreateStore(left, fuel);
    BasicBlock *on = newBlock();
    builder.CreateCondBr(builder.CreateICmpSGT(left, builder.getInt32(0)), on, out);
    builder.SetInsertPoint(on);
  }

  void statements() {
    for (unsigned count = pick(3); count > 0; --count)
      statement();
  }

  void graph() {
    std::vector<BasicBlock *> blocks;
    for (unsigned count = 3 + pick(6); count > 0; --count)
      blocks.push_back(newBlock());
    auto any = [&] { return pick(9) == 0 ? out : blocks[pick(blocks.size())]; };
    builder.CreateBr(blocks[0]);
    for (BasicBlock *block : blocks) {
      builder.SetInsertPoint(block);
      statements();
      burn();
      unsigned kind = pick(10);
      if (kind == 0) {
        builder.CreateStore(builder.getInt32(5), result);
        builder.CreateBr(out);
      } else if (kind < 3) {
        builder.CreateBr(any());
      } else if (kind == 3) {
        SwitchInst *jump =
            builder.CreateSwitch(builder.CreateAnd(read(ints), builder.getInt32(3)), any());
        for (unsigned i = 0; i < 3; ++i)
          jump->addCase(builder.getInt32(i), any());
      } else {
        builder.CreateCondBr(condition(), any(), any());
      }
    }
  }

  void nested(unsigned depth) {
    for (unsigned count = 1 + pick(3); count > 0; --count) {
      statements();
      if (depth == 0)
        continue;
      BasicBlock *after = newBlock();
      switch (pick(6)) {
      case 0:
      case 1: { // if
        BasicBlock *yes = newBlock(), *no = pick(2) ? newBlock() : after;
        builder.CreateCondBr(condition(), yes, no);
        for (BasicBlock *side : {yes, no})
          if (side != after) {
            builder.SetInsertPoint(side);
            nested(depth - 1);
            builder.CreateBr(after);
          }
        break;
      }
      case 2: { // switch
        SwitchInst *jump =
            builder.CreateSwitch(builder.CreateAnd(read(ints), builder.getInt32(3)), after);
        BasicBlock *fallen = nullptr;
        for (unsigned i = 0; i < 2 + pick(2); ++i) {
          BasicBlock *block = newBlock();
          jump->addCase(builder.getInt32(i), block);
          if (fallen)
            builder.CreateBr(pick(2) ? block : after);
          builder.SetInsertPoint(block);
          nested(depth - 1);
          fallen = builder.GetInsertBlock();
        }
        builder.CreateBr(after);
        break;
      }
      case 3:
      case 4: { // loop, tested at the top or at the bottom, for as long or a number of times
        BasicBlock *top = newBlock(), *bottom = newBlock();
        builder.CreateBr(top);
        builder.SetInsertPoint(top);
        burn();
        if (pick(2)) {
          BasicBlock *body = newBlock();
          builder.CreateCondBr(condition(), body, after);
          builder.SetInsertPoint(body);
        }
        loops.push_back({bottom, after});
        nested(depth - 1);
        loops.pop_back();
        builder.CreateBr(bottom);
        builder.SetInsertPoint(bottom);
        statements();
        builder.CreateCondBr(condition(), top, after);
        break;
      }
      default: // break, continue or return, perhaps of an outer loop
        BasicBlock *to = out;
        if (!loops.empty() && pick(4)) {
          auto &loop = loops[pick(loops.size())];
          to = pick(2) ? loop.first : loop.second;
        }
        builder.CreateCondBr(condition(), to, after);
        break;
      }
      builder.SetInsertPoint(after);
    }
  }

  std::mt19937_64 random;
  IRBuilder<> builder;
  Function *function;
  BasicBlock *out = nullptr;
  AllocaInst *fuel = nullptr, *result = nullptr, *array = nullptr;
  Value *gid = nullptr;
  std::vector<AllocaInst *> ints, floats, variables;
  std::vector<std::pair<BasicBlock *, BasicBlock *>> loops; // where continue and break go
};

} // namespace

void addRandomFunction(Module &module, const Twine &name, RandomFlow flow, uint64_t seed) {
  Generator(module, name, seed).run(flow);
}

} // namespace weft::test
