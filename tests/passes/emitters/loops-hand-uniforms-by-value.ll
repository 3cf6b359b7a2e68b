; A region's uniform values are loaded once, in front of its loops.
; RUN: %weft-opt -passes=weft-emit-loops -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK: %uniforms = alloca { i64 }
; CHECK: {{^}}region2:
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr inbounds nuw { i64 }, ptr %uniforms, i32 0, i32 0
; CHECK-NEXT: [[VALUE:%.*]] = load i64, ptr [[PLACE]]
; CHECK: {{^}}row
; CHECK: call i32 @k.item.region2({{.*}}, ptr %uniforms, i64 [[VALUE]])
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in) {
  %same = load i64, ptr addrspace(1) %in
  call void @weft.barrier()
  store i64 %same, ptr addrspace(1) %in
  ret void
}
