; Where two loads cost less than one, a shift and a mask, the bytes of what lanes hold come one by one. That depends on
; the CPU that is tuned for (passes/target/tuning.def).
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @cheap.w4(
; CHECK: store volatile <4 x i32> %{{.*}}, ptr %lane.values
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr %lane.values, i64 1
; CHECK-NEXT: %[[FIELD:.*]] = load volatile i8, ptr %[[SECOND]], align 1
; CHECK-NEXT: zext i8 %[[FIELD]] to i32
; CHECK-NOT: load volatile i64
define void @cheap(i64 %lane, ptr %p, ptr addrspace(3) %bins) "tune-cpu"="znver5" {
  %own = getelementptr i32, ptr %p, i64 %lane
  %word = load i32, ptr %own
  %shifted = lshr i32 %word, 8
  %byte = and i32 %shifted, 255
  %wide = zext i32 %byte to i64
  %bin = getelementptr i32, ptr addrspace(3) %bins, i64 %wide
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define void @dear.w4(
; CHECK: load volatile i64, ptr %lane.values
define void @dear(i64 %lane, ptr %p, ptr addrspace(3) %bins) "tune-cpu"="znver4" {
  %own = getelementptr i32, ptr %p, i64 %lane
  %word = load i32, ptr %own
  %shifted = lshr i32 %word, 8
  %byte = and i32 %shifted, 255
  %wide = zext i32 %byte to i64
  %bin = getelementptr i32, ptr addrspace(3) %bins, i64 %wide
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}
