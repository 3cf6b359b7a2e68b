; Values and addresses are loaded from the argument buffer at their places; a local pointer is an offset into
; the thread's local memory.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: setup:
; CHECK-NEXT: %uniforms = alloca
; CHECK-NEXT: %next = alloca
; CHECK-NEXT: [[V:%.*]] = getelementptr inbounds i8, ptr %args, i64 0
; CHECK-NEXT: %value = load i32, ptr [[V]], align 128
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %args, i64 8
; CHECK-NEXT: %global = load ptr addrspace(1), ptr [[A]], align 8
; CHECK: [[B:%.*]] = getelementptr inbounds i8, ptr %args, i64 16
; CHECK-NEXT: [[OFFSET:%.*]] = load i64, ptr [[B]], align 16
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %thread, i64 0
; CHECK-NEXT: [[MEMORY:%.*]] = load ptr, ptr [[FIELD]], align 8
; CHECK: [[ADDRESS:%.*]] = getelementptr inbounds i8, ptr [[MEMORY]], i64 [[OFFSET]]
; CHECK-NEXT: %local = addrspacecast ptr [[ADDRESS]] to ptr addrspace(3)
; CHECK: call i32 @k.item.region1({{.*}}, i32 %value, ptr addrspace(1) %global, ptr addrspace(3) %local,
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, i32 %value, ptr addrspace(1) %global, ptr addrspace(3) %local) {
  ret void
}
