; LLVM itself, without patches: it makes one instruction of the one that makes a mask and the one that reads its bits,
; and the mask that the gather reads is never made. When this test fails because LLVM makes the mask, the patch
; mask_moves (src/compiler/llvm_patches) can go, and this test with it.
; RUN: llc -mcpu=skylake-avx512 %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: lanes:
; CHECK-NOT: vpmovb2m
; CHECK: vpgatherdd {{.*}}{%k1}
define <16 x i32> @lanes(<16 x i8> %bytes, ptr %from, <16 x i32> %at, ptr %out) {
  %mask = icmp slt <16 x i8> %bytes, zeroinitializer
  %bits = bitcast <16 x i1> %mask to i16
  %count = call i16 @llvm.ctpop.i16(i16 %bits)
  store i16 %count, ptr %out
  %places = getelementptr i32, ptr %from, <16 x i32> %at
  %loaded = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %places, <16 x i1> %mask, <16 x i32> zeroinitializer)
  ret <16 x i32> %loaded
}
