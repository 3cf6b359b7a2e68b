; What does not fit a thread's stack is behind the context arrays, once: one work-item at a time uses it.
; RUN: %weft-opt -passes="print<weft-emit-loops>" -disable-output %s 2>&1 | FileCheck %s
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: kernel 'weft_kernel_k': 0 bytes per work-item, 80000 per group

; IR-LABEL: define internal i32 @k.item.region1(
; IR-NOT: alloca
; IR: [[BASE:%.*]] = getelementptr inbounds i8, ptr %context, i64
; IR: getelementptr inbounds i8, ptr [[BASE]], i64 0
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, i64 %i, ptr addrspace(1) %out) {
entry:
  %a = alloca [10000 x i64]
  %p = getelementptr i64, ptr %a, i64 %i
  store i64 %lx, ptr %p
  %v = load i64, ptr %a
  store i64 %v, ptr addrspace(1) %out
  ret void
}
