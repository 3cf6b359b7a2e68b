; Stores of components are of these alone where they are at an index that is computed, or other stores
; write other components of vectors of this size; else they store the rest of the vector as it was.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal void @at.item(
; CHECK-NOT: load <4 x float>
; CHECK: %[[I:.*]] = freeze i32 %i
; CHECK: %[[M:.*]] = call i32 @llvm.umin.i32(i32 %[[I]], i32 3)
; CHECK: %[[Z:.*]] = zext i32 %[[M]] to i64
; CHECK: %[[P:.*]] = getelementptr inbounds float, ptr addrspace(1) %p, i64 %[[Z]]
; CHECK: store float %x, ptr addrspace(1) %[[P]], align 4
define spir_kernel void @at(ptr addrspace(1) %p, i32 %i, float %x) {
  %v = load <4 x float>, ptr addrspace(1) %p
  %w = insertelement <4 x float> %v, float %x, i32 %i
  store <4 x float> %w, ptr addrspace(1) %p
  ret void
}

; CHECK: define internal void @mixed.item(
; CHECK-NOT: load <4 x float>
; CHECK: store float %x, ptr addrspace(1) %p, align 16
; CHECK: %[[Z:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK: store float %{{.*}}, ptr addrspace(1) %[[Z]], align 8
; CHECK: %[[Y:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 4
; CHECK: store <2 x float> %{{.*}}, ptr addrspace(1) %[[Y]], align 4
define spir_kernel void @mixed(ptr addrspace(1) %p, i32 %i, float %x) {
  %c = icmp eq i32 %i, 0
  %xx = insertelement <2 x float> poison, float %x, i32 0
  %pair = insertelement <2 x float> %xx, float %x, i32 1
  %wide = shufflevector <2 x float> %pair, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  br i1 %c, label %even, label %middle
even:
  %a = load <4 x float>, ptr addrspace(1) %p
  %b = shufflevector <4 x float> %a, <4 x float> %wide, <4 x i32> <i32 4, i32 1, i32 5, i32 3>
  store <4 x float> %b, ptr addrspace(1) %p
  ret void
middle:
  %d = load <4 x float>, ptr addrspace(1) %p
  %e = shufflevector <4 x float> %d, <4 x float> %wide, <4 x i32> <i32 0, i32 4, i32 5, i32 3>
  store <4 x float> %e, ptr addrspace(1) %p
  ret void
}

; CHECK: define internal void @alike.item(
; CHECK: load <4 x float>
; CHECK: store <4 x float>
define spir_kernel void @alike(ptr addrspace(1) %p, <4 x float> %x) {
  %v = load <4 x float>, ptr addrspace(1) %p
  %w = shufflevector <4 x float> %x, <4 x float> %v, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  store <4 x float> %w, ptr addrspace(1) %p
  ret void
}
