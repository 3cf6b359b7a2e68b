; A group hands a frame with its values and a function to the run time, which calls that once per work-item.
; RUN: %weft-opt -passes=weft-emit-fibers -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; CHECK-LABEL: define void @weft_kernel_k(
; CHECK: %frame = alloca { ptr, ptr, i64, i64, i64, i64, i64, i64, i64 }
; CHECK: {{^}}group:
; CHECK: getelementptr inbounds nuw {{.*}}, ptr %frame, i32 0, i32 8
; CHECK-NEXT: store i64 %n, ptr
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %thread, i64 24
; CHECK-NEXT: [[CALLEE:%.*]] = load ptr, ptr [[FIELD]]
; CHECK: %items = mul nuw nsw i64
; CHECK: call void [[CALLEE]](ptr %thread, ptr @k.item.fiber, ptr %frame, i64 %items)

; CHECK-LABEL: define internal void @k.item.fiber(ptr %0, ptr %1, i64 %2)
; CHECK: [[ROW:%.*]] = udiv i64 %2, [[SX:%.*]]
; CHECK: [[X:%.*]] = urem i64 %2, [[SX]]
; CHECK-NEXT: [[Y:%.*]] = urem i64 [[ROW]], [[SY:%.*]]
; CHECK-NEXT: [[Z:%.*]] = udiv i64 [[ROW]], [[SY]]
; CHECK-NEXT: call void @k.item({{.*}}, i64 [[X]], i64 [[Y]], i64 [[Z]], i64
define internal void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                             i64 %sz, i64 %lx, i64 %ly, i64 %lz, i64 %n) {
  ret void
}
