//! What addresses, accesses and edges mean, applied to terms, then evaluated: the same as on values.

use crate::machine::{Random, symbol_id};
use dunlin_ir::algebra::Algebra;
use dunlin_ir::semantics::access::{load, store};
use dunlin_ir::semantics::address::address;
use dunlin_ir::semantics::edge;
use dunlin_ir::wide::Wide;
use dunlin_ir::{Bits, BlockId, Edge, FuncId, Operand, Reg, Target, Terminator};
use dunlin_term::{ArrayCells, ArrayValue, Evaluator, Model, Sort, TermId, Terms};
use proptest::prelude::*;

fn symbol(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::BitVec(width)).expect("one sort")
}

fn target(pointer_bits: u32) -> Target {
    Target { pointer_bits, triple: "x86_64-unknown-linux-gnu".into() }
}

proptest! {
    #[test]
    fn addresses(seed: u64, wide: bool, scales in prop::collection::vec(any::<u64>(), 0..3), disp: i64) {
        let mut random = Random(seed);
        let width = if wide { 64 } else { 32 };
        let mut terms = Terms::new();
        let mut model = Model::new();
        let mut values = Vec::new();
        let mut symbols = Vec::new();
        for number in 0..=scales.len() {
            let symbol = symbol(&mut terms, &format!("x{number}"), width);
            values.push(random.bits(width));
            model.set(symbol_id(&terms, symbol), &values[number]);
            symbols.push(symbol);
        }
        let indices = symbols[1..].iter().zip(scales.iter().copied());
        let term = address(&mut terms, width, &symbols[0], indices, disp);
        let indices = values[1..].iter().zip(scales.iter().copied());
        let expected = address(&mut Wide, width, &values[0], indices, disp);
        prop_assert_eq!(Evaluator::new().eval(&terms, &model, term), Some(expected));
    }

    /// Two stores and a load at symbolic places that may overlap.
    #[test]
    fn accesses(seed: u64, widths in prop::array::uniform3(1..=128u32), cell in prop::sample::select(vec![8u32, 16, 64])) {
        const PLACE: u32 = 5;
        let mut random = Random(seed);
        let mut terms = Terms::new();
        let mut model = Model::new();
        let array = terms.symbol("memory", Sort::Array { index: PLACE, element: cell }).unwrap();
        let mut content: Vec<Bits> = Vec::new();
        let mut value = ArrayValue::new(PLACE, Bits::from_u64(cell, 0));
        for index in 0..1 << PLACE {
            content.push(random.bits(cell));
            value.set(&Bits::from_u64(PLACE, index), &content[index as usize]);
        }
        model.set_array(symbol_id(&terms, array), value);
        let mut places = Vec::new();
        for number in 0..3 {
            let symbol = symbol(&mut terms, &format!("p{number}"), PLACE);
            let place = random.below(1 << PLACE);
            model.set(symbol_id(&terms, symbol), &Bits::from_u64(PLACE, place));
            places.push((symbol, place));
        }
        let mut current = array;
        for number in 0..2 {
            let width = widths[number];
            let stored = symbol(&mut terms, &format!("v{number}"), width);
            let bits = random.bits(width);
            model.set(symbol_id(&terms, stored), &bits);
            let (symbol, place) = places[number];
            let mut cells = ArrayCells { terms: &mut terms, array: current };
            store(&mut cells, &symbol, width, &stored);
            current = cells.array;
            for i in 0..width.div_ceil(cell) {
                let low = i * cell;
                let piece = Wide.extract(width, (low + cell).min(width) - 1, low, &bits);
                let at = (place + u64::from(i)) % (1 << PLACE);
                content[at as usize] = Wide.zext(piece.width(), cell, &piece);
            }
        }
        let (symbol, place) = places[2];
        let width = widths[2];
        let loaded = load(&mut ArrayCells { terms: &mut terms, array: current }, &symbol, width);
        prop_assert_eq!(terms.width(loaded), width);
        let read = |i: u32| content[((place + u64::from(i)) % (1 << PLACE)) as usize].clone();
        let whole = (1..width.div_ceil(cell))
            .fold(read(0), |low, i| Wide.concat(cell, &read(i), low.width(), &low));
        let expected = Wide.extract(whole.width(), width - 1, 0, &whole);
        prop_assert_eq!(Evaluator::new().eval(&terms, &model, loaded), Some(expected));
    }

    #[test]
    fn edges(seed: u64, width in 1..=70u32, count in 0..8usize) {
        let mut random = Random(seed);
        let mut cases: Vec<(Bits, Edge)> = Vec::new();
        for number in 0..count {
            let case = random.bits(width);
            if cases.iter().all(|(known, _)| *known != case) {
                cases.push((case, Edge::to(BlockId(number as u32 % 3))));
            }
        }
        let value = match cases.first() {
            Some((case, _)) if random.below(2) == 0 => case.clone(),
            _ => random.bits(width),
        };
        let default = Edge::to(BlockId(9));
        let terminator = Terminator::Switch { width, value: Reg(0).into(), cases, default };
        let mut terms = Terms::new();
        let mut model = Model::new();
        let chosen = symbol(&mut terms, "chosen", width);
        model.set(symbol_id(&terms, chosen), &value);
        for index in 0..terminator.edges().len() {
            let (target, func) = (target(64), FuncId(0));
            let read = |_: &mut Terms, _: &Operand| chosen;
            let term = edge::condition(&mut terms, &target, func, &terminator, index, read);
            let read = |_: &mut Wide, _: &Operand| value.clone();
            let expected = edge::condition(&mut Wide, &target, func, &terminator, index, read);
            prop_assert_eq!(Evaluator::new().eval(&terms, &model, term), Some(expected));
        }
    }
}
