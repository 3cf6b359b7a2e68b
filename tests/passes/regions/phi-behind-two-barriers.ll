; A phi that joins the ways from two barriers has one way left in each region.
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define internal i32 @k.item.region2(
; CHECK: join:
; CHECK-NEXT: %v = phi i64 [ 1, %after.barrier ]
; CHECK-LABEL: define internal i32 @k.item.region3(
; CHECK: join:
; CHECK-NEXT: %v = phi i64 [ 2, %after.barrier
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  call void @weft.barrier()
  br label %join
right:
  call void @weft.barrier()
  br label %join
join:
  %v = phi i64 [ 1, %left ], [ 2, %right ]
  store i64 %v, ptr addrspace(1) %out
  ret void
}
