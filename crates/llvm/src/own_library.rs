//! Functions of the C library that a program defines itself: its definitions win.
//!
//! clang knows what library functions do. It computes `abs` in place, folds `strlen` of a literal and makes
//! an intrinsic of `memcpy`, so that a definition of the program is never entered. Sources that define such
//! a function are therefore compiled without that knowledge of it (`-fno-builtin-NAME`).
//!
//! What remains are copies that no call in the source stands for (structures), and bitcode that others have
//! compiled. A backend turns long intrinsic copies into calls of `memcpy`, which is then the program's, and
//! short ones into moves; [`call_own_memory_functions`] does the same.

use crate::instrument::build::{Builder, erase};
use crate::link::Named;
use crate::lower::ffi::{BasicBlock, LLVMOpcode, LLVMTypeKind, ModuleRef, Value};
use inkwell::module::{Linkage, Module};

/// What clang and LLVM know of the C library, apart from the mathematical functions, which exist for
/// each format.
const KNOWN: &str = "\
    abort abs aligned_alloc alloca atoi atol atoll bcmp bcopy bzero calloc exit ffs ffsl ffsll fopen \
    fprintf fputc fputs fread free fscanf fwrite getchar gets index isalnum isalpha isascii isblank \
    iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit labs llabs longjmp malloc \
    memalign memccpy memchr memcmp memcpy memmove mempcpy memrchr memset perror posix_memalign printf \
    putc putchar puts realloc reallocf rindex scanf snprintf sprintf sscanf stpcpy stpncpy strcasecmp \
    strcat strchr strcmp strcpy strcspn strdup strerror strlcat strlcpy strlen strncasecmp strncat \
    strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod strtof strtok strtol strtold \
    strtoll strtoul strtoull strxfrm toascii tolower toupper valloc vfprintf vfscanf vprintf vscanf \
    vsnprintf vsprintf vsscanf wcschr wcscmp wcslen wcsncmp wmemchr wmemcmp wmemcpy wmemmove wmemset";

/// Of these, clang knows the forms for `double`, `float` (with an f behind) and `long double` (l).
const KNOWN_MATHEMATICAL: &str = "\
    acos acosh asin asinh atan atan2 atanh cabs carg cbrt ceil conj copysign cos cosh erf erfc exp exp10 exp2 \
    expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 \
    log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round \
    roundeven scalbln scalbn sin sincos sinh sqrt tan tanh tgamma trunc";

/// A backend makes moves of copies up to this length.
const LONGEST_MOVES: u64 = 128;

fn is_known(name: &str) -> bool {
    let among = |list: &str, name: &str| list.split_ascii_whitespace().any(|known| known == name);
    among(KNOWN, name)
        || among(KNOWN_MATHEMATICAL, name)
        || name.strip_suffix(['f', 'l']).is_some_and(|stem| among(KNOWN_MATHEMATICAL, stem))
}

/// The library functions that the modules define and other modules can see, in order. A private one is
/// nothing that clang would take for the library's.
pub(crate) fn own_library_functions(modules: &[Named<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    for function in modules.iter().flat_map(|named| named.module.get_functions()) {
        let private = matches!(
            function.get_linkage(),
            Linkage::Internal | Linkage::Private | Linkage::AvailableExternally
        );
        let name = function.get_name().to_string_lossy();
        if function.count_basic_blocks() > 0 && !private && is_known(&name) {
            found.push(name.into_owned());
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Makes calls of the program's own `memcpy`, `memmove` and `memset` where a backend would, except in
/// these functions themselves.
pub(crate) fn call_own_memory_functions(module: &Module<'_>) {
    let llvm = ModuleRef::new(module);
    for name in ["memcpy", "memmove", "memset"] {
        let own = llvm.named_function(name).filter(|own| !own.blocks().is_empty());
        if let Some(own) = own
            && takes_what_the_library_does(own, name == "memset")
        {
            replace_intrinsic(llvm, own, &format!("llvm.{name}"));
        }
    }
}

fn takes_what_the_library_does(own: Value, is_memset: bool) -> bool {
    let params = own.value_type().params();
    let [to, second, length] = params[..] else { return false };
    let pointer = LLVMTypeKind::LLVMPointerTypeKind;
    let integer = LLVMTypeKind::LLVMIntegerTypeKind;
    to.kind() == pointer
        && second.kind() == if is_memset { integer } else { pointer }
        && (!is_memset || second.int_width() >= 8)
        && length.kind() == integer
}

fn replace_intrinsic(llvm: ModuleRef, own: Value, intrinsic: &str) {
    let builder = Builder::new(llvm);
    let length = own.value_type().params()[2].int_width();
    for func in llvm.functions().filter(|&func| func != own) {
        let instructions: Vec<Value> =
            func.blocks().into_iter().flat_map(BasicBlock::instructions).collect();
        for call in instructions {
            let named = call.has_opcode(LLVMOpcode::LLVMCall)
                && call.called_value().intrinsic_name().as_deref() == Some(intrinsic);
            if !named || call.operand(2).ty().int_width() > length {
                continue;
            }
            let moves = |bits: dunlin_ir::Bits| bits.low_u64() <= LONGEST_MOVES;
            if call.operand(2).int_bits().is_some_and(moves) {
                continue;
            }
            builder.before(call);
            let second = match intrinsic {
                "llvm.memset" => {
                    let width = own.value_type().params()[1].int_width();
                    builder.widen(call.operand(1), width, false)
                }
                _ => call.operand(1),
            };
            let bytes = builder.widen(call.operand(2), length, false);
            builder.call_program(own, &[call.operand(0), second, bytes]);
            erase(call);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn names_of_the_library() {
        for name in ["memcpy", "abs", "fabs", "fabsf", "sqrtl", "strlen", "exit"] {
            assert!(is_known(name), "{name}");
        }
        for name in ["memcpyf", "main", "", "f", "helper"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
