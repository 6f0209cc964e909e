; Floating-point intrinsics of one instruction each, in three formats. Every NaN is shown as all ones.
; run: dunlin run inputs/show.c
; native: same

@name.fabs = internal constant [5 x i8] c"fabs\00"
@name.sqrt = internal constant [5 x i8] c"sqrt\00"
@name.floor = internal constant [6 x i8] c"floor\00"
@name.ceil = internal constant [5 x i8] c"ceil\00"
@name.trunc = internal constant [6 x i8] c"trunc\00"
@name.rint = internal constant [5 x i8] c"rint\00"
@name.nearbyint = internal constant [10 x i8] c"nearbyint\00"
@name.roundeven = internal constant [10 x i8] c"roundeven\00"
@name.round = internal constant [6 x i8] c"round\00"
@name.copysign = internal constant [9 x i8] c"copysign\00"
@name.minnum = internal constant [7 x i8] c"minnum\00"
@name.maxnum = internal constant [7 x i8] c"maxnum\00"
@name.minimum = internal constant [8 x i8] c"minimum\00"
@name.maximum = internal constant [8 x i8] c"maximum\00"
@name.fma = internal constant [4 x i8] c"fma\00"
@name.fmuladd = internal constant [8 x i8] c"fmuladd\00"
@name.lrint = internal constant [6 x i8] c"lrint\00"
@name.llrint = internal constant [7 x i8] c"llrint\00"
@name.lround = internal constant [7 x i8] c"lround\00"
@name.llround = internal constant [8 x i8] c"llround\00"
@name.fneg = internal constant [5 x i8] c"fneg\00"

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @show.float(ptr %what, float %value) {
  %bits = bitcast float %value to i32
  %nan = fcmp uno float %value, %value
  %shown = select i1 %nan, i32 -1, i32 %bits
  call void @show.i32(ptr %what, i32 %shown)
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.double(ptr %what, double %value) {
  %bits = bitcast double %value to i64
  %nan = fcmp uno double %value, %value
  %shown = select i1 %nan, i64 -1, i64 %bits
  call void @show.i64(ptr %what, i64 %shown)
  ret void
}

define internal void @show.i80(ptr %what, i80 %value) {
  %place = alloca i80
  store i80 %value, ptr %place
  call void @show(ptr %what, i32 80, ptr %place)
  ret void
}

define internal void @show.x86_fp80(ptr %what, x86_fp80 %value) {
  %bits = bitcast x86_fp80 %value to i80
  %nan = fcmp uno x86_fp80 %value, %value
  %shown = select i1 %nan, i80 -1, i80 %bits
  call void @show.i80(ptr %what, i80 %shown)
  ret void
}

define internal void @one.float(float %a) {
  %fabs = call float @llvm.fabs.f32(float %a)
  call void @show.float(ptr @name.fabs, float %fabs)
  %sqrt = call float @llvm.sqrt.f32(float %a)
  call void @show.float(ptr @name.sqrt, float %sqrt)
  %floor = call float @llvm.floor.f32(float %a)
  call void @show.float(ptr @name.floor, float %floor)
  %ceil = call float @llvm.ceil.f32(float %a)
  call void @show.float(ptr @name.ceil, float %ceil)
  %trunc = call float @llvm.trunc.f32(float %a)
  call void @show.float(ptr @name.trunc, float %trunc)
  %rint = call float @llvm.rint.f32(float %a)
  call void @show.float(ptr @name.rint, float %rint)
  %nearbyint = call float @llvm.nearbyint.f32(float %a)
  call void @show.float(ptr @name.nearbyint, float %nearbyint)
  %roundeven = call float @llvm.roundeven.f32(float %a)
  call void @show.float(ptr @name.roundeven, float %roundeven)
  %round = call float @llvm.round.f32(float %a)
  call void @show.float(ptr @name.round, float %round)
  %fneg = fneg float %a
  call void @show.float(ptr @name.fneg, float %fneg)
  ret void
}

define internal void @to.int.float(float %a) {
  %lrint = call i64 @llvm.lrint.i64.f32(float %a)
  call void @show.i64(ptr @name.lrint, i64 %lrint)
  %llrint = call i64 @llvm.llrint.i64.f32(float %a)
  call void @show.i64(ptr @name.llrint, i64 %llrint)
  %lround = call i64 @llvm.lround.i64.f32(float %a)
  call void @show.i64(ptr @name.lround, i64 %lround)
  %llround = call i64 @llvm.llround.i64.f32(float %a)
  call void @show.i64(ptr @name.llround, i64 %llround)
  ret void
}

define internal void @two.float(float %a, float %b) {
  %copysign = call float @llvm.copysign.f32(float %a, float %b)
  call void @show.float(ptr @name.copysign, float %copysign)
  %minnum = call float @llvm.minnum.f32(float %a, float %b)
  call void @show.float(ptr @name.minnum, float %minnum)
  %maxnum = call float @llvm.maxnum.f32(float %a, float %b)
  call void @show.float(ptr @name.maxnum, float %maxnum)
  %minimum = call float @llvm.minimum.f32(float %a, float %b)
  call void @show.float(ptr @name.minimum, float %minimum)
  %maximum = call float @llvm.maximum.f32(float %a, float %b)
  call void @show.float(ptr @name.maximum, float %maximum)
  %fma = call float @llvm.fma.f32(float %a, float %b, float %a)
  call void @show.float(ptr @name.fma, float %fma)
  %fmuladd = call float @llvm.fmuladd.f32(float %a, float %b, float %a)
  call void @show.float(ptr @name.fmuladd, float %fmuladd)
  ret void
}

define internal void @one.double(double %a) {
  %fabs = call double @llvm.fabs.f64(double %a)
  call void @show.double(ptr @name.fabs, double %fabs)
  %sqrt = call double @llvm.sqrt.f64(double %a)
  call void @show.double(ptr @name.sqrt, double %sqrt)
  %floor = call double @llvm.floor.f64(double %a)
  call void @show.double(ptr @name.floor, double %floor)
  %ceil = call double @llvm.ceil.f64(double %a)
  call void @show.double(ptr @name.ceil, double %ceil)
  %trunc = call double @llvm.trunc.f64(double %a)
  call void @show.double(ptr @name.trunc, double %trunc)
  %rint = call double @llvm.rint.f64(double %a)
  call void @show.double(ptr @name.rint, double %rint)
  %nearbyint = call double @llvm.nearbyint.f64(double %a)
  call void @show.double(ptr @name.nearbyint, double %nearbyint)
  %roundeven = call double @llvm.roundeven.f64(double %a)
  call void @show.double(ptr @name.roundeven, double %roundeven)
  %round = call double @llvm.round.f64(double %a)
  call void @show.double(ptr @name.round, double %round)
  %fneg = fneg double %a
  call void @show.double(ptr @name.fneg, double %fneg)
  ret void
}

define internal void @to.int.double(double %a) {
  %lrint = call i64 @llvm.lrint.i64.f64(double %a)
  call void @show.i64(ptr @name.lrint, i64 %lrint)
  %llrint = call i64 @llvm.llrint.i64.f64(double %a)
  call void @show.i64(ptr @name.llrint, i64 %llrint)
  %lround = call i64 @llvm.lround.i64.f64(double %a)
  call void @show.i64(ptr @name.lround, i64 %lround)
  %llround = call i64 @llvm.llround.i64.f64(double %a)
  call void @show.i64(ptr @name.llround, i64 %llround)
  ret void
}

define internal void @two.double(double %a, double %b) {
  %copysign = call double @llvm.copysign.f64(double %a, double %b)
  call void @show.double(ptr @name.copysign, double %copysign)
  %minnum = call double @llvm.minnum.f64(double %a, double %b)
  call void @show.double(ptr @name.minnum, double %minnum)
  %maxnum = call double @llvm.maxnum.f64(double %a, double %b)
  call void @show.double(ptr @name.maxnum, double %maxnum)
  %minimum = call double @llvm.minimum.f64(double %a, double %b)
  call void @show.double(ptr @name.minimum, double %minimum)
  %maximum = call double @llvm.maximum.f64(double %a, double %b)
  call void @show.double(ptr @name.maximum, double %maximum)
  %fma = call double @llvm.fma.f64(double %a, double %b, double %a)
  call void @show.double(ptr @name.fma, double %fma)
  %fmuladd = call double @llvm.fmuladd.f64(double %a, double %b, double %a)
  call void @show.double(ptr @name.fmuladd, double %fmuladd)
  ret void
}

define internal void @one.x86_fp80(x86_fp80 %a) {
  %fabs = call x86_fp80 @llvm.fabs.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.fabs, x86_fp80 %fabs)
  %sqrt = call x86_fp80 @llvm.sqrt.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.sqrt, x86_fp80 %sqrt)
  %floor = call x86_fp80 @llvm.floor.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.floor, x86_fp80 %floor)
  %ceil = call x86_fp80 @llvm.ceil.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.ceil, x86_fp80 %ceil)
  %trunc = call x86_fp80 @llvm.trunc.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.trunc, x86_fp80 %trunc)
  %rint = call x86_fp80 @llvm.rint.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.rint, x86_fp80 %rint)
  %nearbyint = call x86_fp80 @llvm.nearbyint.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.nearbyint, x86_fp80 %nearbyint)
  %roundeven = call x86_fp80 @llvm.roundeven.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.roundeven, x86_fp80 %roundeven)
  %round = call x86_fp80 @llvm.round.f80(x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.round, x86_fp80 %round)
  %fneg = fneg x86_fp80 %a
  call void @show.x86_fp80(ptr @name.fneg, x86_fp80 %fneg)
  ret void
}

define internal void @to.int.x86_fp80(x86_fp80 %a) {
  %lrint = call i64 @llvm.lrint.i64.f80(x86_fp80 %a)
  call void @show.i64(ptr @name.lrint, i64 %lrint)
  %llrint = call i64 @llvm.llrint.i64.f80(x86_fp80 %a)
  call void @show.i64(ptr @name.llrint, i64 %llrint)
  %lround = call i64 @llvm.lround.i64.f80(x86_fp80 %a)
  call void @show.i64(ptr @name.lround, i64 %lround)
  %llround = call i64 @llvm.llround.i64.f80(x86_fp80 %a)
  call void @show.i64(ptr @name.llround, i64 %llround)
  ret void
}

define internal void @two.x86_fp80(x86_fp80 %a, x86_fp80 %b) {
  %copysign = call x86_fp80 @llvm.copysign.f80(x86_fp80 %a, x86_fp80 %b)
  call void @show.x86_fp80(ptr @name.copysign, x86_fp80 %copysign)
  %minnum = call x86_fp80 @llvm.minnum.f80(x86_fp80 %a, x86_fp80 %b)
  call void @show.x86_fp80(ptr @name.minnum, x86_fp80 %minnum)
  %maxnum = call x86_fp80 @llvm.maxnum.f80(x86_fp80 %a, x86_fp80 %b)
  call void @show.x86_fp80(ptr @name.maxnum, x86_fp80 %maxnum)
  %fma = call x86_fp80 @llvm.fma.f80(x86_fp80 %a, x86_fp80 %b, x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.fma, x86_fp80 %fma)
  %fmuladd = call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %a, x86_fp80 %b, x86_fp80 %a)
  call void @show.x86_fp80(ptr @name.fmuladd, x86_fp80 %fmuladd)
  ret void
}

define i32 @main() {
  call void @one.float(float 1.5)
  call void @one.float(float -2.5)
  call void @one.float(float 0.0)
  call void @one.float(float -0.0)
  call void @one.float(float 0x7FF0000000000000)
  call void @one.float(float 0x7FF8000000000000)
  call void @one.float(float 8388609.0)
  call void @one.float(float 0x36A0000000000000)
  call void @one.float(float -0.25)
  call void @to.int.float(float 1.5)
  call void @to.int.float(float -2.5)
  call void @to.int.float(float 0.0)
  call void @to.int.float(float 8388609.0)
  call void @to.int.float(float -0.25)
  call void @two.float(float 1.5, float 1.5)
  call void @two.float(float 1.5, float 0.0)
  call void @two.float(float 1.5, float 0x7FF0000000000000)
  call void @two.float(float 1.5, float 0x7FF8000000000000)
  call void @two.float(float 1.5, float 8388609.0)
  call void @two.float(float 1.5, float -0.25)
  call void @two.float(float -2.5, float -2.5)
  call void @two.float(float -2.5, float -0.0)
  call void @two.float(float -2.5, float 0x7FF8000000000000)
  call void @two.float(float -2.5, float 0x36A0000000000000)
  call void @two.float(float 0.0, float 1.5)
  call void @two.float(float 0.0, float 0.0)
  call void @two.float(float 0.0, float 0x7FF0000000000000)
  call void @two.float(float 0.0, float 0x7FF8000000000000)
  call void @two.float(float 0.0, float 8388609.0)
  call void @two.float(float 0.0, float -0.25)
  call void @two.float(float -0.0, float -2.5)
  call void @two.float(float -0.0, float -0.0)
  call void @two.float(float -0.0, float 0x7FF8000000000000)
  call void @two.float(float -0.0, float 0x36A0000000000000)
  call void @two.float(float 0x7FF0000000000000, float 1.5)
  call void @two.float(float 0x7FF0000000000000, float 0.0)
  call void @two.float(float 0x7FF0000000000000, float 0x7FF0000000000000)
  call void @two.float(float 0x7FF0000000000000, float 0x7FF8000000000000)
  call void @two.float(float 0x7FF0000000000000, float 8388609.0)
  call void @two.float(float 0x7FF0000000000000, float -0.25)
  call void @two.float(float 0x7FF8000000000000, float 1.5)
  call void @two.float(float 0x7FF8000000000000, float -2.5)
  call void @two.float(float 0x7FF8000000000000, float 0.0)
  call void @two.float(float 0x7FF8000000000000, float -0.0)
  call void @two.float(float 0x7FF8000000000000, float 0x7FF0000000000000)
  call void @two.float(float 0x7FF8000000000000, float 0x7FF8000000000000)
  call void @two.float(float 0x7FF8000000000000, float 8388609.0)
  call void @two.float(float 0x7FF8000000000000, float 0x36A0000000000000)
  call void @two.float(float 0x7FF8000000000000, float -0.25)
  call void @two.float(float 8388609.0, float 1.5)
  call void @two.float(float 8388609.0, float 0.0)
  call void @two.float(float 8388609.0, float 0x7FF0000000000000)
  call void @two.float(float 8388609.0, float 0x7FF8000000000000)
  call void @two.float(float 8388609.0, float 8388609.0)
  call void @two.float(float 8388609.0, float -0.25)
  call void @two.float(float 0x36A0000000000000, float -2.5)
  call void @two.float(float 0x36A0000000000000, float -0.0)
  call void @two.float(float 0x36A0000000000000, float 0x7FF8000000000000)
  call void @two.float(float 0x36A0000000000000, float 0x36A0000000000000)
  call void @two.float(float -0.25, float 1.5)
  call void @two.float(float -0.25, float 0.0)
  call void @two.float(float -0.25, float 0x7FF0000000000000)
  call void @two.float(float -0.25, float 0x7FF8000000000000)
  call void @two.float(float -0.25, float 8388609.0)
  call void @two.float(float -0.25, float -0.25)
  call void @one.double(double 1.5)
  call void @one.double(double -2.5)
  call void @one.double(double 0.0)
  call void @one.double(double -0.0)
  call void @one.double(double 0x7FF0000000000000)
  call void @one.double(double 0x7FF8000000000000)
  call void @one.double(double 4503599627370497.5)
  call void @one.double(double 4.9e-324)
  call void @one.double(double -0.25)
  call void @to.int.double(double 1.5)
  call void @to.int.double(double -2.5)
  call void @to.int.double(double 0.0)
  call void @to.int.double(double 4503599627370497.5)
  call void @to.int.double(double -0.25)
  call void @two.double(double 1.5, double 1.5)
  call void @two.double(double 1.5, double 0.0)
  call void @two.double(double 1.5, double 0x7FF0000000000000)
  call void @two.double(double 1.5, double 0x7FF8000000000000)
  call void @two.double(double 1.5, double 4503599627370497.5)
  call void @two.double(double 1.5, double -0.25)
  call void @two.double(double -2.5, double -2.5)
  call void @two.double(double -2.5, double -0.0)
  call void @two.double(double -2.5, double 0x7FF8000000000000)
  call void @two.double(double -2.5, double 4.9e-324)
  call void @two.double(double 0.0, double 1.5)
  call void @two.double(double 0.0, double 0.0)
  call void @two.double(double 0.0, double 0x7FF0000000000000)
  call void @two.double(double 0.0, double 0x7FF8000000000000)
  call void @two.double(double 0.0, double 4503599627370497.5)
  call void @two.double(double 0.0, double -0.25)
  call void @two.double(double -0.0, double -2.5)
  call void @two.double(double -0.0, double -0.0)
  call void @two.double(double -0.0, double 0x7FF8000000000000)
  call void @two.double(double -0.0, double 4.9e-324)
  call void @two.double(double 0x7FF0000000000000, double 1.5)
  call void @two.double(double 0x7FF0000000000000, double 0.0)
  call void @two.double(double 0x7FF0000000000000, double 0x7FF0000000000000)
  call void @two.double(double 0x7FF0000000000000, double 0x7FF8000000000000)
  call void @two.double(double 0x7FF0000000000000, double 4503599627370497.5)
  call void @two.double(double 0x7FF0000000000000, double -0.25)
  call void @two.double(double 0x7FF8000000000000, double 1.5)
  call void @two.double(double 0x7FF8000000000000, double -2.5)
  call void @two.double(double 0x7FF8000000000000, double 0.0)
  call void @two.double(double 0x7FF8000000000000, double -0.0)
  call void @two.double(double 0x7FF8000000000000, double 0x7FF0000000000000)
  call void @two.double(double 0x7FF8000000000000, double 0x7FF8000000000000)
  call void @two.double(double 0x7FF8000000000000, double 4503599627370497.5)
  call void @two.double(double 0x7FF8000000000000, double 4.9e-324)
  call void @two.double(double 0x7FF8000000000000, double -0.25)
  call void @two.double(double 4503599627370497.5, double 1.5)
  call void @two.double(double 4503599627370497.5, double 0.0)
  call void @two.double(double 4503599627370497.5, double 0x7FF0000000000000)
  call void @two.double(double 4503599627370497.5, double 0x7FF8000000000000)
  call void @two.double(double 4503599627370497.5, double 4503599627370497.5)
  call void @two.double(double 4503599627370497.5, double -0.25)
  call void @two.double(double 4.9e-324, double -2.5)
  call void @two.double(double 4.9e-324, double -0.0)
  call void @two.double(double 4.9e-324, double 0x7FF8000000000000)
  call void @two.double(double 4.9e-324, double 4.9e-324)
  call void @two.double(double -0.25, double 1.5)
  call void @two.double(double -0.25, double 0.0)
  call void @two.double(double -0.25, double 0x7FF0000000000000)
  call void @two.double(double -0.25, double 0x7FF8000000000000)
  call void @two.double(double -0.25, double 4503599627370497.5)
  call void @two.double(double -0.25, double -0.25)
  call void @one.x86_fp80(x86_fp80 0xK3FFFC000000000000000)
  call void @one.x86_fp80(x86_fp80 0xKC000A000000000000000)
  call void @one.x86_fp80(x86_fp80 0xK00000000000000000000)
  call void @one.x86_fp80(x86_fp80 0xK80000000000000000000)
  call void @one.x86_fp80(x86_fp80 0xK7FFF8000000000000000)
  call void @one.x86_fp80(x86_fp80 0xK7FFFC000000000000000)
  call void @one.x86_fp80(x86_fp80 0xK403E8000000000000001)
  call void @one.x86_fp80(x86_fp80 0xK00000000000000000001)
  call void @one.x86_fp80(x86_fp80 0xKBFFD8000000000000000)
  call void @to.int.x86_fp80(x86_fp80 0xK3FFFC000000000000000)
  call void @to.int.x86_fp80(x86_fp80 0xKC000A000000000000000)
  call void @to.int.x86_fp80(x86_fp80 0xK00000000000000000000)
  call void @to.int.x86_fp80(x86_fp80 0xK403E8000000000000001)
  call void @to.int.x86_fp80(x86_fp80 0xKBFFD8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK3FFFC000000000000000, x86_fp80 0xK3FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK3FFFC000000000000000, x86_fp80 0xK00000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK3FFFC000000000000000, x86_fp80 0xK7FFF8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK3FFFC000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK3FFFC000000000000000, x86_fp80 0xK403E8000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK3FFFC000000000000000, x86_fp80 0xKBFFD8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKC000A000000000000000, x86_fp80 0xKC000A000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKC000A000000000000000, x86_fp80 0xK80000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKC000A000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKC000A000000000000000, x86_fp80 0xK00000000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000000, x86_fp80 0xK3FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000000, x86_fp80 0xK00000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000000, x86_fp80 0xK7FFF8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000000, x86_fp80 0xK403E8000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000000, x86_fp80 0xKBFFD8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK80000000000000000000, x86_fp80 0xKC000A000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK80000000000000000000, x86_fp80 0xK80000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK80000000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK80000000000000000000, x86_fp80 0xK00000000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xK3FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xK00000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xK7FFF8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xK403E8000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xKBFFD8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK3FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xKC000A000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK00000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK80000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK7FFF8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK403E8000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xK00000000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xKBFFD8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK403E8000000000000001, x86_fp80 0xK3FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK403E8000000000000001, x86_fp80 0xK00000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK403E8000000000000001, x86_fp80 0xK7FFF8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK403E8000000000000001, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK403E8000000000000001, x86_fp80 0xK403E8000000000000001)
  call void @two.x86_fp80(x86_fp80 0xK403E8000000000000001, x86_fp80 0xKBFFD8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000001, x86_fp80 0xKC000A000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000001, x86_fp80 0xK80000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000001, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xK00000000000000000001, x86_fp80 0xK00000000000000000001)
  call void @two.x86_fp80(x86_fp80 0xKBFFD8000000000000000, x86_fp80 0xK3FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKBFFD8000000000000000, x86_fp80 0xK00000000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKBFFD8000000000000000, x86_fp80 0xK7FFF8000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKBFFD8000000000000000, x86_fp80 0xK7FFFC000000000000000)
  call void @two.x86_fp80(x86_fp80 0xKBFFD8000000000000000, x86_fp80 0xK403E8000000000000001)
  call void @two.x86_fp80(x86_fp80 0xKBFFD8000000000000000, x86_fp80 0xKBFFD8000000000000000)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare float @llvm.fabs.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.ceil.f32(float)
declare float @llvm.trunc.f32(float)
declare float @llvm.rint.f32(float)
declare float @llvm.nearbyint.f32(float)
declare float @llvm.roundeven.f32(float)
declare float @llvm.round.f32(float)
declare i64 @llvm.lrint.i64.f32(float)
declare i64 @llvm.llrint.i64.f32(float)
declare i64 @llvm.lround.i64.f32(float)
declare i64 @llvm.llround.i64.f32(float)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @llvm.nearbyint.f64(double)
declare double @llvm.roundeven.f64(double)
declare double @llvm.round.f64(double)
declare i64 @llvm.lrint.i64.f64(double)
declare i64 @llvm.llrint.i64.f64(double)
declare i64 @llvm.lround.i64.f64(double)
declare i64 @llvm.llround.i64.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare x86_fp80 @llvm.fabs.f80(x86_fp80)
declare x86_fp80 @llvm.sqrt.f80(x86_fp80)
declare x86_fp80 @llvm.floor.f80(x86_fp80)
declare x86_fp80 @llvm.ceil.f80(x86_fp80)
declare x86_fp80 @llvm.trunc.f80(x86_fp80)
declare x86_fp80 @llvm.rint.f80(x86_fp80)
declare x86_fp80 @llvm.nearbyint.f80(x86_fp80)
declare x86_fp80 @llvm.roundeven.f80(x86_fp80)
declare x86_fp80 @llvm.round.f80(x86_fp80)
declare i64 @llvm.lrint.i64.f80(x86_fp80)
declare i64 @llvm.llrint.i64.f80(x86_fp80)
declare i64 @llvm.lround.i64.f80(x86_fp80)
declare i64 @llvm.llround.i64.f80(x86_fp80)
declare x86_fp80 @llvm.copysign.f80(x86_fp80, x86_fp80)
declare x86_fp80 @llvm.minnum.f80(x86_fp80, x86_fp80)
declare x86_fp80 @llvm.maxnum.f80(x86_fp80, x86_fp80)
declare x86_fp80 @llvm.fma.f80(x86_fp80, x86_fp80, x86_fp80)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80)
