// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of an interpreted launch: a group's memory, and the work-item that runs.
#ifndef WEFT_TESTS_FUZZ_INTERPRETER_STATE_H
#define WEFT_TESTS_FUZZ_INTERPRETER_STATE_H

#include "interpreter_values.h"
#include "ranges.h"

#include <array>
#include <functional>
#include <memory>

namespace weft::fuzz {

// What the work-items of a group share.
struct Group {
  size_t id[3], size[3];
  unsigned linear = 0, items = 0;
  std::vector<uint64_t> shared[SharedCount]; // by work-item; an int4 takes four
  int32_t counters[CounterCount] = {};
  std::vector<uint64_t> bins[BinMemories];
  std::vector<uint8_t> typed;     // of Area::Local
  std::vector<int32_t> collected; // one value of each work-item, for collectives
};

struct Launch {
  const Program &program;
  const Range &range;
  const Input &input;
  Memory &memory;
  size_t group_counts[3];
  const std::vector<uint8_t> &constants; // of Area::Constant
};

// An array of one function's run; helpers may see one of their caller's.
struct Storage {
  Type type;
  std::vector<uint64_t> bits;
};

class WorkItem {
public:
  WorkItem(Launch &launch, Group &group, const size_t local[3], std::function<void()> wait);
  void run();

private:
  enum class Next { Statement, Break, Continue, Return, Goto };
  struct Frame {
    const Function &function;
    std::vector<Value> vars;
    std::vector<std::shared_ptr<Storage>> arrays;
    std::vector<Pointers> pointers;
    std::vector<std::array<uint8_t, ViewBytes>> views;
    Value result;
    unsigned record = 0; // of the caller, where the function is given one
  };

  // interpreter_expressions.cpp
  Value evaluate(const Expr &e);
  Value elementwise(const Expr &e);
  Value factor(const Expr &e);
  Value stored(const Expr &e);
  int64_t query(bool item, unsigned index) const;
  int64_t integer(const Expr &e) { return int64_t(evaluate(e).bits[0]); }
  Storage &array(const Expr &choice, const Expr &index, unsigned one, unsigned other, size_t &at);
  Storage &array(const Expr &index, unsigned one, size_t &at);
  // The first `count` of them: column, row, plane.
  size_t elementPlace(const std::vector<Expr> &indices, size_t count, unsigned one);
  static Value element(const Storage &storage, size_t at);
  Value call(unsigned helper, unsigned pointer, const std::vector<Expr> &args);
  unsigned slabPlace(const Expr &index, Type type, unsigned element);

  // interpreter_vectors.cpp
  Value vectorValue(const Expr &e);

  // interpreter_memory.cpp
  Value memoryValue(const Expr &e);
  Value node(const Expr &e);
  void memoryStatement(const Stmt &s);
  void update(const Stmt &s);
  void ownAtomic(const Stmt &s);
  void setPixel(const Stmt &s);
  uint8_t *pixel(unsigned image, unsigned row); // of its own column
  unsigned pointed(unsigned table, const Expr &which);

  // interpreter_typed.cpp
  // Where the access's element is; with the offset and the index.
  uint8_t *typedPlace(const Access &access, const Expr &index);
  Value typedValue(const Access &access, const uint8_t *element);
  static void setTyped(const Access &access, uint8_t *element, const Value &value);
  void typedStatement(const Stmt &s);

  // interpreter_statements.cpp
  bool guarded() const;
  void enter(Frame &inner);
  // As the variable keeps it.
  static Value fitting(const Variable &variable, const Value &value);
  static Value *field(Frame &of, unsigned record, unsigned number);
  Next block(const Block &b);
  Next statement(const Stmt &s);
  Next loop(const Stmt &s);
  Next switchStatement(const Stmt &s);
  Next irreducible(const Stmt &s);
  Next bins(const Stmt &s);
  void binAtomic(const Stmt &s);
  void atomic(const Stmt &s);
  void collective(const Stmt &s);
  void assign(unsigned variable, const Value &value);
  void mix(int64_t slot, const Value &value);
  Next jump(const Stmt &s, Next where) {
    return evaluate(s.exprs[0]).truth() ? where : Next::Statement;
  }

  Launch &launch;
  Group &group;
  std::function<void()> wait;
  size_t local[3], global[3];
  int32_t lid, gid;
  Frame *frame = nullptr;
  std::vector<uint8_t> typed; // of Area::Private
  int64_t label = 0;          // of the jump that is under way
};

} // namespace weft::fuzz
#endif
