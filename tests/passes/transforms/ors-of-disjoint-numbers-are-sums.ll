; An `or disjoint` is a sum that does not wrap; any other `or` stays.
; RUN: %weft-opt -passes=weft-disjoint-sums -S %s | FileCheck %s

; CHECK-LABEL: define i64 @scalar(
; CHECK-NEXT: %both = add nuw nsw i64 %a, %b
; CHECK-NEXT: ret i64 %both
define i64 @scalar(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, i64 %a, i64 %b) {
  %both = or disjoint i64 %a, %b
  ret i64 %both
}

; CHECK-LABEL: define <4 x i32> @vector(
; CHECK-NEXT: add nuw nsw <4 x i32> %a, splat (i32 3)
define <4 x i32> @vector(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, <4 x i32> %a) {
  %both = or disjoint <4 x i32> %a, splat (i32 3)
  ret <4 x i32> %both
}

; CHECK-LABEL: define i64 @other(
; CHECK-NEXT: or i64 %a, %b
define i64 @other(ptr %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %lx, i64 %ly, i64 %lz, i64 %a, i64 %b) {
  %both = or i64 %a, %b
  ret i64 %both
}
