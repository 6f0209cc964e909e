; Conversions from floating point to integers that saturate, and through half precision in integers.
; run: dunlin run inputs/show.c
; native: same

@name.signed = internal constant [7 x i8] c"signed\00"
@name.unsigned = internal constant [9 x i8] c"unsigned\00"
@name.half = internal constant [5 x i8] c"half\00"
@name.back = internal constant [5 x i8] c"back\00"

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

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

define internal void @show.i33(ptr %what, i33 %value) {
  %place = alloca i33
  store i33 %value, ptr %place
  call void @show(ptr %what, i32 33, ptr %place)
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @all.float(float %a) {
  %s.7 = call i7 @llvm.fptosi.sat.i7.f32(float %a)
  call void @show.i7(ptr @name.signed, i7 %s.7)
  %u.7 = call i7 @llvm.fptoui.sat.i7.f32(float %a)
  call void @show.i7(ptr @name.unsigned, i7 %u.7)
  %s.8 = call i8 @llvm.fptosi.sat.i8.f32(float %a)
  call void @show.i8(ptr @name.signed, i8 %s.8)
  %u.8 = call i8 @llvm.fptoui.sat.i8.f32(float %a)
  call void @show.i8(ptr @name.unsigned, i8 %u.8)
  %s.16 = call i16 @llvm.fptosi.sat.i16.f32(float %a)
  call void @show.i16(ptr @name.signed, i16 %s.16)
  %u.16 = call i16 @llvm.fptoui.sat.i16.f32(float %a)
  call void @show.i16(ptr @name.unsigned, i16 %u.16)
  %s.32 = call i32 @llvm.fptosi.sat.i32.f32(float %a)
  call void @show.i32(ptr @name.signed, i32 %s.32)
  %u.32 = call i32 @llvm.fptoui.sat.i32.f32(float %a)
  call void @show.i32(ptr @name.unsigned, i32 %u.32)
  %s.33 = call i33 @llvm.fptosi.sat.i33.f32(float %a)
  call void @show.i33(ptr @name.signed, i33 %s.33)
  %u.33 = call i33 @llvm.fptoui.sat.i33.f32(float %a)
  call void @show.i33(ptr @name.unsigned, i33 %u.33)
  %s.64 = call i64 @llvm.fptosi.sat.i64.f32(float %a)
  call void @show.i64(ptr @name.signed, i64 %s.64)
  %u.64 = call i64 @llvm.fptoui.sat.i64.f32(float %a)
  call void @show.i64(ptr @name.unsigned, i64 %u.64)
  %s.128 = call i128 @llvm.fptosi.sat.i128.f32(float %a)
  call void @show.i128(ptr @name.signed, i128 %s.128)
  %u.128 = call i128 @llvm.fptoui.sat.i128.f32(float %a)
  call void @show.i128(ptr @name.unsigned, i128 %u.128)
  %half = call i16 @llvm.convert.to.fp16.f32(float %a)
  call void @show.i16(ptr @name.half, i16 %half)
  %back = call float @llvm.convert.from.fp16.f32(i16 %half)
  %bits = bitcast float %back to i32
  %nan = fcmp uno float %back, 0.0
  %shown = select i1 %nan, i32 -1, i32 %bits
  call void @show.i32(ptr @name.back, i32 %shown)
  ret void
}

define internal void @all.double(double %a) {
  %s.7 = call i7 @llvm.fptosi.sat.i7.f64(double %a)
  call void @show.i7(ptr @name.signed, i7 %s.7)
  %u.7 = call i7 @llvm.fptoui.sat.i7.f64(double %a)
  call void @show.i7(ptr @name.unsigned, i7 %u.7)
  %s.8 = call i8 @llvm.fptosi.sat.i8.f64(double %a)
  call void @show.i8(ptr @name.signed, i8 %s.8)
  %u.8 = call i8 @llvm.fptoui.sat.i8.f64(double %a)
  call void @show.i8(ptr @name.unsigned, i8 %u.8)
  %s.16 = call i16 @llvm.fptosi.sat.i16.f64(double %a)
  call void @show.i16(ptr @name.signed, i16 %s.16)
  %u.16 = call i16 @llvm.fptoui.sat.i16.f64(double %a)
  call void @show.i16(ptr @name.unsigned, i16 %u.16)
  %s.32 = call i32 @llvm.fptosi.sat.i32.f64(double %a)
  call void @show.i32(ptr @name.signed, i32 %s.32)
  %u.32 = call i32 @llvm.fptoui.sat.i32.f64(double %a)
  call void @show.i32(ptr @name.unsigned, i32 %u.32)
  %s.33 = call i33 @llvm.fptosi.sat.i33.f64(double %a)
  call void @show.i33(ptr @name.signed, i33 %s.33)
  %u.33 = call i33 @llvm.fptoui.sat.i33.f64(double %a)
  call void @show.i33(ptr @name.unsigned, i33 %u.33)
  %s.64 = call i64 @llvm.fptosi.sat.i64.f64(double %a)
  call void @show.i64(ptr @name.signed, i64 %s.64)
  %u.64 = call i64 @llvm.fptoui.sat.i64.f64(double %a)
  call void @show.i64(ptr @name.unsigned, i64 %u.64)
  %s.128 = call i128 @llvm.fptosi.sat.i128.f64(double %a)
  call void @show.i128(ptr @name.signed, i128 %s.128)
  %u.128 = call i128 @llvm.fptoui.sat.i128.f64(double %a)
  call void @show.i128(ptr @name.unsigned, i128 %u.128)
  %half = call i16 @llvm.convert.to.fp16.f64(double %a)
  call void @show.i16(ptr @name.half, i16 %half)
  %back = call float @llvm.convert.from.fp16.f32(i16 %half)
  %bits = bitcast float %back to i32
  %nan = fcmp uno float %back, 0.0
  %shown = select i1 %nan, i32 -1, i32 %bits
  call void @show.i32(ptr @name.back, i32 %shown)
  ret void
}

define i32 @main() {
  call void @all.float(float 0.0)
  call void @all.float(float -0.0)
  call void @all.float(float 1.75)
  call void @all.float(float -1.75)
  call void @all.float(float 200.5)
  call void @all.float(float -200.5)
  call void @all.float(float 1.0e10)
  call void @all.float(float -1.0e10)
  call void @all.float(float 0x46293E5940000000)
  call void @all.float(float 0xC6293E5940000000)
  call void @all.float(float 0x7FF0000000000000)
  call void @all.float(float 0xFFF0000000000000)
  call void @all.float(float 0x7FF8000000000000)
  call void @all.double(double 0.0)
  call void @all.double(double -0.0)
  call void @all.double(double 1.75)
  call void @all.double(double -1.75)
  call void @all.double(double 200.5)
  call void @all.double(double -200.5)
  call void @all.double(double 1.0e10)
  call void @all.double(double -1.0e10)
  call void @all.double(double 1.0e30)
  call void @all.double(double -1.0e30)
  call void @all.double(double 0x7FF0000000000000)
  call void @all.double(double 0xFFF0000000000000)
  call void @all.double(double 0x7FF8000000000000)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i7 @llvm.fptosi.sat.i7.f32(float)
declare i7 @llvm.fptoui.sat.i7.f32(float)
declare i8 @llvm.fptosi.sat.i8.f32(float)
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i16 @llvm.fptosi.sat.i16.f32(float)
declare i16 @llvm.fptoui.sat.i16.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i33 @llvm.fptosi.sat.i33.f32(float)
declare i33 @llvm.fptoui.sat.i33.f32(float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i64 @llvm.fptoui.sat.i64.f32(float)
declare i128 @llvm.fptosi.sat.i128.f32(float)
declare i128 @llvm.fptoui.sat.i128.f32(float)
declare i16 @llvm.convert.to.fp16.f32(float)
declare i7 @llvm.fptosi.sat.i7.f64(double)
declare i7 @llvm.fptoui.sat.i7.f64(double)
declare i8 @llvm.fptosi.sat.i8.f64(double)
declare i8 @llvm.fptoui.sat.i8.f64(double)
declare i16 @llvm.fptosi.sat.i16.f64(double)
declare i16 @llvm.fptoui.sat.i16.f64(double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i33 @llvm.fptosi.sat.i33.f64(double)
declare i33 @llvm.fptoui.sat.i33.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i64 @llvm.fptoui.sat.i64.f64(double)
declare i128 @llvm.fptosi.sat.i128.f64(double)
declare i128 @llvm.fptoui.sat.i128.f64(double)
declare i16 @llvm.convert.to.fp16.f64(double)
declare float @llvm.convert.from.fp16.f32(i16)
