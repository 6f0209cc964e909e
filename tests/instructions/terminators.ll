; Terminators: switches of odd and wide integers, jumps to computed addresses, phi with several values
; from one block, invoke without an exception.
; run: dunlin run inputs/show.c
; native: same

@name.narrow = internal constant [7 x i8] c"narrow\00"
@name.wide = internal constant [5 x i8] c"wide\00"
@name.huge = internal constant [5 x i8] c"huge\00"
@name.computed = internal constant [9 x i8] c"computed\00"
@name.swapped = internal constant [8 x i8] c"swapped\00"
@name.invoked = internal constant [8 x i8] c"invoked\00"
@name.same = internal constant [5 x i8] c"same\00"
@targets = internal constant [3 x ptr] [ptr blockaddress(@computed, %one), ptr blockaddress(@computed, %two), ptr blockaddress(@computed, %three)]

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal i32 @narrow(i3 %x) {
  switch i3 %x, label %other [
    i3 0, label %zero
    i3 3, label %three
    i3 -4, label %least
    i3 -1, label %zero
  ]
zero:
  ret i32 10
three:
  ret i32 13
least:
  ret i32 14
other:
  ret i32 99
}

define internal i32 @wide(i65 %x) {
entry:
  switch i65 %x, label %done [
    i65 1, label %one
    i65 18446744073709551617, label %beyond
    i65 -1, label %ones
  ]
one:
  br label %done
beyond:
  br label %done
ones:
  br label %done
done:
  %r = phi i32 [ 0, %entry ], [ 1, %one ], [ 2, %beyond ], [ 3, %ones ]
  ret i32 %r
}

define internal i32 @huge(i256 %x) {
entry:
  switch i256 %x, label %done [
    i256 340282366920938463463374607431768211456, label %done
    i256 5, label %five
  ]
five:
  br label %done
done:
  %r = phi i32 [ 7, %entry ], [ 7, %entry ], [ 5, %five ]
  ret i32 %r
}

define internal i32 @computed(i32 %n) {
entry:
  %place = getelementptr [3 x ptr], ptr @targets, i64 0, i32 %n
  %target = load ptr, ptr %place
  br label %jump
jump:
  %steps = phi i32 [ 0, %entry ], [ %more, %two ]
  %next = phi ptr [ %target, %entry ], [ blockaddress(@computed, %three), %two ]
  indirectbr ptr %next, [label %one, label %two, label %three, label %three]
one:
  ret i32 1
two:
  %more = add i32 %steps, 20
  br label %jump
three:
  %r = add i32 %steps, 3
  ret i32 %r
}

define internal i32 @swapped(i32 %n) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  %high = mul i32 %a, 10
  %r = add i32 %high, %b
  ret i32 %r
}

define internal i32 @same(i1 %c) {
  br i1 %c, label %target, label %target
target:
  ret i32 8
}

define internal i32 @plain(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}

define internal i32 @invoked() personality ptr @personality {
  %r = invoke i32 @plain(i32 14) to label %fine unwind label %thrown
fine:
  ret i32 %r
thrown:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}

define internal i32 @personality(...) {
  ret i32 0
}

define i32 @main() {
  %r.0 = call i32 @narrow(i3 0)
  call void @show.i32(ptr @name.narrow, i32 %r.0)
  %r.1 = call i32 @narrow(i3 1)
  call void @show.i32(ptr @name.narrow, i32 %r.1)
  %r.2 = call i32 @narrow(i3 3)
  call void @show.i32(ptr @name.narrow, i32 %r.2)
  %r.3 = call i32 @narrow(i3 -4)
  call void @show.i32(ptr @name.narrow, i32 %r.3)
  %r.4 = call i32 @narrow(i3 -1)
  call void @show.i32(ptr @name.narrow, i32 %r.4)
  %r.5 = call i32 @narrow(i3 2)
  call void @show.i32(ptr @name.narrow, i32 %r.5)
  %r.6 = call i32 @wide(i65 0)
  call void @show.i32(ptr @name.wide, i32 %r.6)
  %r.7 = call i32 @wide(i65 1)
  call void @show.i32(ptr @name.wide, i32 %r.7)
  %r.8 = call i32 @wide(i65 18446744073709551617)
  call void @show.i32(ptr @name.wide, i32 %r.8)
  %r.9 = call i32 @wide(i65 -1)
  call void @show.i32(ptr @name.wide, i32 %r.9)
  %r.10 = call i32 @wide(i65 18446744073709551616)
  call void @show.i32(ptr @name.wide, i32 %r.10)
  %r.11 = call i32 @huge(i256 5)
  call void @show.i32(ptr @name.huge, i32 %r.11)
  %r.12 = call i32 @huge(i256 340282366920938463463374607431768211456)
  call void @show.i32(ptr @name.huge, i32 %r.12)
  %r.13 = call i32 @huge(i256 340282366920938463463374607431768211461)
  call void @show.i32(ptr @name.huge, i32 %r.13)
  %r.14 = call i32 @computed(i32 0)
  call void @show.i32(ptr @name.computed, i32 %r.14)
  %r.15 = call i32 @computed(i32 1)
  call void @show.i32(ptr @name.computed, i32 %r.15)
  %r.16 = call i32 @computed(i32 2)
  call void @show.i32(ptr @name.computed, i32 %r.16)
  %r.17 = call i32 @swapped(i32 1)
  call void @show.i32(ptr @name.swapped, i32 %r.17)
  %r.18 = call i32 @swapped(i32 2)
  call void @show.i32(ptr @name.swapped, i32 %r.18)
  %r.19 = call i32 @swapped(i32 5)
  call void @show.i32(ptr @name.swapped, i32 %r.19)
  %r.20 = call i32 @same(i1 false)
  call void @show.i32(ptr @name.same, i32 %r.20)
  %r.21 = call i32 @invoked()
  call void @show.i32(ptr @name.invoked, i32 %r.21)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
