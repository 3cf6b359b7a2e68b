; An id truncated to int is affine if it does not wrap: the function tests it on entry and runs the
; scalar function where it does.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-NOT: gathers
; CHECK-LABEL: define void @checked.w4(
; CHECK: %[[FITS:.*]] = icmp sle i32 %{{.*}}, 2147483644
; CHECK: br i1 %[[FITS]], label %checked, label %lane.by.lane
; CHECK: call void @checked(
define void @checked(i64 %lane, ptr %p, ptr %q) {
  %gid = trunc i64 %lane to i32
  %wide = sext i32 %gid to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %wide
  store i32 %value, ptr %to
  ret void
}

; InstCombine writes the extension as shifts.
; CHECK-LABEL: define void @shifted.w4(
; CHECK: br i1 %{{.*}}, label %checked, label %lane.by.lane
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: call void @llvm.masked.store
; CHECK: call void @shifted(
define void @shifted(i64 %lane, ptr %p, ptr %q) {
  %high = shl i64 %lane, 32
  %gid = ashr exact i64 %high, 32
  %from = getelementptr i32, ptr %p, i64 %gid
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %gid
  store i32 %value, ptr %to
  ret void
}
