//! Random programs that move pointers about, analysed and executed.

use super::run::Run;
use super::*;
use crate::inst::{CmpOp, ScaledIndex, UnOp};
use proptest::prelude::*;
use smallvec::smallvec;

/// The functions of a random program, before those that the engine provides.
const FUNCS: u32 = 4;
const MALLOC: FuncId = FuncId(FUNCS);
const REALLOC: FuncId = FuncId(FUNCS + 1);
const MEMCPY: FuncId = FuncId(FUNCS + 2);
const GLOBALS: u32 = 3;

/// What to do next, and numbers that choose with what.
type Code = (u8, [u8; 4]);

#[derive(Clone, Debug)]
struct Body {
    runtime: bool,
    before: Vec<Code>,
    repeated: Vec<Code>,
    after: Vec<Code>,
}

fn body() -> impl Strategy<Value = Body> {
    let code = |most| prop::collection::vec((any::<u8>(), any::<[u8; 4]>()), most / 3..most);
    (prop::bool::weighted(0.3), code(24), code(24), code(12))
        .prop_map(|(runtime, before, repeated, after)| Body { runtime, before, repeated, after })
}

/// A module that a failing test shows as text.
struct Program(Module);

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

fn programs() -> impl Strategy<Value = Program> {
    let bodies = prop::collection::vec(body(), FUNCS as usize);
    (bodies, any::<[u8; 8]>()).prop_map(|(bodies, choices)| {
        let mut funcs = Vec::new();
        for (number, body) in bodies.iter().enumerate() {
            let mut func = Writer::new(&format!("f{number}")).write(body);
            // The first one is where execution starts.
            func.runtime = body.runtime && number != 0;
            funcs.push(func);
        }
        funcs.push(declare("malloc", &[I64], &[Type::Ptr]));
        funcs.push(declare("realloc", &[Type::Ptr, I64], &[Type::Ptr]));
        funcs.push(declare("memcpy", &[Type::Ptr, Type::Ptr, I64], &[Type::Ptr]));
        let mut module = module_of(funcs);
        for number in 0..GLOBALS {
            let choice = choices[number as usize];
            let target = match choice % 2 {
                0 => RelocTarget::Global(GlobalId(u32::from(choice) / 2 % GLOBALS)),
                _ => RelocTarget::Func(FuncId(u32::from(choice) / 2 % FUNCS)),
            };
            let offset = u64::from(choice / 16 % 8) * 8;
            let addend = if choice % 2 == 0 { i64::from(choice % 3) * 8 } else { 0 };
            module.globals.push(global(
                &format!("g{number}"),
                96,
                vec![Reloc { offset, target, addend }],
            ));
        }
        Program(module)
    })
}

/// Writes a function `(ptr, ptr, i64) -> ptr`: some code, a loop, some more code.
struct Writer {
    func: FuncBuilder,
    block: BlockId,
    pointers: Vec<Operand>,
    numbers: Vec<Operand>,
    /// Small: may be used as an index.
    counter: Operand,
}

impl Writer {
    fn new(name: &str) -> Writer {
        let func = FuncBuilder::new(name, &[Type::Ptr, Type::Ptr, I64], &[Type::Ptr]);
        let mut pointers: Vec<Operand> = (0..2).map(|index| func.param(index).into()).collect();
        pointers.extend((0..GLOBALS).map(|global| Operand::Global(GlobalId(global))));
        pointers.push(Operand::Func(FuncId(1)));
        let numbers = vec![func.param(2).into()];
        let block = BlockId(0);
        Writer { func, block, pointers, numbers, counter: Operand::int(64, 1) }
    }

    fn write(mut self, body: &Body) -> crate::module::Function {
        let [entry, header, inside, after] = [(); 4].map(|()| self.func.block());
        self.block = entry;
        let local = self.func.alloca(entry, 64);
        self.pointers.push(local.into());
        self.codes(&body.before);
        let types = [Type::Ptr, Type::Ptr, I64, I64];
        let params = types.map(|ty| self.func.reg(ty));
        self.func.func.blocks[header.index()].params = params.to_vec();
        let mut args = self.loop_args();
        args.push(Operand::int(64, 0));
        self.func.term(entry, Terminator::Jump(Edge { block: header, args }));
        let count = params[3];
        let more = self.func.reg(Type::BOOL);
        let (a, b) = (count.into(), Operand::int(64, 3));
        self.func.inst(header, InstKind::Compare { op: CmpOp::Ult, dst: more, ty: I64, a, b });
        self.func.branch(header, more.into(), inside, after);
        self.pointers.extend([params[0].into(), params[1].into()]);
        self.numbers.push(params[2].into());
        self.counter = count.into();
        let known = (self.pointers.len(), self.numbers.len());
        self.block = inside;
        self.codes(&body.repeated);
        let mut args = self.loop_args();
        args.push(self.func.binary(inside, BinOp::Add, 64, count, Operand::int(64, 1)).into());
        self.func.term(inside, Terminator::Jump(Edge { block: header, args }));
        self.pointers.truncate(known.0);
        self.numbers.truncate(known.1);
        self.block = after;
        self.codes(&body.after);
        let result = self.pointers.last().expect("there are some").clone();
        self.func.ret(after, &[result]);
        self.func.finish()
    }

    /// The newest values go round.
    fn loop_args(&self) -> Vec<Operand> {
        let mut newest = self.pointers.iter().rev().cloned();
        let number = self.numbers.last().expect("there are some").clone();
        vec![newest.next().expect("some"), newest.next().expect("some"), number]
    }

    fn codes(&mut self, codes: &[Code]) {
        for code in codes {
            self.code(*code);
        }
    }

    fn pointer(&self, choice: u8) -> Operand {
        self.pointers[choice as usize % self.pointers.len()].clone()
    }

    fn number(&self, choice: u8) -> Operand {
        self.numbers[choice as usize % self.numbers.len()].clone()
    }

    fn reg_pointer(&mut self, choice: u8) -> Reg {
        match self.pointer(choice) {
            Operand::Reg(reg) => reg,
            constant => {
                let dst = self.func.reg(Type::Ptr);
                self.func.inst(self.block, InstKind::Freeze { dst, ty: Type::Ptr, a: constant });
                dst
            }
        }
    }

    fn new_pointer(&mut self, inst: impl FnOnce(Reg) -> InstKind) {
        let dst = self.func.reg(Type::Ptr);
        self.func.inst(self.block, inst(dst));
        self.pointers.push(dst.into());
    }

    fn binary(&mut self, op: BinOp, a: Operand, b: Operand) -> Operand {
        self.func.binary(self.block, op, 64, a, b).into()
    }

    fn resize(&mut self, op: CastOp, from: u32, to: u32, a: Operand) -> Operand {
        let dst = self.func.reg(Type::Int(to));
        let (from, to) = (Type::Int(from), Type::Int(to));
        self.func.inst(self.block, InstKind::Cast { op, dst, from, to, a });
        dst.into()
    }

    fn place(&mut self, base: u8, disp: i64) -> Reg {
        let base = self.reg_pointer(base);
        self.func.ptr_add(self.block, base, disp)
    }

    fn code(&mut self, (what, [x, y, z, w]): Code) {
        let block = self.block;
        let word = i64::from(w % 4) * 8;
        match what % 29 {
            0 => {
                let local = self.func.alloca(block, 64 + u64::from(x % 3) * 32);
                self.pointers.push(local.into());
            }
            1 => {
                let size = Operand::int(64, 32 + u64::from(x % 3) * 32);
                self.new_pointer(|dst| call(Callee::Direct(MALLOC), &[size], &[dst]));
            }
            2 | 3 => {
                let disp = i64::from(y % 8) * if z % 8 == 0 { 4 } else { 8 };
                let moved = self.place(x, if w % 8 == 0 { -disp } else { disp });
                self.pointers.push(moved.into());
            }
            4 => {
                let (base, scale) = (self.pointer(x), [8, 16, 24, 4][y as usize % 4]);
                let indices = smallvec![ScaledIndex { index: self.counter.clone(), scale }];
                let path = vec![];
                let disp = word;
                self.new_pointer(|dst| InstKind::PtrAdd { dst, base, disp, indices, path });
            }
            5..=7 => {
                let place = self.place(x, word);
                let loaded = self.func.load(block, Type::Ptr, place);
                self.pointers.push(loaded.into());
            }
            8..=11 => {
                let (place, value) = (self.place(x, word), self.pointer(y));
                self.func.store(block, Type::Ptr, value, place);
            }
            12 => {
                let place = self.place(x, word);
                let loaded = self.func.load(block, I64, place);
                self.numbers.push(loaded.into());
            }
            13 => {
                let (place, value) = (self.place(x, word), self.number(y));
                self.func.store(block, I64, value, place);
            }
            14 => {
                let (dst, src) = (self.pointer(x), self.pointer(y));
                let len = Operand::int(64, u64::from(z % 40));
                self.func.inst(block, InstKind::MemCopy { dst, src, len, overlap: true });
            }
            15 => {
                let (a, b) = (self.pointer(x), self.pointer(y));
                let cond = Operand::int(1, u64::from(z % 2));
                self.new_pointer(|dst| InstKind::Select { dst, ty: Type::Ptr, cond, a, b });
            }
            16 => {
                let from = self.pointer(x);
                let number = cast(&mut self.func, block, CastOp::PtrToInt, from);
                self.numbers.push(number.into());
            }
            17 => {
                let from = self.number(x);
                let pointer = cast(&mut self.func, block, CastOp::IntToPtr, from);
                self.pointers.push(pointer.into());
            }
            18 => {
                let op = [BinOp::Xor, BinOp::Or, BinOp::Add, BinOp::UMax][z as usize % 4];
                let made = self.binary(op, self.number(x), self.number(y));
                self.numbers.push(made);
            }
            19 => {
                let masks = [!7, !63, 0xffff_ffff, 0xff];
                let constant = Operand::int(64, u64::from(y % 8) * 8);
                let made = match z % 4 {
                    0 => self.binary(BinOp::Add, self.number(x), constant),
                    1 => self.binary(BinOp::Sub, self.number(x), constant),
                    2 => self.binary(BinOp::Sub, self.number(x), self.counter.clone()),
                    _ => {
                        let mask = Operand::int(64, masks[y as usize % 4]);
                        self.binary(BinOp::And, self.number(x), mask)
                    }
                };
                self.numbers.push(made);
            }
            20 => self.copy_bytes(x, y, word, z),
            21 => self.split_in_halves(x, y, word),
            22 => {
                let callee = Callee::Direct(FuncId(u32::from(x) % FUNCS));
                self.call(callee, y, z, w);
            }
            23 => {
                let callee = Callee::Indirect(self.pointer(x));
                self.call(callee, y, z, w);
            }
            24 => {
                let args = [self.pointer(x), Operand::int(64, 64 + u64::from(y % 2) * 32)];
                self.new_pointer(|dst| call(Callee::Direct(REALLOC), &args, &[dst]));
            }
            25 => {
                let len = Operand::int(64, u64::from(z % 9) * 8);
                let args = [self.pointer(x), self.pointer(y), len];
                self.new_pointer(|dst| call(Callee::Direct(MEMCPY), &args, &[dst]));
            }
            26 => self.twist(x, y, z),
            // Around the loop it goes on from where it was.
            _ => {
                let at = self.pointers.len() - 1 - usize::from(y) % self.pointers.len().min(3);
                let base = self.pointers[at].clone();
                let disp = word;
                let (indices, path) = (smallvec![], vec![]);
                self.new_pointer(|dst| InstKind::PtrAdd { dst, base, disp, indices, path });
            }
        }
    }

    fn call(&mut self, callee: Callee, a: u8, b: u8, number: u8) {
        let args = [self.pointer(a), self.pointer(b), self.number(number)];
        self.new_pointer(|dst| call(callee, &args, &[dst]));
    }

    /// Some or all bytes of a word, one by one.
    fn copy_bytes(&mut self, from: u8, to: u8, word: i64, count: u8) {
        let (from, to) = (self.place(from, word), self.place(to, word));
        for byte in 0..if count.is_multiple_of(4) { 3 } else { 8 } {
            let place = self.func.ptr_add(self.block, from, byte);
            let piece = self.func.load(self.block, Type::Int(8), place);
            let place = self.func.ptr_add(self.block, to, byte);
            self.func.store(self.block, Type::Int(8), piece, place);
        }
    }

    /// Stores a number as two halves and puts it together again by arithmetic as well.
    fn split_in_halves(&mut self, number: u8, to: u8, word: i64) {
        let whole = self.number(number);
        let low = self.resize(CastOp::Trunc, 64, 32, whole.clone());
        let high = self.binary(BinOp::LShr, whole, Operand::int(64, 32));
        let high = self.resize(CastOp::Trunc, 64, 32, high);
        for (half, disp) in [(low.clone(), word), (high.clone(), word + 4)] {
            let place = self.place(to, disp);
            self.func.store(self.block, Type::Int(32), half, place);
        }
        let low = self.resize(CastOp::Zext, 32, 64, low);
        let high = self.resize(CastOp::Zext, 32, 64, high);
        let high = self.binary(BinOp::Mul, high, Operand::int(64, 1 << 32));
        let whole = self.binary(BinOp::Or, high, low);
        self.numbers.push(whole);
    }

    /// There and back again: exclusive or, swapped bytes; or a byte of a pointer in memory changes.
    fn twist(&mut self, x: u8, y: u8, how: u8) {
        let value = self.number(x);
        match how % 3 {
            0 => {
                let mixed = self.binary(BinOp::Xor, value.clone(), self.number(y));
                let back = self.binary(BinOp::Xor, mixed, value);
                self.numbers.push(back);
            }
            1 => {
                let mut a = value;
                for _ in 0..2 {
                    let dst = self.func.reg(I64);
                    let op = UnOp::ByteSwap;
                    self.func.inst(self.block, InstKind::Unary { op, dst, width: 64, a });
                    a = dst.into();
                }
                self.numbers.push(a);
            }
            _ => {
                let place = self.place(x, i64::from(y % 4) * 8);
                let byte = Operand::int(8, u64::from(y & 0x38));
                self.func.store(self.block, Type::Int(8), byte, place);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Whatever an execution accesses, the analysis has foreseen at that address; and all that it
    /// accesses through one register is one group.
    #[test]
    fn executions_stay_in_the_sets(Program(module) in programs()) {
        for func in &module.funcs {
            crate::test_support::check_well_formed(func);
        }
        let points_to = PointsTo::of(&module);
        let mut run = Run::new(&module, &points_to);
        run.call(FuncId(0), &[0, 0, 0]);
        prop_assert!(run.unforeseen.is_empty(), "{:?}", run.unforeseen);
    }
}

/// The random programs do access objects through pointers that went round.
#[test]
fn random_programs_do_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut checked = Vec::new();
    for _ in 0..200 {
        let Program(module) = programs().new_tree(&mut runner).expect("always possible").current();
        let points_to = PointsTo::of(&module);
        let mut run = Run::new(&module, &points_to);
        run.call(FuncId(0), &[0, 0, 0]);
        checked.push(run.checked);
    }
    checked.sort_unstable();
    assert!(checked[100] > 30, "half of the programs access less than {} times", checked[100]);
}
