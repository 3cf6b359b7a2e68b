; A division that only some iterations of a loop do keeps LLVM's vectoriser away from the loop; one that all do does not.
; LLVM itself: an address has the remainder of lane 0, which is poison if lane 0 does not divide, though others do. When
; that fails because LLVM is right, the rule for divisions (src/compiler/llvm_patches/rewrites/scalar_loops.cpp) can go.
; RUN: opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=loop-vectorize -S %s | FileCheck %s --check-prefix=LLVM
; RUN: %weft-opt -passes=weft-keep-loops-scalar -S %s | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-keep-loops-scalar,loop-vectorize -S %s \
; RUN:   | FileCheck %s --check-prefix=VECTORS

; CHECK-LABEL: define void @some(
; CHECK: br i1 %more, label %loop, label %done, !llvm.loop [[SOME:![0-9]+]]
; CHECK-LABEL: define void @all(
; CHECK: br i1 %more, label %loop, label %done{{$}}
; CHECK: [[SOME]] = distinct !{[[SOME]], [[ONE:![0-9]+]]}
; CHECK: [[ONE]] = !{!"llvm.loop.vectorize.width", i32 1}

; LLVM-LABEL: define void @some(
; LLVM: pred.urem.continue:
; LLVM: [[OF_LANE_0:%.*]] = phi i32 [ poison, %vector.body ], [ {{%.*}}, %pred.urem.if ]
; LLVM: [[WIDE:%.*]] = zext i32 [[OF_LANE_0]] to i64
; LLVM: [[SUM:%.*]] = add i64 [[WIDE]], %index
; LLVM: [[AT:%.*]] = getelementptr i32, ptr %table, i64 [[SUM]]
; LLVM: call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 [[AT]]

; VECTORS-LABEL: define void @some(
; VECTORS-NOT: vector.body
; VECTORS-LABEL: define void @all(
; VECTORS: vector.body
define void @some(ptr noalias %in, ptr noalias %table, ptr noalias %out, i32 %a, i32 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %p
  %positive = icmp sgt i32 %x, 0
  br i1 %positive, label %divide, label %latch
divide:
  %remainder = urem i32 %a, %b
  %wide = zext i32 %remainder to i64
  %sum = add i64 %wide, %i
  %at = getelementptr i32, ptr %table, i64 %sum
  %v = load i32, ptr %at
  br label %latch
latch:
  %y = phi i32 [ %v, %divide ], [ %x, %loop ]
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %y, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @all(ptr noalias %in, ptr noalias %out, i32 %a, i32 %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %in, i64 %i
  %x = load i32, ptr %p
  %quotient = udiv i32 %a, %b
  %y = add i32 %x, %quotient
  %q = getelementptr i32, ptr %out, i64 %i
  store i32 %y, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
