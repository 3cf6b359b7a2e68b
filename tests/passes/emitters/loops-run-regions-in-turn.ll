; Each region is run by all work-items before the next: a loop over the rows of the group, and in it
; one over x.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: {{^}}region1:
; CHECK-NEXT: mul nuw nsw i64 %size.y, %size.z
; CHECK-NEXT: br label %[[FIRST:row[0-9]*]]
; CHECK: {{^}}region2:
; CHECK-NEXT: mul nuw nsw i64 %size.y, %size.z
; CHECK-NEXT: br label %[[SECOND:row[0-9]*]]
; CHECK: {{^}}[[FIRST]]:
; CHECK: %y = phi i64
; CHECK: %z = phi i64
; CHECK: item:
; CHECK: [[X:%.*]] = phi i64
; CHECK: call i32 @k.item.region1(
; CHECK: [[UP:%.*]] = add nuw nsw i64 [[X]], 1
; CHECK-NEXT: [[ON:%.*]] = icmp ult i64 [[UP]], %size.x
; CHECK-NEXT: br i1 [[ON]], label %item, {{.*}} !llvm.loop
; CHECK: icmp eq i64 {{.*}}, %size.y
; CHECK: icmp ult i64 {{.*}}, %rows
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
