; group id * local size + local id is the global id without the offset, and number of groups * local
; size the global size, whatever they are truncated to and added to. Nothing is asked of groups then.
; Where groups may be of different sizes, the queries stay.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)

; CHECK-LABEL: define internal void @uniform.item(
; CHECK: %global.size.x = load i64, ptr %launch
; CHECK: [[X:%.*]] = add nuw nsw i64 %group.start.x, %local.id.x
; CHECK-NOT: mul
; CHECK: [[NARROW:%.*]] = trunc i64 [[X]] to i32
; CHECK-NEXT: [[SUM:%.*]] = add i32 [[NARROW]], %n
; CHECK-NOT: %local.size.x
; CHECK: store i32 [[SUM]], ptr addrspace(1) %a
; CHECK-NEXT: store i64 %global.size.x, ptr addrspace(1) %a
; CHECK-NEXT: ret void
define spir_kernel void @uniform(ptr addrspace(1) %a, i32 %n) #0 {
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %g.narrow = trunc i64 %g to i32
  %s = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %s.narrow = trunc i64 %s to i32
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %l.narrow = trunc i64 %l to i32
  %start = mul i32 %s.narrow, %g.narrow
  %from = add i32 %start, %n
  %id = add i32 %l.narrow, %from
  store i32 %id, ptr addrspace(1) %a
  %c = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  %size = mul i64 %c, %s
  store i64 %size, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @varying.item(
; CHECK: mul i64 %group.id.x, %local.size.x
define spir_kernel void @varying(ptr addrspace(1) %a) {
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %s = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %start = mul i64 %g, %s
  %id = add i64 %start, %l
  store i64 %id, ptr addrspace(1) %a
  ret void
}

; Of numbers that were truncated and extended again, it is the id where no more bits are used.
; CHECK-LABEL: define internal void @extended.item(
; CHECK: [[X:%.*]] = add nuw nsw i64 %group.start.x, %local.id.x
; CHECK: [[ID:%.*]] = trunc i64 [[X]] to i32
; CHECK-NEXT: store i32 [[ID]]
; CHECK-NEXT: ret void
define spir_kernel void @extended(ptr addrspace(1) %a) #0 {
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %g.narrow = trunc i64 %g to i32
  %g.wide = sext i32 %g.narrow to i64
  %s = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %l.narrow = trunc i64 %l to i32
  %l.wide = sext i32 %l.narrow to i64
  %start = mul i64 %g.wide, %s
  %sum = add i64 %start, %l.wide
  %id = trunc i64 %sum to i32
  store i32 %id, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define internal void @extended.whole.item(
; CHECK: [[WIDE:%.*]] = sext i32 {{.*}} to i64
; CHECK-NEXT: [[START:%.*]] = mul i64 [[WIDE]], %local.size.x
; CHECK-NEXT: add i64 [[START]], %local.id.x
define spir_kernel void @extended.whole(ptr addrspace(1) %a) #0 {
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %g.narrow = trunc i64 %g to i32
  %g.wide = sext i32 %g.narrow to i64
  %s = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %start = mul i64 %g.wide, %s
  %id = add i64 %start, %l
  store i64 %id, ptr addrspace(1) %a
  ret void
}

; Ids of different dimensions are no id.
; CHECK-LABEL: define internal void @mixed.item(
; CHECK: [[START:%.*]] = mul i64 %group.id.x, %local.size.y
; CHECK-NEXT: add i64 [[START]], %local.id.x
define spir_kernel void @mixed(ptr addrspace(1) %a) #0 {
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %s = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %start = mul i64 %g, %s
  %id = add i64 %start, %l
  store i64 %id, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "uniform-work-group-size"="true" }
