; A counter of two bits wraps in every fourth iteration: LLVM's loop vectoriser does not see that.
; RUN: %weft-opt -passes=weft-keep-loops-scalar -S %s | FileCheck %s
; LLVM itself: when this fails because the dependences are not safe, the rule for narrow counters can go
; (src/compiler/llvm_patches/rewrites/scalar_loops.cpp).
; RUN: opt -passes='print<access-info>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=LLVM
; LLVM: Analysis' for function 'turns'
; LLVM-NEXT: loop:
; LLVM-NEXT: Memory dependences are safe

; CHECK-LABEL: define void @turns(
; CHECK: br i1 %{{.*}}, label %loop, label %done, !llvm.loop ![[MARK:[0-9]+]]
define void @turns(i32 %base, i32 %n, ptr noalias %io, ptr noalias %in) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %turn = and i32 %k, 3
  %scaled = shl nuw nsw i32 %turn, 7
  %sum = add i32 %base, %scaled
  %wide = zext i32 %sum to i64
  %at = getelementptr inbounds nuw i32, ptr %io, i64 %wide
  %from.sum = add i32 %base, %k
  %from.wide = zext i32 %from.sum to i64
  %from = getelementptr inbounds nuw i32, ptr %in, i64 %from.wide
  %old = load i32, ptr %at
  %more = load i32, ptr %from
  %new = add i32 %old, %more
  store i32 %new, ptr %at
  %next = add nuw i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: define void @counts(
; CHECK-NOT: !llvm.loop
; CHECK: ![[MARK]] = distinct !{![[MARK]], ![[WIDTH:[0-9]+]]}
; CHECK: ![[WIDTH]] = !{!"llvm.loop.vectorize.width", i32 1}
define void @counts(i32 %n, ptr noalias %io) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i32 %k to i64
  %at = getelementptr inbounds nuw i32, ptr %io, i64 %wide
  store i32 %k, ptr %at
  %next = add nuw i32 %k, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
