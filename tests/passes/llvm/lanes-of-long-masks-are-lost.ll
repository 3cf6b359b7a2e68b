; LLVM itself: a mask that comes as a number of 128 bits and is extended to bytes with AVX2 takes some of its lanes from
; the wrong bytes of the number: the ninth byte's neighbour is the second one. When this test fails because it is the
; tenth, splitLongMasks (src/compiler/llvm_patches/rewrites/long_masks.cpp) can go, and this test with it.
; RUN: llc -mcpu=x86-64-v3 %s -o - | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: whole:
; CHECK: vpshufb {{.*}}[8,8,8,8,u,u,u,u,u,u,u,u,3,3,3,3,u,u,u,u,17,17,17,17,26
define void @whole(i128 %lanes, ptr %to) {
  %mask = bitcast i128 %lanes to <128 x i1>
  %bytes = zext <128 x i1> %mask to <128 x i8>
  store <128 x i8> %bytes, ptr %to, align 1
  ret void
}
