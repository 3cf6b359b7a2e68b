; Groups of one work-item need no groups: their local memory is private, they wait for nobody, and their numbers are
; those of their work-items. What takes memory that only the launch knows, or meets others in an order, stays as it is.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.tile = internal addrspace(3) global [12 x i32] undef, align 64
@k.other = internal addrspace(3) global [12 x i32] undef, align 4
@a.counter = internal addrspace(3) global i32 undef, align 4

declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func void @_Z7barrierj(i32)
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)

; CHECK-LABEL: define internal void @k.item(
; CHECK-DAG: %k.tile = alloca [12 x i32], align 64
; CHECK-DAG: %k.other = alloca [12 x i32], align 4
; CHECK-DAG: %enqueued.local.size.x = load i64
; CHECK-DAG: %global.size.x = load i64
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr{{.*}} %k.tile, ptr addrspace(1) %p, i64 48, i1 false)
; CHECK-NOT: weft.barrier
; CHECK: phi ptr [ %k.tile, %{{.*}} ], [ %k.other, %{{.*}} ]
; CHECK: %at = getelementptr i32, ptr %which, i64 2
; CHECK: load i32, ptr %at
; CHECK: %own.at = getelementptr i32, ptr %k.tile, i64 0
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p) "weft-groups-of-one" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
entry:
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) @k.tile, ptr addrspace(1) %p, i64 48, i1 false)
  %odd = load i1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 1)
  br i1 %odd, label %then, label %done
then:
  store i32 7, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @k.other, i64 8)
  br label %done
done:
  %which = phi ptr addrspace(3) [ @k.tile, %entry ], [ @k.other, %then ]
  %at = getelementptr i32, ptr addrspace(3) %which, i64 2
  %value = load i32, ptr addrspace(3) %at
  %local = call spir_func i64 @_Z12get_local_idj(i32 0)
  %own.at = getelementptr i32, ptr addrspace(3) @k.tile, i64 %local
  %own = load i32, ptr addrspace(3) %own.at
  %sum = add i32 %value, %own
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  %index = add i64 %group, %groups
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: define internal void @of_the_launch.item(
; CHECK: call void @weft.barrier()
define spir_kernel void @of_the_launch(ptr addrspace(3) %p) "weft-groups-of-one" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  store i32 7, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

; CHECK-LABEL: define internal void @a.item(
; CHECK: atomicrmw add ptr addrspace(3)
; CHECK: call void @weft.barrier()
define spir_kernel void @a() "weft-groups-of-one" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %old = atomicrmw add ptr addrspace(3) @a.counter, i32 1 seq_cst
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

!0 = !{i32 1, i32 1, i32 1}
