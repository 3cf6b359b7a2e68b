// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an integer or an address is made of, and so how it moves with the ids and with loops:
//
//   out[(get_local_id(1) + 1) * pitch + get_local_id(0) - 1]
//     =>  %out + 4*%pitch + far*local.id.y + 4*local.id.x + -4      far: a number, 4*%pitch
//
// Requires    A function that nothing changes while it is asked about. Who asks says which values
//             are its terms: a region's parameters, calls of queries, a lane.
// Guarantees  Where all of a form's conditions hold, one more of a term, while the others stay,
//             adds its coefficient, modulo 2^bits of the value. What a form does not mention does
//             not move it. Each value is looked at once.
// Why         Rows, joined rows, checks and the choice of the dimension of lanes ask the same
//             question. Those that only guess (which dimension, how long a row) need not mind the
//             conditions; the others accept those that they test or that cannot fail.
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

// What an address may move with.
struct AddressTerm {
  // The global id moves with the local one, as the group stays.
  enum Kind : uint8_t { LocalId, GroupId, Lane, Counter } kind;
  unsigned dimension = 0;             // of ids
  const llvm::PHINode *phi = nullptr; // of the loop whose iterations a Counter counts, from 0 on
  bool operator==(const AddressTerm &) const = default;
};

// What one more of a term adds: so much; something that does not move, or a large number (Far); or
// something else each time, as where bits are taken out (Unknown).
struct Coefficient {
  enum Kind : uint8_t { Constant, Far, Unknown } kind = Constant;
  int64_t by = 0; // Constant

  bool isZero() const { return kind == Constant && by == 0; }
  bool is(int64_t number) const { return kind == Constant && by == number; }
  bool operator==(const Coefficient &) const = default;
};
Coefficient operator+(Coefficient a, Coefficient b);
Coefficient operator*(Coefficient a, int64_t factor);

// What a form takes for granted.
struct AddressCondition {
  enum Kind : uint8_t {
    Signed,   // `value`, in `bits` bits, does not wrap as a signed number. Between two work-items
              // it is enough, for the coefficients, that it does not wrap between these.
    Unsigned, // the same of an unsigned number
    Within,   // `value` is a minimum or maximum: what limits it does not take hold
    Chosen,   // `value` is a phi or a select: what it comes to is the part that moves
    Read,     // `value` is read from memory, or computed by a call: it stays where operands do
    Many      // there are more conditions than are listed, or what is asked for is too deep
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
  // Whether there is more to it than terms and a constant.
  bool hasFixedPart() const { return !fixed.empty() || has_more_fixed; }

  struct Term {
    AddressTerm term;
    Coefficient coefficient; // never zero
  };
  // What does not move, as often as it counts.
  struct Fixed {
    const llvm::Value *value;
    int64_t factor;
  };
  llvm::SmallVector<Term, 3> terms;
  int64_t constant = 0;
  llvm::SmallVector<Fixed, 2> fixed;
  bool has_more_fixed = false; // than is listed
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
  // `loops`: whose counters are terms; without, what they count is not known.
  AddressForms(const llvm::DataLayout &layout, Terms terms, const llvm::LoopInfo *loops = nullptr)
      : layout(layout), terms(std::move(terms)), loops(loops) {}
  // Of a region's function, or of a work-item function, in which ids are parameters.
  explicit AddressForms(const llvm::Function &region, const llvm::LoopInfo *loops = nullptr);

  // Of an integer, or of an address in bytes.
  const AddressForm &of(const llvm::Value *value);

  // Whether a condition has anything to say of how its value moves along the term.
  bool concerns(const AddressCondition &condition, AddressTerm along);
  // Whether one of wrapping holds wherever the value is used, as far as it concerns the term: by
  // what the language forbids, or because the terms cannot be that large.
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
  // `instruction` is one of the values, mostly that which moves.
  AddressForm ofChoice(const llvm::Instruction &instruction,
                       llvm::ArrayRef<const llvm::Value *> values, AddressCondition::Kind kind);
  // It moves, who knows how, where an operand does.
  AddressForm ofOther(const llvm::Instruction &instruction);
  // Of `value`, which is `narrow`'s lowest bits, extended.
  AddressForm extended(const llvm::Value &value, const llvm::Value &narrow, unsigned bits,
                       bool is_signed);
  void addIndices(AddressForm &form, const llvm::GEPOperator &gep);

  const llvm::DataLayout &layout;
  Terms terms;
  const llvm::LoopInfo *loops;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<AddressForm>> known;
  unsigned depth = 0;
};

// What each iteration adds to `counter`, a phi of the loop's header, if that is the same in all of
// them; else null. `is_narrow`: fewer of the sum's bits are kept than the counter has.
llvm::Value *counterStep(const llvm::PHINode &counter, const llvm::Loop &loop,
                         bool *is_narrow = nullptr);

} // namespace weft
#endif
