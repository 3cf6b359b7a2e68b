; A test that is the same in all iterations, and mostly holds, is made ahead of the loop; without an expectation
; the loop stays as it is.
; RUN: %weft-opt -passes="loop-mssa(licm,weft-unswitch-expectations)" -S %s | FileCheck %s

; CHECK-LABEL: define void @expected(
; CHECK: entry:
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !prof
; CHECK: usual{{.*}}:
; CHECK: br i1 %again{{.*}}, label %{{.*}}, label %{{.*}}
; CHECK: unusual{{.*}}:
; CHECK: br i1 %again{{.*}}, label %{{.*}}, label %{{.*}}
define void @expected(i64 %first, i64 %rows) {
entry:
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %done ]
  %fits = icmp slt i64 %first, 1000
  br i1 %fits, label %usual, label %unusual, !prof !0
usual:
  call void @all(i64 %y)
  br label %done
unusual:
  call void @each(i64 %y)
  br label %done
done:
  %next = add i64 %y, 1
  %again = icmp ult i64 %next, %rows
  br i1 %again, label %row, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @unknown(
; CHECK: entry:
; CHECK-NOT: br i1
; CHECK: row:
; CHECK: br i1 %fits, label %usual, label %unusual
; CHECK: %again = icmp
; CHECK-NOT: %again{{.*}} = icmp
; CHECK: declare
define void @unknown(i64 %first, i64 %rows) {
entry:
  br label %row
row:
  %y = phi i64 [ 0, %entry ], [ %next, %done ]
  %fits = icmp slt i64 %first, 1000
  br i1 %fits, label %usual, label %unusual
usual:
  call void @all(i64 %y)
  br label %done
unusual:
  call void @each(i64 %y)
  br label %done
done:
  %next = add i64 %y, 1
  %again = icmp ult i64 %next, %rows
  br i1 %again, label %row, label %exit
exit:
  ret void
}

declare void @all(i64)
declare void @each(i64)
!0 = !{!"branch_weights", i32 2000, i32 1}
