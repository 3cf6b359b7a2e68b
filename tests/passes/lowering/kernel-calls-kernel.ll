; A kernel that another calls is inlined there, and is still a kernel itself.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @outer.item(
; CHECK-NEXT: %x = load i32
; CHECK-NEXT: store volatile i32 %x, ptr addrspace(1) %a
; CHECK-NEXT: ret void
define spir_kernel void @outer(ptr addrspace(1) %a) {
  %x = load i32, ptr addrspace(1) %a
  call spir_func void @__clang_ocl_kern_imp_inner(ptr addrspace(1) %a, i32 %x)
  ret void
}

; CHECK-LABEL: define internal void @inner.item(
; CHECK: store volatile i32 %x, ptr addrspace(1) %a
define spir_kernel void @inner(ptr addrspace(1) %a, i32 %x) {
  call spir_func void @__clang_ocl_kern_imp_inner(ptr addrspace(1) %a, i32 %x)
  ret void
}
define internal spir_func void @__clang_ocl_kern_imp_inner(ptr addrspace(1) %a, i32 %x) {
  store volatile i32 %x, ptr addrspace(1) %a
  ret void
}
