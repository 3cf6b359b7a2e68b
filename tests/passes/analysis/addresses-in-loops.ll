; What each iteration of a loop adds to an address, and lanes; what loops do not count they may do
; anything to.
; RUN: %weft-opt -passes='print<weft-addresses>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: addresses of 'strides'
; CHECK-NEXT: %at: %p + 4*lane + 32*iteration of %i{{$}}
; CHECK-NEXT: %q: %p + 12*iteration of %q{{$}}
; CHECK-NEXT: %far.at: %p + 4*lane + far*iteration of %far{{$}}
; CHECK-NEXT: %mine.at: %p + far*lane + far*iteration of %mine{{$}}
; CHECK-NEXT: %hash.at: %p + ... + ?*lane + ?*iteration of %i, if %hash is what moves{{$}}
define void @strides(i64 %lane, i64 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %lane, %entry ], [ %i.next, %loop ]
  %q = phi ptr [ %p, %entry ], [ %q.next, %loop ]
  %far = phi i64 [ %lane, %entry ], [ %far.next, %loop ]
  %mine = phi i64 [ 0, %entry ], [ %mine.next, %loop ]
  %hash = phi i64 [ %lane, %entry ], [ %hash.next, %loop ]
  %at = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %at
  store i32 7, ptr %q
  %far.at = getelementptr i32, ptr %p, i64 %far
  store i32 7, ptr %far.at
  %mine.at = getelementptr i8, ptr %p, i64 %mine
  store i8 7, ptr %mine.at
  %hash.at = getelementptr i8, ptr %p, i64 %hash
  store i8 7, ptr %hash.at
  %i.next = add i64 %i, 8
  %q.next = getelementptr i32, ptr %q, i64 3
  %far.next = add i64 %n, %far
  %mine.next = add i64 %mine, %lane
  %hash.next = xor i64 %hash, %i
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The counter of the outer loop begins the inner one's. Half of a counter's bits may not be all.
; CHECK-LABEL: addresses of 'nested'
; CHECK-NEXT: %at: %p + lane + 16*iteration of %i + iteration of %j{{$}}
; CHECK-NEXT: %half.at: %p + lane + iteration of %half, if %half is what moves{{$}}
define void @nested(i64 %lane, i64 %n, ptr %p) {
entry:
  br label %outer
outer:
  %i = phi i64 [ %lane, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %half = phi i64 [ %lane, %outer ], [ %half.next, %inner ]
  %at = getelementptr i8, ptr %p, i64 %j
  store i8 7, ptr %at
  %half.at = getelementptr i8, ptr %p, i64 %half
  store i8 7, ptr %half.at
  %j.next = add i64 %j, 1
  %half.sum = add i64 %half, 1
  %half.low = trunc i64 %half.sum to i32
  %half.next = zext i32 %half.low to i64
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %inner, label %latch
latch:
  %i.next = add i64 %i, 16
  %again = icmp ult i64 %i.next, %n
  br i1 %again, label %outer, label %end
end:
  ret void
}
