; What both sides of a branch load, if only one of them as a vector, leaves the loop with what is made of it.
; RUN: %weft-opt -passes="weft-hoist-constant-loads,loop-mssa(licm)" -S %s | FileCheck %s

; CHECK-LABEL: define void @rows(
; CHECK: entry:
; CHECK: %table = load <4 x float>
; CHECK: %turned = shufflevector
; CHECK: row:
; CHECK: wide:
; CHECK-NOT: shufflevector
; CHECK: store
define void @rows(ptr addrspace(2) %cosines, ptr addrspace(1) %out) {
entry:
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %done ]
  %at = mul i64 %y, 1000000
  %fits = icmp ult i64 %at, 5000000
  br i1 %fits, label %wide, label %each, !prof !0, !weft.same.items !1
wide:
  %table = load <4 x float>, ptr addrspace(2) %cosines, align 4, !invariant.load !1
  %turned = shufflevector <4 x float> %table, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %place = getelementptr float, ptr addrspace(1) %out, i64 %at
  store <4 x float> %turned, ptr addrspace(1) %place, align 4
  br label %done
each:
  call void @each(i64 %y)
  br label %done
done:
  %next = add i64 %y, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; Not where the sides do different things, nor behind what may not return, nor a part of a loop's work.
; CHECK-LABEL: define void @others(
; CHECK: row:
; CHECK: wide:
; CHECK: %table = load
; CHECK: same:
; CHECK: behind:
; CHECK: call void @each
; CHECK: %late = load
; CHECK: %moving = load
define void @others(ptr addrspace(2) %cosines, ptr addrspace(1) %out) {
entry:
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %done ]
  %fits = icmp ult i64 %y, 5
  br i1 %fits, label %wide, label %same, !prof !0
wide:
  %table = load <4 x float>, ptr addrspace(2) %cosines, align 4, !invariant.load !1
  store <4 x float> %table, ptr addrspace(1) %out, align 4
  br label %same
same:
  %odd = trunc i64 %y to i1
  br i1 %odd, label %behind, label %done, !weft.same.items !1
behind:
  call void @each(i64 %y)
  %late = load <4 x float>, ptr addrspace(2) %cosines, align 4, !invariant.load !1
  %row.place = getelementptr float, ptr addrspace(2) %cosines, i64 %y
  %moving = load <4 x float>, ptr addrspace(2) %row.place, align 4, !invariant.load !1
  %sum = fadd <4 x float> %late, %moving
  store <4 x float> %sum, ptr addrspace(1) %out, align 4
  br label %done
done:
  %next = add i64 %y, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; Nor at an index: that it does not wrap may be what is tested.
; CHECK-LABEL: define void @indexed(
; CHECK: row:
; CHECK: wide:
; CHECK: %table = load
define void @indexed(ptr addrspace(2) %cosines, ptr addrspace(1) %out, i64 %index) {
entry:
  %some.place = getelementptr float, ptr addrspace(2) %cosines, i64 %index
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %done ]
  %sum = or i64 %y, %index
  %fits = icmp ult i64 %sum, 5000
  br i1 %fits, label %wide, label %done, !prof !0, !weft.same.items !1
wide:
  %table = load <4 x float>, ptr addrspace(2) %some.place, align 4, !invariant.load !1
  store <4 x float> %table, ptr addrspace(1) %out, align 4
  br label %done
done:
  %next = add i64 %y, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %row, label %exit
exit:
  ret void
}

declare void @each(i64)

!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{}
