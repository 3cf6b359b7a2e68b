; Each region is run by all work-items before the next: loops over the rows of the group, and in them
; one over x. Where no work-item asks for its row, one loop counts them.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: {{^}}region1:
; CHECK-NEXT: br label %[[FIRST:plane[0-9]*]]
; CHECK: {{^}}region2:
; CHECK-NEXT: br label %[[SECOND:plane[0-9]*]]
; CHECK: {{^}}[[FIRST]]:
; CHECK-NEXT: [[Z:%.*]] = phi i64
; CHECK: {{^}}[[ROW:row[0-9]*]]:
; CHECK-NEXT: [[Y:%.*]] = phi i64
; CHECK: item:
; CHECK: [[X:%.*]] = phi i64
; CHECK: call i32 @k.item.region1({{.*}}, i64 [[X]], i64 [[Y]], i64 [[Z]],
; CHECK: [[UP:%.*]] = add nuw nsw i64 [[X]], 1
; CHECK-NEXT: [[ON:%.*]] = icmp ult i64 [[UP]], %size.x
; CHECK-NEXT: br i1 [[ON]], label %item, {{.*}} !llvm.loop
; CHECK: [[ON:%.*]] = icmp ult i64 {{.*}}, %size.y
; CHECK-NEXT: br i1 [[ON]], label %[[ROW]],
; CHECK: [[ON:%.*]] = icmp ult i64 {{.*}}, %size.z
; CHECK-NEXT: br i1 [[ON]], label %[[FIRST]],
; CHECK: br label %region2
; CHECK: {{^}}[[SECOND]]:
; CHECK: call i32 @k.item.region2(
; CHECK: br label %group.end
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  store i64 %lx, ptr addrspace(1) %out
  call void @weft.barrier()
  store i64 %ly, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @weft_kernel_no_rows(
; CHECK: %rows = mul nuw nsw i64 %size.y, %size.z
; CHECK: call i32 @no_rows.item.region1(
; CHECK: icmp ult i64 {{.*}}, %size.x
; CHECK: icmp ult i64 {{.*}}, %rows
; CHECK-NEXT: br
; CHECK-NOT: br i1
; CHECK: br label %group.end
define internal void @no_rows.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                   i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  store i64 %lx, ptr addrspace(1) %out
  ret void
}
