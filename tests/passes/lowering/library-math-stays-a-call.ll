; Large functions of the library without pointers stay calls, for the vectoriser to map; small ones
; and ones that return results through pointers are inlined.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k.item(
; CHECK: call float @_Z3sinf(float %x)
; CHECK-NOT: call {{.*}}@_Z4fabsf
; CHECK-NOT: call {{.*}}@_Z5fractfPf
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %a, float %x) {
  %s = call spir_func float @_Z3sinf(float %x)
  %b = call spir_func float @_Z4fabsf(float %s)
  %p = alloca float
  %f = call spir_func float @_Z5fractfPf(float %b, ptr %p)
  %i = load float, ptr %p
  %r = fadd float %f, %i
  store float %r, ptr addrspace(1) %a
  ret void
}
; CHECK: define internal float @_Z3sinf(float %x)
define internal spir_func float @_Z3sinf(float %x) "weft-library" {
  %v0 = fmul float %x, %x
  %v1 = fmul float %v0, %x
  %v2 = fmul float %v1, %x
  %v3 = fmul float %v2, %x
  %v4 = fmul float %v3, %x
  %v5 = fmul float %v4, %x
  %v6 = fmul float %v5, %x
  %v7 = fmul float %v6, %x
  %v8 = fmul float %v7, %x
  %v9 = fmul float %v8, %x
  %v10 = fmul float %v9, %x
  %v11 = fmul float %v10, %x
  %v12 = fmul float %v11, %x
  %v13 = fmul float %v12, %x
  %v14 = fmul float %v13, %x
  %v15 = fmul float %v14, %x
  %v16 = fmul float %v15, %x
  %v17 = fmul float %v16, %x
  %v18 = fmul float %v17, %x
  %v19 = fmul float %v18, %x
  %v20 = fmul float %v19, %x
  %v21 = fmul float %v20, %x
  %v22 = fmul float %v21, %x
  %v23 = fmul float %v22, %x
  %v24 = fmul float %v23, %x
  %v25 = fmul float %v24, %x
  %v26 = fmul float %v25, %x
  %v27 = fmul float %v26, %x
  %v28 = fmul float %v27, %x
  %v29 = fmul float %v28, %x
  ret float %v29
}
define internal spir_func float @_Z4fabsf(float %x) "weft-library" {
  %r = call float @llvm.fabs.f32(float %x)
  ret float %r
}
define internal spir_func float @_Z5fractfPf(float %x, ptr %p) "weft-library" {
  %v0 = fmul float %x, %x
  %v1 = fmul float %v0, %x
  %v2 = fmul float %v1, %x
  %v3 = fmul float %v2, %x
  %v4 = fmul float %v3, %x
  %v5 = fmul float %v4, %x
  %v6 = fmul float %v5, %x
  %v7 = fmul float %v6, %x
  %v8 = fmul float %v7, %x
  %v9 = fmul float %v8, %x
  %v10 = fmul float %v9, %x
  %v11 = fmul float %v10, %x
  %v12 = fmul float %v11, %x
  %v13 = fmul float %v12, %x
  %v14 = fmul float %v13, %x
  %v15 = fmul float %v14, %x
  %v16 = fmul float %v15, %x
  %v17 = fmul float %v16, %x
  %v18 = fmul float %v17, %x
  %v19 = fmul float %v18, %x
  %v20 = fmul float %v19, %x
  %v21 = fmul float %v20, %x
  %v22 = fmul float %v21, %x
  %v23 = fmul float %v22, %x
  %v24 = fmul float %v23, %x
  %v25 = fmul float %v24, %x
  %v26 = fmul float %v25, %x
  %v27 = fmul float %v26, %x
  %v28 = fmul float %v27, %x
  %v29 = fmul float %v28, %x
  store float %x, ptr %p
  ret float %v29
}
