; Masked loads, stores, gathers and scatters touch only the chosen lanes: the others lie outside of
; the object or nowhere.
; run: dunlin run inputs/show.c
; native: same

@name.load = internal constant [5 x i8] c"load\00"
@name.store = internal constant [6 x i8] c"store\00"
@name.gather = internal constant [7 x i8] c"gather\00"
@name.scatter = internal constant [8 x i8] c"scatter\00"
@three = internal global [3 x i32] [i32 11, i32 22, i32 33]
@numbers = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @show.v(ptr %what, <4 x i32> %v) {
  %bits = bitcast <4 x i32> %v to i128
  call void @show.i128(ptr %what, i128 %bits)
  ret void
}

define internal void @access(<4 x i1> %mask, <4 x ptr> %places, <4 x i32> %values) {
  %load = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @three, i32 4, <4 x i1> %mask, <4 x i32> %values)
  call void @show.v(ptr @name.load, <4 x i32> %load)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %values, ptr @three, i32 4, <4 x i1> %mask)
  %stored = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @three, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x i32> zeroinitializer)
  call void @show.v(ptr @name.store, <4 x i32> %stored)
  %gather = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> %mask, <4 x i32> %values)
  call void @show.v(ptr @name.gather, <4 x i32> %gather)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %values, <4 x ptr> %places, i32 4, <4 x i1> %mask)
  %scattered = load <4 x i32>, ptr @numbers, align 4
  call void @show.v(ptr @name.scatter, <4 x i32> %scattered)
  ret void
}

define i32 @main() {
  %second = getelementptr i32, ptr @numbers, i64 1
  %last = getelementptr i32, ptr @numbers, i64 3
  %p.0 = insertelement <4 x ptr> zeroinitializer, ptr %last, i32 0
  %p.1 = insertelement <4 x ptr> %p.0, ptr @numbers, i32 1
  %p.2 = insertelement <4 x ptr> %p.1, ptr %second, i32 2
  call void @access(<4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x ptr> %p.2, <4 x i32> <i32 100, i32 200, i32 300, i32 400>)
  call void @access(<4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x ptr> %p.2, <4 x i32> <i32 -1, i32 -2, i32 -3, i32 -4>)
  call void @access(<4 x i1> zeroinitializer, <4 x ptr> zeroinitializer, <4 x i32> <i32 9, i32 9, i32 9, i32 9>)
  ret i32 0
}

declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32, <4 x i1>)
declare void @show(ptr, i32, ptr)
