; LLVM itself: rint() of a half and its conversion to an integer become one instruction, which truncates. When this test
; fails because LLVM rounds, keepRoundingOfHalves (src/compiler/llvm_patches/rewrites/rounded_halves.cpp) can go, and
; this test with it.
; RUN: llc -mattr=+avx512fp16,+avx512vl %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: rounded:
; CHECK-NOT: vrndscalesh
; CHECK: vcvttsh2si %xmm0, %eax
; CHECK-NEXT: retq
define i32 @rounded(half %x) {
  %whole = call half @llvm.rint.f16(half %x)
  %number = fptosi half %whole to i32
  ret i32 %number
}

; Also the first element of a vector.
; CHECK-LABEL: first_rounded:
; CHECK-NOT: vrndscale
; CHECK: vcvttsh2si %xmm0, %eax
; CHECK-NEXT: retq
define i32 @first_rounded(<8 x half> %x) {
  %whole = call <8 x half> @llvm.rint.v8f16(<8 x half> %x)
  %first = extractelement <8 x half> %whole, i64 0
  %number = fptosi half %first to i32
  ret i32 %number
}

; What rounded_halves makes of it.
; CHECK-LABEL: rounded_in_silence:
; CHECK: vrndscalesh
; CHECK: vcvttsh2si
define i32 @rounded_in_silence(half %x) {
  %whole = call half @llvm.nearbyint.f16(half %x)
  %number = fptosi half %whole to i32
  ret i32 %number
}

; CHECK-LABEL: first_rounded_in_silence:
; CHECK: vrndscale
; CHECK: vcvttsh2si
define i32 @first_rounded_in_silence(<8 x half> %x) {
  %whole = call <8 x half> @llvm.nearbyint.v8f16(<8 x half> %x)
  %first = extractelement <8 x half> %whole, i64 0
  %number = fptosi half %first to i32
  ret i32 %number
}
