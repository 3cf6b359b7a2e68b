; Each query is arithmetic on parameters and on invariant loads from the launch record, computed
; once; what is uniform in the group is added first.
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
declare spir_func i32 @_Z12get_work_dimv()

; CHECK-LABEL: define internal void @k.item(
; CHECK-DAG: [[LS:%.*]] = getelementptr inbounds i8, ptr %launch, i64 48
; CHECK-DAG: %enqueued.local.size.x = load i64, ptr [[LS]], align 8, !range [[LOCAL:![0-9]+]], !invariant.load
; CHECK: %group.start.x = mul nuw nsw i64 %group.id.x, %enqueued.local.size.x
; CHECK: [[OFF:%.*]] = getelementptr inbounds i8, ptr %launch, i64 24
; CHECK: %global.offset.x = load i64, ptr [[OFF]], align 8, !range [[OFFSET:![0-9]+]], !invariant.load
; CHECK: %global.base.x = add nuw nsw i64 %group.start.x, %global.offset.x
; CHECK: %global.id.x = add nuw nsw i64 %global.base.x, %local.id.x
; CHECK: [[NG:%.*]] = getelementptr inbounds i8, ptr %launch, i64 80
; CHECK: %num.groups.y = load i64, ptr [[NG]], align 8, !range [[SIZE:![0-9]+]], !invariant.load
; CHECK: [[GS:%.*]] = getelementptr inbounds i8, ptr %launch, i64 16
; CHECK: %global.size.z = load i64, ptr [[GS]], align 8, !range [[SIZE]], !invariant.load
; CHECK: [[DIM:%.*]] = getelementptr inbounds i8, ptr %launch, i64 96
; CHECK: %work.dim = load i32, ptr [[DIM]], align 4, !range [[DIMS:![0-9]+]], !invariant.load
; CHECK: store volatile i64 %global.id.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %global.id.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %local.id.y, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %group.id.z, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %local.size.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %enqueued.local.size.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %num.groups.y, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %global.size.z, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i64 %global.offset.x, ptr addrspace(1) %a
; CHECK-NEXT: store volatile i32 %work.dim, ptr addrspace(1) %a
; CHECK-NEXT: ret void
; CHECK-NOT: @_Z
; CHECK-DAG: [[LOCAL]] = !{i64 1, i64 4097}
; CHECK-DAG: [[OFFSET]] = !{i64 0, i64 -9223372036854775808}
; CHECK-DAG: [[SIZE]] = !{i64 1, i64 -9223372036854775808}
; CHECK-DAG: [[DIMS]] = !{i32 1, i32 4}
define spir_kernel void @k(ptr addrspace(1) %a) {
  %g = call spir_func i64 @_Z13get_global_idj(i32 0)
  store volatile i64 %g, ptr addrspace(1) %a
  %g2 = call spir_func i64 @_Z13get_global_idj(i32 0)
  store volatile i64 %g2, ptr addrspace(1) %a
  %l = call spir_func i64 @_Z12get_local_idj(i32 1)
  store volatile i64 %l, ptr addrspace(1) %a
  %p = call spir_func i64 @_Z12get_group_idj(i32 2)
  store volatile i64 %p, ptr addrspace(1) %a
  %s = call spir_func i64 @_Z14get_local_sizej(i32 0)
  store volatile i64 %s, ptr addrspace(1) %a
  %e = call spir_func i64 @_Z23get_enqueued_local_sizej(i32 0)
  store volatile i64 %e, ptr addrspace(1) %a
  %n = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  store volatile i64 %n, ptr addrspace(1) %a
  %z = call spir_func i64 @_Z15get_global_sizej(i32 2)
  store volatile i64 %z, ptr addrspace(1) %a
  %o = call spir_func i64 @_Z17get_global_offsetj(i32 0)
  store volatile i64 %o, ptr addrspace(1) %a
  %d = call spir_func i32 @_Z12get_work_dimv()
  store volatile i32 %d, ptr addrspace(1) %a
  ret void
}
