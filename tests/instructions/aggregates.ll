; Aggregates as values: built, taken apart, nested, selected, joined, stored, loaded, passed, returned.
; run: dunlin run inputs/show.c
; native: same

@name.field = internal constant [6 x i8] c"field\00"
@name.element = internal constant [8 x i8] c"element\00"
@name.nested = internal constant [7 x i8] c"nested\00"
@name.select = internal constant [7 x i8] c"select\00"
@name.phi = internal constant [4 x i8] c"phi\00"
@name.memory = internal constant [7 x i8] c"memory\00"
@name.returned = internal constant [9 x i8] c"returned\00"
@name.empty = internal constant [6 x i8] c"empty\00"
%pair = type { i32, i64 }
%deep = type { i8, [2 x %pair], { float, ptr } }

@kept = internal global %deep { i8 1, [2 x %pair] [%pair { i32 2, i64 3 }, %pair { i32 4, i64 5 }], { float, ptr } { float 1.5, ptr @kept } }

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
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

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal %pair @swap(%pair %p) {
  %a = extractvalue %pair %p, 0
  %b = extractvalue %pair %p, 1
  %wide = zext i32 %a to i64
  %narrow = trunc i64 %b to i32
  %half = insertvalue %pair undef, i32 %narrow, 0
  %whole = insertvalue %pair %half, i64 %wide, 1
  ret %pair %whole
}

define internal [3 x i16] @numbers(i16 %start) {
  %one = add i16 %start, 1
  %two = add i16 %start, 2
  %a = insertvalue [3 x i16] poison, i16 %start, 0
  %b = insertvalue [3 x i16] %a, i16 %one, 1
  %c = insertvalue [3 x i16] %b, i16 %two, 2
  ret [3 x i16] %c
}

define internal {} @nothing() {
  ret {} zeroinitializer
}

define internal void @all(i1 %which) {
entry:
  %pair = call %pair @swap(%pair { i32 7, i64 4294967299 })
  %first = extractvalue %pair %pair, 0
  call void @show.i32(ptr @name.returned, i32 %first)
  %second = extractvalue %pair %pair, 1
  call void @show.i64(ptr @name.returned, i64 %second)
  %list = call [3 x i16] @numbers(i16 -2)
  %last = extractvalue [3 x i16] %list, 2
  %last.wide = sext i16 %last to i32
  call void @show.i32(ptr @name.element, i32 %last.wide)
  %deep = load %deep, ptr @kept
  %inner = extractvalue %deep %deep, 1, 1
  %inner.first = extractvalue %pair %inner, 0
  call void @show.i32(ptr @name.nested, i32 %inner.first)
  %changed = insertvalue %deep %deep, %pair %pair, 1, 0
  %address = extractvalue %deep %changed, 2, 1
  %itself = icmp eq ptr %address, @kept
  call void @show.i1(ptr @name.nested, i1 %itself)
  %chosen = select i1 %which, %deep %deep, %deep %changed
  %chosen.field = extractvalue %deep %chosen, 1, 0, 1
  call void @show.i64(ptr @name.select, i64 %chosen.field)
  br i1 %which, label %left, label %right
left:
  br label %join
right:
  %fresh = insertvalue %pair zeroinitializer, i64 99, 1
  br label %join
join:
  %joined = phi %pair [ %pair, %left ], [ %fresh, %right ]
  %joined.second = extractvalue %pair %joined, 1
  call void @show.i64(ptr @name.phi, i64 %joined.second)
  store %deep %changed, ptr @kept
  %place = getelementptr %deep, ptr @kept, i32 0, i32 1, i64 0, i32 1
  %stored = load i64, ptr %place
  call void @show.i64(ptr @name.memory, i64 %stored)
  %array = load [2 x %pair], ptr getelementptr (%deep, ptr @kept, i32 0, i32 1)
  %array.field = extractvalue [2 x %pair] %array, 1, 1
  call void @show.i64(ptr @name.memory, i64 %array.field)
  %empty = call {} @nothing()
  call void @show.i1(ptr @name.empty, i1 true)
  %frozen = freeze %pair %joined
  %frozen.first = extractvalue %pair %frozen, 0
  call void @show.i32(ptr @name.field, i32 %frozen.first)
  ret void
}

define i32 @main() {
  call void @all(i1 true)
  call void @all(i1 false)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
