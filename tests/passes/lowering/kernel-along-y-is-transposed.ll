; A kernel that asks for its place in y and never for that in x has its y where the launch record
; and the parameters have x; one that asks for both, or for a linear id, has not.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func i64 @_Z19get_local_linear_idv()

; Offset 72 is num_groups[0], 80 num_groups[1].
; CHECK-LABEL: define internal void @columns.item(
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr %launch, i64 80
; CHECK: %num.groups.x = load i64, ptr [[Y]]
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr %launch, i64 72
; CHECK: %num.groups.y = load i64, ptr [[X]]
; CHECK: store volatile i64 %local.id.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %group.id.y, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %group.id.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %group.id.z, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %num.groups.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %num.groups.y, ptr addrspace(1) %a
define spir_kernel void @columns(ptr addrspace(1) %a) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 1)
  store volatile i64 %l, ptr addrspace(1) %a
  %x = call spir_func i64 @_Z12get_group_idj(i32 0)
  store volatile i64 %x, ptr addrspace(1) %a
  %y = call spir_func i64 @_Z12get_group_idj(i32 1)
  store volatile i64 %y, ptr addrspace(1) %a
  %z = call spir_func i64 @_Z12get_group_idj(i32 2)
  store volatile i64 %z, ptr addrspace(1) %a
  %nx = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  store volatile i64 %nx, ptr addrspace(1) %a
  %ny = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %ny, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @both.item(
; CHECK: store volatile i64 %local.id.y, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %local.id.x, ptr addrspace(1) %a
define spir_kernel void @both(ptr addrspace(1) %a) {
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  store volatile i64 %y, ptr addrspace(1) %a
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  store volatile i64 %x, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @linear.item(
; CHECK: store volatile i64 %local.id.y, ptr addrspace(1) %a
define spir_kernel void @linear(ptr addrspace(1) %a) {
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  store volatile i64 %y, ptr addrspace(1) %a
  %l = call spir_func i64 @_Z19get_local_linear_idv()
  store volatile i64 %l, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @chosen.item(
; CHECK: store volatile i64 %local.id.y, ptr addrspace(1) %a
define spir_kernel void @chosen(ptr addrspace(1) %a, i32 %d) {
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  store volatile i64 %y, ptr addrspace(1) %a
  %l = call spir_func i64 @_Z12get_local_idj(i32 %d)
  store volatile i64 %l, ptr addrspace(1) %a
  ret void
}
