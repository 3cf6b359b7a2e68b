; A branch that data decides takes a CPU longer than a comparison, as it cannot foresee which way each work-item
; goes: code with such branches becomes vectors of few lanes, too, though these go all the ways. Where an index
; decides, neighbours go the same way.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v2 "-passes=weft-vectorize<if-cheaper>" -S %s 2>&1 | FileCheck %s

; CHECK-NOT: walk: not widened
; CHECK: index: not widened: in vectors it would cost
; CHECK: define void @walk.w4(
define void @walk(i64 %lane, ptr %seeds, ptr %steps, i32 %radius, i32 %most) "weft-width"="4" {
entry:
  %seed.p = getelementptr i32, ptr %seeds, i64 %lane
  %seed = load i32, ptr %seed.p
  br label %loop
loop:
  %random = phi i32 [ %seed, %entry ], [ %third, %moved ]
  %x = phi i32 [ 0, %entry ], [ %x.next, %moved ]
  %y = phi i32 [ 0, %entry ], [ %y.next, %moved ]
  %step = phi i32 [ 0, %entry ], [ %step.next, %moved ]
  %xx = mul i32 %x, %x
  %yy = mul i32 %y, %y
  %far = add i32 %xx, %yy
  %inside = icmp ult i32 %far, %radius
  br i1 %inside, label %walks, label %done
walks:
  %a = shl i32 %random, 13
  %first = xor i32 %random, %a
  %b = lshr i32 %first, 17
  %second = xor i32 %first, %b
  %c = shl i32 %second, 5
  %third = xor i32 %second, %c
  %way = lshr i32 %third, 30
  switch i32 %way, label %down [
    i32 0, label %right
    i32 1, label %left
    i32 2, label %up
  ]
right:
  %x.more = add i32 %x, 1
  br label %moved
left:
  %x.less = sub i32 %x, 1
  br label %moved
up:
  %y.more = add i32 %y, 1
  br label %moved
down:
  %y.less = sub i32 %y, 1
  br label %moved
moved:
  %x.next = phi i32 [ %x.more, %right ], [ %x.less, %left ], [ %x, %up ], [ %x, %down ]
  %y.next = phi i32 [ %y, %right ], [ %y, %left ], [ %y.more, %up ], [ %y.less, %down ]
  %step.next = add i32 %step, 1
  %last = icmp eq i32 %step.next, %most
  br i1 %last, label %done, label %loop
done:
  %walked = phi i32 [ %step, %loop ], [ %most, %moved ]
  %steps.p = getelementptr i32, ptr %steps, i64 %lane
  store i32 %walked, ptr %steps.p
  ret void
}

define void @index(i64 %lane, ptr %columns, ptr %in, ptr %out, i64 %n) "weft-width"="4" {
entry:
  %inside = icmp ult i64 %lane, %n
  br i1 %inside, label %then, label %done
then:
  %column.p = getelementptr i32, ptr %columns, i64 %lane
  %column = load i32, ptr %column.p
  %in.p = getelementptr i32, ptr %in, i32 %column
  %value = load i32, ptr %in.p
  %out.p = getelementptr i32, ptr %out, i32 %column
  store i32 %value, ptr %out.p
  br label %done
done:
  ret void
}
