; What all lanes do ahead of a loop, none of them waits for in it: a counter that work is fetched from is no lock.
; RUN: %weft-opt -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-NOT: not widened
; CHECK: define {{.*}}@fetched.w4(
define void @fetched(i64 %lane, ptr %next, ptr %out, i32 %n) {
entry:
  %first = atomicrmw add ptr %next, i32 1 monotonic
  %any = icmp ult i32 %first, %n
  br i1 %any, label %loop, label %done
loop:
  %i = phi i32 [ %first, %entry ], [ %following, %loop ]
  %i64 = zext i32 %i to i64
  %at = getelementptr i32, ptr %out, i64 %i64
  store i32 7, ptr %at
  %following = atomicrmw add ptr %next, i32 1 monotonic
  %more = icmp ult i32 %following, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
