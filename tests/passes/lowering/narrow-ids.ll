; Where all launches have narrow ids there is no global offset, and what groups of a fixed size have in ids is known
; to be a positive number of 32 bits.
; RUN: %weft-opt -passes='weft-lower-kernels,instcombine' -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define internal void @narrow.item(
; CHECK-NOT: load i64
; CHECK-NOT: ashr
; CHECK-NOT: sext
; CHECK: %[[START:.*]] = mul nuw nsw i64 %group.id.x, 192
; CHECK: %[[GROUP:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 %[[START]]
; CHECK: getelementptr float, ptr addrspace(1) %[[GROUP]], i64 %local.id.x
; CHECK-NEXT: store
define spir_kernel void @narrow(ptr addrspace(1) %p) "weft-narrow-ids" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %narrow = trunc i64 %id to i32
  %wide = sext i32 %narrow to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define internal void @any.item(
; CHECK: %global.offset.x = load i64
; CHECK: ashr exact
define spir_kernel void @any(ptr addrspace(1) %p) "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %narrow = trunc i64 %id to i32
  %wide = sext i32 %narrow to i64
  %to = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 0.0, ptr addrspace(1) %to
  ret void
}

!0 = !{i32 48, i32 1, i32 1}
