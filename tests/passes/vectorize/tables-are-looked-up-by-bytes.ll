; On aarch64 a small constant table is up to four registers, of which bytes are looked up by number; of a larger one the
; second four registers give what is beyond the first.
; RUN: %weft-opt -mtriple=aarch64-unknown-linux-gnu -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

@words = constant [5 x i32] [i32 3, i32 1, i32 4, i32 1, i32 5]
@bytes = constant [100 x i8] zeroinitializer
@floats = constant [33 x float] zeroinitializer

; CHECK-LABEL: define void @one.w4(
; CHECK: %[[FIRST:.*]] = mul <16 x i32> %{{.*}}, splat (i32 67372036)
; CHECK: add <16 x i32> %[[FIRST]], splat (i32 50462976)
; CHECK: call <16 x i8> @llvm.aarch64.neon.tbl4.v16i8(<16 x i8> <i8 3, i8 0, i8 0, i8 0, i8 1, {{.*}}>
; CHECK: ret
define void @one(i64 %lane, ptr %p, ptr %q) "weft-width"="4" {
  %from = getelementptr i32, ptr %p, i64 %lane
  %number = load i32, ptr %from
  %wide = zext i32 %number to i64
  %at = getelementptr i32, ptr @words, i64 %wide
  %value = load i32, ptr %at
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @two.w16(
; CHECK: %[[LOW:.*]] = call <16 x i8> @llvm.aarch64.neon.tbl4.v16i8(
; CHECK: %[[BEHIND:.*]] = {{add|sub}} <16 x i8> %{{.*}}, splat (i8 {{-?}}64)
; CHECK: call <16 x i8> @llvm.aarch64.neon.tbx4.v16i8(<16 x i8> %[[LOW]], {{.*}}, <16 x i8> %[[BEHIND]])
; CHECK: ret
define void @two(i64 %lane, ptr %p, ptr %q) "weft-width"="16" {
  %from = getelementptr i8, ptr %p, i64 %lane
  %number = load i8, ptr %from
  %wide = zext i8 %number to i64
  %at = getelementptr i8, ptr @bytes, i64 %wide
  %value = load i8, ptr %at
  %to = getelementptr i8, ptr %q, i64 %lane
  store i8 %value, ptr %to
  ret void
}

; CHECK-LABEL: define void @more.w4(
; CHECK-NOT: tbl
; CHECK: ret
define void @more(i64 %lane, ptr %p, ptr %q) "weft-width"="4" {
  %from = getelementptr i32, ptr %p, i64 %lane
  %number = load i32, ptr %from
  %wide = zext i32 %number to i64
  %at = getelementptr float, ptr @floats, i64 %wide
  %value = load float, ptr %at
  %to = getelementptr float, ptr %q, i64 %lane
  store float %value, ptr %to
  ret void
}
