//! Fixed expectations, each checked against glibc 2.36.

use super::{EILSEQ, EINVAL, EOVERFLOW, FormatArgs, format};

#[derive(Clone, Debug)]
enum Arg {
    Int(i64),
    Double(f64),
    LongDouble(u128),
    Null,
    Text(&'static [u8]),
    Wide(&'static [u32]),
    Counter,
}

#[derive(Debug, PartialEq)]
enum Problem {
    Failed { errno: i32, written: Vec<u8> },
    WrongArgument,
}

/// A fixed argument list; pointers are indices into it, plus one.
struct List {
    pointer_bytes: u32,
    args: Vec<Arg>,
    next: usize,
    stored: Option<(u32, u64)>,
}

impl List {
    fn take(&mut self) -> Result<Arg, Problem> {
        self.next += 1;
        self.args.get(self.next - 1).cloned().ok_or(Problem::WrongArgument)
    }
}

impl FormatArgs for List {
    type Error = Problem;
    type Pointer = Arg;

    fn pointer_bytes(&self) -> u32 {
        self.pointer_bytes
    }
    fn int(&mut self, bytes: u32) -> Result<u64, Problem> {
        assert!(bytes == 4 || bytes == 8);
        match self.take()? {
            Arg::Int(value) => Ok(value as u64),
            _ => Err(Problem::WrongArgument),
        }
    }
    fn double(&mut self) -> Result<f64, Problem> {
        match self.take()? {
            Arg::Double(value) => Ok(value),
            _ => Err(Problem::WrongArgument),
        }
    }
    fn long_double(&mut self) -> Result<u128, Problem> {
        match self.take()? {
            Arg::LongDouble(value) => Ok(value),
            _ => Err(Problem::WrongArgument),
        }
    }
    fn pointer(&mut self) -> Result<Arg, Problem> {
        self.take()
    }
    fn is_null(&mut self, pointer: &Arg) -> Result<bool, Problem> {
        Ok(self.address(pointer)? == 0)
    }

    fn address(&mut self, pointer: &Arg) -> Result<u64, Problem> {
        Ok(if matches!(pointer, Arg::Null) { 0 } else { 0x1000 })
    }
    fn string(&mut self, pointer: &Arg, limit: Option<u64>) -> Result<Vec<u8>, Problem> {
        let Arg::Text(text) = pointer else { return Err(Problem::WrongArgument) };
        let limit = limit.map_or(text.len(), |limit| text.len().min(limit as usize));
        Ok(text[..limit].to_vec())
    }
    fn wide_string(&mut self, pointer: &Arg, limit: Option<u64>) -> Result<Vec<u32>, Problem> {
        let Arg::Wide(text) = pointer else { return Err(Problem::WrongArgument) };
        let limit = limit.map_or(text.len(), |limit| text.len().min(limit as usize));
        Ok(text[..limit].to_vec())
    }
    fn store_count(&mut self, pointer: &Arg, bytes: u32, count: u64) -> Result<(), Problem> {
        assert!(matches!(pointer, Arg::Counter));
        self.stored = Some((bytes, count));
        Ok(())
    }
    fn errno(&mut self) -> Result<i32, Problem> {
        Ok(2)
    }
    fn failed(&mut self, errno: i32, written: Vec<u8>) -> Problem {
        Problem::Failed { errno, written }
    }
}

fn list(args: &[Arg]) -> List {
    List { pointer_bytes: 8, args: args.to_vec(), next: 0, stored: None }
}

#[track_caller]
fn check(directives: &str, args: &[Arg], expected: &str) {
    let bytes = format(directives.as_bytes(), &mut list(args)).expect(directives);
    assert_eq!(String::from_utf8_lossy(&bytes), expected, "{directives}");
}

#[track_caller]
fn check_failure(directives: &str, args: &[Arg], errno: i32, written: &str) {
    let failure = format(directives.as_bytes(), &mut list(args)).expect_err(directives);
    assert_eq!(failure, Problem::Failed { errno, written: written.as_bytes().to_vec() });
}

fn int(value: i64) -> Arg {
    Arg::Int(value)
}

/// The long double with this sign and exponent field, and significand.
fn x87(field: u16, significand: u64) -> Arg {
    Arg::LongDouble(u128::from(field) << 64 | u128::from(significand))
}

#[test]
fn text_and_percent() {
    check("plain", &[], "plain");
    check("100%% %5%", &[], "100% %");
}

#[test]
fn integers() {
    check("%d|%5d|%-5d|%05d", &[int(1), int(-2), int(3), int(-4)], "1|   -2|3    |-0004");
    check("%+d|% d|%+ d", &[int(1), int(2), int(3)], "+1| 2|+3");
    check("%.3d|%5.3d|%05.3d|%.0d", &[int(7), int(-7), int(7), int(0)], "007| -007|  007|");
    check("%u|%x|%X|%o", &[int(-1), int(255), int(255), int(8)], "4294967295|ff|FF|10");
    check(
        "%#x|%#X|%#o|%#x|%#o",
        &[int(255), int(255), int(8), int(0), int(0)],
        "0xff|0XFF|010|0|0",
    );
    check("%#.0o|%#.3o|%#08x|%+u", &[int(0), int(8), int(255), int(3)], "0|010|0x0000ff|3");
    check("%hhd|%hd|%hhu|%hu", &[int(300), int(65535), int(-1), int(-1)], "44|-1|255|65535");
    check(
        "%ld|%lld|%jd",
        &[int(i64::MIN), int(i64::MAX), int(-1)],
        "-9223372036854775808|9223372036854775807|-1",
    );
    check("%zu|%td|%qd|%Ld", &[int(-1), int(-1), int(-5), int(6)], "18446744073709551615|-1|-5|6");
    check("%'d|%Id", &[int(1234567), int(5)], "1234567|5");
}

#[test]
fn long_has_the_size_of_pointers() {
    let args = [int(-1), int(-1), int(-1)];
    let mut narrow = List { pointer_bytes: 4, ..list(&args) };
    assert_eq!(
        format(b"%ld %zu %llu", &mut narrow),
        Ok(b"-1 4294967295 18446744073709551615".to_vec())
    );
}

#[test]
fn width_and_precision_from_arguments() {
    check("%*d|%-*d|", &[int(4), int(1), int(4), int(2)], "   1|2   |");
    check("%0*d|", &[int(-5), int(3)], "3    |");
    check("%.*d|%.*d", &[int(3), int(5), int(-1), int(0)], "005|0");
}

#[test]
fn characters_and_strings() {
    check("%c|%3c|%-3c|", &[int(65), int(66), int(67)], "A|  B|C  |");
    check(
        "%s|%5s|%-5s|%05s",
        &[Arg::Text(b"a"), Arg::Text(b"b"), Arg::Text(b"c"), Arg::Text(b"d")],
        "a|    b|c    |    d",
    );
    check(
        "%.2s|%5.1s|%.0s|",
        &[Arg::Text(b"abc"), Arg::Text(b"def"), Arg::Text(b"x")],
        "ab|    d||",
    );
    check("%s|%.5s|%.6s", &[Arg::Null, Arg::Null, Arg::Null], "(null)||(null)");
    check(
        "%ls|%S|%lc|%C",
        &[Arg::Wide(&[104, 105]), Arg::Wide(&[33]), int(120), int(121)],
        "hi|!|x|y",
    );
    check_failure("ab%ls", &[Arg::Wide(&[104, 0xe9])], EILSEQ, "ab");
    check_failure("%lc", &[int(0xe9)], EILSEQ, "");
    check("%#m|%#.2m|%0#10m", &[], "ENOENT|EN|    ENOENT");
    check("%m|%.2m|%30m", &[], "No such file or directory|No|     No such file or directory");
}

#[test]
fn pointers_and_counts() {
    check(
        "%p|%10p|%-8p|%p",
        &[Arg::Text(b""), Arg::Text(b""), Arg::Text(b""), Arg::Null],
        "0x1000|    0x1000|0x1000  |(nil)",
    );
    check(
        "%8p|%.2p|%+p|%010p",
        &[Arg::Null, Arg::Null, Arg::Text(b""), Arg::Text(b"")],
        "   (nil)|(nil)|+0x1000|0x00001000",
    );
    for (directives, bytes) in
        [("ab%n", 4), ("ab%hhn", 1), ("ab%hn", 2), ("ab%ln", 8), ("ab%lln", 8)]
    {
        let mut args = list(&[Arg::Counter]);
        assert_eq!(format(directives.as_bytes(), &mut args), Ok(b"ab".to_vec()));
        assert_eq!(args.stored, Some((bytes, 2)), "{directives}");
    }
}

#[test]
fn numbered_arguments() {
    check("%2$s %1$d", &[int(3), Arg::Text(b"x")], "x 3");
    check("%3$*1$.*2$f", &[int(8), int(2), Arg::Double(2.34159)], "    2.34");
    check("%1$d %1$x %3$d", &[int(10), int(0), int(7)], "10 a 7");
    check_failure("%5000$d", &[int(1)], EOVERFLOW, "");
}

#[test]
fn unknown_and_invalid_directives() {
    check("%y|%ly|%-05y|%+ #7.3y", &[], "%y|%y|%-5y|%#+7.3y");
    check("%l+d|%5-d|%*y", &[int(7)], "%+d|%5-d|%7y");
    check_failure("abc%", &[], EINVAL, "abc");
    check_failure("x%l", &[], EINVAL, "x");
    check_failure("x%99999999999d", &[int(1)], EOVERFLOW, "x");
    check_failure("xxx%2147483646d", &[int(1)], EOVERFLOW, "xxx");
}

#[test]
fn fixed_notation() {
    let d = Arg::Double;
    check(
        "%f|%.0f|%.0f|%.0f|%#.0f",
        &[d(2.71458265), d(0.5), d(1.5), d(2.5), d(1.0)],
        "2.714583|0|2|2|1.",
    );
    check(
        "%f|%f|%F|%f",
        &[d(0.0), d(-0.0), d(f64::INFINITY), d(-f64::NAN)],
        "0.000000|-0.000000|INF|-nan",
    );
    check("%.1f|%.1f|%.2f|%.2f", &[d(0.25), d(0.35), d(1.005), d(99.995)], "0.2|0.3|1.00|100.00");
    check(
        "%08.2f|%-8.2f|%+.1f|% .1f",
        &[d(-1.5), d(1.5), d(2.0), d(2.0)],
        "-0001.50|1.50    |+2.0| 2.0",
    );
    check("%05f|%-6f|%+f", &[d(f64::INFINITY), d(f64::INFINITY), d(f64::NAN)], "  inf|inf   |+nan");
    check("%.0f", &[d(1e23)], "99999999999999991611392");
    check("%.60f", &[d(0.1)], "0.100000000000000005551115123125782702118158340454101562500000");
    check("%.3f|%.0f", &[d(9.9996), d(9.5)], "10.000|10");
}

#[test]
fn scientific_notation() {
    let d = Arg::Double;
    check(
        "%e|%.0e|%#.0e|%.3E",
        &[d(12345.678), d(15.0), d(1.0), d(1e-10)],
        "1.234568e+04|2e+01|1.e+00|1.000E-10",
    );
    check("%e|%e|%.2e", &[d(0.0), d(5e-324), d(9.999e99)], "0.000000e+00|4.940656e-324|1.00e+100");
    check("%.0e|%.0e", &[d(2.5), d(3.5)], "2e+00|4e+00");
}

#[test]
fn general_notation() {
    let d = Arg::Double;
    check(
        "%g|%g|%g|%g",
        &[d(100000.0), d(1000000.0), d(0.0001), d(0.00001)],
        "100000|1e+06|0.0001|1e-05",
    );
    check("%g|%#g|%.0g|%.10g", &[d(1.5), d(1.0), d(123.0), d(0.1)], "1.5|1.00000|1e+02|0.1");
    check("%g|%#g|%G|%.3g", &[d(0.0), d(0.0), d(1e-20), d(999.9)], "0|0.00000|1E-20|1e+03");
    check("%.17g|%.2147483646g", &[d(0.1), d(0.5)], "0.10000000000000001|0.5");
}

#[test]
fn hexadecimal_notation() {
    let d = Arg::Double;
    check(
        "%a|%a|%a|%A",
        &[d(1.0), d(0.0), d(-0.75), d(255.5)],
        "0x1p+0|0x0p+0|-0x1.8p-1|0X1.FFP+7",
    );
    check(
        "%.0a|%.0a|%.2a|%.15a",
        &[d(1.5), d(1.25), d(1.0), d(1.1)],
        "0x2p+0|0x1p+0|0x1.00p+0|0x1.199999999999a00p+0",
    );
    check(
        "%a|%.3a|%#.0a|%010a",
        &[d(5e-324), d(-0.0), d(1.0), d(1.0)],
        "0x0.0000000000001p-1022|-0x0.000p+0|0x1.p+0|0x00001p+0",
    );
}

#[test]
fn long_doubles() {
    let one = || x87(0x3fff, 1 << 63);
    let third = || x87(0x3ffd, 0xaaaa_aaaa_aaaa_aaab);
    let largest = || x87(0x7ffe, u64::MAX);
    let smallest = || x87(0, 1);
    check(
        "%Lf|%Le|%Lg|%La",
        &[one(), third(), third(), third()],
        "1.000000|3.333333e-01|0.333333|0xa.aaaaaaaaaaaaaabp-5",
    );
    check(
        "%.25Lf|%.30Le",
        &[third(), largest()],
        "0.3333333333333333333423684|1.189731495357231765021263853031e+4932",
    );
    check(
        "%Lg|%La|%.10Le",
        &[smallest(), smallest(), smallest()],
        "3.6452e-4951|0x0.000000000000001p-16385|3.6451995319e-4951",
    );
    check(
        "%.0La|%.1La|%La",
        &[x87(0x4002, 0xf8 << 56), x87(0x4002, 0xff8 << 52), x87(1, 1 << 63)],
        "0x1p+4|0x1.0p+4|0x8p-16385",
    );
    check(
        "%Lf|%LF|%Lg",
        &[x87(0xffff, 1 << 63), x87(0x7fff, 3 << 62), x87(0x8000, 0)],
        "-inf|NAN|-0",
    );
}
