// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exchanges between elements that are closer to each other than a vector is long, as in sorting
// networks and transforms: rows of d work-items, d a power of two that the launch knows, access
// every other run of d elements. Of d = 2 and eight lanes:
//
//   lane       0 1     2 3     4 5     6 7
//   element    0 1 _ _ 2 3 _ _ 4 5 _ _ 6 7 _ _     two vectors from lane 0's element on
//
// Which elements of the two vectors are wanted, and by which lane, hangs on d alone, so that loops
// compute it once.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_BUTTERFLY_H
#define WEFT_PASSES_VECTORIZE_ACCESS_BUTTERFLY_H

#include "passes/vectorize/access/versions.h"

namespace weft {

struct Access;

// How a value lies over the lanes of rows of d: lane l's is lane 0's and, for each row between
// them, `rows` times d and `more`, and for each place in a row `along`.
struct RowForm {
  int64_t rows = 0;
  llvm::Value *more = nullptr; // 64 bits, of which those count that the value has; null: none
  int64_t along = 0;
  bool is_related = true; // factors of `more` are computed from what rows are
};

class Butterfly : WidenerPart {
public:
  // `version`: of which the tests are those that fail.
  Butterfly(Accesses &to, const Version &version);

  // Under which condition the accesses in `written` that hang on the tests are such exchanges; null
  // if they never are. The builder stands where the tests have failed.
  llvm::Value *condition(llvm::ArrayRef<const llvm::Instruction *> written);

  // What follows is for where the condition holds.

  // The integer's lanes, if rows tell them; else null.
  llvm::Value *lanesOf(const llvm::Value *value);
  // Requires: the access hangs on the tests.
  void emit(const Access &access);

private:
  bool findRow();
  llvm::Value *rowOf(const SpeculationTest &test);
  std::optional<RowForm> formOf(const llvm::Value *value);
  std::optional<RowForm> findForm(const llvm::Value *value);
  std::optional<RowForm> formOfOperation(const llvm::BinaryOperator &op);
  std::optional<RowForm> product(RowForm form, const llvm::Value *factor, bool is_exponent);
  bool isRowLength(const llvm::Value *value, bool is_exponent) const;
  bool hasTest(const llvm::Value *value, const llvm::Value *bound, SpeculationTest::Kind kind,
               SpeculationTest::Kind other) const;
  llvm::Value *across(const RowForm &form);
  llvm::Value *holds(const SpeculationTest &test);
  llvm::Value *staysInType(const SpeculationTest &test);
  llvm::Value *isAboveBits(const SpeculationTest &test);

  // Of each lane, its row's number and its place in the row.
  struct Place {
    llvm::Value *row, *column;
  };
  Place places(llvm::Type *integer);
  llvm::Value *inAllLanes(llvm::Value *bits64, llvm::Type *integer);
  struct Window {
    llvm::FixedVectorType *type;           // integers
    llvm::Value *first;                    // address of the first vector; behind it is the second
    llvm::Value *before;                   // elements in it before lane 0's, in all lanes
    llvm::Value *wanted;                   // of each vector's elements
    llvm::Value *exponent, *next_exponent; // in all lanes
    Place place;
  };
  Window windowOf(const Access &access);

  Accesses &to;
  const Version &version;
  llvm::Value *row = nullptr;      // d, in 64 bits
  llvm::Value *exponent = nullptr; // its logarithm, in 64 bits
  llvm::DenseMap<const llvm::Value *, std::optional<RowForm>> forms;
};

} // namespace weft
#endif
