; A barrier in the inner of two loops: both counters live across it, and one region covers the way to
; the next round of either.
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: region 1: %entry %outer %inner
; CHECK-NEXT: next: 2
; CHECK: region 2: %outer %inner %after.barrier %outer.end %exit
; CHECK-NEXT: next: 2 end
; CHECK-NEXT: live: %i %j{{$}}
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.up, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.up, %inner ]
  call void @weft.barrier()
  %j.up = add i64 %j, 1
  %j.on = icmp ult i64 %j.up, %m
  br i1 %j.on, label %inner, label %outer.end
outer.end:
  %i.up = add i64 %i, 1
  %i.on = icmp ult i64 %i.up, %n
  br i1 %i.on, label %outer, label %exit
exit:
  ret void
}
