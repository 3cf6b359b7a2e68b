// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the types. Lengths of arrays are constants that stand before them.
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_TYPES_H
#define WEFT_COMPILER_FRONTEND_SPIRV_TYPES_H

#include "compiler/frontend/spirv/ids.h"

namespace weft::spirv {

class Types : ProgramPart {
public:
  using ProgramPart::ProgramPart;
  void make(); // of the instruction at hand

private:
  std::unique_ptr<Type> makeType();
  void announce();
  void makeVector(Type &vector);
  void makeArray(Type &array);
  void makeStruct(Type &record);
  void makePointer(Type &pointer, uint32_t pointee);
  void makeFunction(Type &signature);
  void makeImage(Type &image);
  void makeNumber(Type &number);
  bool finish(const Type &type);
  unsigned addressSpace(spv::StorageClass storage);
};

} // namespace weft::spirv
#endif
