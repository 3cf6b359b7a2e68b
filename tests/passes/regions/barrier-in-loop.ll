; A barrier in a loop: its region leads around the loop back to itself, or out of it.
;
;   entry -> loop: i = phi, .. barrier .. br i < n, loop, end
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: region 1: %entry %loop
; CHECK-NEXT: next: 2
; CHECK: region 2: %loop %after.barrier %exit
; CHECK-NEXT: next: 2 end
; CHECK-NEXT: live: %i{{$}}

; The counter is the same for all work-items: it is kept once.
; PLAN: plan of 'k.item': 0 bytes per work-item
; PLAN-NEXT: uniforms: { i64 }
; PLAN-NEXT: region 1: next 2, uniforms{{$}}
; PLAN-NEXT: region 2: next 2 end, uniforms 0
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, ptr addrspace(3) %shared) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %up, %loop ]
  %p = getelementptr i64, ptr addrspace(3) %shared, i64 %lx
  store i64 %i, ptr addrspace(3) %p
  call void @weft.barrier()
  %up = add i64 %i, 1
  %on = icmp ult i64 %up, %n
  br i1 %on, label %loop, label %exit
exit:
  ret void
}
