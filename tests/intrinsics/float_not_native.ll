; Intrinsics on floating point that no native code is generated for, and names of older versions.
; run: dunlin run inputs/show.c
; replay: off the code generator for x86 does not have these operations
; stdout: canonicalize i64 3ff8000000000000
; stdout: canonicalize i64 8000000000000000
; stdout: rounding i32 00000001

@name.canonicalize = internal constant [13 x i8] c"canonicalize\00"
@name.rounding = internal constant [9 x i8] c"rounding\00"

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @all(double %a) {
  %same = call double @llvm.canonicalize.f64(double %a)
  %bits = bitcast double %same to i64
  call void @show.i64(ptr @name.canonicalize, i64 %bits)
  ret void
}

define i32 @main() {
  call void @all(double 1.5)
  call void @all(double -0.0)
  %rounding = call i32 @llvm.flt.rounds()
  call void @show.i32(ptr @name.rounding, i32 %rounding)
  ret i32 0
}

declare double @llvm.canonicalize.f64(double)
declare i32 @llvm.flt.rounds()
declare void @show(ptr, i32, ptr)
