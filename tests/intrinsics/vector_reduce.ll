; Reductions of vectors to one value.
; run: dunlin run inputs/show.c
; native: same

@name.add = internal constant [4 x i8] c"add\00"
@name.mul = internal constant [4 x i8] c"mul\00"
@name.and = internal constant [4 x i8] c"and\00"
@name.or = internal constant [3 x i8] c"or\00"
@name.xor = internal constant [4 x i8] c"xor\00"
@name.smin = internal constant [5 x i8] c"smin\00"
@name.smax = internal constant [5 x i8] c"smax\00"
@name.umin = internal constant [5 x i8] c"umin\00"
@name.umax = internal constant [5 x i8] c"umax\00"
@name.fadd = internal constant [5 x i8] c"fadd\00"
@name.fmul = internal constant [5 x i8] c"fmul\00"
@name.fmin = internal constant [5 x i8] c"fmin\00"
@name.fmax = internal constant [5 x i8] c"fmax\00"
@name.fminimum = internal constant [9 x i8] c"fminimum\00"
@name.fmaximum = internal constant [9 x i8] c"fmaximum\00"

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

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

define internal void @integers(<5 x i32> %a, <3 x i7> %b) {
  %add = call i32 @llvm.vector.reduce.add.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.add, i32 %add)
  %add.7 = call i7 @llvm.vector.reduce.add.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.add, i7 %add.7)
  %mul = call i32 @llvm.vector.reduce.mul.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.mul, i32 %mul)
  %mul.7 = call i7 @llvm.vector.reduce.mul.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.mul, i7 %mul.7)
  %and = call i32 @llvm.vector.reduce.and.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.and, i32 %and)
  %and.7 = call i7 @llvm.vector.reduce.and.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.and, i7 %and.7)
  %or = call i32 @llvm.vector.reduce.or.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.or, i32 %or)
  %or.7 = call i7 @llvm.vector.reduce.or.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.or, i7 %or.7)
  %xor = call i32 @llvm.vector.reduce.xor.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.xor, i32 %xor)
  %xor.7 = call i7 @llvm.vector.reduce.xor.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.xor, i7 %xor.7)
  %smin = call i32 @llvm.vector.reduce.smin.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.smin, i32 %smin)
  %smin.7 = call i7 @llvm.vector.reduce.smin.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.smin, i7 %smin.7)
  %smax = call i32 @llvm.vector.reduce.smax.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.smax, i32 %smax)
  %smax.7 = call i7 @llvm.vector.reduce.smax.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.smax, i7 %smax.7)
  %umin = call i32 @llvm.vector.reduce.umin.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.umin, i32 %umin)
  %umin.7 = call i7 @llvm.vector.reduce.umin.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.umin, i7 %umin.7)
  %umax = call i32 @llvm.vector.reduce.umax.v5i32(<5 x i32> %a)
  call void @show.i32(ptr @name.umax, i32 %umax)
  %umax.7 = call i7 @llvm.vector.reduce.umax.v3i7(<3 x i7> %b)
  call void @show.i7(ptr @name.umax, i7 %umax.7)
  ret void
}

define internal void @floats(<4 x double> %a) {
  %fadd = call double @llvm.vector.reduce.fadd.v4f64(double 0.5, <4 x double> %a)
  %fadd.bits = bitcast double %fadd to i64
  call void @show.i64(ptr @name.fadd, i64 %fadd.bits)
  %fmul = call double @llvm.vector.reduce.fmul.v4f64(double 0.5, <4 x double> %a)
  %fmul.bits = bitcast double %fmul to i64
  call void @show.i64(ptr @name.fmul, i64 %fmul.bits)
  %fmin = call double @llvm.vector.reduce.fmin.v4f64(<4 x double> %a)
  %fmin.bits = bitcast double %fmin to i64
  call void @show.i64(ptr @name.fmin, i64 %fmin.bits)
  %fmax = call double @llvm.vector.reduce.fmax.v4f64(<4 x double> %a)
  %fmax.bits = bitcast double %fmax to i64
  call void @show.i64(ptr @name.fmax, i64 %fmax.bits)
  %fminimum = call double @llvm.vector.reduce.fminimum.v4f64(<4 x double> %a)
  %fminimum.bits = bitcast double %fminimum to i64
  call void @show.i64(ptr @name.fminimum, i64 %fminimum.bits)
  %fmaximum = call double @llvm.vector.reduce.fmaximum.v4f64(<4 x double> %a)
  %fmaximum.bits = bitcast double %fmaximum to i64
  call void @show.i64(ptr @name.fmaximum, i64 %fmaximum.bits)
  ret void
}

define i32 @main() {
  call void @integers(<5 x i32> <i32 3, i32 -5, i32 70000, i32 -2147483648, i32 12>, <3 x i7> <i7 63, i7 -64, i7 5>)
  call void @floats(<4 x double> <double 1.5, double -2.0, double 0.1, double 1.0e10>)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i32 @llvm.vector.reduce.add.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.add.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.mul.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.mul.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.and.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.and.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.or.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.or.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.xor.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.xor.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.smin.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.smin.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.smax.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.smax.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.umin.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.umin.v3i7(<3 x i7>)
declare i32 @llvm.vector.reduce.umax.v5i32(<5 x i32>)
declare i7 @llvm.vector.reduce.umax.v3i7(<3 x i7>)
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
declare double @llvm.vector.reduce.fmin.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmax.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fminimum.v4f64(<4 x double>)
declare double @llvm.vector.reduce.fmaximum.v4f64(<4 x double>)
