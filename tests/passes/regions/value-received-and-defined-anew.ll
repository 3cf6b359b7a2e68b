; In a loop's region a value comes in from the round before and is made anew; a use that both reach gets
; the right one.
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define internal i32 @k.item.region2(
; CHECK: entry:
; CHECK: [[OLD:%.*]] = load i64, ptr
; CHECK: loop:
; CHECK-NEXT: [[NEW:%.*]] = load i64, ptr addrspace(1) %p
; CHECK-NEXT: store i64 [[NEW]], ptr %
; CHECK-NEXT: ret i32 2
; CHECK: after.barrier:
; CHECK-NEXT: store i64 [[OLD]], ptr addrspace(1) %out
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out, i1 %c) {
entry:
  %p = getelementptr i64, ptr addrspace(1) %in, i64 %lx
  br label %loop
loop:
  %v = load i64, ptr addrspace(1) %p
  call void @weft.barrier()
  store i64 %v, ptr addrspace(1) %out
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
