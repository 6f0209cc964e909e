; Classes of floating-point numbers, every one of the ten, in every format.
; run: dunlin run inputs/show.c
; native: same

@name.signalling = internal constant [11 x i8] c"signalling\00"
@name.quiet = internal constant [6 x i8] c"quiet\00"
@name.negative_infinity = internal constant [18 x i8] c"negative_infinity\00"
@name.negative_normal = internal constant [16 x i8] c"negative_normal\00"
@name.negative_subnormal = internal constant [19 x i8] c"negative_subnormal\00"
@name.negative_zero = internal constant [14 x i8] c"negative_zero\00"
@name.positive_zero = internal constant [14 x i8] c"positive_zero\00"
@name.positive_subnormal = internal constant [19 x i8] c"positive_subnormal\00"
@name.positive_normal = internal constant [16 x i8] c"positive_normal\00"
@name.positive_infinity = internal constant [18 x i8] c"positive_infinity\00"
@name.finite = internal constant [7 x i8] c"finite\00"
@values.half = internal constant [10 x half] [half 0xH7D00, half 0xH7E00, half 0xHFC00, half 0xHC200, half 0xH8001, half 0xH8000, half 0xH0000, half 0xH03FF, half 0xH0400, half 0xH7C00]
@values.float = internal constant [10 x float] [float 0x7FF4000000000000, float 0x7FF8000000000000, float 0xFFF0000000000000, float -3.0, float 0xB6A0000000000000, float -0.0, float 0.0, float 0x36A0000000000000, float 0x3810000000000000, float 0x7FF0000000000000]
@values.double = internal constant [10 x double] [double 0x7FF4000000000000, double 0x7FF8000000000000, double 0xFFF0000000000000, double -3.0, double 0x8000000000000001, double -0.0, double 0.0, double 0x000FFFFFFFFFFFFF, double 0x0010000000000000, double 0x7FF0000000000000]
@values.x86_fp80 = internal constant [10 x x86_fp80] [x86_fp80 0xK7FFFA000000000000000, x86_fp80 0xK7FFFC000000000000000, x86_fp80 0xKFFFF8000000000000000, x86_fp80 0xKC000C000000000000000, x86_fp80 0xK80000000000000000001, x86_fp80 0xK80000000000000000000, x86_fp80 0xK00000000000000000000, x86_fp80 0xK00007FFFFFFFFFFFFFFF, x86_fp80 0xK00018000000000000000, x86_fp80 0xK7FFF8000000000000000]
@values.fp128 = internal constant [10 x fp128] [fp128 0xL00000000000000007FFF400000000000, fp128 0xL00000000000000007FFF800000000000, fp128 0xL0000000000000000FFFF000000000000, fp128 0xL0000000000000000C000800000000000, fp128 0xL00000000000000018000000000000000, fp128 0xL00000000000000008000000000000000, fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000010000000000000000, fp128 0xL00000000000000000001000000000000, fp128 0xL00000000000000007FFF000000000000]

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @classes.half(ptr %place) {
  %a = load half, ptr %place
  %signalling = call i1 @llvm.is.fpclass.f16(half %a, i32 1)
  call void @show.i1(ptr @name.signalling, i1 %signalling)
  %quiet = call i1 @llvm.is.fpclass.f16(half %a, i32 2)
  call void @show.i1(ptr @name.quiet, i1 %quiet)
  %negative_infinity = call i1 @llvm.is.fpclass.f16(half %a, i32 4)
  call void @show.i1(ptr @name.negative_infinity, i1 %negative_infinity)
  %negative_normal = call i1 @llvm.is.fpclass.f16(half %a, i32 8)
  call void @show.i1(ptr @name.negative_normal, i1 %negative_normal)
  %negative_subnormal = call i1 @llvm.is.fpclass.f16(half %a, i32 16)
  call void @show.i1(ptr @name.negative_subnormal, i1 %negative_subnormal)
  %negative_zero = call i1 @llvm.is.fpclass.f16(half %a, i32 32)
  call void @show.i1(ptr @name.negative_zero, i1 %negative_zero)
  %positive_zero = call i1 @llvm.is.fpclass.f16(half %a, i32 64)
  call void @show.i1(ptr @name.positive_zero, i1 %positive_zero)
  %positive_subnormal = call i1 @llvm.is.fpclass.f16(half %a, i32 128)
  call void @show.i1(ptr @name.positive_subnormal, i1 %positive_subnormal)
  %positive_normal = call i1 @llvm.is.fpclass.f16(half %a, i32 256)
  call void @show.i1(ptr @name.positive_normal, i1 %positive_normal)
  %positive_infinity = call i1 @llvm.is.fpclass.f16(half %a, i32 512)
  call void @show.i1(ptr @name.positive_infinity, i1 %positive_infinity)
  %finite = call i1 @llvm.is.fpclass.f16(half %a, i32 504)
  call void @show.i1(ptr @name.finite, i1 %finite)
  ret void
}

define internal void @classes.float(ptr %place) {
  %a = load float, ptr %place
  %signalling = call i1 @llvm.is.fpclass.f32(float %a, i32 1)
  call void @show.i1(ptr @name.signalling, i1 %signalling)
  %quiet = call i1 @llvm.is.fpclass.f32(float %a, i32 2)
  call void @show.i1(ptr @name.quiet, i1 %quiet)
  %negative_infinity = call i1 @llvm.is.fpclass.f32(float %a, i32 4)
  call void @show.i1(ptr @name.negative_infinity, i1 %negative_infinity)
  %negative_normal = call i1 @llvm.is.fpclass.f32(float %a, i32 8)
  call void @show.i1(ptr @name.negative_normal, i1 %negative_normal)
  %negative_subnormal = call i1 @llvm.is.fpclass.f32(float %a, i32 16)
  call void @show.i1(ptr @name.negative_subnormal, i1 %negative_subnormal)
  %negative_zero = call i1 @llvm.is.fpclass.f32(float %a, i32 32)
  call void @show.i1(ptr @name.negative_zero, i1 %negative_zero)
  %positive_zero = call i1 @llvm.is.fpclass.f32(float %a, i32 64)
  call void @show.i1(ptr @name.positive_zero, i1 %positive_zero)
  %positive_subnormal = call i1 @llvm.is.fpclass.f32(float %a, i32 128)
  call void @show.i1(ptr @name.positive_subnormal, i1 %positive_subnormal)
  %positive_normal = call i1 @llvm.is.fpclass.f32(float %a, i32 256)
  call void @show.i1(ptr @name.positive_normal, i1 %positive_normal)
  %positive_infinity = call i1 @llvm.is.fpclass.f32(float %a, i32 512)
  call void @show.i1(ptr @name.positive_infinity, i1 %positive_infinity)
  %finite = call i1 @llvm.is.fpclass.f32(float %a, i32 504)
  call void @show.i1(ptr @name.finite, i1 %finite)
  ret void
}

define internal void @classes.double(ptr %place) {
  %a = load double, ptr %place
  %signalling = call i1 @llvm.is.fpclass.f64(double %a, i32 1)
  call void @show.i1(ptr @name.signalling, i1 %signalling)
  %quiet = call i1 @llvm.is.fpclass.f64(double %a, i32 2)
  call void @show.i1(ptr @name.quiet, i1 %quiet)
  %negative_infinity = call i1 @llvm.is.fpclass.f64(double %a, i32 4)
  call void @show.i1(ptr @name.negative_infinity, i1 %negative_infinity)
  %negative_normal = call i1 @llvm.is.fpclass.f64(double %a, i32 8)
  call void @show.i1(ptr @name.negative_normal, i1 %negative_normal)
  %negative_subnormal = call i1 @llvm.is.fpclass.f64(double %a, i32 16)
  call void @show.i1(ptr @name.negative_subnormal, i1 %negative_subnormal)
  %negative_zero = call i1 @llvm.is.fpclass.f64(double %a, i32 32)
  call void @show.i1(ptr @name.negative_zero, i1 %negative_zero)
  %positive_zero = call i1 @llvm.is.fpclass.f64(double %a, i32 64)
  call void @show.i1(ptr @name.positive_zero, i1 %positive_zero)
  %positive_subnormal = call i1 @llvm.is.fpclass.f64(double %a, i32 128)
  call void @show.i1(ptr @name.positive_subnormal, i1 %positive_subnormal)
  %positive_normal = call i1 @llvm.is.fpclass.f64(double %a, i32 256)
  call void @show.i1(ptr @name.positive_normal, i1 %positive_normal)
  %positive_infinity = call i1 @llvm.is.fpclass.f64(double %a, i32 512)
  call void @show.i1(ptr @name.positive_infinity, i1 %positive_infinity)
  %finite = call i1 @llvm.is.fpclass.f64(double %a, i32 504)
  call void @show.i1(ptr @name.finite, i1 %finite)
  ret void
}

define internal void @classes.x86_fp80(ptr %place) {
  %a = load x86_fp80, ptr %place
  %signalling = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 1)
  call void @show.i1(ptr @name.signalling, i1 %signalling)
  %quiet = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 2)
  call void @show.i1(ptr @name.quiet, i1 %quiet)
  %negative_infinity = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 4)
  call void @show.i1(ptr @name.negative_infinity, i1 %negative_infinity)
  %negative_normal = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 8)
  call void @show.i1(ptr @name.negative_normal, i1 %negative_normal)
  %negative_subnormal = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 16)
  call void @show.i1(ptr @name.negative_subnormal, i1 %negative_subnormal)
  %negative_zero = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 32)
  call void @show.i1(ptr @name.negative_zero, i1 %negative_zero)
  %positive_zero = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 64)
  call void @show.i1(ptr @name.positive_zero, i1 %positive_zero)
  %positive_subnormal = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 128)
  call void @show.i1(ptr @name.positive_subnormal, i1 %positive_subnormal)
  %positive_normal = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 256)
  call void @show.i1(ptr @name.positive_normal, i1 %positive_normal)
  %positive_infinity = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 512)
  call void @show.i1(ptr @name.positive_infinity, i1 %positive_infinity)
  %finite = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 504)
  call void @show.i1(ptr @name.finite, i1 %finite)
  ret void
}

define internal void @classes.fp128(ptr %place) {
  %a = load fp128, ptr %place
  %signalling = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 1)
  call void @show.i1(ptr @name.signalling, i1 %signalling)
  %quiet = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 2)
  call void @show.i1(ptr @name.quiet, i1 %quiet)
  %negative_infinity = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 4)
  call void @show.i1(ptr @name.negative_infinity, i1 %negative_infinity)
  %negative_normal = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 8)
  call void @show.i1(ptr @name.negative_normal, i1 %negative_normal)
  %negative_subnormal = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 16)
  call void @show.i1(ptr @name.negative_subnormal, i1 %negative_subnormal)
  %negative_zero = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 32)
  call void @show.i1(ptr @name.negative_zero, i1 %negative_zero)
  %positive_zero = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 64)
  call void @show.i1(ptr @name.positive_zero, i1 %positive_zero)
  %positive_subnormal = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 128)
  call void @show.i1(ptr @name.positive_subnormal, i1 %positive_subnormal)
  %positive_normal = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 256)
  call void @show.i1(ptr @name.positive_normal, i1 %positive_normal)
  %positive_infinity = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 512)
  call void @show.i1(ptr @name.positive_infinity, i1 %positive_infinity)
  %finite = call i1 @llvm.is.fpclass.f128(fp128 %a, i32 504)
  call void @show.i1(ptr @name.finite, i1 %finite)
  ret void
}

define i32 @main() {
  %half.0 = getelementptr half, ptr @values.half, i64 0
  call void @classes.half(ptr %half.0)
  %half.1 = getelementptr half, ptr @values.half, i64 1
  call void @classes.half(ptr %half.1)
  %half.2 = getelementptr half, ptr @values.half, i64 2
  call void @classes.half(ptr %half.2)
  %half.3 = getelementptr half, ptr @values.half, i64 3
  call void @classes.half(ptr %half.3)
  %half.4 = getelementptr half, ptr @values.half, i64 4
  call void @classes.half(ptr %half.4)
  %half.5 = getelementptr half, ptr @values.half, i64 5
  call void @classes.half(ptr %half.5)
  %half.6 = getelementptr half, ptr @values.half, i64 6
  call void @classes.half(ptr %half.6)
  %half.7 = getelementptr half, ptr @values.half, i64 7
  call void @classes.half(ptr %half.7)
  %half.8 = getelementptr half, ptr @values.half, i64 8
  call void @classes.half(ptr %half.8)
  %half.9 = getelementptr half, ptr @values.half, i64 9
  call void @classes.half(ptr %half.9)
  %float.0 = getelementptr float, ptr @values.float, i64 0
  call void @classes.float(ptr %float.0)
  %float.1 = getelementptr float, ptr @values.float, i64 1
  call void @classes.float(ptr %float.1)
  %float.2 = getelementptr float, ptr @values.float, i64 2
  call void @classes.float(ptr %float.2)
  %float.3 = getelementptr float, ptr @values.float, i64 3
  call void @classes.float(ptr %float.3)
  %float.4 = getelementptr float, ptr @values.float, i64 4
  call void @classes.float(ptr %float.4)
  %float.5 = getelementptr float, ptr @values.float, i64 5
  call void @classes.float(ptr %float.5)
  %float.6 = getelementptr float, ptr @values.float, i64 6
  call void @classes.float(ptr %float.6)
  %float.7 = getelementptr float, ptr @values.float, i64 7
  call void @classes.float(ptr %float.7)
  %float.8 = getelementptr float, ptr @values.float, i64 8
  call void @classes.float(ptr %float.8)
  %float.9 = getelementptr float, ptr @values.float, i64 9
  call void @classes.float(ptr %float.9)
  %double.0 = getelementptr double, ptr @values.double, i64 0
  call void @classes.double(ptr %double.0)
  %double.1 = getelementptr double, ptr @values.double, i64 1
  call void @classes.double(ptr %double.1)
  %double.2 = getelementptr double, ptr @values.double, i64 2
  call void @classes.double(ptr %double.2)
  %double.3 = getelementptr double, ptr @values.double, i64 3
  call void @classes.double(ptr %double.3)
  %double.4 = getelementptr double, ptr @values.double, i64 4
  call void @classes.double(ptr %double.4)
  %double.5 = getelementptr double, ptr @values.double, i64 5
  call void @classes.double(ptr %double.5)
  %double.6 = getelementptr double, ptr @values.double, i64 6
  call void @classes.double(ptr %double.6)
  %double.7 = getelementptr double, ptr @values.double, i64 7
  call void @classes.double(ptr %double.7)
  %double.8 = getelementptr double, ptr @values.double, i64 8
  call void @classes.double(ptr %double.8)
  %double.9 = getelementptr double, ptr @values.double, i64 9
  call void @classes.double(ptr %double.9)
  %x86_fp80.0 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 0
  call void @classes.x86_fp80(ptr %x86_fp80.0)
  %x86_fp80.1 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 1
  call void @classes.x86_fp80(ptr %x86_fp80.1)
  %x86_fp80.2 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 2
  call void @classes.x86_fp80(ptr %x86_fp80.2)
  %x86_fp80.3 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 3
  call void @classes.x86_fp80(ptr %x86_fp80.3)
  %x86_fp80.4 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 4
  call void @classes.x86_fp80(ptr %x86_fp80.4)
  %x86_fp80.5 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 5
  call void @classes.x86_fp80(ptr %x86_fp80.5)
  %x86_fp80.6 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 6
  call void @classes.x86_fp80(ptr %x86_fp80.6)
  %x86_fp80.7 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 7
  call void @classes.x86_fp80(ptr %x86_fp80.7)
  %x86_fp80.8 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 8
  call void @classes.x86_fp80(ptr %x86_fp80.8)
  %x86_fp80.9 = getelementptr x86_fp80, ptr @values.x86_fp80, i64 9
  call void @classes.x86_fp80(ptr %x86_fp80.9)
  %fp128.0 = getelementptr fp128, ptr @values.fp128, i64 0
  call void @classes.fp128(ptr %fp128.0)
  %fp128.1 = getelementptr fp128, ptr @values.fp128, i64 1
  call void @classes.fp128(ptr %fp128.1)
  %fp128.2 = getelementptr fp128, ptr @values.fp128, i64 2
  call void @classes.fp128(ptr %fp128.2)
  %fp128.3 = getelementptr fp128, ptr @values.fp128, i64 3
  call void @classes.fp128(ptr %fp128.3)
  %fp128.4 = getelementptr fp128, ptr @values.fp128, i64 4
  call void @classes.fp128(ptr %fp128.4)
  %fp128.5 = getelementptr fp128, ptr @values.fp128, i64 5
  call void @classes.fp128(ptr %fp128.5)
  %fp128.6 = getelementptr fp128, ptr @values.fp128, i64 6
  call void @classes.fp128(ptr %fp128.6)
  %fp128.7 = getelementptr fp128, ptr @values.fp128, i64 7
  call void @classes.fp128(ptr %fp128.7)
  %fp128.8 = getelementptr fp128, ptr @values.fp128, i64 8
  call void @classes.fp128(ptr %fp128.8)
  %fp128.9 = getelementptr fp128, ptr @values.fp128, i64 9
  call void @classes.fp128(ptr %fp128.9)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i1 @llvm.is.fpclass.f16(half, i32)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i1 @llvm.is.fpclass.f80(x86_fp80, i32)
declare i1 @llvm.is.fpclass.f128(fp128, i32)
