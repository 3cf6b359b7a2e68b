; Nothing that could trap or is slow is moved behind the barrier.
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: plan of 'k.item': 8 bytes per work-item
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %n, ptr addrspace(1) %out) {
entry:
  %q = udiv i64 %lx, %n
  call void @weft.barrier()
  store i64 %q, ptr addrspace(1) %out
  ret void
}
