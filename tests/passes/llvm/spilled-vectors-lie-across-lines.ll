; LLVM itself: vectors that find no register are kept at the alignment that the caller's stack has, unless the function
; asks for more. When this test fails because LLVM aligns them, alignSpills
; (src/compiler/llvm_patches/rewrites/aligned_spills.cpp) can go, and this test with it.
; RUN: llc -mcpu=x86-64-v4 -mattr=-prefer-256-bit %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: as_it_is:
; CHECK: vmovups %zmm{{.*}} # 64-byte Spill
define void @as_it_is(ptr %p) {
  %value = load <16 x i32>, ptr %p
  call void asm sideeffect "", "~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31}"()
  store <16 x i32> %value, ptr %p
  ret void
}

; CHECK-LABEL: realigned:
; CHECK: andq $-64, %rsp
; CHECK: vmovaps %zmm{{.*}} # 64-byte Spill
define void @realigned(ptr %p) "stackrealign" {
  %value = load <16 x i32>, ptr %p
  call void asm sideeffect "", "~{xmm0},~{xmm1},~{xmm2},~{xmm3},~{xmm4},~{xmm5},~{xmm6},~{xmm7},~{xmm8},~{xmm9},~{xmm10},~{xmm11},~{xmm12},~{xmm13},~{xmm14},~{xmm15},~{xmm16},~{xmm17},~{xmm18},~{xmm19},~{xmm20},~{xmm21},~{xmm22},~{xmm23},~{xmm24},~{xmm25},~{xmm26},~{xmm27},~{xmm28},~{xmm29},~{xmm30},~{xmm31}"()
  store <16 x i32> %value, ptr %p
  ret void
}
