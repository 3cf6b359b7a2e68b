; In a loop with a barrier, memory whose life starts anew in each round does not outlive the barrier.
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-NOT: outlives
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %a = alloca [4 x i64]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  call void @llvm.lifetime.start.p0(ptr %a)
  %p = getelementptr i64, ptr %a, i64 %i
  store i64 %lx, ptr %p
  %v = load i64, ptr %a
  store i64 %v, ptr addrspace(1) %out
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @weft.barrier()
  %up = add i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit
exit:
  ret void
}
