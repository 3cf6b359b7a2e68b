; What each round of a loop over work-items loads first, and from the same place, leaves the loop with what is made of it.
; RUN: %weft-opt -passes="weft-hoist-item-loads,loop-mssa(licm)" -S %s | FileCheck %s

; CHECK-LABEL: define void @row(
; CHECK: entry:
; CHECK: %factor = load float
; CHECK: %splat = shufflevector
; CHECK: item:
; CHECK-NOT: shufflevector
; CHECK: store
define void @row(ptr addrspace(1) %matrix, ptr addrspace(1) %out) {
entry:
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %next, %item ]
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  %old = load <4 x float>, ptr addrspace(1) %place, align 4
  %factor = load float, ptr addrspace(1) %matrix, align 4
  %first = insertelement <4 x float> poison, float %factor, i64 0
  %splat = shufflevector <4 x float> %first, <4 x float> poison, <4 x i32> zeroinitializer
  %new = fmul <4 x float> %old, %splat
  store <4 x float> %new, ptr addrspace(1) %place, align 4
  %next = add i64 %x, 4
  %again = icmp ult i64 %next, 64
  br i1 %again, label %item, label %exit, !llvm.loop !0
exit:
  ret void
}

; Not behind what may store, not of private memory, which rounds have one after the other, nor of volatile and atomic
; objects: in local memory, what was atomic is plain by now.
; CHECK-LABEL: define void @behind(
; CHECK: item:
; CHECK: %private = load
; CHECK: %local = load
; CHECK: %volatile = load
; CHECK: store float
; CHECK: %late = load
define void @behind(ptr addrspace(1) %matrix, ptr addrspace(1) %out, ptr %stack, ptr addrspace(3) %tile) {
entry:
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %next, %item ]
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  %private = load float, ptr %stack, align 4
  %local = load float, ptr addrspace(3) %tile, align 4
  %both = fadd float %private, %local
  %volatile = load volatile float, ptr addrspace(1) %matrix, align 4
  %sum = fadd float %both, %volatile
  store float %sum, ptr addrspace(1) %place, align 4
  %late = load float, ptr addrspace(1) %matrix, align 4
  store float %late, ptr %stack, align 4
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %item, label %exit, !llvm.loop !2
exit:
  ret void
}

; CHECK-LABEL: define void @atomic(
; CHECK: item:
; CHECK: load atomic
define void @atomic(ptr addrspace(1) %matrix, ptr addrspace(1) %out) {
entry:
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %next, %item ]
  %value = load atomic float, ptr addrspace(1) %matrix monotonic, align 4
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %place, align 4
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %item, label %exit, !llvm.loop !3
exit:
  ret void
}

; Nor where only some rounds load, or where rounds are those of the program's own loop.
; CHECK-LABEL: define void @some(
; CHECK: some:
; CHECK: %factor = load
define void @some(ptr addrspace(1) %matrix, ptr addrspace(1) %out) {
entry:
  br label %item
item:
  %x = phi i64 [ 0, %entry ], [ %next, %done ]
  %odd = trunc i64 %x to i1
  br i1 %odd, label %some, label %done
some:
  %factor = load float, ptr addrspace(1) %matrix, align 4
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %factor, ptr addrspace(1) %place, align 4
  br label %done
done:
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %item, label %exit, !llvm.loop !4
exit:
  ret void
}

; CHECK-LABEL: define void @own(
; CHECK: round:
; CHECK: %factor = load
define void @own(ptr addrspace(1) %matrix, ptr addrspace(1) %out) {
entry:
  br label %round
round:
  %x = phi i64 [ 0, %entry ], [ %next, %round ]
  %factor = load float, ptr addrspace(1) %matrix, align 4
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  store float %factor, ptr addrspace(1) %place, align 4
  %next = add i64 %x, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %round, label %exit
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"weft.loop.items"}
!2 = distinct !{!2, !1}
!3 = distinct !{!3, !1}
!4 = distinct !{!4, !1}
