; Constants and constant expressions: addresses, differences, casts, aggregates, and values that are
; undefined but only copied.
; run: dunlin run inputs/show.c
; native: same

@name.address = internal constant [8 x i8] c"address\00"
@name.difference = internal constant [11 x i8] c"difference\00"
@name.cast = internal constant [5 x i8] c"cast\00"
@name.null = internal constant [5 x i8] c"null\00"
@name.wide = internal constant [5 x i8] c"wide\00"
@name.zero = internal constant [5 x i8] c"zero\00"
@name.float = internal constant [6 x i8] c"float\00"
@name.alias = internal constant [6 x i8] c"alias\00"
@name.undefined = internal constant [10 x i8] c"undefined\00"
@name.block = internal constant [6 x i8] c"block\00"
%node = type { i32, ptr, [3 x i16] }

@first = global %node { i32 1, ptr @second, [3 x i16] [i16 7, i16 8, i16 9] }
@second = global %node { i32 2, ptr getelementptr (i8, ptr @first, i64 16), [3 x i16] zeroinitializer }
@inside = internal global ptr getelementptr inbounds (%node, ptr @first, i32 0, i32 2, i64 2)
@beyond = internal global ptr getelementptr (%node, ptr @first, i64 1)
@distance = internal global i64 sub (i64 ptrtoint (ptr getelementptr (%node, ptr @first, i32 0, i32 2) to i64), i64 ptrtoint (ptr @first to i64))
@low = internal global i8 trunc (i64 sub (i64 ptrtoint (ptr @beyond.alias to i64), i64 ptrtoint (ptr @first to i64)) to i8)
@as.int = internal global i64 ptrtoint (ptr @second to i64)
@nowhere = internal global ptr inttoptr (i64 16 to ptr)
@huge = internal global i200 -3
@floats = internal global [2 x double] [double 0x3FF8000000000000, double -0.0]
@vector = internal global <2 x i32> <i32 5, i32 undef>
@partly = internal global { i8, i32, ptr } { i8 undef, i32 6, ptr poison }
@handler = internal global ptr @answer
@label = internal global ptr blockaddress(@jumps, %here)
@beyond.alias = internal alias %node, getelementptr (%node, ptr @first, i64 0)
@answer.alias = internal alias i32 (), ptr @answer

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal void @show.i16(ptr %what, i16 %value) {
  %place = alloca i16
  store i16 %value, ptr %place
  call void @show(ptr %what, i32 16, ptr %place)
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.i200(ptr %what, i200 %value) {
  %place = alloca i200
  store i200 %value, ptr %place
  call void @show(ptr %what, i32 200, ptr %place)
  ret void
}

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal i32 @answer() {
  ret i32 42
}

define internal i32 @jumps() {
  %target = load ptr, ptr @label
  indirectbr ptr %target, [label %here, label %there]
here:
  ret i32 1
there:
  ret i32 2
}

define i32 @main() {
  %inside = load ptr, ptr @inside
  %nine = load i16, ptr %inside
  call void @show.i16(ptr @name.address, i16 %nine)
  %second = load ptr, ptr getelementptr (%node, ptr @first, i32 0, i32 1)
  %two = load i32, ptr %second
  call void @show.i32(ptr @name.address, i32 %two)
  %seven.place = load ptr, ptr getelementptr (%node, ptr @second, i32 0, i32 1)
  %seven = load i16, ptr %seven.place
  call void @show.i16(ptr @name.address, i16 %seven)
  %distance = load i64, ptr @distance
  call void @show.i64(ptr @name.difference, i64 %distance)
  %low = load i8, ptr @low
  call void @show.i8(ptr @name.difference, i8 %low)
  %int = load i64, ptr @as.int
  %back = inttoptr i64 %int to ptr
  %again = load i32, ptr %back
  call void @show.i32(ptr @name.cast, i32 %again)
  %nowhere = load ptr, ptr @nowhere
  %sixteen = ptrtoint ptr %nowhere to i64
  call void @show.i64(ptr @name.cast, i64 %sixteen)
  %short = ptrtoint ptr %nowhere to i8
  call void @show.i8(ptr @name.cast, i8 %short)
  %beyond = load ptr, ptr @beyond
  %is.null = icmp eq ptr %beyond, null
  call void @show.i1(ptr @name.null, i1 %is.null)
  %huge = load i200, ptr @huge
  call void @show.i200(ptr @name.wide, i200 %huge)
  %sum = add i200 %huge, 1606938044258990275541962092341162602522202993782792835301371
  call void @show.i200(ptr @name.wide, i200 %sum)
  %tail = load i16, ptr getelementptr (%node, ptr @second, i32 0, i32 2, i64 1)
  call void @show.i16(ptr @name.zero, i16 %tail)
  %double = load i64, ptr getelementptr ([2 x double], ptr @floats, i64 0, i64 1)
  call void @show.i64(ptr @name.float, i64 %double)
  %handler = load ptr, ptr @handler
  %answer = call i32 %handler()
  call void @show.i32(ptr @name.alias, i32 %answer)
  %aliased = call i32 @answer.alias()
  call void @show.i32(ptr @name.alias, i32 %aliased)
  %lane = load i32, ptr @vector
  call void @show.i32(ptr @name.undefined, i32 %lane)
  %copy = alloca { i8, i32, ptr }
  %all = load { i8, i32, ptr }, ptr @partly
  store { i8, i32, ptr } %all, ptr %copy
  %six.place = getelementptr { i8, i32, ptr }, ptr %copy, i32 0, i32 1
  %six = load i32, ptr %six.place
  call void @show.i32(ptr @name.undefined, i32 %six)
  %frozen = freeze i32 undef
  %itself = xor i32 %frozen, %frozen
  call void @show.i32(ptr @name.undefined, i32 %itself)
  %jump = call i32 @jumps()
  call void @show.i32(ptr @name.block, i32 %jump)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
