// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form in which the compiler carries the OpenCL C library: many small bitcode modules (units)
// and an index from symbol to unit, laid out to be used in place. A program that calls three
// functions reads three units, not the ten thousand functions of the library.
//
//   PackHeader | PackSymbol[num_symbols], sorted by name | PackUnit[num_units] | names | units
//
// Offsets count from the start of the pack. Written by tools/pack_library.cpp at build time.
#ifndef WEFT_RUNTIME_STDLIB_LIBRARY_PACK_H
#define WEFT_RUNTIME_STDLIB_LIBRARY_PACK_H

#include <cstdint>

namespace weft {

struct PackHeader {
  static constexpr uint64_t Magic = 0x314b434150544657; // "WFTPACK1"
  uint64_t magic;
  uint32_t num_symbols;
  uint32_t num_units;
};

struct PackSymbol {
  uint32_t name_offset;
  uint32_t name_size; // bytes; no NUL
  uint32_t unit;      // which defines it
};

struct PackUnit {
  uint32_t offset; // multiple of PackUnitAlignment
  uint32_t size;   // bytes
};

constexpr uint32_t PackUnitAlignment = 8;

// What the library's functions have, and no program's: an attribute of LLVM's IR.
constexpr char LibraryFunctionAttribute[] = "weft-library";

} // namespace weft
#endif
