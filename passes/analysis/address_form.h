// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An integer, or an address in bytes, as a linear sum of ids, loop counters and fixed values:
//
//   out[(get_local_id(1) + 1) * pitch + get_local_id(0) - 1]
//     =>  %out + 4*%pitch + far*local.id.y + 4*local.id.x + -4      far: a number, 4*%pitch
//
// Requires    The function does not change while it is asked about. The caller says which values
//             are terms: a region's parameters, calls of queries, a lane.
// Guarantees  If all conditions of a form hold, then one more of a term, with the other terms
//             fixed, adds its coefficient to the value, modulo 2^bits. A term that a form does not
//             have does not move the value. Each value is analysed once.
// Why         Row bounds, joined rows, row checks and the choice of the lanes' dimension ask the
//             same question. Heuristics (which dimension, how long a row) may ignore the
//             conditions; all else accepts only those that it tests, or that cannot fail.
#ifndef WEFT_PASSES_ANALYSIS_ADDRESS_FORM_H
#define WEFT_PASSES_ANALYSIS_ADDRESS_FORM_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <memory>

namespace weft {

// A variable of the sum.
struct AddressTerm {
  // There is no term for global ids: in a group they move as the local ids do.
  enum Kind : uint8_t { LocalId, GroupId, Lane, Counter } kind;
  unsigned dimension = 0;             // of ids
  const llvm::PHINode *phi = nullptr; // of the loop whose iterations a Counter counts, from 0 on
  bool operator==(const AddressTerm &) const = default;
};

// What one more of a term adds to the value. Far: the same each time, but known only at run time,
// or a constant too large to be counted with. Unknown: not the same each time (masked bits).
struct Coefficient {
  enum Kind : uint8_t { Constant, Far, Unknown } kind = Constant;
  int64_t by = 0; // Constant

  bool isZero() const { return kind == Constant && by == 0; }
  bool is(int64_t number) const { return kind == Constant && by == number; }
  bool operator==(const Coefficient &) const = default;
};
Coefficient operator+(Coefficient a, Coefficient b);
Coefficient operator*(Coefficient a, int64_t factor);

// What a form assumes.
struct AddressCondition {
  enum Kind : uint8_t {
    Signed,   // `value` fits `bits` bits as a signed number. The coefficients hold between two
              // work-items if it does not wrap from one to the other.
    Unsigned, // the same as an unsigned number
    Within,   // `value`, a minimum or maximum, equals the operand that moves, not its limit
    Chosen,   // `value`, a phi or a select, equals the operand that moves
    Read,     // `value`, a load or a call, gives the same result for the same operands
    Many      // there are more conditions than are listed, or the expression is too deep
  } kind;
  const llvm::Value *value = nullptr;
  unsigned bits = 0; // Signed, Unsigned
  bool isOfWrapping() const { return kind == Signed || kind == Unsigned; }
  bool operator==(const AddressCondition &) const = default;
};

class AddressForm {
public:
  Coefficient along(AddressTerm term) const;
  bool moves() const { return !terms.empty(); }
  // Whether the sum has parts other than terms and a constant.
  bool hasFixedPart() const { return !fixed.empty() || has_more_fixed; }

  struct Term {
    AddressTerm term;
    Coefficient coefficient; // never zero
  };
  // A value that no term moves, times a factor.
  struct Fixed {
    const llvm::Value *value;
    int64_t factor;
  };
  llvm::SmallVector<Term, 3> terms;
  int64_t constant = 0;
  llvm::SmallVector<Fixed, 2> fixed;
  bool has_more_fixed = false; // besides the listed ones
  llvm::SmallVector<AddressCondition, 2> conditions;

  bool holdsIf(llvm::function_ref<bool(const AddressCondition &)> accepted) const {
    return llvm::all_of(conditions, accepted);
  }
  void print(llvm::raw_ostream &stream) const;

private:
  friend class AddressForms;
  void add(AddressTerm term, Coefficient coefficient);
  void add(const Fixed &part);
  void add(const AddressCondition &condition);
  void add(const AddressForm &other, int64_t factor);
  void addConditions(const AddressForm &other);
};

class AddressForms {
public:
  using Terms = llvm::SmallDenseMap<const llvm::Value *, AddressTerm, 8>;
  // `loops`: their counters become terms; without it, counters are not known to be linear.
  AddressForms(const llvm::DataLayout &layout, Terms terms, const llvm::LoopInfo *loops = nullptr)
      : layout(layout), terms(std::move(terms)), loops(loops) {}
  // Of a region's function, or of a work-item function, in which ids are parameters.
  explicit AddressForms(const llvm::Function &region, const llvm::LoopInfo *loops = nullptr);

  // Of an integer, or of an address in bytes.
  const AddressForm &of(const llvm::Value *value);

  // Whether the condition matters for the coefficient of `along`: its value or an operand moves
  // with it.
  bool concerns(const AddressCondition &condition, AddressTerm along);
  // Whether the condition holds wherever its value is used, as far as it matters for `along`: it
  // does not concern it, or overflow is ruled out by nsw, nuw or the range of the terms.
  bool cannotFail(const AddressCondition &condition, AddressTerm along);

private:
  bool cannotFail(const AddressCondition &condition, AddressTerm along, unsigned &looked_at);
  AddressForm compute(const llvm::Value &value);
  AddressForm ofInstruction(const llvm::Instruction &instruction);
  AddressForm ofGep(const llvm::GEPOperator &gep);
  AddressForm ofProduct(const llvm::Instruction &instruction);
  AddressForm ofPhi(const llvm::PHINode &phi);
  // Null where a phi has several values to begin with, or to go on with.
  const llvm::Loop *loopOfCounter(const llvm::PHINode &phi) const;
  // The form of an instruction that is one of `values`, usually of that which moves.
  AddressForm ofChoice(const llvm::Instruction &instruction,
                       llvm::ArrayRef<const llvm::Value *> values, AddressCondition::Kind kind);
  // Moves by unknown amounts with the terms that move an operand.
  AddressForm ofOther(const llvm::Instruction &instruction);
  // The form of `value`, the lowest `bits` bits of `narrow`, extended.
  AddressForm extended(const llvm::Value &value, const llvm::Value &narrow, unsigned bits,
                       bool is_signed);
  void addIndices(AddressForm &form, const llvm::GEPOperator &gep);

  const llvm::DataLayout &layout;
  Terms terms;
  const llvm::LoopInfo *loops;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<AddressForm>> known;
  unsigned depth = 0;
};

// Whether the addresses have all but their constants in common, if no number wraps.
bool differInConstant(const AddressForm &a, const AddressForm &b);

// What each iteration adds to `counter`, a phi of the loop's header, if that is loop-invariant;
// else null. `is_narrow`: the sum is cut to fewer bits than the counter has.
llvm::Value *counterStep(const llvm::PHINode &counter, const llvm::Loop &loop,
                         bool *is_narrow = nullptr);

} // namespace weft
#endif
