// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random expressions of a wanted type in one function.
#ifndef WEFT_TESTS_FUZZ_EXPRESSIONS_H
#define WEFT_TESTS_FUZZ_EXPRESSIONS_H

#include "program.h"
#include "random.h"

namespace weft::fuzz {

class ExpressionMaker {
public:
  ExpressionMaker(Random &random, Program &program, const Function &function)
      : random(random), program(program), function(function) {}

  // `uniform`: of the same value for all work-items of a group. At most `depth` levels of nodes.
  Expr make(Type type, bool uniform, unsigned depth);
  // An int that is often 0 and often not. Varying ones do differ between work-items.
  Expr condition(bool uniform);
  Expr constant(Type type);

  // A place of a histogram of `length` bins: a field of an input word, a truth value, a narrow
  // integer, or any integer.
  Expr binPlace(unsigned length);

  // How and where an element of the slab is; false: there is no room for one.
  bool slabElement(Type type, unsigned &style, int64_t &element);
  // An element of what the work-item has to itself of the input.
  Expr ownInput(Type type);
  // An element of the input at the work-item's place in rows, or two of these.
  Expr inputInRow(Type type);
  Expr inputAtBorder(Type type);
  // The low bits of what is computed in a wider type.
  Expr narrowed(Type type);

  // expressions_typed.cpp
  // An index into an area that has to do with the work-item's place, or for all work-items with the
  // same; and one that has to do with this one.
  Expr index(bool uniform);
  Expr relatedIndex(const Expr &one, bool uniform);
  // A value that is the work-item's own place where rows of the area are concerned.
  Expr ownPlace(Area area);
  // A variable that keeps such a value or another one's place.
  Variable indexVariable();
  // Any element of what may be read anywhere.
  Expr typedRead(Area area, Expr index);
  // An access to the work-item's own bytes of an area: a row's, or Private's; false: there is none.
  bool ownAccess(Area area, Access &access);
  // All bytes that the work-item has of a row, as one vector of integers.
  bool wholeRowAccess(Area area, Access &access);
  Access readAccess(Area area);
  unsigned add(const Access &access);
  // How it is read.
  Expr typed(const Access &access, Expr index);
  Area anyArea();

  // Column, row and plane, as the array has them.
  std::vector<Expr> indices(const Array &array, bool uniform, unsigned depth);

  Type scalarType();
  Type integerType();
  Type vectorType();

  // Memories whose exchange is open here, a bit each.
  unsigned readable = 0;
  // Variables past this are not yet declared.
  size_t visible_vars = ~size_t(0);

private:
  Expr leaf(Type type, bool uniform);
  // Its own element of the slab, in range of the type; place: computed or not.
  bool fromSlab(Type type, unsigned depth, Expr &result);
  bool fromVariable(Type type, bool uniform, Expr &result);
  bool fromMemory(Type type, bool uniform, unsigned depth, Expr &result);
  bool fromCall(Type type, unsigned depth, Expr &result);
  // What C has no operators for; false: there is nothing for this type.
  bool beyond(Type type, bool uniform, unsigned depth, Expr &result);
  bool special(Type type, bool uniform, unsigned depth, Expr &result);
  bool fromTyped(Type type, bool uniform, Expr &result);
  Type elementType();
  bool throughMemory(Type type, bool uniform, unsigned depth, Expr &result);
  bool fromImage(Type type, bool uniform, unsigned depth, Expr &result);
  Expr pixel(Type type, unsigned image, bool uniform, unsigned depth);
  Expr saturating(Type type, bool uniform, unsigned depth);
  Expr library(Type type, bool uniform, unsigned depth);
  Expr scalar(Type type, bool uniform, unsigned depth);
  Expr vector(Type type, bool uniform, unsigned depth);
  Expr node(Op op, Type type, std::vector<Expr> args) { return {op, type, 0, 0, std::move(args)}; }

  Random &random;
  Program &program;
  const Function &function;
};

} // namespace weft::fuzz
#endif
