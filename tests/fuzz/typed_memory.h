// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a kernel reads and writes as elements of many types, at indices that have to do with
// each other: what tells a compiler that forgets the size of what an index counts.
//
//   area    | bytes that are read anywhere | row 0: item 0, item 1, .. | row 1: item 0, item 1, ..
//   |
//
// A work-item writes its own bytes of rows only (in private memory: all), so that none races.
#ifndef WEFT_TESTS_FUZZ_TYPED_MEMORY_H
#define WEFT_TESTS_FUZZ_TYPED_MEMORY_H

#include "program.h"

namespace weft::fuzz {

struct AreaKind {
  const char *name;    // of the bytes in a kernel
  const char *space;   // address space
  unsigned read_bytes; // at its beginning
  unsigned most_items; // that have a part of each row
};
const AreaKind &areaKind(Area area);
// With the rows.
unsigned areaBytes(const Program &program, Area area);

struct StructureField {
  const char *name;
  Type type;
  unsigned offset;
};
struct Structure {
  const char *name;
  const char *members;
  unsigned size, align;
  bool filled; // without padding
  std::vector<StructureField> fields;
};
constexpr unsigned Structures = 9;
const Structure &structure(unsigned index);

// From one element to the next.
unsigned accessStride(const Access &access);
unsigned accessAlign(const Access &access);
// The bits that it reads or writes, as an integer. Not of whole structures.
Type accessType(const Access &access);
// The same as it is in memory.
Type memoryType(const Access &access);
// From the element's beginning.
unsigned accessPlace(const Access &access);

// Of an access to what may be read anywhere: what the index is masked with; 0: it stays within
// bounds by itself.
uint64_t accessMask(const Program &program, const Function &function, const Access &access,
                    const Expr &index);

// Whether the value is the work-item's place among those that have a part of the area's rows.
bool isOwnPlace(const Program &program, const Function &function, Area area, const Expr &place);

// Whether all launches have one dimension, or no offset.
bool launchesOneDimension(const Program &program);
bool launchesWithoutOffset(const Program &program);

// What an integer expression's value is between, as far as the tree tells.
struct Bounds {
  __int128 least, most;
  bool within(const Bounds &other) const { return least >= other.least && most <= other.most; }
};
Bounds boundsOf(const Expr &e, const Program &program, const Function &function);
// Whether plain C of it is not defined for each value that its operands may have.
bool mayOverflow(const Expr &e, const Program &program, const Function &function);

// Bytes that launches find: of Global and Constant, by the seed; of Local; of Private.
std::vector<uint8_t> globalBytes(uint64_t seed, size_t size);
uint32_t localWord(uint32_t number);
uint64_t privateWord(int32_t gid, uint32_t number);

} // namespace weft::fuzz
#endif
