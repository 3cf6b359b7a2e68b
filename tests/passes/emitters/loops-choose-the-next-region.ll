; Where a region has several ways, the one that a work-item that goes on has taken is followed: one that
; returned has no say.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: %next = alloca i32
; CHECK: {{^}}region1:
; CHECK: store i32 0, ptr %next
; CHECK: [[TAKEN:%.*]] = call i32 @k.item.region1(
; CHECK-NEXT: [[OLD:%.*]] = load i32, ptr %next
; CHECK-NEXT: [[ENDED:%.*]] = icmp eq i32 [[TAKEN]], 0
; CHECK-NEXT: [[NEXT:%.*]] = select i1 [[ENDED]], i32 [[OLD]], i32 [[TAKEN]]
; CHECK-NEXT: store i32 [[NEXT]], ptr %next
; CHECK: [[CHOSEN:%.*]] = load i32, ptr %next
; CHECK-NEXT: switch i32 [[CHOSEN]], label %{{.*}} [
; CHECK-NEXT: i32 3, label %region3
; CHECK-NEXT: ]
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, i1 %c, ptr addrspace(1) %out) {
  br i1 %c, label %a, label %b
a:
  call void @weft.barrier()
  ret void
b:
  call void @weft.barrier()
  store i64 1, ptr addrspace(1) %out
  ret void
}
