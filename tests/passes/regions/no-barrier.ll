; Without a barrier the kernel is one region that ends.
;
;   entry -> end
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: regions of 'k.item'
; CHECK-NEXT: region 1: %entry
; CHECK-NEXT: next: end
; CHECK-NEXT: live:
; CHECK-NOT: region 2
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  store i64 %lx, ptr addrspace(1) %out
  ret void
}
