; Where the length of a row is a constant, InstCombine writes `row * length + column` with or, and
; limits with umin. Lanes still follow each other.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-NOT: gathers

; A clamped column of a row of 2048.
; CHECK-LABEL: define void @clamped.w4(
; CHECK: call <4 x i32> @llvm.masked.load
define void @clamped(i64 %lane, ptr %p, ptr %q, i32 %row) {
  %gid = trunc i64 %lane to i32
  %column = add i32 %gid, -2
  %low = call i32 @llvm.smax.i32(i32 %column, i32 0)
  %inside = call i32 @llvm.umin.i32(i32 %low, i32 2047)
  %start = shl i32 %row, 11
  %at = or disjoint i32 %inside, %start
  %wide = zext nneg i32 %at to i64
  %from = getelementptr i32, ptr %p, i64 %wide
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; The sum may have been shifted.
; CHECK-LABEL: define void @shifted.w4(
; CHECK: call <4 x i32> @llvm.masked.load
define void @shifted(i64 range(i64 0, 256) %lane, ptr %p, ptr %q, i64 %group) {
  %column = shl nuw nsw i64 %lane, 32
  %start = shl i64 %group, 41
  %sum = or disjoint i64 %column, %start
  %bytes = ashr exact i64 %sum, 30
  %from = getelementptr i8, ptr %p, i64 %bytes
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; That the parts have no bits in common was known where the or was made. Here it is tested.
; CHECK-LABEL: define void @tested.w4(
; CHECK: %[[LAST:.*]] = add i64 %lane, 3
; CHECK: icmp ule i64 %[[LAST]], %{{.*}}
; CHECK: call <4 x i32> @llvm.masked.load
define void @tested(i64 %lane, ptr %p, ptr %q, i64 %row) {
  %start = shl i64 %row, 8
  %sum = or i64 %start, %lane
  %at = and i64 %sum, 4294967295
  %from = getelementptr i32, ptr %p, i64 %at
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %value, ptr %to
  ret void
}
