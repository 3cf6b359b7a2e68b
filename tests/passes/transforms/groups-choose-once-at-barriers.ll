; A loop around a barrier: the region behind it goes on or ends, which the group decides once, and what all work-items keep
; for the next iteration is written once.
; RUN: %weft-opt -passes=weft-choose-once-per-group -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: define {{.*}}i1 @tree.item.region2.choice(
; CHECK-NEXT: {{^}}entry:
; CHECK-NEXT: %half = lshr i64 %stride, 1
; CHECK-NEXT: %more = icmp ne i64 %half, 0
; CHECK-NEXT: ret i1 %more
; CHECK: define {{.*}}void @tree.item.region2.then.keep(
define internal void @tree.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(3) %sums) {
entry:
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lx
  store i32 1, ptr addrspace(3) %own
  br label %loop
loop:
  %stride = phi i64 [ 64, %entry ], [ %half, %step ]
  call void @weft.barrier()
  %half = lshr i64 %stride, 1
  %more = icmp ne i64 %half, 0
  br i1 %more, label %step, label %last
step:
  %index = add i64 %lx, %half
  %other = getelementptr i32, ptr addrspace(3) %sums, i64 %index
  %b = load i32, ptr addrspace(3) %other
  store i32 %b, ptr addrspace(3) %own
  br label %loop
last:
  store i32 2, ptr addrspace(3) %own
  ret void
}
