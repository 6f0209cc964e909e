//! A condition as instructions in front of a point.
//!
//! Types follow C: integers narrower than `int` become `int`, two operands get the wider type, or the
//! unsigned one of two types of the same width. Ranks of types of the same width are not told apart:
//! they decide nothing about values.

use super::Problem;
use super::parse::{Binary, Expr, ExprKind, Length, Literal, Unary};
use super::variables::{Holds, NotFound, Variables};
use crate::place::listed;
use dunlin_ir::{
    BinOp, Bits, CastOp, CmpOp, Function, InstId, InstKind, Module, Operand, Point, Pos, Reg, Type,
};

const INT: Int = Int { width: 32, signed: true };

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Int {
    width: u32,
    signed: bool,
}

impl Int {
    fn by_sign<T>(self, signed: T, unsigned: T) -> T {
        if self.signed { signed } else { unsigned }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    /// An `int` that is 0 or 1, as one bit.
    Truth(Operand),
    Int(Operand, Int),
    Pointer(Operand),
}

/// Makes the instructions that compute the condition from what is in memory at a point; they have a
/// place in the function's arena, but in no block. Also the truth value that they come to.
pub(super) fn lower(
    module: &mut Module,
    point: Point,
    condition: &Expr,
) -> Result<(Vec<InstId>, Operand), Problem> {
    let mut lowering = Lowering {
        variables: Variables::at(module, point),
        long: module.target.pointer_bits,
        pos: module.pos(point),
        regs: module.func(point.func).regs.len(),
        types: Vec::new(),
        code: Vec::new(),
    };
    let value = lowering.value(condition)?;
    let truth = lowering.truth(value);
    let Lowering { pos, types, code, .. } = lowering;
    let func: &mut Function = &mut module.funcs[point.func.index()];
    func.regs.extend(types);
    let insts = code.into_iter().map(|kind| func.new_inst(kind, pos)).collect();
    Ok((insts, truth))
}

struct Lowering<'m> {
    variables: Variables<'m>,
    /// How many bits a `long` has: as many as an address.
    long: u32,
    pos: Option<Pos>,
    /// How many registers the function has without the new ones, and the types of these.
    regs: usize,
    types: Vec<Type>,
    code: Vec<InstKind>,
}

impl Lowering<'_> {
    fn push(&mut self, ty: Type, kind: impl FnOnce(Reg) -> InstKind) -> Operand {
        let dst = Reg::new(self.regs + self.types.len());
        self.types.push(ty);
        self.code.push(kind(dst));
        Operand::Reg(dst)
    }

    fn binary(&mut self, op: BinOp, width: u32, a: Operand, b: Operand) -> Operand {
        self.push(Type::Int(width), |dst| InstKind::Binary {
            op,
            dst,
            width,
            a,
            b,
            nsw: false,
            nuw: false,
        })
    }

    fn compare(&mut self, op: CmpOp, ty: Type, a: Operand, b: Operand) -> Operand {
        self.push(Type::BOOL, |dst| InstKind::Compare { op, dst, ty, a, b })
    }

    fn truth(&mut self, value: Value) -> Operand {
        match value {
            Value::Truth(truth) => truth,
            Value::Int(a, ty) => {
                let zero = Operand::int(ty.width, 0);
                self.compare(CmpOp::Ne, Type::Int(ty.width), a, zero)
            }
            Value::Pointer(a) => self.compare(CmpOp::Ne, Type::Ptr, a, Operand::Null),
        }
    }

    fn value(&mut self, expr: &Expr) -> Result<Value, Problem> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(self.literal(literal)),
            ExprKind::Character(value) => {
                Ok(Value::Int(Operand::int(INT.width, *value as u64), INT))
            }
            ExprKind::Variable(name) => self.variable(name, expr.at),
            ExprKind::Unary(Unary::Not, a) => {
                let a = self.value(a)?;
                let truth = self.truth(a);
                Ok(Value::Truth(self.binary(BinOp::Xor, 1, truth, Operand::TRUE)))
            }
            ExprKind::Unary(op, a) => {
                let (a, ty) = self.promoted(a)?;
                let result = match op {
                    Unary::Minus => self.binary(BinOp::Sub, ty.width, Operand::int(ty.width, 0), a),
                    Unary::Complement => {
                        let ones = Operand::constant(Bits::from_u128(ty.width, u128::MAX));
                        self.binary(BinOp::Xor, ty.width, a, ones)
                    }
                    Unary::Plus | Unary::Not => a,
                };
                Ok(Value::Int(result, ty))
            }
            ExprKind::Binary(op, a, b) => self.operation(expr.at, *op, a, b),
        }
    }

    /// The first type that holds the number, of those that C allows for how it is written.
    fn literal(&mut self, literal: &Literal) -> Value {
        let Literal { value, unsigned, length, decimal } = *literal;
        let widths = [(Length::Int, 32), (Length::Long, self.long), (Length::LongLong, 64)];
        let widths = widths.into_iter().filter(|&(of, _)| of >= length).map(|(_, width)| width);
        let types = widths.flat_map(|width| [true, false].map(|signed| Int { width, signed }));
        let mut allowed = types.filter(|ty| match ty.signed {
            true => !unsigned,
            false => unsigned || !decimal,
        });
        // At most the highest bit of those that count may be left.
        let fits = |ty: &Int| value >> (ty.width - u32::from(ty.signed) - 1) <= 1;
        let ty = allowed.find(fits).unwrap_or(Int { width: 64, signed: false });
        Value::Int(Operand::int(ty.width, value), ty)
    }

    fn variable(&mut self, name: &str, at: usize) -> Result<Value, Problem> {
        let found = match self.variables.find(name) {
            Ok(Some(found)) => found,
            Ok(None) => return self.known_name(name, at),
            Err(not_found) => return Err(self.problem(at, not_found)),
        };
        let ty = match found.holds {
            Holds::Int { width, .. } => Type::Int(width),
            Holds::Pointer => Type::Ptr,
        };
        let (addr, align) = (found.addr, found.align);
        let value = self.push(ty, |dst| InstKind::Load { dst, ty, addr, align, volatile: false });
        Ok(match found.holds {
            Holds::Int { width, signed } => Value::Int(value, Int { width, signed }),
            Holds::Pointer => Value::Pointer(value),
        })
    }

    /// What is no variable, but means something in most programs.
    fn known_name(&self, name: &str, at: usize) -> Result<Value, Problem> {
        match name {
            "NULL" => Ok(Value::Pointer(Operand::Null)),
            "true" => Ok(Value::Truth(Operand::TRUE)),
            "false" => Ok(Value::Truth(Operand::FALSE)),
            _ => Err(Problem::new(at, format!("no variable `{name}` here; {}", self.others()))),
        }
    }

    fn others(&self) -> String {
        match &self.variables.names()[..] {
            [] => "optimised code and code without debug information have no variables".into(),
            names => format!("those that can be read are {}", listed(names)),
        }
    }

    fn problem(&self, at: usize, not_found: NotFound) -> Problem {
        let NotFound { why, dead } = not_found;
        Problem { dead, ..Problem::new(at, format!("{why}; {}", self.others())) }
    }

    /// The value of an integer, at least as wide as an `int`.
    fn promoted(&mut self, expr: &Expr) -> Result<(Operand, Int), Problem> {
        match self.value(expr)? {
            Value::Truth(truth) => {
                Ok((self.convert(truth, Int { width: 1, signed: false }, INT), INT))
            }
            Value::Int(value, ty) if ty.width < INT.width => {
                Ok((self.convert(value, ty, INT), INT))
            }
            Value::Int(value, ty) => Ok((value, ty)),
            Value::Pointer(_) => {
                Err(Problem::new(expr.at, "pointers can only be compared, with == and !="))
            }
        }
    }

    /// To a type that is not narrower.
    fn convert(&mut self, value: Operand, from: Int, to: Int) -> Operand {
        if from.width == to.width {
            return value;
        }
        let op = if from.signed { CastOp::Sext } else { CastOp::Zext };
        let (from, to) = (Type::Int(from.width), Type::Int(to.width));
        self.push(to, |dst| InstKind::Cast { op, dst, from, to, a: value })
    }

    fn operation(&mut self, at: usize, op: Binary, a: &Expr, b: &Expr) -> Result<Value, Problem> {
        match op {
            Binary::LogicalAnd | Binary::LogicalOr => {
                let a = self.value(a)?;
                let a = self.truth(a);
                let b = self.value(b)?;
                let b = self.truth(b);
                let op = if op == Binary::LogicalAnd { BinOp::And } else { BinOp::Or };
                Ok(Value::Truth(self.binary(op, 1, a, b)))
            }
            Binary::Shl | Binary::Shr => self.shift(op, a, b),
            Binary::Eq | Binary::Ne => self.equality(at, op, a, b),
            Binary::Div | Binary::Rem if !is_divisor(b) => {
                let what = "the divisor must be a number other than 0, so that nothing can fail";
                Err(Problem::new(b.at, what))
            }
            _ => {
                let (a, b, ty) = self.alike(a, b)?;
                Ok(self.arithmetic(op, a, b, ty))
            }
        }
    }

    /// Two integers of their common type.
    fn alike(&mut self, a: &Expr, b: &Expr) -> Result<(Operand, Operand, Int), Problem> {
        let (a, a_ty) = self.promoted(a)?;
        let (b, b_ty) = self.promoted(b)?;
        let ty = match a_ty.width.cmp(&b_ty.width) {
            std::cmp::Ordering::Less => b_ty,
            std::cmp::Ordering::Greater => a_ty,
            std::cmp::Ordering::Equal => {
                Int { width: a_ty.width, signed: a_ty.signed && b_ty.signed }
            }
        };
        Ok((self.convert(a, a_ty, ty), self.convert(b, b_ty, ty), ty))
    }

    fn arithmetic(&mut self, op: Binary, a: Operand, b: Operand, ty: Int) -> Value {
        let compare = match op {
            Binary::Lt => Some(ty.by_sign(CmpOp::Slt, CmpOp::Ult)),
            Binary::Le => Some(ty.by_sign(CmpOp::Sle, CmpOp::Ule)),
            Binary::Gt => Some(ty.by_sign(CmpOp::Sgt, CmpOp::Ugt)),
            Binary::Ge => Some(ty.by_sign(CmpOp::Sge, CmpOp::Uge)),
            Binary::Eq => Some(CmpOp::Eq),
            Binary::Ne => Some(CmpOp::Ne),
            _ => None,
        };
        if let Some(compare) = compare {
            return Value::Truth(self.compare(compare, Type::Int(ty.width), a, b));
        }
        let op = match op {
            Binary::Mul => BinOp::Mul,
            Binary::Div => ty.by_sign(BinOp::SDiv, BinOp::UDiv),
            Binary::Rem => ty.by_sign(BinOp::SRem, BinOp::URem),
            Binary::Sub => BinOp::Sub,
            Binary::And => BinOp::And,
            Binary::Or => BinOp::Or,
            Binary::Xor => BinOp::Xor,
            _ => BinOp::Add,
        };
        Value::Int(self.binary(op, ty.width, a, b), ty)
    }

    /// The type is that of what is shifted.
    fn shift(&mut self, op: Binary, a: &Expr, b: &Expr) -> Result<Value, Problem> {
        let (a, ty) = self.promoted(a)?;
        let (b, b_ty) = self.promoted(b)?;
        let amount = match b_ty.width > ty.width {
            true => {
                let (from, to) = (Type::Int(b_ty.width), Type::Int(ty.width));
                self.push(to, |dst| InstKind::Cast { op: CastOp::Trunc, dst, from, to, a: b })
            }
            false => self.convert(b, b_ty, ty),
        };
        let mask = Operand::int(ty.width, u64::from(ty.width) - 1);
        let amount = self.binary(BinOp::And, ty.width, amount, mask);
        let op = match (op, ty.signed) {
            (Binary::Shl, _) => BinOp::Shl,
            (_, true) => BinOp::AShr,
            (_, false) => BinOp::LShr,
        };
        Ok(Value::Int(self.binary(op, ty.width, a, amount), ty))
    }

    fn equality(&mut self, at: usize, op: Binary, a: &Expr, b: &Expr) -> Result<Value, Problem> {
        let compare = if op == Binary::Eq { CmpOp::Eq } else { CmpOp::Ne };
        if !self.is_pointer(a)? && !self.is_pointer(b)? {
            let (a, b, ty) = self.alike(a, b)?;
            return Ok(self.arithmetic(op, a, b, ty));
        }
        let a = self.pointer(a, at)?;
        let b = self.pointer(b, at)?;
        Ok(Value::Truth(self.compare(compare, Type::Ptr, a, b)))
    }

    /// Only variables and `NULL` are pointers.
    fn is_pointer(&mut self, expr: &Expr) -> Result<bool, Problem> {
        let ExprKind::Variable(name) = &expr.kind else { return Ok(false) };
        match self.variables.find(name) {
            Ok(Some(found)) => Ok(found.holds == Holds::Pointer),
            Ok(None) => Ok(matches!(self.known_name(name, expr.at)?, Value::Pointer(_))),
            Err(not_found) => Err(self.problem(expr.at, not_found)),
        }
    }

    /// A side of a comparison of pointers: 0 is the null pointer.
    fn pointer(&mut self, expr: &Expr, at: usize) -> Result<Operand, Problem> {
        if let ExprKind::Literal(Literal { value: 0, .. }) = expr.kind {
            return Ok(Operand::Null);
        }
        match self.value(expr)? {
            Value::Pointer(pointer) => Ok(pointer),
            _ => Err(Problem::new(at, "a pointer is compared with pointers, NULL or 0")),
        }
    }
}

/// A number by which everything can be divided.
fn is_divisor(expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Literal(Literal { value, .. }) => value > 0,
        ExprKind::Character(value) => value > 0,
        _ => false,
    }
}
