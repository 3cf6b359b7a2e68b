; A barrier changes what a restrict pointer points to, since other work-items write there: the
; parameter of a kernel with a barrier loses noalias, its loads and stores keep their scopes.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func void @_Z7barrierj(i32)

; CHECK-LABEL: define internal void @k.item(
; CHECK-SAME: ptr noalias noundef nonnull readonly align 8 dereferenceable(104) %launch
; CHECK-SAME: ptr addrspace(1) noundef %a, ptr addrspace(1) noundef %b)
; CHECK: load i32, ptr addrspace(1) %a, align 4, !alias.scope
; CHECK: call void @weft.barrier()
; CHECK-NOT: !noalias
; CHECK-SAME: {{$}}
; CHECK: load i32, ptr addrspace(1) %a, align 4, !alias.scope
define spir_kernel void @k(ptr addrspace(1) noalias noundef %a, ptr addrspace(1) noundef %b) {
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) %a, ptr addrspace(1) %b)
  ret void
}
define internal spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) noalias noundef %a, ptr addrspace(1) noundef %b) {
  %x = load i32, ptr addrspace(1) %a, align 4
  call spir_func void @_Z7barrierj(i32 1)
  %y = load i32, ptr addrspace(1) %a, align 4
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(1) %b, align 4
  ret void
}
