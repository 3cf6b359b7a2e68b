// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements about parts of vectors, unions, pointers, vectors in memory, images and a work-item's
// own atomics.
#include "function_writer.h"

#include "images.h"

#include <algorithm>

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

void FunctionWriter::declareArrays() {
  for (unsigned arrays = random.chance(70) ? 1 + random.below(3) : 0; arrays > 0; --arrays) {
    static const unsigned lengths[] = {2, 4, 8, 8, 16};
    const bool first = function.arrays.empty();
    Array array;
    array.type = !first && random.chance(60) ? function.arrays.back().type
                 : random.chance(15)         ? Type{Base::I32, 4}
                                             : make.scalarType();
    array.length = !first && random.chance(70)   ? function.arrays.back().length
                   : !helper && random.chance(2) ? 8192
                                                 : random.of(lengths);
    array.uniform = (!helper || function.barriers) && random.chance(20);
    array.boolean = array.type == Type{Base::U8, 1} && random.chance(50);
    if (array.length >= 4 && random.chance(25)) {
      array.rows = array.length >= 8 ? random.of({2u, 4u}) : 2;
      array.planes = array.length >= 16 && random.chance(50) ? 2 : 1;
    }
    function.arrays.push_back(array);
  }
  if (random.chance(25))
    function.views = 1 + random.below(2);
  for (unsigned tables = random.chance(30) ? 1 + random.below(2) : 0; tables > 0; --tables) {
    std::vector<unsigned> fits;
    for (unsigned i = 0; i < function.arrays.size(); ++i)
      if (mayBePointedTo(i, fits.empty() ? i : fits[0]))
        fits.push_back(i);
    if (fits.empty())
      return;
    Pointers pointers;
    for (unsigned entries = random.of({1u, 2u, 2u, 4u}); entries > 0; --entries)
      pointers.arrays.push_back(random.of(fits));
    function.pointers.push_back(pointers);
  }
}

bool FunctionWriter::mayBePointedTo(unsigned array, unsigned like) const {
  const Array &a = function.arrays[array], &b = function.arrays[like];
  return a.isFlat() && !a.boolean && !a.uniform && a.type == b.type && a.length == b.length;
}

bool FunctionWriter::update(bool uniform, Stmt &s) {
  s.kind = Kind::Update;
  s.index = pickVariable([&](const Variable &v) {
    return !v.counter && !v.boolean && (uniform || !v.uniform) &&
           (v.type.isVector() || random.chance(15));
  });
  const Variable &var = function.vars[s.index];
  if (var.counter || var.boolean || (var.uniform && !uniform))
    return false;
  const std::vector<Parts> &list = parts(var.type.width);
  s.to = random.below(list.size());
  const unsigned components = unsigned(list[s.to].components.size());
  // One element by itself is computed with as an int, by which it shifts further and may overflow.
  const bool wraps = !var.type.isSigned() && (components > 1 || var.type.bits() >= 32);
  s.value = var.type.isFloat() ? FirstExactUpdate
            : wraps            ? random.below(Updates)
                               : FirstExactUpdate + random.below(Updates - FirstExactUpdate);
  s.exprs.push_back(make.make({var.type.base, random.chance(20) ? 1 : components}, var.uniform, 3));
  return true;
}

bool FunctionWriter::setPixel(Stmt &s) {
  if (!program.images)
    return false;
  s.kind = Kind::SetPixel;
  s.index = ReadImages + random.below(Images - ReadImages);
  s.value = random.below(OwnPixels);
  s.exprs.push_back(make.make({imageShape(s.index).result, 4}, false, 2));
  return true;
}

bool FunctionWriter::alongRow(Stmt &s) {
  auto fits = [](const Variable &v) {
    return !v.type.isFloat() && !v.type.isVector() && !v.uniform && !v.counter && !v.boolean;
  };
  s.index = pickVariable(fits);
  if (!fits(function.vars[s.index]))
    return false;
  s.kind = Kind::AlongRow;
  s.value = random.chance(50) ? 1 + random.below(OutputSlots - 1) : 0;
  s.to = random.chance(30);
  s.exprs.push_back(make.make(intType, random.chance(50), 2));
  s.exprs.push_back(make.ownInput(make.integerType()));
  return true;
}

// Reads of one element by a pointer on both sides of the store, which may be of another type.
Stmt FunctionWriter::betweenReads(const Stmt &store) {
  Stmt read;
  read.kind = Kind::Output;
  read.value = 1 + random.below(OutputSlots - 1);
  read.exprs = {{Op::View, make.integerType(), store.index, 1, {make.make(intType, false, 1)}}};
  Stmt all;
  all.kind = Kind::If;
  all.exprs.push_back(make.condition(false));
  all.blocks = {{read, store, read}, {}};
  return all;
}

bool FunctionWriter::rowInPlace(Stmt &s) {
  auto fits = [](const Variable &v) {
    return !v.type.isFloat() && !v.type.isVector() && !v.uniform && !v.counter && !v.boolean;
  };
  s.index = pickVariable(fits);
  const Type type = make.integerType();
  if (!fits(function.vars[s.index]) || program.slab_bytes % (type.bits() / 8) != 0)
    return false;
  s.kind = Kind::RowInPlace;
  s.value = 1 + random.chance(30);
  s.to = random.chance(30);
  s.exprs.push_back(make.make(intType, random.chance(50), 2));
  s.exprs.push_back(make.make(type, random.chance(50), 2));
  return true;
}

bool FunctionWriter::inMemory(bool uniform, Stmt &s) {
  // What a helper does that stands in an expression must not be seen outside.
  const bool writes = !(helper && !function.barriers);
  if (writes && random.chance(25) && setPixel(s))
    return true;
  switch (random.below(9)) {
  case 0:
  case 1:
  case 8:
    return update(uniform, s);
  case 2:
    if (function.views == 0)
      return false;
    s.index = random.below(function.views);
    if (function.views > 1 && random.chance(50)) {
      s.kind = Kind::CopyView;
      s.value = random.below(function.views);
      return true;
    }
    s.kind = Kind::SetView;
    s.value = random.chance(70);
    s.exprs.push_back(make.make(intType, false, 2));
    s.exprs.push_back(make.make(make.integerType(), false, 3));
    if (writes && random.chance(60))
      s = betweenReads(s);
    return true;
  case 3:
  case 4: {
    if (function.pointers.empty())
      return false;
    s.index = random.below(function.pointers.size());
    const unsigned like = function.pointers[s.index].arrays[0];
    s.exprs.push_back(make.make(intType, false, 2));
    if (random.chance(40)) {
      std::vector<unsigned> fits;
      for (unsigned i = 0; i < function.arrays.size(); ++i)
        if (mayBePointedTo(i, like))
          fits.push_back(i);
      s.kind = Kind::SetPointer;
      s.value = random.of(fits);
      return true;
    }
    s.kind = Kind::SetThrough;
    s.value = random.below(2);
    s.exprs.push_back(make.make(intType, false, 2));
    s.exprs.push_back(make.make(function.arrays[like].type, false, 3));
    return true;
  }
  case 5: {
    std::vector<unsigned> fits;
    for (unsigned i = 0; i < function.arrays.size(); ++i) {
      const Array &array = function.arrays[i];
      if (array.isFlat() && !array.boolean && !array.type.isVector() && (!array.uniform || uniform))
        fits.push_back(i);
    }
    if (fits.empty())
      return false;
    s.kind = Kind::SetPack;
    s.index = random.of(fits);
    const Array &array = function.arrays[s.index];
    unsigned width;
    do
      width = random.of({2u, 3u, 4u, 8u, 16u});
    while (width > array.length);
    s.exprs.push_back(make.make(intType, array.uniform, 2));
    s.exprs.push_back(make.make({array.type.base, width}, array.uniform, 3));
    return true;
  }
  case 6: {
    const Type element = slabPackType(program.slab_bytes);
    const unsigned elements = program.slab_bytes / (element.bits() / 8);
    if (helper || elements < 2)
      return false;
    unsigned width;
    do
      width = random.of({2u, 3u, 3u, 4u, 8u, 16u});
    while (width > elements);
    s.kind = Kind::SetSlabPack;
    s.value = random.below(elements - width + 1);
    s.exprs.push_back(make.make({element.base, width}, false, 3));
    return true;
  }
  default: {
    const Type word{Base::U32, 1};
    s.index =
        pickVariable([&](const Variable &v) { return v.type == word && !v.uniform && !v.counter; });
    if (!writes || function.vars[s.index].uniform || !(function.vars[s.index].type == word))
      return false;
    s.kind = Kind::OwnAtomic;
    s.value = random.below(OwnAtomics);
    s.to = 1 + random.below(OutputSlots - 1);
    s.exprs.push_back(make.make(word, false, 2));
    s.exprs.push_back(make.make(word, false, 1));
    return true;
  }
  }
}

} // namespace weft::fuzz
