; One atomic operation for all lanes where the address is the same.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @count.w4(
; CHECK: %[[ACTIVE:.*]] = call i4 @llvm.ctpop.i4(
; CHECK: zext i4 %[[ACTIVE]] to i32
; CHECK-COUNT-1: atomicrmw add
; CHECK-NOT: atomicrmw
define void @count(i64 %lane, ptr %p) {
  atomicrmw add ptr %p, i32 1 monotonic
  ret void
}
