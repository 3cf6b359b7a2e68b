; Two blocks with barriers that jump to each other and are both entered from outside: no loop in the usual
; sense, and no special case either.
;
;   entry --> a: barrier <--> b: barrier --> exit
;      \_____________________/
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: region 1: %entry %a %b
; CHECK-NEXT: next: 2 3
; CHECK: region 2: %after.barrier %b
; CHECK-NEXT: next: 3
; CHECK: region 3: %a %after.barrier1 %exit
; CHECK-NEXT: next: 2 end
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %b
a:
  call void @weft.barrier()
  br label %b
b:
  call void @weft.barrier()
  br i1 %d, label %a, label %exit
exit:
  ret void
}
