; Loops are to be unrolled if private arrays become values by that: their counters, tables that these index, and loops as
; long as other counters say. Not if the index is data, if the program says no, or if the elements that a loop carries
; are too many.
; RUN: %weft-opt -passes="weft-mark-array-loops,verify" -S %s | FileCheck %s

@places = internal constant [4 x i32] [i32 2, i32 0, i32 3, i32 1]

; CHECK-LABEL: define void @table(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop ![[TABLE:[0-9]+]]
define void @table(ptr %out) {
entry:
  %array = alloca [4 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %entry.of.table = getelementptr i32, ptr @places, i64 %i
  %place = load i32, ptr %entry.of.table
  %element = getelementptr i32, ptr %array, i32 %place
  store i32 1, ptr %element
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The inner loop is as long as the outer counter says.
; CHECK-LABEL: define void @triangle(
; CHECK: br i1 %more.inner, label %inner, label %latch, !llvm.loop ![[INNER:[0-9]+]]
; CHECK: br i1 %more, label %outer, label %done, !llvm.loop ![[OUTER:[0-9]+]]
define void @triangle() {
entry:
  %array = alloca [8 x [8 x i32]]
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %next.inner, %inner ]
  %element = getelementptr [8 x [8 x i32]], ptr %array, i64 0, i64 %i, i64 %k
  store i32 1, ptr %element
  %next.inner = add nuw nsw i64 %k, 1
  %more.inner = icmp ule i64 %next.inner, %i
  br i1 %more.inner, label %inner, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %outer, label %done
done:
  ret void
}

; CHECK-LABEL: define void @data(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define void @data(ptr %in) {
entry:
  %array = alloca [4 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %element
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  %place = load i32, ptr %in
  %other = getelementptr i32, ptr %array, i32 %place
  store i32 2, ptr %other
  ret void
}

; CHECK-LABEL: define void @refused(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop ![[REFUSED:[0-9]+]]
define void @refused() {
entry:
  %array = alloca [4 x i32]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr i32, ptr %array, i64 %i
  store i32 1, ptr %element
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done, !llvm.loop !0
done:
  ret void
}

; CHECK-LABEL: define void @carried(
; CHECK: br i1 %more, label %loop, label %latch{{$}}
define void @carried(i64 %rounds) {
entry:
  %array = alloca [48 x i32]
  br label %round
round:
  %r = phi i64 [ 0, %entry ], [ %r.next, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 0, %round ], [ %next, %loop ]
  %element = getelementptr i32, ptr %array, i64 %i
  %old = load i32, ptr %element
  %new = add i32 %old, 1
  store i32 %new, ptr %element
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 48
  br i1 %more, label %loop, label %latch
latch:
  %r.next = add i64 %r, 1
  %again = icmp ult i64 %r.next, %rounds
  br i1 %again, label %round, label %done
done:
  ret void
}

; Pointers that walk through the array are indices, too. An array that is declared as one of bytes
; has as many elements as accesses take apart.
; CHECK-LABEL: define void @walked(
; CHECK: br i1 %more, label %loop, label %latch, !llvm.loop ![[WALKED:[0-9]+]]
define void @walked(i64 %rounds) {
entry:
  %array = alloca [64 x i8], align 4
  br label %round
round:
  %r = phi i64 [ 0, %entry ], [ %r.next, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 16, %round ], [ %next, %loop ]
  %p = phi ptr [ %array, %round ], [ %p.next, %loop ]
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  %p.next = getelementptr i8, ptr %p, i64 4
  %next = add i64 %i, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %latch
latch:
  %r.next = add i64 %r, 1
  %again = icmp ult i64 %r.next, %rounds
  br i1 %again, label %round, label %done
done:
  ret void
}

; Not where they may lead to other memory.
; CHECK-LABEL: define void @strayed(
; CHECK: br i1 %more, label %loop, label %done{{$}}
define void @strayed(ptr %q) {
entry:
  %array = alloca [64 x i8], align 4
  br label %loop
loop:
  %i = phi i64 [ 16, %entry ], [ %next, %loop ]
  %p = phi ptr [ %array, %entry ], [ %q, %loop ]
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  %next = add i64 %i, -1
  %more = icmp ne i64 %next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

; CHECK-DAG: ![[TABLE]] = distinct !{![[TABLE]], ![[FULL:[0-9]+]]}
; CHECK-DAG: ![[INNER]] = distinct !{![[INNER]], ![[FULL]]}
; CHECK-DAG: ![[OUTER]] = distinct !{![[OUTER]], ![[FULL]]}
; CHECK-DAG: ![[WALKED]] = distinct !{![[WALKED]], ![[FULL]]}
; CHECK-DAG: ![[REFUSED]] = distinct !{![[REFUSED]], ![[NO:[0-9]+]]}
; CHECK-DAG: ![[FULL]] = !{!"llvm.loop.unroll.full", i32 1}
; CHECK-DAG: ![[NO]] = !{!"llvm.loop.unroll.disable"}
