// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints one program as OpenCL C.
#ifndef WEFT_TESTS_FUZZ_PROGRAM_PRINTER_H
#define WEFT_TESTS_FUZZ_PROGRAM_PRINTER_H

#include "printer.h"

namespace weft::fuzz {

class ProgramPrinter {
public:
  explicit ProgramPrinter(const Program &program) : program(program) {}
  std::string run();

private:
  void line(const std::string &text) { out += std::string(2 * indent, ' ') + text + "\n"; }
  std::string text(const Expr &e) const { return print(e, program, *function); }
  std::string text(const Stmt &s, unsigned i) const { return text(s.exprs[i]); }
  std::string variable(unsigned index) const { return variableName(*function, index); }
  void images();
  void kernelHead();
  static std::string tables(const std::string &text);
  static bool usesBins(const Block &body, unsigned memory);
  static std::string condition(const Guard &guard);
  void guards();
  void helper(const Function &helper, unsigned number);
  static std::string typeName(const Variable &variable);
  // Of the one that `k` counts.
  static std::string eachElement(const Array &array);
  void body(const Function &f);
  void block(const Block &b);
  void nested(const Block &b);
  // What is kept stays small.
  std::string stored(const Expr &e) const;
  static std::string word(const std::string &name, const Type &type);
  void mix(int64_t slot, const std::string &value, const Type &type);
  static std::string barrier(int64_t flags);
  void jump(const Stmt &s, const std::string &where) { line("if (" + text(s, 0) + ") " + where); }
  void statement(const Stmt &s);
  // What is about unions, pointers, images, parts of vectors and a work-item's own atomics.
  std::string memory(const Stmt &s) const;
  // print_typed.cpp
  void typedParameters();
  void typedMemory();
  void mixTyped();
  static std::string typedTypes(const std::string &text);
  void typed(const Stmt &s);
  std::string typedAtomic(const Stmt &s, const Type &type) const;
  std::string ownAtomic(const Stmt &s) const;
  std::string slot(size_t index) const {
    return "slots[" + std::to_string(program.slotPlace(0, index)) + "]";
  }
  static const char *atomicName(int64_t which);
  void switchStatement(const Stmt &s);
  void exchange(const Stmt &s);
  void writeShared(const Stmt &s);
  void reduce(const Stmt &s);
  static std::string binName(unsigned index);
  void alongRow(const Stmt &s);
  void rowInPlace(const Stmt &s);
  void bins(const Stmt &s);
  // An index that is in range by its type or its own mask stays as it is.
  static bool inRange(const Expr &e, unsigned length);
  std::string binAtomic(const Stmt &s);
  static std::string binAtomic(const Stmt &s, const std::string &space, const std::string &bins,
                               const std::string &index, const std::string &value);
  void invoke(const Stmt &s);
  // Sub-groups differ in size between emitters: what is kept does not depend on it.
  void collective(const Stmt &s);
  const Program &program;
  const Function *function = nullptr;
  std::string out;
  std::string counters; // functions that count in bins
  unsigned counts = 0;
  size_t indent = 0;
};

} // namespace weft::fuzz
#endif
