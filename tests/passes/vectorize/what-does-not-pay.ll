; Vectors where they pay by estimate: not for three gathers an iteration, nor for numbers that are counted in
; memory; for neighbours side by side they do. Nor where single work-items run in vectors, of their own iterations or
; of the source's own, unless these wait for each other.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 "-passes=weft-vectorize<if-cheaper>" -S %s 2>&1 | FileCheck %s

; CHECK: gather: not widened: in vectors it would cost {{[0-9.]+}} times as much, by estimate
; CHECK-NEXT: count: not widened: in vectors it would cost
; CHECK-NOT: neighbours: not widened
; CHECK-NOT: guarded: not widened
; CHECK-NOT: lines: not widened
; CHECK: joined: not widened: in vectors it would cost
; CHECK-NOT: inorder: not widened
; CHECK: reversed: not widened: in vectors it would cost
; CHECK-NOT: {{rows|waits}}: not widened
; CHECK: packed: not widened: in vectors it would cost
; CHECK-NOT: chained: not widened
; CHECK: define void @neighbours.w4(
; CHECK: define void @guarded.w4(
; CHECK: define void @lines.w4(
; CHECK: define void @inorder.w4(
; CHECK: define void @rows.w4(
; CHECK: define void @waits.w8(
; CHECK: define void @chained.w16(
; CHECK-NOT: .w4(
define void @gather(i64 %lane, ptr %columns, ptr %values, ptr %x, ptr %y, i64 %n) {
entry:
  %first = mul i64 %lane, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %element = add i64 %first, %i
  %at = mul i64 %element, 3
  %column.p = getelementptr i32, ptr %columns, i64 %at
  %column = load i32, ptr %column.p
  %value.p = getelementptr float, ptr %values, i64 %at
  %value = load float, ptr %value.p
  %x.p = getelementptr float, ptr %x, i32 %column
  %factor = load float, ptr %x.p
  %product = fmul float %value, %factor
  %more = fadd float %sum, %product
  %next = add i64 %i, 1
  %left = icmp ult i64 %next, %n
  br i1 %left, label %loop, label %done
done:
  %y.p = getelementptr float, ptr %y, i64 %lane
  store float %more, ptr %y.p
  ret void
}
define void @count(i64 %lane, ptr %keys, ptr %counts) {
  %key.p = getelementptr i8, ptr %keys, i64 %lane
  %key = load i8, ptr %key.p
  %count.p = getelementptr i32, ptr %counts, i8 %key
  %count = load i32, ptr %count.p
  %more = add i32 %count, 1
  store i32 %more, ptr %count.p
  ret void
}
define void @neighbours(i64 %lane, ptr %x, ptr %y) {
  %x.p = getelementptr float, ptr %x, i64 %lane
  %value = load float, ptr %x.p
  %twice = fadd float %value, %value
  %y.p = getelementptr float, ptr %y, i64 %lane
  store float %twice, ptr %y.p
  ret void
}

; A bound on an index is the same for most vectors' lanes: what is behind it runs no more often in vectors.
define void @guarded(i64 %lane, i64 %n, ptr %x, ptr %table, ptr %y) {
entry:
  %inside = icmp ult i64 %lane, %n
  br i1 %inside, label %in, label %done
in:
  %x.p = getelementptr i32, ptr %x, i64 %lane
  %key = load i32, ptr %x.p
  %entry.p = getelementptr i32, ptr %table, i32 %key
  %found = load i32, ptr %entry.p
  %a = mul i32 %found, %key
  %b = xor i32 %a, %found
  %c = add i32 %b, %key
  %d = mul i32 %c, %b
  %e = xor i32 %d, %a
  %y.p = getelementptr i32, ptr %y, i64 %lane
  store i32 %e, ptr %y.p
  br label %done
done:
  ret void
}

; Each work-item comes to another cache line in each iteration, of which its neighbours use the rest.
define void @lines(i64 %lane, i64 %n, i64 %size, ptr %keys, ptr addrspace(3) %counts) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %lane, %entry ], [ %next, %loop ]
  %key.p = getelementptr i32, ptr %keys, i64 %i
  %key = load i32, ptr %key.p
  %low = and i32 %key, 255
  %low.p = getelementptr i32, ptr addrspace(3) %counts, i32 %low
  atomicrmw add ptr addrspace(3) %low.p, i32 1 monotonic
  %next = add i64 %i, %size
  %left = icmp ult i64 %next, %n
  br i1 %left, label %loop, label %done
done:
  ret void
}

; Each work-item joins elements that lie side by side: where the order is free, they make vectors.
define void @joined(i32 %lane, ptr %x, ptr %y, i32 %n) {
entry:
  %first = mul i32 %lane, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i32 %first, %i
  %index = zext i32 %at to i64
  %x.p = getelementptr i32, ptr %x, i64 %index
  %value = load i32, ptr %x.p
  %more = add i32 %sum, %value
  %next = add nuw i32 %i, 1
  %left = icmp ult i32 %next, %n
  br i1 %left, label %loop, label %done
done:
  %at.y = zext i32 %lane to i64
  %y.p = getelementptr i32, ptr %y, i64 %at.y
  store i32 %more, ptr %y.p
  ret void
}
; And they make others of elements, backwards, too.
define void @reversed(i64 %lane, i64 %n, ptr %x, ptr %y) "weft-width"="8" {
entry:
  %first = mul i64 %lane, %n
  %from = getelementptr float, ptr %x, i64 %first
  %to = getelementptr float, ptr %y, i64 %first
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x.p = getelementptr float, ptr %from, i64 %i
  %value = load float, ptr %x.p
  %twice = fmul float %value, 2.0
  %back = sub i64 %n, %i
  %y.p = getelementptr float, ptr %to, i64 %back
  store float %twice, ptr %y.p
  %next = add i64 %i, 1
  %left = icmp ult i64 %next, %n
  br i1 %left, label %loop, label %done
done:
  ret void
}
define void @inorder(i32 %lane, ptr %x, ptr %y, i32 %n) {
entry:
  %first = mul i32 %lane, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %at = add i32 %first, %i
  %index = zext i32 %at to i64
  %x.p = getelementptr float, ptr %x, i64 %index
  %value = load float, ptr %x.p
  %more = fadd float %sum, %value
  %next = add nuw i32 %i, 1
  %left = icmp ult i32 %next, %n
  br i1 %left, label %loop, label %done
done:
  %at.y = zext i32 %lane to i64
  %y.p = getelementptr float, ptr %y, i64 %at.y
  store float %more, ptr %y.p
  ret void
}

; The test for a loop without iterations is part of the loop, and a bound on rows of several work-items is like one on
; an index: what is behind either is not taken to run for every other work-item only.
define void @rows(i64 %lane, i64 %width, i64 %n, ptr %first, ptr %values, ptr %y) {
entry:
  %row = udiv i64 %lane, %width
  %inside = icmp ult i64 %row, %n
  br i1 %inside, label %in, label %done
in:
  %first.p = getelementptr i64, ptr %first, i64 %row
  %from = load i64, ptr %first.p
  %any = icmp ult i64 %from, %n
  br i1 %any, label %loop.preheader, label %sum
loop.preheader:
  br label %loop
loop:
  %i = phi i64 [ %from, %loop.preheader ], [ %next, %loop ]
  %sum.i = phi float [ 0.0, %loop.preheader ], [ %more, %loop ]
  %value.p = getelementptr float, ptr %values, i64 %i
  %value = load float, ptr %value.p
  %a = fmul float %value, %value
  %b = fadd float %a, %value
  %more = fadd float %sum.i, %b
  %next = add i64 %i, %width
  %left = icmp ult i64 %next, %n
  br i1 %left, label %loop, label %sum
sum:
  %result = phi float [ 0.0, %in ], [ %more, %loop ]
  %y.p = getelementptr float, ptr %y, i64 %lane
  store float %result, ptr %y.p
  br label %done
done:
  ret void
}

; What loads what its last iteration has stored waits for it: eight work-items one after the other wait eight times.
define void @waits(i64 %lane, i64 %n, ptr %x, ptr %y) "weft-width"="8" {
entry:
  %first = mul i64 %lane, %n
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %at = add i64 %first, %i
  %before = add i64 %at, -1
  %before.p = getelementptr float, ptr %x, i64 %before
  %last = load float, ptr %before.p
  %y.p = getelementptr float, ptr %y, i64 %at
  %factor = load float, ptr %y.p
  %new = fmul float %last, %factor
  %x.p = getelementptr float, ptr %x, i64 %at
  store float %new, ptr %x.p
  %next = add i64 %i, 1
  %left = icmp ult i64 %next, %n
  br i1 %left, label %loop, label %done
done:
  ret void
}

; Sixteen bytes side by side are one operation, as neighbours' bytes would be; but these are sixteen of them.
define void @packed(i64 %lane, ptr %p, ptr %q) "weft-width"="16" {
  %from = getelementptr <16 x i8>, ptr %p, i64 %lane
  %a = load <16 x i8>, ptr %from
  %b = add <16 x i8> %a, %a
  %c = xor <16 x i8> %b, splat (i8 42)
  %to = getelementptr <16 x i8>, ptr %q, i64 %lane
  store <16 x i8> %c, ptr %to
  ret void
}

; Each operation waits for the one before it: lanes have sixteen under way.
define void @chained(i64 %lane, ptr %p) "weft-width"="16" {
entry:
  %at = getelementptr <16 x i32>, ptr %p, i64 %lane
  %first = load <16 x i32>, ptr %at
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = phi <16 x i32> [ %first, %entry ], [ %x.3, %loop ]
  %left = shl <16 x i32> %x, splat (i32 13)
  %x.1 = xor <16 x i32> %x, %left
  %right = lshr <16 x i32> %x.1, splat (i32 17)
  %x.2 = xor <16 x i32> %x.1, %right
  %again = shl <16 x i32> %x.2, splat (i32 5)
  %x.3 = xor <16 x i32> %x.2, %again
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 1000
  br i1 %more, label %loop, label %done
done:
  store <16 x i32> %x.3, ptr %at
  ret void
}
