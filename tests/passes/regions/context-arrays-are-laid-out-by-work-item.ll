; Each value has an array with an element per work-item: x fastest, as wide as the type, a truth value in
; a byte, a vector aligned as it should be. An array starts at its offset times the rounded item count.
; RUN: %weft-opt -passes=weft-form-regions -S %s | FileCheck %s
; RUN: %weft-opt -passes="print<weft-form-regions>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @weft.barrier() convergent noduplicate nounwind

; PLAN: plan of 'k.item': 21 bytes per work-item

; CHECK-LABEL: define internal i32 @k.item.region1(
; CHECK: [[PLANE:%.*]] = mul nuw nsw i64 %sy, %lz
; CHECK-NEXT: [[ROW:%.*]] = add nuw nsw i64 [[PLANE]], %ly
; CHECK-NEXT: [[BASE:%.*]] = mul nuw nsw i64 [[ROW]], %sx
; CHECK-NEXT: %item = add nuw nsw i64 [[BASE]], %lx
; CHECK-NEXT: [[INT:%.*]] = getelementptr inbounds [4 x i8], ptr %context, i64 %item
; CHECK-NEXT: [[OFFSET1:%.*]] = mul nuw nsw i64 %context.items, 4
; CHECK-NEXT: [[START1:%.*]] = getelementptr inbounds i8, ptr %context, i64 [[OFFSET1]]
; CHECK-NEXT: [[TRUTH:%.*]] = getelementptr inbounds [1 x i8], ptr [[START1]], i64 %item
; CHECK-NEXT: [[OFFSET2:%.*]] = mul nuw nsw i64 %context.items, 5
; CHECK-NEXT: [[START2:%.*]] = getelementptr inbounds i8, ptr %context, i64 [[OFFSET2]]
; CHECK-NEXT: [[VECTOR:%.*]] = getelementptr inbounds [16 x i8], ptr [[START2]], i64 %item
; CHECK: store i32 %int, ptr [[INT]], align 4
; CHECK: [[BYTE:%.*]] = zext i1 %truth to i8
; CHECK: store i8 [[BYTE]], ptr [[TRUTH]], align 1
; CHECK: store <4 x float> %vector, ptr [[VECTOR]], align 16
; CHECK-LABEL: define internal i32 @k.item.region2(
; CHECK: load i8, ptr {{.*}}, align 1
; CHECK-NEXT: trunc i8 {{.*}} to i1
define void @k.item(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                    i64 %lx, i64 %ly, i64 %lz, ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %lx
  %int = load i32, ptr addrspace(1) %p
  %r = srem i32 %int, 3
  %truth = icmp eq i32 %r, 0
  %q = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %lx
  %vector = load <4 x float>, ptr addrspace(1) %q
  call void @weft.barrier()
  %s = select i1 %truth, i32 %int, i32 7
  store i32 %s, ptr addrspace(1) %out
  store <4 x float> %vector, ptr addrspace(1) %q
  ret void
}
