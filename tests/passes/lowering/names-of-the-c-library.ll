; What the program calls by a name of the C library is not that function.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: @memcpy.cl = internal addrspace(2) constant
@memcpy = internal addrspace(2) constant i32 5
; CHECK-LABEL: define internal void @floorf.item(
; CHECK: store float 1.000000e+00
; CHECK-NOT: define {{.*}}@sqrtf(
define spir_kernel void @floorf(ptr addrspace(1) %a) {
  %x = call spir_func float @sqrtf(float 4.0)
  store float %x, ptr addrspace(1) %a
  %y = load volatile i32, ptr addrspace(2) @memcpy
  ret void
}
define internal spir_func float @sqrtf(float %x) {
  ret float 1.0
}
