; Work in front of and behind a barrier are two regions; what the second needs lives across.
;
;   entry: x = load | barrier | after: use x
;   \__ region 1 __/           \_ region 2 _/
; RUN: %weft-opt -passes="print<weft-barrier-graph>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: region 1: %entry
; CHECK-NEXT: next: 2
; CHECK-NEXT: live:{{$}}
; CHECK-NEXT: region 2: %after.barrier
; CHECK-NEXT: next: end
; CHECK-NEXT: live: %x{{$}}
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
entry:
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %lx
  %x = load i64, ptr addrspace(1) %p
  call void @weft.barrier()
  store i64 %x, ptr addrspace(1) %out
  ret void
}
