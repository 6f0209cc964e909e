//! Mathematical functions that the host's C library computes, bit for bit as a native run would.

use dunlin_ir::FloatFormat;

macro_rules! functions {
    (unary { $($one:ident $name:literal $short:literal $double:path, $single:path;)* }
     binary { $($two:ident $name2:literal $short2:literal $double2:path, $single2:path;)* }) => {
        /// A function and whether it takes and returns `float` rather than `double`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Math {
            $($one { single: bool },)*
            $($two { single: bool },)*
        }

        impl Math {
            pub fn named(name: &str) -> Option<Math> {
                Some(match name {
                    $($name => Math::$one { single: false },
                      $short => Math::$one { single: true },)*
                    $($name2 => Math::$two { single: false },
                      $short2 => Math::$two { single: true },)*
                    _ => return None,
                })
            }

            pub fn arity(self) -> usize {
                match self {
                    $(Math::$one { .. } => 1,)*
                    $(Math::$two { .. } => 2,)*
                }
            }

            /// Of operands and result.
            pub fn format(self) -> FloatFormat {
                let ($(Math::$one { single })|* | $(Math::$two { single })|*) = self;
                if single { FloatFormat::Single } else { FloatFormat::Double }
            }

            /// The bits of the result for the bits of the operands.
            pub fn compute(self, x: u64, y: u64) -> u64 {
                let (dx, dy) = (f64::from_bits(x), f64::from_bits(y));
                let (sx, sy) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
                match self {
                    $(Math::$one { single: false } => $double(dx).to_bits(),
                      Math::$one { single: true } => u64::from($single(sx).to_bits()),)*
                    $(Math::$two { single: false } => $double2(dx, dy).to_bits(),
                      Math::$two { single: true } => u64::from($single2(sx, sy).to_bits()),)*
                }
            }
        }
    };
}

// SAFETY: these are functions of the C library that Rust's standard library links to, with these very
// signatures; they read nothing but their argument.
unsafe extern "C" {
    safe fn exp10(x: f64) -> f64;
    safe fn exp10f(x: f32) -> f32;
}

functions! {
    unary {
    Sin "sin" "sinf" f64::sin, f32::sin;
    Cos "cos" "cosf" f64::cos, f32::cos;
    Tan "tan" "tanf" f64::tan, f32::tan;
    Asin "asin" "asinf" f64::asin, f32::asin;
    Acos "acos" "acosf" f64::acos, f32::acos;
    Atan "atan" "atanf" f64::atan, f32::atan;
    Sinh "sinh" "sinhf" f64::sinh, f32::sinh;
    Cosh "cosh" "coshf" f64::cosh, f32::cosh;
    Tanh "tanh" "tanhf" f64::tanh, f32::tanh;
    Exp "exp" "expf" f64::exp, f32::exp;
    Exp2 "exp2" "exp2f" f64::exp2, f32::exp2;
    Exp10 "exp10" "exp10f" exp10, exp10f;
    Expm1 "expm1" "expm1f" f64::exp_m1, f32::exp_m1;
    Log "log" "logf" f64::ln, f32::ln;
    Log2 "log2" "log2f" f64::log2, f32::log2;
    Log10 "log10" "log10f" f64::log10, f32::log10;
    Log1p "log1p" "log1pf" f64::ln_1p, f32::ln_1p;
    Cbrt "cbrt" "cbrtf" f64::cbrt, f32::cbrt;
    }
    binary {
    Atan2 "atan2" "atan2f" f64::atan2, f32::atan2;
    Pow "pow" "powf" f64::powf, f32::powf;
    Hypot "hypot" "hypotf" f64::hypot, f32::hypot;
    Fmod "fmod" "fmodf" std::ops::Rem::rem, std::ops::Rem::rem;
    }
}
