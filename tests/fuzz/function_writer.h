// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random statements of one function.
#ifndef WEFT_TESTS_FUZZ_FUNCTION_WRITER_H
#define WEFT_TESTS_FUZZ_FUNCTION_WRITER_H

#include "expressions.h"
#include "generator.h"

namespace weft::fuzz {

// Where control is not uniform nothing that holds a barrier is made, and a
// jump leaves only frames that were made so.
class FunctionWriter {
public:
  FunctionWriter(Random &random, const GeneratorOptions &options, Program &program,
                 Function &function, bool helper)
      : random(random), options(options), program(program), function(function), helper(helper),
        make(random, program, function) {}

  // So many in all, `most` of them not within another one; 0: a few.
  void writeBody(unsigned statements, unsigned most = 0);
  // What a textbook's kernel does: little but one or two statements of these.
  void writePlainBody();
  void writeTypedBody();

private:
  struct Frame {
    enum Kind { Function, Loop, Switch, Label, Plain } kind;
    int64_t label;
    bool uniform; // what it was made as
  };

  void declareVariable(Type type, bool uniform);
  void declareVariable(Type type, bool uniform, bool boolean);
  void declare();
  void declareArrays();
  // Whether pointers to arrays like the other one may point to this one.
  bool mayBePointedTo(unsigned array, unsigned like) const;
  unsigned counter(bool uniform);
  Block block(bool uniform, unsigned most);
  Block inner(bool uniform);
  Stmt statement(bool uniform);
  Stmt conditional(bool uniform);
  Stmt loop(bool uniform);
  // A loop in which a variable says what the next round does.
  Stmt machine(bool uniform);
  Stmt switchStatement(bool uniform, bool selected = false);
  Stmt labelled(bool uniform);
  Stmt irreducible(bool uniform);
  bool jump(bool uniform, Stmt &s);
  // Statements that all work-items of a group meet.
  bool collective(Stmt &s);
  Stmt together();
  Stmt histogram(unsigned memory);
  Stmt binAtomic(unsigned memory);
  Stmt atomic(unsigned c);
  bool invoke(bool uniform, Stmt &s);
  bool setSlab(Stmt &s);
  bool sumInMemory(Stmt &s, bool of_rows);
  Stmt betweenReads(const Stmt &store);
  bool inMemory(bool uniform, Stmt &s);
  bool update(bool uniform, Stmt &s);
  bool setPixel(Stmt &s);
  bool alongRow(Stmt &s);
  bool rowInPlace(Stmt &s);
  // function_writer_typed.cpp
  void declareIndices();
  void declareLoads();
  Stmt typedLoads(bool uniform);
  Expr typedValue(Type type, const Expr &place);
  bool elementsAlike(Area area, Stmt &s);
  bool typedStore(Area area, Stmt &s);
  void typedStatements(bool uniform, Block &to);
  bool typedStatement(bool uniform, Stmt &s);
  Stmt stridedStore(Type type, unsigned stride);

  template <typename Predicate> unsigned pickVariable(Predicate fits) {
    std::vector<unsigned> list;
    for (unsigned i = 0; i < function.vars.size(); ++i)
      if (fits(function.vars[i]))
        list.push_back(i);
    return list.empty() ? 0 : list[random.below(list.size())];
  }

  Stmt simple(bool uniform);

  Random &random;
  const GeneratorOptions &options;
  Program &program;
  weft::fuzz::Function &function;
  bool helper;
  ExpressionMaker make;
  std::vector<Frame> frames;
  size_t reduce_floor = 0;
  unsigned budget = 0, depth = 0, loops = 0;
  int64_t labels = 0, prints = 0;
  int reducing[CounterCount] = {-1, -1, -1};
  int counting[BinMemories] = {-1, -1, -1, -1, -1, -1};
};

} // namespace weft::fuzz
#endif
