; A work-group runs on one thread, which alone sees its local memory.
; RUN: %weft-opt -passes=weft-lower-thread-local-atomics -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define i32 @add(
; CHECK: %[[OLD:.*]] = load atomic i32, ptr addrspace(3) %p syncscope("singlethread") monotonic, align 4, !alias.scope
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], %value
; CHECK: store atomic i32 %[[NEW]], ptr addrspace(3) %p syncscope("singlethread") monotonic, align 4, !alias.scope
; CHECK: ret i32 %[[OLD]]
define i32 @add(ptr addrspace(3) %p, i32 %value) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 %value seq_cst, align 4, !alias.scope !0
  ret i32 %old
}

; CHECK-LABEL: define i1 @exchange(
; CHECK: %[[OLD:.*]] = load atomic i32, ptr addrspace(3) %p
; CHECK: %[[EQUAL:.*]] = icmp eq i32 %[[OLD]], %expected
; CHECK: %[[NEW:.*]] = select i1 %[[EQUAL]], i32 %value, i32 %[[OLD]]
; CHECK: store atomic i32 %[[NEW]], ptr addrspace(3) %p
define i1 @exchange(ptr addrspace(3) %p, i32 %expected, i32 %value) {
  %pair = cmpxchg ptr addrspace(3) %p, i32 %expected, i32 %value seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  ret i1 %done
}

; Other groups see global memory.
; CHECK-LABEL: define i32 @others(
; CHECK: atomicrmw add ptr addrspace(1) %p
define i32 @others(ptr addrspace(1) %p, i32 %value) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %value seq_cst
  ret i32 %old
}

!0 = !{!1}
!1 = distinct !{!1, !2, !"local"}
!2 = distinct !{!2, !"kernel"}
