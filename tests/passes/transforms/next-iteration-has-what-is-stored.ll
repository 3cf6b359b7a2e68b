; What an iteration stores and the next one loads stays in a register: where buffers are separate if the loop
; stores through another argument, too, and in any case if it does not.
; RUN: %weft-opt -passes=weft-version-loops -S %s | FileCheck %s

; CHECK-LABEL: define void @of_two_arguments(
; CHECK: br i1 %separate.buffers, label %{{.*}}separate, label %{{.*}}overlapping, !prof
; CHECK: loop.overlapping:
; CHECK-COUNT-4: load float
; CHECK: br i1
; CHECK: loop:
; CHECK: [[FORWARDED:%.*]] = phi float [ %load_initial, %{{.*}} ], [ %new, %loop ]
; CHECK-COUNT-3: load float
; CHECK-NOT: load float
; CHECK: br i1
define void @of_two_arguments(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                              i64 %x, i64 %y, i64 %z, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %last = add nsw i64 %k, -1
  %last.at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %last
  %last.a = load float, ptr addrspace(1) %last.at
  %b.at = getelementptr inbounds float, ptr addrspace(1) %b, i64 %k
  %old.b = load float, ptr addrspace(1) %b.at
  %a.at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %k
  %old = load float, ptr addrspace(1) %a.at
  %product = fmul float %last.a, %old.b
  %new = fadd float %product, %old
  store float %new, ptr addrspace(1) %a.at
  %mirror = sub nsw i64 %n, %k
  %mirror.at = getelementptr inbounds float, ptr addrspace(1) %b, i64 %mirror
  %mirrored = load float, ptr addrspace(1) %mirror.at
  %more = fadd float %mirrored, %new
  store float %more, ptr addrspace(1) %mirror.at
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @of_one_argument(
; CHECK-NOT: separate.buffers
; CHECK: loop:
; CHECK: phi float [ %load_initial, %{{.*}} ], [ %new, %loop ]
; CHECK: load float
; CHECK-NOT: load float
; CHECK: br i1
define void @of_one_argument(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                             i64 %x, i64 %y, i64 %z, ptr addrspace(1) %a, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %last = add nsw i64 %k, -1
  %last.at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %last
  %last.a = load float, ptr addrspace(1) %last.at
  %a.at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %k
  %old = load float, ptr addrspace(1) %a.at
  %new = fadd float %last.a, %old
  store float %new, ptr addrspace(1) %a.at
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Another store may lead there.
; CHECK-LABEL: define void @of_unknown_places(
; CHECK-NOT: load_initial
define void @of_unknown_places(ptr noalias %launch, ptr %thread, i64 %gx, i64 %gy, i64 %gz, i64 %sx, i64 %sy, i64 %sz,
                               i64 %x, i64 %y, i64 %z, ptr addrspace(1) %a, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 1, %entry ], [ %next, %loop ]
  %last = add nsw i64 %k, -1
  %last.at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %last
  %last.a = load float, ptr addrspace(1) %last.at
  %a.at = getelementptr inbounds float, ptr addrspace(1) %a, i64 %k
  %old = load float, ptr addrspace(1) %a.at
  %new = fadd float %last.a, %old
  store float %new, ptr addrspace(1) %a.at
  %place = fptosi float %old to i64
  %anywhere = getelementptr inbounds float, ptr addrspace(1) %a, i64 %place
  store float 0.0, ptr addrspace(1) %anywhere
  %next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
