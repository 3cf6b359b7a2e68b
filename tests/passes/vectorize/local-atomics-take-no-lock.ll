; A work-group runs on one thread, which alone sees its local memory.
; RUN: %weft-opt -passes='weft-vectorize,function(weft-lower-thread-local-atomics)' -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @histogram.w4(
; CHECK-NOT: atomicrmw
; CHECK-COUNT-4: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: %[[OLD:.*]] = load atomic i32, ptr addrspace(3) %total
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]]
; CHECK: store atomic i32 %[[NEW]], ptr addrspace(3) %total
define void @histogram(i64 %lane, ptr %p, ptr addrspace(3) %bins, ptr addrspace(3) %total) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %value = load i32, ptr %own
  %bin = getelementptr i32, ptr addrspace(3) %bins, i32 %value
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  atomicrmw add ptr addrspace(3) %total, i32 1 monotonic
  ret void
}
