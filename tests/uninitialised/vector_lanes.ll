; Parts of vectors and structs without a value are any value, not zero, wherever they are read.
; run: dunlin reach --target shuffled --target inserted --target constant --target field --target stored --target passed --target phi --target added --target twice --target wrong
; verdict: shuffled reachable
; verdict: inserted reachable
; verdict: constant reachable
; verdict: field reachable
; verdict: stored reachable
; verdict: passed reachable
; verdict: phi reachable
; verdict: added reachable
; verdict: twice unreachable
; verdict: wrong unreachable
; replay: off what the register holds natively is not for a test to say
; exit: 1

@one = global i32 1
@place = internal global <2 x i32> zeroinitializer

define internal void @shuffled() noinline {
  ret void
}
define internal void @inserted() noinline {
  ret void
}
define internal void @constant() noinline {
  ret void
}
define internal void @field() noinline {
  ret void
}
define internal void @stored() noinline {
  ret void
}
define internal void @passed() noinline {
  ret void
}
define internal void @phi() noinline {
  ret void
}
define internal void @added() noinline {
  ret void
}
define internal void @twice() noinline {
  ret void
}
define internal void @wrong() noinline {
  ret void
}

define internal void @if_7(i32 %lane, ptr %then) {
  %is = icmp eq i32 %lane, 7
  br i1 %is, label %yes, label %no
yes:
  call void %then()
  ret void
no:
  ret void
}

define internal void @second(<2 x i32> %v) {
  %lane = extractelement <2 x i32> %v, i64 1
  call void @if_7(i32 %lane, ptr @passed)
  ret void
}

define i32 @main() {
entry:
  %argc = load volatile i32, ptr @one
  %some = insertelement <2 x i32> poison, i32 %argc, i64 0
  %a = extractelement <2 x i32> %some, i64 1
  call void @if_7(i32 %a, ptr @inserted)
  %mask = shufflevector <2 x i32> %some, <2 x i32> poison, <2 x i32> <i32 poison, i32 0>
  %b = extractelement <2 x i32> %mask, i64 0
  call void @if_7(i32 %b, ptr @shuffled)
  %c = extractelement <2 x i32> <i32 3, i32 undef>, i32 %argc
  call void @if_7(i32 %c, ptr @constant)
  %struct = insertvalue { i32, i32 } undef, i32 1, 0
  %d = extractvalue { i32, i32 } %struct, 1
  call void @if_7(i32 %d, ptr @field)
  store <2 x i32> %some, ptr @place
  %high = getelementptr i8, ptr @place, i64 4
  %e = load i32, ptr %high
  call void @if_7(i32 %e, ptr @stored)
  call void @second(<2 x i32> %some)
  %sum = add <2 x i32> %some, <i32 1, i32 1>
  %f = extractelement <2 x i32> %sum, i64 1
  call void @if_7(i32 %f, ptr @added)
  ; A value that was taken out is one.
  %same = icmp eq i32 %a, %a
  br i1 %same, label %next, label %other
other:
  call void @twice()
  br label %next
next:
  %w = phi <2 x i32> [ %some, %entry ], [ zeroinitializer, %other ]
  %g = extractelement <2 x i32> %w, i64 1
  call void @if_7(i32 %g, ptr @phi)
  %set = insertelement <2 x i32> %some, i32 3, i64 1
  %h = extractelement <2 x i32> %set, i64 1
  call void @if_7(i32 %h, ptr @wrong)
  ret i32 0
}
