; Where lanes load far from each other and the next row loads beside them, four rows of a group whose size is known run
; at a time: one vector per lane. All four have to run as a whole; else they run one by one. Not so where neighbours load
; neighbours.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-emit-vector -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define {{.*}}@columns.item.region2.rows.w4(
; CHECK-COUNT-4: load <4 x i32>, ptr addrspace(3)
; CHECK-NOT: gather
; CHECK-COUNT-4: call void @llvm.masked.store.v4i32.p1(
; CHECK: ret i32
; CHECK-LABEL: define void @weft_kernel_columns(
; CHECK: {{^}}region2:
; CHECK: br i1 {{.*}}, label %joined, label %single
; CHECK: %[[NEXT:.*]] = add nuw nsw i64 %{{.*}}, 4
; CHECK-NEXT: icmp ult i64 %[[NEXT]], 8
; CHECK: call i32 @columns.item.region2.rows.w4({{.*}} splat (i1 true)
; CHECK: call i32 @columns.item.region2.w4(
define internal void @columns.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                   i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, ptr addrspace(3) %tile)
                                   #0 !reqd_work_group_size !0 {
  %own.row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %ly
  %own = getelementptr i32, ptr addrspace(3) %own.row, i64 %lx
  store i32 7, ptr addrspace(3) %own
  call void @weft.barrier()
  %start = mul i64 %gy, 8
  %y = add i64 %start, %ly
  %row = getelementptr [9 x i32], ptr addrspace(3) %tile, i64 %lx
  %from = getelementptr i32, ptr addrspace(3) %row, i64 %ly
  %value = load i32, ptr addrspace(3) %from
  %place = mul i64 %y, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; CHECK-NOT: define {{.*}}@neighbours.{{.*}}rows
; CHECK-LABEL: define void @weft_kernel_neighbours(
define internal void @neighbours.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                      i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) #0
                                      !reqd_work_group_size !0 {
  %sum = add i64 %lx, %ly
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %sum
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %value, 1
  %place = mul i64 %ly, 1000
  %index = add i64 %place, %lx
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %more, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "uniform-work-group-size"="true" }
!0 = !{i32 8, i32 8, i32 1}
