; A kernel's place comes first, then its own parameters; stub and body are one function.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k.item(
; CHECK-SAME: ptr noalias noundef nonnull readonly align 8 dereferenceable(104) %launch
; CHECK-SAME: ptr noundef nonnull align 8 dereferenceable(112) %thread
; CHECK-SAME: i64 noundef range(i64 0, -9223372036854775808) %group.id.x
; CHECK-SAME: i64 noundef range(i64 1, 4097) %local.size.x
; CHECK-SAME: i64 noundef range(i64 0, 4096) %local.id.x
; CHECK-SAME: %local.id.z, ptr addrspace(1) noalias noundef align 4 %a, i8 noundef %c)
; CHECK: store i8 %c, ptr addrspace(1) %a
; CHECK-NEXT: ret void
; CHECK-NOT: define
define spir_kernel void @k(ptr addrspace(1) noalias noundef align 4 %a, i8 noundef signext %c) !kernel_arg_addr_space !0 {
  call spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) noalias noundef align 4 %a, i8 noundef signext %c)
  ret void
}
define internal spir_func void @__clang_ocl_kern_imp_k(ptr addrspace(1) noalias noundef align 4 %a, i8 noundef signext %c) alwaysinline {
  store i8 %c, ptr addrspace(1) %a
  ret void
}
!0 = !{i32 1, i32 0}
