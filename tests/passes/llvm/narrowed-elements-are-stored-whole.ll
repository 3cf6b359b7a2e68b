; LLVM itself: a masked store of a truncation, of which one lane is left, stores that lane as it was before it was
; truncated: eight bytes for an element of four. When this test fails because LLVM stores four, separateNarrowingStores
; (src/compiler/llvm_patches/rewrites/narrowing_stores.cpp) can go, and this test with it.
; RUN: llc -mcpu=skylake-avx512 %s -o - | FileCheck %s
; RUN: %weft-opt -passes=weft-separate-narrowing-stores -S %s | llc -mcpu=skylake-avx512 -o - \
; RUN:   | FileCheck %s --check-prefix=RIGHT

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: first:
; CHECK: vmovlps %xmm0, (%rdi)
; RIGHT-LABEL: first:
; RIGHT: movl %e{{..}}, (%rdi)
define void @first(<4 x i64> %wide, ptr %to) {
  %narrow = trunc <4 x i64> %wide to <4 x i32>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %narrow, ptr align 4 %to, <4 x i1> <i1 true, i1 false, i1 false, i1 false>)
  ret void
}
