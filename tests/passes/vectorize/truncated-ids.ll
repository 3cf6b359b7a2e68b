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

; A difference that a condition has found not to be negative does not wrap, be the condition on
; signed numbers or not. Lanes for which it would are idle, and their addresses are near.
; CHECK-LABEL: define void @difference.w4(
; CHECK: sub i64
; CHECK: call <4 x i32> @llvm.masked.load
define void @difference(i64 %lane, ptr %p, ptr %q, i32 %offset) {
entry:
  %gid = trunc nuw i64 %lane to i32
  %enough = icmp sge i32 %gid, %offset
  br i1 %enough, label %then, label %done
then:
  %less = sub i32 %gid, %offset
  %wide = zext i32 %less to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %value, ptr %to
  br label %done
done:
  ret void
}
