; Intrinsics that become calls of the mathematical library, on values whose results are exact or whose
; printed digits no library disagrees about.
; run: dunlin run
; native: same

@format.sin = internal constant [15 x i8] c"sin %.8g %.4g\0A\00"
@format.cos = internal constant [15 x i8] c"cos %.8g %.4g\0A\00"
@format.tan = internal constant [15 x i8] c"tan %.8g %.4g\0A\00"
@format.asin = internal constant [16 x i8] c"asin %.8g %.4g\0A\00"
@format.acos = internal constant [16 x i8] c"acos %.8g %.4g\0A\00"
@format.atan = internal constant [16 x i8] c"atan %.8g %.4g\0A\00"
@format.sinh = internal constant [16 x i8] c"sinh %.8g %.4g\0A\00"
@format.cosh = internal constant [16 x i8] c"cosh %.8g %.4g\0A\00"
@format.tanh = internal constant [16 x i8] c"tanh %.8g %.4g\0A\00"
@format.exp = internal constant [15 x i8] c"exp %.8g %.4g\0A\00"
@format.exp2 = internal constant [16 x i8] c"exp2 %.8g %.4g\0A\00"
@format.exp10 = internal constant [17 x i8] c"exp10 %.8g %.4g\0A\00"
@format.log = internal constant [15 x i8] c"log %.8g %.4g\0A\00"
@format.log2 = internal constant [16 x i8] c"log2 %.8g %.4g\0A\00"
@format.log10 = internal constant [17 x i8] c"log10 %.8g %.4g\0A\00"
@format.pow = internal constant [15 x i8] c"pow %.8g %.4g\0A\00"
@format.powi = internal constant [16 x i8] c"powi %.8g %.4g\0A\00"
@format.ldexp = internal constant [17 x i8] c"ldexp %.8g %.4g\0A\00"
@format.frexp = internal constant [15 x i8] c"frexp %.8g %d\0A\00"
@format.rounding = internal constant [13 x i8] c"rounding %d\0A\00"

define internal void @functions(double %a, float %b, i32 %n) {
  %sin = call double @llvm.sin.f64(double %a)
  %sin.f = call float @llvm.sin.f32(float %b)
  %sin.w = fpext float %sin.f to double
  call i32 (ptr, ...) @printf(ptr @format.sin, double %sin, double %sin.w)
  %cos = call double @llvm.cos.f64(double %a)
  %cos.f = call float @llvm.cos.f32(float %b)
  %cos.w = fpext float %cos.f to double
  call i32 (ptr, ...) @printf(ptr @format.cos, double %cos, double %cos.w)
  %tan = call double @llvm.tan.f64(double %a)
  %tan.f = call float @llvm.tan.f32(float %b)
  %tan.w = fpext float %tan.f to double
  call i32 (ptr, ...) @printf(ptr @format.tan, double %tan, double %tan.w)
  %asin = call double @llvm.asin.f64(double %a)
  %asin.f = call float @llvm.asin.f32(float %b)
  %asin.w = fpext float %asin.f to double
  call i32 (ptr, ...) @printf(ptr @format.asin, double %asin, double %asin.w)
  %acos = call double @llvm.acos.f64(double %a)
  %acos.f = call float @llvm.acos.f32(float %b)
  %acos.w = fpext float %acos.f to double
  call i32 (ptr, ...) @printf(ptr @format.acos, double %acos, double %acos.w)
  %atan = call double @llvm.atan.f64(double %a)
  %atan.f = call float @llvm.atan.f32(float %b)
  %atan.w = fpext float %atan.f to double
  call i32 (ptr, ...) @printf(ptr @format.atan, double %atan, double %atan.w)
  %sinh = call double @llvm.sinh.f64(double %a)
  %sinh.f = call float @llvm.sinh.f32(float %b)
  %sinh.w = fpext float %sinh.f to double
  call i32 (ptr, ...) @printf(ptr @format.sinh, double %sinh, double %sinh.w)
  %cosh = call double @llvm.cosh.f64(double %a)
  %cosh.f = call float @llvm.cosh.f32(float %b)
  %cosh.w = fpext float %cosh.f to double
  call i32 (ptr, ...) @printf(ptr @format.cosh, double %cosh, double %cosh.w)
  %tanh = call double @llvm.tanh.f64(double %a)
  %tanh.f = call float @llvm.tanh.f32(float %b)
  %tanh.w = fpext float %tanh.f to double
  call i32 (ptr, ...) @printf(ptr @format.tanh, double %tanh, double %tanh.w)
  %exp = call double @llvm.exp.f64(double %a)
  %exp.f = call float @llvm.exp.f32(float %b)
  %exp.w = fpext float %exp.f to double
  call i32 (ptr, ...) @printf(ptr @format.exp, double %exp, double %exp.w)
  %exp2 = call double @llvm.exp2.f64(double %a)
  %exp2.f = call float @llvm.exp2.f32(float %b)
  %exp2.w = fpext float %exp2.f to double
  call i32 (ptr, ...) @printf(ptr @format.exp2, double %exp2, double %exp2.w)
  %exp10 = call double @llvm.exp10.f64(double %a)
  %exp10.f = call float @llvm.exp10.f32(float %b)
  %exp10.w = fpext float %exp10.f to double
  call i32 (ptr, ...) @printf(ptr @format.exp10, double %exp10, double %exp10.w)
  %log = call double @llvm.log.f64(double %a)
  %log.f = call float @llvm.log.f32(float %b)
  %log.w = fpext float %log.f to double
  call i32 (ptr, ...) @printf(ptr @format.log, double %log, double %log.w)
  %log2 = call double @llvm.log2.f64(double %a)
  %log2.f = call float @llvm.log2.f32(float %b)
  %log2.w = fpext float %log2.f to double
  call i32 (ptr, ...) @printf(ptr @format.log2, double %log2, double %log2.w)
  %log10 = call double @llvm.log10.f64(double %a)
  %log10.f = call float @llvm.log10.f32(float %b)
  %log10.w = fpext float %log10.f to double
  call i32 (ptr, ...) @printf(ptr @format.log10, double %log10, double %log10.w)
  %pow = call double @llvm.pow.f64(double %a, double 2.5)
  %pow.f = call float @llvm.pow.f32(float %b, float 3.0)
  %pow.w = fpext float %pow.f to double
  call i32 (ptr, ...) @printf(ptr @format.pow, double %pow, double %pow.w)
  %powi = call double @llvm.powi.f64.i32(double %a, i32 %n)
  %powi.f = call float @llvm.powi.f32.i32(float %b, i32 %n)
  %powi.w = fpext float %powi.f to double
  call i32 (ptr, ...) @printf(ptr @format.powi, double %powi, double %powi.w)
  %ldexp = call double @llvm.ldexp.f64.i32(double %a, i32 %n)
  %ldexp.f = call float @llvm.ldexp.f32.i32(float %b, i32 %n)
  %ldexp.w = fpext float %ldexp.f to double
  call i32 (ptr, ...) @printf(ptr @format.ldexp, double %ldexp, double %ldexp.w)
  %parts = call { double, i32 } @llvm.frexp.f64.i32(double %a)
  %fraction = extractvalue { double, i32 } %parts, 0
  %exponent = extractvalue { double, i32 } %parts, 1
  call i32 (ptr, ...) @printf(ptr @format.frexp, double %fraction, i32 %exponent)
  %rounding = call i32 @llvm.get.rounding()
  call i32 (ptr, ...) @printf(ptr @format.rounding, i32 %rounding)
  ret void
}

define i32 @main() {
  call void @functions(double 0.5, float 0.25, i32 3)
  call void @functions(double 1.0, float 0.75, i32 -2)
  call void @functions(double 0.125, float 0.5, i32 0)
  ret i32 0
}

declare double @llvm.pow.f64(double, double)
declare float @llvm.pow.f32(float, float)
declare double @llvm.powi.f64.i32(double, i32)
declare float @llvm.powi.f32.i32(float, i32)
declare double @llvm.ldexp.f64.i32(double, i32)
declare float @llvm.ldexp.f32.i32(float, i32)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare i32 @llvm.get.rounding()
declare i32 @printf(ptr, ...)
declare double @llvm.sin.f64(double)
declare float @llvm.sin.f32(float)
declare double @llvm.cos.f64(double)
declare float @llvm.cos.f32(float)
declare double @llvm.tan.f64(double)
declare float @llvm.tan.f32(float)
declare double @llvm.asin.f64(double)
declare float @llvm.asin.f32(float)
declare double @llvm.acos.f64(double)
declare float @llvm.acos.f32(float)
declare double @llvm.atan.f64(double)
declare float @llvm.atan.f32(float)
declare double @llvm.sinh.f64(double)
declare float @llvm.sinh.f32(float)
declare double @llvm.cosh.f64(double)
declare float @llvm.cosh.f32(float)
declare double @llvm.tanh.f64(double)
declare float @llvm.tanh.f32(float)
declare double @llvm.exp.f64(double)
declare float @llvm.exp.f32(float)
declare double @llvm.exp2.f64(double)
declare float @llvm.exp2.f32(float)
declare double @llvm.exp10.f64(double)
declare float @llvm.exp10.f32(float)
declare double @llvm.log.f64(double)
declare float @llvm.log.f32(float)
declare double @llvm.log2.f64(double)
declare float @llvm.log2.f32(float)
declare double @llvm.log10.f64(double)
declare float @llvm.log10.f32(float)
