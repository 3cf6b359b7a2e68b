; Lanes go along together: a volatile access of all of them is one access of a vector, or a masked one, between fences
; that cost nothing and that LLVM moves no access across. What is atomic stays one access of each lane.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @tree.w4(
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK: call void @llvm.masked.store.v4i32.p3(
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: call <4 x i32> @llvm.masked.load.v4i32.p3(
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: call void @llvm.masked.store.v4i32.p3(
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
define void @tree(i64 %lane, i64 %half, i32 %mine, ptr addrspace(3) %sums) {
entry:
  %own = getelementptr i32, ptr addrspace(3) %sums, i64 %lane
  store volatile i32 %mine, ptr addrspace(3) %own
  %adds = icmp ult i64 %lane, %half
  br i1 %adds, label %add, label %done
add:
  %other = getelementptr i32, ptr addrspace(3) %own, i64 %half
  %more = load volatile i32, ptr addrspace(3) %other
  %sum = add i32 %mine, %more
  store volatile i32 %sum, ptr addrspace(3) %own
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @anywhere.w4(
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: call <4 x i32> @llvm.masked.gather{{.*}}
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK: ret void
define void @anywhere(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %at.p = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  %at = load i32, ptr addrspace(1) %at.p
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %at
  %value = load volatile i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(1) %at.p
  ret void
}

; CHECK-LABEL: define void @atomic.w4(
; CHECK-NOT: fence
; CHECK: load atomic volatile i32, ptr addrspace(1) %{{.*}} monotonic
define void @atomic(i64 %lane, ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %lane
  %value = load atomic volatile i32, ptr addrspace(1) %from monotonic, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 %value, ptr addrspace(1) %to
  ret void
}
