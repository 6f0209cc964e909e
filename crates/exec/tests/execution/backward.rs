//! The meaning of the IR, used backward: a path is followed from its end to the entry of its function, and
//! what is wanted there (which way control went, what is returned) is rewritten over the values before each
//! instruction, as weakest preconditions are: by substitution. Registers are symbols, memory is one array of
//! bytes. For every input the engine, which executes forward, must go the one way whose condition holds, and
//! return just that value.
//!
//! Everything that an instruction means comes from `dunlin_ir`: [`evaluate`], [`access`] and [`edge`].

use crate::support::{End, program, run};
use dunlin_exec::ExecOptions;
use dunlin_ir::cfg::EdgeId;
use dunlin_ir::evaluate::evaluate;
use dunlin_ir::parse::parse;
use dunlin_ir::semantics::{access, address, edge};
use dunlin_ir::*;
use dunlin_term::{ArrayCells, ArrayValue, Evaluator, Model, Sort, SymbolId, TermId, Terms, View};
use rustc_hash::FxHashMap;

/// The function that is followed backward, and the width of its two numbers.
const FUNC: FuncId = FuncId(0);
const WIDTH: u32 = 4;
/// Where its buffer and its code lie; only here, the engine knows better.
const BUFFER: u64 = 0x1_0000;
const CODE: u64 = 0x40_0000;

/// What is wanted at the end of a path, over the values where it has got to.
#[derive(Clone)]
struct Wanted {
    /// When control goes this way from here on.
    condition: TermId,
    returned: TermId,
}

struct Backward<'a> {
    module: &'a Module,
    terms: Terms,
    memory: TermId,
}

impl<'a> Backward<'a> {
    fn new(module: &'a Module) -> Self {
        let mut terms = Terms::new();
        let sort = Sort::Array { index: module.target.pointer_bits, element: 8 };
        let memory = terms.symbol("memory", sort).expect("new");
        Backward { module, terms, memory }
    }

    fn func(&self) -> &'a Function {
        self.module.func(FUNC)
    }

    fn register(&mut self, reg: Reg) -> TermId {
        let width = self.func().reg_type(reg).bits(&self.module.target);
        self.terms.symbol(&reg.to_string(), Sort::BitVec(width)).expect("one sort")
    }

    fn operand(&mut self, operand: &Operand) -> TermId {
        let pointer = self.module.target.pointer_bits;
        match operand {
            Operand::Reg(reg) => self.register(*reg),
            Operand::BlockAddr(FUNC, block) => {
                self.terms.constant(pointer, CODE + address::label(*block))
            }
            // Any value: a variable of its own.
            Operand::Undef(ty) => {
                let sort = Sort::BitVec(ty.bits(&self.module.target));
                self.terms.symbol("undefined", sort).expect("one sort")
            }
            constant => {
                let bits = constant.as_bits().expect("no other constants here");
                self.terms.constant_bits(&bits)
            }
        }
    }

    /// What is wanted, with a symbol replaced by what it was given.
    fn substituted(&mut self, wanted: &Wanted, replaced: FxHashMap<TermId, TermId>) -> Wanted {
        Wanted {
            condition: self.terms.substitute(wanted.condition, &replaced),
            returned: self.terms.substitute(wanted.returned, &replaced),
        }
    }

    fn before(&mut self, kind: &InstKind, wanted: &Wanted) -> Wanted {
        let target = &self.module.target;
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand.clone()));
        let values: Vec<TermId> = operands.iter().map(|operand| self.operand(operand)).collect();
        let mut cells = ArrayCells { terms: &mut self.terms, array: self.memory };
        let (symbol, value) = match kind {
            InstKind::Load { dst, ty, .. } => {
                let loaded = access::load(&mut cells, &values[0], ty.bits(target));
                (self.register(*dst), loaded)
            }
            InstKind::Store { ty, .. } => {
                access::store(&mut cells, &values[1], ty.bits(target), &values[0]);
                (self.memory, cells.array)
            }
            pure => {
                let value = evaluate(&mut self.terms, pure, target, &values).expect("pure");
                let mut dst = None;
                pure.for_each_def(|reg| dst = Some(reg));
                (self.register(dst.expect("has a result")), value)
            }
        };
        self.substituted(wanted, FxHashMap::from_iter([(symbol, value)]))
    }

    /// Along an edge, against its direction: its arguments were passed, and its condition held.
    fn before_edge(&mut self, taken: EdgeId, wanted: &Wanted) -> Wanted {
        let (func, module) = (self.func(), self.module);
        let terminator = &func.block(taken.from).term;
        let passed = terminator.edges()[taken.index as usize];
        let mut arguments = FxHashMap::default();
        for (&param, argument) in func.block(passed.block).params.iter().zip(&passed.args) {
            arguments.insert(self.register(param), self.operand(argument));
        }
        let mut wanted = self.substituted(wanted, arguments);
        let decides = match terminator {
            Terminator::Branch { cond: operand, .. }
            | Terminator::Switch { value: operand, .. }
            | Terminator::IndirectJump { addr: operand, .. } => Some(self.operand(operand)),
            _ => None,
        };
        let labels: FxHashMap<BlockId, TermId> = func
            .block_ids()
            .map(|block| (block, self.operand(&Operand::BlockAddr(FUNC, block))))
            .collect();
        let index = taken.index as usize;
        let value = |_: &mut Terms, operand: &Operand| match operand {
            Operand::BlockAddr(_, block) => labels[block],
            _ => decides.expect("something decides"),
        };
        let terms = &mut self.terms;
        let condition = edge::condition(terms, &module.target, FUNC, terminator, index, value);
        wanted.condition = self.terms.and(wanted.condition, condition);
        wanted
    }

    /// What is wanted at the entry for every way from there to a return.
    fn ways(&mut self) -> Vec<Wanted> {
        let func = self.func();
        let cfg = cfg::Cfg::new(func);
        let mut open = Vec::new();
        for block in func.block_ids() {
            if let Terminator::Return { values } = &func.block(block).term {
                let wanted = Wanted { condition: TermId::TRUE, returned: self.operand(&values[0]) };
                open.push((block, wanted));
            }
        }
        let mut ways = Vec::new();
        while let Some((block, mut wanted)) = open.pop() {
            for &inst in func.block(block).insts.iter().rev() {
                wanted = self.before(&func.inst(inst).kind, &wanted);
            }
            if block == BlockId(0) {
                ways.push(wanted);
                continue;
            }
            for &taken in cfg.predecessors(block) {
                let before = self.before_edge(taken, &wanted);
                open.push((taken.from, before));
            }
        }
        ways
    }

    fn id(&self, symbol: TermId) -> SymbolId {
        match self.terms.view(symbol) {
            View::Symbol(id) => id,
            other => panic!("{other:?} is no symbol"),
        }
    }

    /// The function's two numbers, its pointer to a buffer of zeros, and what is undefined.
    fn model(&mut self, numbers: [u64; 2], undefined: u64) -> Model {
        let pointer = self.module.target.pointer_bits;
        let mut model = Model::new();
        let values = numbers.map(|number| Bits::from_u64(WIDTH, number));
        let given = values.into_iter().chain([Bits::from_u64(pointer, BUFFER)]);
        for (&param, value) in self.func().params.iter().zip(given) {
            let symbol = self.register(param);
            model.set(self.id(symbol), &value);
        }
        let undefined = Bits::from_u64(WIDTH, undefined);
        let symbol = self.operand(&Operand::Undef(Type::Int(WIDTH)));
        model.set(self.id(symbol), &undefined);
        model.set_array(self.id(self.memory), ArrayValue::new(pointer, Bits::from_u64(8, 0)));
        model
    }
}

/// The function with this body, which `main` calls with a buffer of 16 zeros.
fn module_with(body: &str, x: u64, y: u64) -> Module {
    let text = format!(
        "module \"backward\" target 64 \"x86_64\"
        define @f0 \"f\"(%0: i4, %1: i4, %2: ptr) -> (i32) {{ {body} }}
        define @f1 \"main\"() -> (i32) {{
        b0: %0: ptr = alloca 16 align 8
            memset %0, 0, 16
            %1: i32 = call @f0(i4 {x}, i4 {y}, %0)
            return %1
        }}"
    );
    parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// For every input, exactly one way backward allows it, and says what the engine returns. With something
/// undefined, that holds for every value of it, and the engine's is zero.
fn check(body: &str, number_of_ways: usize) {
    let options = ExecOptions::default();
    let module = module_with(body, 0, 0);
    let mut backward = Backward::new(&module);
    let ways = backward.ways();
    assert_eq!(ways.len(), number_of_ways);
    let mut taken = vec![false; ways.len()];
    for input in 0..1 << (2 * WIDTH) {
        let numbers = [input & 0xf, input >> WIDTH];
        let end =
            run(&program(module_with(body, numbers[0], numbers[1]), &options), &options, 1000).end;
        let End::Finished(status) = end else { panic!("{end:?} for {numbers:?}") };
        for undefined in 0..1 << WIDTH {
            let model = backward.model(numbers, undefined);
            let mut evaluator = Evaluator::new();
            let mut holds = |way: &&Wanted| {
                evaluator.holds(&backward.terms, &model, way.condition).expect("no quantifiers")
            };
            let possible: Vec<&Wanted> = ways.iter().filter(|way| holds(way)).collect();
            let [way] = possible[..] else {
                panic!("{} ways for {numbers:?}", possible.len());
            };
            if undefined == 0 {
                let returned = evaluator.eval(&backward.terms, &model, way.returned);
                let status = Bits::from_u64(32, status as u64);
                assert_eq!(returned, Some(status), "for {numbers:?}");
                let number = ways.iter().position(|other| std::ptr::eq(other, way));
                taken[number.expect("one of them")] = true;
            }
        }
    }
    assert!(taken.iter().all(|&taken| taken), "every way is that of some input");
}

#[test]
fn accesses_that_overlap() {
    // A number is stored in the middle of another one, at a place that depends on the input, and read with
    // other widths, of which some leave padding.
    check(
        "b0: %3: i64 = zext i4 %1
             %4: i64 = and %3, 3
             %5: ptr = ptradd %2, 1, %4 * 2
             store i32 0x8f7e6d5c to %2 align 1
             store i4 %0 to %5 align 1
             %6: i13 = load %2 align 1
             %7: i24 = load %5 align 1
             %8: i32 = zext i13 %6
             %9: i32 = zext i24 %7
             %10: i32 = lshr %9, 7
             %11: i32 = xor %8, %10
             %12: i32 = and %11, 255
             return %12",
        1,
    );
}

#[test]
fn branches_on_what_was_stored() {
    // The place is the number and 8: one of the two scales is -2.
    check(
        "b0: %3: i64 = sext i4 %0
             %4: i64 = add %3, 1
             %5: ptr = ptradd %2, 10, %3 * 3, %4 * 18446744073709551614
             store i8 9 to %5 align 1
             %6: i8 = load %2 align 1
             %7: i1 = cmp eq i8 %6, 9
             branch %7, b1, b2
         b1: return 1
         b2: %8: ptr = ptradd %2, 11
             %9: i8 = load %8 align 1
             %10: i1 = trunc i8 %9
             branch %10, b4(i32 20), b3
         b3: %11: i1 = cmp ult i4 %1, %0
             branch %11, b4(i32 30), b4(i32 40)
         b4(%12: i32):
             %13: i32 = zext i4 %1
             %14: i32 = add %12, %13
             return %14",
        4,
    );
}

#[test]
fn switches_with_a_default() {
    check(
        "b0: %3: i4 = mul %0, 3
             %4: i4 = add %3, %1
             switch i4 %4 {0 -> b1(i32 1), 5 -> b1(i32 2), 7 -> b2, 9 -> b2, 14 -> b1(i32 3), else -> b3}
         b1(%5: i32):
             return %5
         b2: return 8
         b3: %6: i32 = zext i4 %4
             %7: i32 = add %6, 16
             return %7",
        6,
    );
}

#[test]
fn computed_gotos() {
    check(
        "b0: %3: i1 = cmp ult i4 %0, %1
             %4: ptr = select %3, blockaddr(@f0, b1), blockaddr(@f0, b2)
             store ptr %4 to %2 align 8
             %5: ptr = load %2 align 8
             indirectjump %5 [b1, b2]
         b1: return 1
         b2: %6: i32 = zext i4 %0
             %7: i32 = add %6, 2
             return %7",
        2,
    );
}

#[test]
fn what_is_undefined_is_one_value() {
    // Frozen once and used twice: both uses agree, so that the difference is the other number.
    check(
        "b0: %3: i4 = freeze undef
             %4: i4 = add %3, %0
             %5: i4 = sub %4, %3
             %6: i1 = cmp ult i4 %5, %1
             branch %6, b1, b2
         b1: return 1
         b2: %7: i32 = zext i4 %5
             return %7",
        2,
    );
}
