//! The tree that a text is read as, what is said about texts that are none, and that the program with a
//! condition is well-formed. What conditions mean is tested with whole programs.

use super::Condition;
use super::parse::{Expr, ExprKind, Length, Unary};
use crate::place::{Spec, resolve};
use dunlin_ir::fold_conditions::{FoldOptions, fold_conditions};
use dunlin_ir::promote::promote_locals;
use dunlin_ir::{Module, Terminator};
use dunlin_load::{LoadOptions, load_unprotected};

/// The tree with all its parentheses.
fn shown(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Literal(literal) => {
            let sign = if literal.unsigned { "u" } else { "" };
            let length = match literal.length {
                Length::Int => "",
                Length::Long => "l",
                Length::LongLong => "ll",
            };
            format!("{}{sign}{length}", literal.value)
        }
        ExprKind::Character(value) => format!("'{value}"),
        ExprKind::Variable(name) => name.clone(),
        ExprKind::Unary(op, a) => {
            let op = match op {
                Unary::Plus => "+",
                Unary::Minus => "-",
                Unary::Complement => "~",
                Unary::Not => "!",
            };
            format!("({op}{})", shown(a))
        }
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", shown(a), shown(b)),
    }
}

fn read(text: &str) -> String {
    match text.parse::<Condition>() {
        Ok(condition) => shown(&condition.expr),
        Err(problem) => panic!("{problem}"),
    }
}

/// The problem and where it is, in bytes.
fn refused(text: &str) -> (usize, String) {
    match text.parse::<Condition>() {
        Ok(condition) => panic!("read as {}", shown(&condition.expr)),
        Err(error) => (error.at, error.problem),
    }
}

#[test]
fn precedence_and_association() {
    assert_eq!(read("a + b * c"), "(a Add (b Mul c))");
    assert_eq!(read("a - b - c"), "((a Sub b) Sub c)");
    assert_eq!(read("a - (b - c)"), "(a Sub (b Sub c))");
    assert_eq!(read("a << 1 + 2"), "(a Shl (1 Add 2))");
    assert_eq!(read("a & 1 == 0"), "(a And (1 Eq 0))");
    assert_eq!(read("a < b == c >= d"), "((a Lt b) Eq (c Ge d))");
    assert_eq!(read("a | b ^ c & d"), "(a Or (b Xor (c And d)))");
    assert_eq!(read("a || b && c || d"), "((a LogicalOr (b LogicalAnd c)) LogicalOr d)");
    assert_eq!(read("a>>1!=b<=c"), "((a Shr 1) Ne (b Le c))");
    assert_eq!(read("a %2/ 3 * 4"), "(((a Rem 2) Div 3) Mul 4)");
    assert_eq!(read("!a == ~b"), "((!a) Eq (~b))");
    assert_eq!(read("- -a - -1"), "((-(-a)) Sub (-1))");
    assert_eq!(read("a&&!b"), "(a LogicalAnd (!b))");
    assert_eq!(read(" \t( ( _a1 ) )\n"), "_a1");
}

#[test]
fn numbers() {
    assert_eq!(read("0"), "0");
    assert_eq!(read("017"), "15");
    assert_eq!(read("0u"), "0u");
    assert_eq!(read("0x1F"), "31");
    assert_eq!(read("0b101"), "5");
    assert_eq!(read("10UL"), "10ul");
    assert_eq!(read("10llu"), "10ull");
    assert_eq!(read("7L"), "7l");
    assert_eq!(read("0xffffffffffffffff"), "18446744073709551615");
    assert_eq!(read("18446744073709551615u"), "18446744073709551615u");
    for wrong in ["12abc", "0x", "08", "1lul", "0b2"] {
        assert_eq!(refused(wrong), (0, format!("`{wrong}` is not a number")));
    }
    for float in ["1.5", "2e9", ".5", "a == 1."] {
        assert!(refused(float).1.contains("floating-point"), "{float}");
    }
    assert!(refused("9223372036854775808").1.contains("64 bits"));
    assert!(refused("x < 99999999999999999999u").1.contains("64 bits"));
}

#[test]
fn characters() {
    assert_eq!(read("'a'"), "'97");
    assert_eq!(read("c == ' '"), "(c Eq '32)");
    assert_eq!(read(r"'\n'"), "'10");
    assert_eq!(read(r"'\0'"), "'0");
    assert_eq!(read(r"'\''"), "'39");
    assert_eq!(read(r"'\\'"), "'92");
    assert_eq!(read(r"'\101'"), "'65");
    assert_eq!(read(r"'\xff'"), "'-1");
    assert_eq!(refused("''"), (0, "a character is missing between these `'`".into()));
    assert_eq!(refused("c == 'a"), (5, "no `'` ends this character".into()));
    assert_eq!(refused("'"), (0, "no `'` ends this character".into()));
    assert_eq!(refused("'ab'"), (0, "a character literal has one character".into()));
    assert!(refused(r"'\q'").1.contains("escape"));
    assert!(refused(r"'\x100'").1.contains("number of a byte"));
    assert!(refused(r"'\x'").1.contains("number of a byte"));
    assert!(refused("'é'").1.contains("more than one byte"));
}

#[test]
fn what_is_refused_and_where() {
    assert_eq!(refused(""), (0, "there is none".into()));
    assert_eq!(refused("  "), (0, "there is none".into()));
    assert_eq!(refused("x +"), (3, "an operand is missing at the end".into()));
    assert_eq!(refused("(x"), (0, "no `)` belongs to this `(`".into()));
    assert_eq!(refused("x)"), (1, "no `(` belongs to this `)`".into()));
    assert_eq!(refused("()"), (1, "an operand is missing before this `)`".into()));
    assert_eq!(refused("x y"), (2, "an operator is expected here".into()));
    assert_eq!(refused("(x y)"), (3, "an operator or `)` is expected here".into()));
    assert_eq!(refused("x = 3"), (2, "`=` assigns; `==` compares".into()));
    assert_eq!(refused("x == 3 && @"), (10, "a variable, a number or `(` is expected here".into()));
    for (text, at, about) in [
        ("x += 1", 2, "assignments"),
        ("x <<= 1", 2, "assignments"),
        ("x++", 1, "`++` changes"),
        ("--x", 0, "`--` changes"),
        ("f(x)", 1, "functions"),
        ("p->x", 1, "members"),
        ("p.x", 1, "members"),
        ("a[3]", 1, "elements"),
        ("*p", 0, "points to"),
        ("&x", 0, "addresses"),
        ("x ? 1 : 2", 2, "`?:`"),
        ("x, y", 1, "commas"),
        ("x;", 1, "semicolon"),
        ("x == \"a\"", 5, "texts"),
        ("sizeof x", 0, "`sizeof`"),
    ] {
        let (place, problem) = refused(text);
        assert_eq!(place, at, "{text}: {problem}");
        assert!(problem.contains(about), "{text}: {problem}");
    }
}

#[test]
fn no_text_is_too_much() {
    assert!(refused(&"(".repeat(100_000)).1.contains("too deep"));
    assert!(refused(&"!".repeat(100_000)).1.contains("too deep"));
    assert!(refused(&"-(".repeat(100_000)).1.contains("too deep"));
    assert!(refused(&format!("x{}", "+x".repeat(100_000))).1.contains("too many"));
    assert_eq!(read(&format!("{}x{}", "(".repeat(90), ")".repeat(90))), "x");
}

#[test]
fn a_mark_stands_below_the_problem() {
    let error = " größe\t== = 3".parse::<Condition>().expect_err("two operators");
    let told = error.to_string();
    assert_eq!(
        told,
        "in the condition: a variable, a number or `(` is expected here\n    größe\t== = 3\n         \t   ^"
    );
}

const PROGRAM: &str = "\
static long total;
static int run(int n, char *text) {
    int sum = 0;
    for (int i = 0; i < n; i++) { sum += i; total++; }
    switch (n) {
    case 1: sum++; break;
    case 2: sum--; if (text && *text) sum = 9; else sum = 8;
    default: sum *= 2;
    }
    do { sum--; } while (sum > 10 && n != 3);
    return sum > 3 ? n : sum;
}
int main(int argc, char **argv) { int n = argc; return run(n, argv[0]); }
";

fn program() -> Module {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.c");
    std::fs::write(&path, PROGRAM).expect("a file");
    let mut options = LoadOptions::new([path]);
    options.promote = false;
    load_unprotected(&options).expect("it compiles").module
}

/// For every line and function: the program stays well-formed through all that comes afterwards, which
/// every pass checks, and the target is an empty block that only the condition leads to.
#[test]
fn programs_with_conditions_are_well_formed() {
    let original = program();
    for target in ["run", "main"]
        .map(str::to_owned)
        .into_iter()
        .chain([3, 4, 5, 6, 7, 8, 10, 11, 13].map(line_of))
    {
        let spec: Spec = target.parse().expect("a target");
        let mut module = original.clone();
        let mut place = resolve(&module, &spec, &Vec::new).expect("it has code");
        let before = place.points.clone();
        let text = if target == "main" || target == line_of(13) {
            "argc == 3 && argv || total < 0"
        } else {
            "n == 3 && text != NULL || total * 2 > n"
        };
        let condition: Condition = text.parse().expect("a condition");
        condition.apply(&mut module, &mut place).unwrap_or_else(|error| panic!("{error}"));
        promote_locals(&mut module);
        fold_conditions(&mut module, &FoldOptions::default());
        assert_eq!(place.points.len(), before.len(), "{target}");
        for point in &place.points {
            let func = module.func(point.func);
            let block = func.block(point.block);
            assert!(block.insts.is_empty() && matches!(block.term, Terminator::Jump(_)));
            let leading = func.blocks.iter().filter(|block| match &block.term {
                Terminator::Branch { then, other, .. } => {
                    then.block == point.block && other.block != point.block
                }
                term => term.edges().iter().any(|edge| edge.block == point.block),
            });
            assert_eq!(leading.count(), 1, "{target}");
            assert_eq!(point.func, before[0].func);
        }
    }
}

fn line_of(line: u32) -> String {
    format!("a.c:{line}")
}
