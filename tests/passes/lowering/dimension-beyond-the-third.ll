; A dimension that does not exist has size 1 and id 0.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z23get_enqueued_local_sizej(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func i64 @_Z15get_global_sizej(i32)
declare spir_func i64 @_Z17get_global_offsetj(i32)

; CHECK-LABEL: define internal void @k.item(
; CHECK-NEXT: store volatile i64 0,
; CHECK-NEXT: store volatile i64 0,
; CHECK-NEXT: store volatile i64 0,
; CHECK-NEXT: store volatile i64 1,
; CHECK-NEXT: store volatile i64 1,
; CHECK-NEXT: store volatile i64 1,
; CHECK-NEXT: store volatile i64 1,
; CHECK-NEXT: store volatile i64 0,
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %a) {
  %g = call spir_func i64 @_Z13get_global_idj(i32 3)
  store volatile i64 %g, ptr addrspace(1) %a
  %l = call spir_func i64 @_Z12get_local_idj(i32 4)
  store volatile i64 %l, ptr addrspace(1) %a
  %p = call spir_func i64 @_Z12get_group_idj(i32 -1)
  store volatile i64 %p, ptr addrspace(1) %a
  %s = call spir_func i64 @_Z14get_local_sizej(i32 3)
  store volatile i64 %s, ptr addrspace(1) %a
  %e = call spir_func i64 @_Z23get_enqueued_local_sizej(i32 3)
  store volatile i64 %e, ptr addrspace(1) %a
  %n = call spir_func i64 @_Z14get_num_groupsj(i32 -2147483648)
  store volatile i64 %n, ptr addrspace(1) %a
  %z = call spir_func i64 @_Z15get_global_sizej(i32 3)
  store volatile i64 %z, ptr addrspace(1) %a
  %o = call spir_func i64 @_Z17get_global_offsetj(i32 3)
  store volatile i64 %o, ptr addrspace(1) %a
  ret void
}
