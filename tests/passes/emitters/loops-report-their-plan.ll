; What the kernel needs of the context, and why it runs as it does.
; RUN: %weft-opt -passes="print<weft-emit-loops>" -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: kernel 'weft_kernel_k': 9 bytes per work-item, 0 per group
; CHECK-NEXT: 2 regions, 9 bytes per work-item across barriers
; CHECK-NEXT: work-items may return while others reach a barrier
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in) {
  %p = getelementptr i64, ptr addrspace(1) %in, i64 %lx
  %own = load i64, ptr addrspace(1) %p
  %c = icmp eq i64 %lx, 1
  br i1 %c, label %a, label %b
a:
  ret void
b:
  call void @weft.barrier()
  store i64 %own, ptr addrspace(1) %in
  ret void
}
