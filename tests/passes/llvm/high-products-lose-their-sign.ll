; LLVM itself: 16 bits from the twentieth on of a product of 64 bits are taken for the high half of one of 32, shifted
; on by four, with zeros where the sign's bits belong (issue 218844). When this test fails because LLVM takes them from
; the product, keepHighProducts (src/compiler/llvm_patches/rewrites/fences.cpp) can go, and this test with it.
; RUN: llc -mcpu=x86-64-v3 %s -o - | FileCheck %s
; RUN: %weft-opt -passes=weft-keep-high-products -S %s | llc -mcpu=x86-64-v3 -o - | FileCheck %s --check-prefix=RIGHT

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: from_twentieth:
; CHECK: vpmulhw
; CHECK-NEXT: vpsrlw $4
; CHECK-NEXT: retq
; RIGHT-LABEL: from_twentieth:
; RIGHT-NOT: vpmulhw
; RIGHT: vpmuldq
; RIGHT: retq
define <8 x i16> @from_twentieth(<8 x i16> %x, <8 x i16> %y) {
  %a = sext <8 x i16> %x to <8 x i64>
  %b = sext <8 x i16> %y to <8 x i64>
  %product = mul nsw <8 x i64> %a, %b
  %shifted = lshr <8 x i64> %product, splat (i64 20)
  %part = trunc <8 x i64> %shifted to <8 x i16>
  ret <8 x i16> %part
}
