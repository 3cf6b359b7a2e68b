; A uniform early return needs no marks: all work-items end, or none.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'k.item': {{[0-9]+}} bytes per work-item
; CHECK-NOT: skips
; CHECK: region 1: next end 2
; CHECK-NEXT: region 2: next end
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %return, label %go
return:
  ret void
go:
  call void @weft.barrier()
  store i64 1, ptr addrspace(1) %out
  ret void
}
