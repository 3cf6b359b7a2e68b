; A switch that only chooses between numbers, or between sums of one value and numbers, is a load from a table: of as
; many entries as what is switched on can have values.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -mattr=-prefer-256-bit -passes=weft-tabulate-switches -S %s | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-tabulate-switches -S %s | FileCheck %s --check-prefix=OTHER

; OTHER-NOT: @ways
; CHECK: @[[X:.*]] = private unnamed_addr addrspace(2) constant [4 x i32] [i32 1, i32 -3, i32 0, i32 0]
; CHECK: @[[Y:.*]] = private unnamed_addr addrspace(2) constant [4 x i32] [i32 0, i32 0, i32 1, i32 -1]
; CHECK: @[[WEIGHT:.*]] = private unnamed_addr addrspace(2) constant [8 x float] [float 1.{{.*}}, float 2.{{.*}}, float 1.{{.*}}, float 1.{{.*}}, float 3.{{.*}}, float 1
; CHECK-NOT: @ways

; CHECK-LABEL: define i32 @steps(
; CHECK-NOT: switch
; CHECK: %[[INDEX:.*]] = zext i32 %way to i64
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i32, ptr addrspace(2) @[[X]], i64 %[[INDEX]]
; CHECK: %[[BY:.*]] = load i32, ptr addrspace(2) %[[PLACE]], align 4, !invariant.load
; CHECK: add i32 %x, %[[BY]]
; CHECK: getelementptr inbounds i32, ptr addrspace(2) @[[Y]], i64 %[[INDEX]]
; CHECK-NOT: phi
; CHECK: ret
define i32 @steps(i32 %random, i32 %x, i32 %y) {
entry:
  %way = lshr i32 %random, 30
  switch i32 %way, label %never [
    i32 0, label %right
    i32 1, label %left
    i32 2, label %down
    i32 3, label %up
  ]
never:
  unreachable
right:
  %x.right = add nsw i32 %x, 1
  br label %done
left:
  %x.left = sub nsw i32 %x, 3
  br label %done
down:
  %y.down = add nsw i32 %y, 1
  br label %done
up:
  %y.up = add nsw i32 %y, -1
  br label %done
done:
  %x.new = phi i32 [ %x.right, %right ], [ %x.left, %left ], [ %x, %down ], [ %x, %up ]
  %y.new = phi i32 [ %y, %right ], [ %y, %left ], [ %y.down, %down ], [ %y.up, %up ]
  %sum = mul i32 %x.new, %y.new
  ret i32 %sum
}

; CHECK-LABEL: define float @weights(
; CHECK: getelementptr inbounds float, ptr addrspace(2) @[[WEIGHT]]
; CHECK: ret
define float @weights(i32 %number) {
entry:
  %way = and i32 %number, 7
  switch i32 %way, label %done [
    i32 1, label %two
    i32 4, label %three
    i32 9, label %never
  ]
two:
  br label %done
three:
  br label %done
never:
  br label %done
done:
  %weight = phi float [ 1.0, %entry ], [ 2.0, %two ], [ 3.0, %three ], [ 4.0, %never ]
  ret float %weight
}

; There may be any number.
; CHECK-LABEL: define i32 @others(
; CHECK: switch
define i32 @others(i32 %way) {
entry:
  switch i32 %way, label %done [
    i32 0, label %one
    i32 1, label %two
    i32 2, label %three
  ]
one:
  br label %done
two:
  br label %done
three:
  br label %done
done:
  %result = phi i32 [ 0, %entry ], [ 1, %one ], [ 2, %two ], [ 5, %three ]
  ret i32 %result
}

; More than a choice.
; CHECK-LABEL: define i32 @stores(
; CHECK: switch
define i32 @stores(i32 %number, ptr %p) {
entry:
  %way = and i32 %number, 3
  switch i32 %way, label %done [
    i32 0, label %one
    i32 1, label %two
    i32 2, label %three
  ]
one:
  store i32 1, ptr %p
  br label %done
two:
  br label %done
three:
  br label %done
done:
  %result = phi i32 [ 0, %entry ], [ 1, %one ], [ 2, %two ], [ 5, %three ]
  ret i32 %result
}

; Sums of different values.
; CHECK-LABEL: define i32 @either(
; CHECK: switch
define i32 @either(i32 %number, i32 %x, i32 %y) {
entry:
  %way = and i32 %number, 3
  switch i32 %way, label %done [
    i32 0, label %one
    i32 1, label %two
    i32 2, label %three
  ]
one:
  br label %done
two:
  br label %done
three:
  br label %done
done:
  %result = phi i32 [ 0, %entry ], [ %x, %one ], [ %y, %two ], [ 5, %three ]
  ret i32 %result
}
