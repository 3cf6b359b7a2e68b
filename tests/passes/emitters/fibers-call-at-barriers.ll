; A barrier is a call of the run time; the kernel stays one function, uncut.
; RUN: %weft-opt -passes=weft-emit-fibers -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define internal void @k.item(
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %thread, i64 32
; CHECK-NEXT: [[BARRIER:%.*]] = load ptr, ptr [[FIELD]]
; CHECK-NEXT: call void [[BARRIER]](ptr %thread)
; CHECK: store i64 %x, ptr addrspace(1) %out
; CHECK: ret void
; CHECK-NOT: call void @weft.barrier()
; CHECK-NOT: region
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %out) {
  %x = load i64, ptr addrspace(1) %out
  call void @weft.barrier()
  store i64 %x, ptr addrspace(1) %out
  ret void
}
