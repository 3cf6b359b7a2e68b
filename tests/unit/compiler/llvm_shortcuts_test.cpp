// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the shorter ways lead where LLVM's own functions do. --wrap has names for both.
#include "ir_program.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/CodeGenTypes/MachineValueType.h"
#include "llvm/IR/Constants.h"

#include <gtest/gtest.h>

namespace {
using llvm::detail::IEEEFloat;

#define WEFT_BOTH_WAYS(RESULT, NAME, SYMBOL, ...)                                                  \
  RESULT short##NAME(__VA_ARGS__) asm("__wrap_" SYMBOL);                                           \
  RESULT long##NAME(__VA_ARGS__) asm("__real_" SYMBOL);

} // namespace

WEFT_BOTH_WAYS(llvm::MVT, VectorType, "_ZN4llvm3MVT11getVectorVTES0_j", llvm::MVT, unsigned)
WEFT_BOTH_WAYS(bool, ContainsExpression, "_ZNK4llvm8Constant26containsConstantExpressionEv",
               const llvm::Constant &)
WEFT_BOTH_WAYS(void, MakeFloat, "_ZN4llvm6detail9IEEEFloatC1ERKNS_12fltSemanticsEm", void *,
               const llvm::fltSemantics &, uint64_t)

namespace {

TEST(LlvmShortcuts, FindEveryVectorType) {
  int found = 0;
  for (unsigned element = 0; element < llvm::MVT::VALUETYPE_SIZE; ++element)
    for (unsigned count = 0; count <= 4096; ++count) {
      const llvm::MVT type = llvm::MVT::SimpleValueType(element);
      ASSERT_EQ(shortVectorType(type, count), longVectorType(type, count));
      found += shortVectorType(type, count).isValid();
    }
  EXPECT_GT(found, 100);
}

TEST(LlvmShortcuts, MakeTheSameNumbers) {
  for (const llvm::fltSemantics *semantics :
       {&llvm::APFloat::Bogus(), &llvm::APFloat::IEEEhalf(), &llvm::APFloat::IEEEsingle(),
        &llvm::APFloat::IEEEdouble()})
    for (uint64_t value = 0; value < 5; ++value) {
      alignas(IEEEFloat) std::byte a[sizeof(IEEEFloat)], b[sizeof(IEEEFloat)];
      shortMakeFloat(a, *semantics, value);
      longMakeFloat(b, *semantics, value);
      auto *one = std::launder(reinterpret_cast<IEEEFloat *>(a));
      auto *other = std::launder(reinterpret_cast<IEEEFloat *>(b));
      EXPECT_TRUE(one->bitwiseIsEqual(*other)) << value;
      one->~IEEEFloat();
      other->~IEEEFloat();
    }
}

TEST(LlvmShortcuts, FindExpressionsAmongConstants) {
  weft::test::IrProgram program(R"(
@x = global i64 0
@data = constant <4 x i32> <i32 1, i32 2, i32 3, i32 4>
@zero = constant <4 x i32> zeroinitializer
@unknown = constant <2 x float> <float 1.0, float undef>
@address = constant <2 x i64> <i64 ptrtoint (ptr @x to i64), i64 1>
)");
  for (auto [name, contains] : std::initializer_list<std::pair<const char *, bool>>{
           {"data", false}, {"zero", false}, {"unknown", false}, {"address", true}}) {
    const llvm::Constant &constant = *program.module->getNamedGlobal(name)->getInitializer();
    EXPECT_EQ(shortContainsExpression(constant), contains) << name;
    EXPECT_EQ(longContainsExpression(constant), contains) << name;
  }
}

} // namespace
