; A loop that is left in its middle and at its end, a barrier between them: each way out is a way of the
; region that it lies in.
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: region 1: %entry %head %body %middle
; CHECK-NEXT: next: end 2
; CHECK: region 2: %head %body %after.barrier %middle %exit
; CHECK-NEXT: next: end 2
; CHECK-NEXT: live: %i
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, i64 %m, ptr addrspace(1) %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %up, %body ]
  %first = icmp eq i64 %i, %m
  br i1 %first, label %middle, label %body
body:
  call void @weft.barrier()
  %up = add i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %head, label %exit
middle:
  store i64 1, ptr addrspace(1) %out
  ret void
exit:
  ret void
}
