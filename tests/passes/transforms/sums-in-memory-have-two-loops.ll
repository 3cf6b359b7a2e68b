; A loop that stores to one place, and reads through another argument, is there twice, and sums up in a register
; where buffers are separate. Once is enough if the place is of the same argument as what is read, if nothing else
; is accessed, or if the loop may not store at all.
; RUN: %weft-opt -passes=weft-version-loops -S %s | FileCheck %s
; RUN: %weft-opt -passes=weft-version-loops,weft-version-loops -S %s | FileCheck %s --check-prefix=AGAIN

; AGAIN: {{^}}loop.overlapping:
; AGAIN-NOT: {{^}}loop.overlapping{{.+}}:

; CHECK-LABEL: define void @sum(
; CHECK-SAME: #[[ASKS:[0-9]+]]
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %launch, i64 100
; CHECK: [[SEPARATE:%.*]] = load i32, ptr [[FIELD]], align 4, !invariant.load
; CHECK: %separate.buffers = icmp ne i32 [[SEPARATE]], 0
; CHECK: br i1 %separate.buffers, label %{{.*}}separate, label %{{.*}}overlapping, !prof
; CHECK: loop.overlapping:
; CHECK: store float
; CHECK: br i1 {{.*}}, label %{{.*}}, label %loop.overlapping, !llvm.loop [[MARKED:![0-9]+]]
; CHECK: loop:
; CHECK: phi float
; CHECK: load float, ptr addrspace(1) %p, align 4, !noalias
; CHECK-NOT: store
; CHECK: br i1 {{.*}}, label %{{.*}}, label %loop, !llvm.loop
; CHECK: store float {{.*}}, ptr addrspace(1) %out, align 4, !alias.scope
; CHECK-LABEL: define void @sum_of_one_argument(
; CHECK-NOT: separate.buffers
; CHECK-LABEL: define void @nothing_else(
; CHECK-NOT: separate.buffers
; CHECK-LABEL: define void @under_a_condition(
; CHECK-NOT: separate.buffers
; CHECK-LABEL: define void @through_a_pointer_from_memory(
; CHECK-NOT: separate.buffers
; CHECK: attributes #[[ASKS]] = { "weft-asks-for-separate-buffers" }
; CHECK: [[MARKED]] = distinct !{[[MARKED]], ![[DISABLE:[0-9]+]]}
; CHECK: ![[DISABLE]] = !{!"llvm.loop.licm_versioning.disable", i32 1}
define void @sum(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz, i64 %x,
                 i64 %y, i64 %z, ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %k
  %a = load float, ptr addrspace(1) %p
  %old = load float, ptr addrspace(1) %out
  %new = fadd float %old, %a
  store float %new, ptr addrspace(1) %out
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define void @sum_of_one_argument(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                                 i64 %sz, i64 %x, i64 %y, i64 %z, ptr addrspace(1) %out, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %out, i64 %k
  %a = load float, ptr addrspace(1) %p
  %old = load float, ptr addrspace(1) %out
  %new = fadd float %old, %a
  store float %new, ptr addrspace(1) %out
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define void @nothing_else(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                          i64 %x, i64 %y, i64 %z, ptr addrspace(1) %out, ptr addrspace(1) noalias %in, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %k
  %a = load float, ptr addrspace(1) %p
  %old = load float, ptr addrspace(1) %out
  %new = fadd float %old, %a
  store float %new, ptr addrspace(1) %out
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define void @under_a_condition(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy,
                               i64 %sz, i64 %x, i64 %y, i64 %z, ptr addrspace(1) %out, ptr addrspace(1) %in,
                               i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %k
  %a = load float, ptr addrspace(1) %p
  %positive = fcmp ogt float %a, 0.0
  br i1 %positive, label %then, label %latch
then:
  store float %a, ptr addrspace(1) %out
  br label %latch
latch:
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define void @through_a_pointer_from_memory(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx,
                                           i64 %sy, i64 %sz, i64 %x, i64 %y, i64 %z, ptr addrspace(1) %out,
                                           ptr addrspace(1) %in, i64 %n) {
entry:
  %unknown = load ptr addrspace(1), ptr addrspace(1) %in
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %unknown, i64 %k
  %a = load float, ptr addrspace(1) %p
  %old = load float, ptr addrspace(1) %out
  %new = fadd float %old, %a
  store float %new, ptr addrspace(1) %out
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
