//! Terms that another arena gets mean the same there, and values come back to the right variables.

use crate::machine::Machine;
use dunlin_ir::Bits;
use dunlin_term::{BaseId, Evaluator, Model, Receiver, Sender, Sort, SymbolId, TermId};

/// A model of the sender, for the receiver, whose symbols are called by the sender's ids.
fn carried(receiver: &Receiver, model: &Model) -> Model {
    let mut carried = Model::new();
    for (number, symbol) in receiver.terms.symbols().iter().enumerate() {
        let theirs = SymbolId(symbol.name.parse().expect("a number"));
        let own = SymbolId(number as u32);
        match symbol.sort {
            Sort::BitVec(width) => carried.set(own, &model.get(theirs, width)),
            Sort::Array { .. } => {
                if let Some(array) = model.array(theirs) {
                    carried.set_array(own, array.clone());
                }
            }
        }
    }
    for own in receiver.terms.bases() {
        // The object of a base is the sender's id of it.
        let theirs = BaseId(receiver.terms.base_info(own).object as u32);
        carried.set_address(own, model.address(theirs));
    }
    carried
}

#[test]
fn terms_mean_the_same_on_the_other_side() {
    let mut evaluator = Evaluator::new();
    let mut compared = 0;
    for seed in 0..60 {
        let mut machine = Machine::new(seed);
        let (mut sender, mut receiver) = (Sender::default(), Receiver::default());
        let mut known = 0;
        // In parts: what was sent is not sent again.
        for _ in 0..4 {
            for _ in 0..40 {
                machine.step();
            }
            let all: Vec<TermId> = machine.constants().into_iter().map(|(term, _)| term).collect();
            let (numbers, pieces) = sender.send(&machine.terms, &all);
            assert!(receiver.receive(pieces));
            let theirs = receiver.terms_of(&numbers).expect("they were sent");
            assert!(sender.send(&machine.terms, &all[..known]).1.is_empty());
            known = all.len();
            for model in machine.models.clone() {
                let carried = carried(&receiver, &model);
                for (&term, &their) in all.iter().zip(&theirs) {
                    let value = evaluator.eval(&machine.terms, &model, term);
                    assert_eq!(evaluator.eval(&receiver.terms, &carried, their), value, "{term}");
                    compared += 1;
                }
                // And back again.
                let back = receiver.values(&carried).into_model();
                for &term in &all {
                    let value = evaluator.eval(&machine.terms, &model, term);
                    assert_eq!(evaluator.eval(&machine.terms, &back, term), value, "{term}");
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn quantifiers_and_arrays_arrive() {
    let mut terms = dunlin_term::Terms::new();
    let array = terms.symbol("a", Sort::Array { index: 8, element: 8 }).unwrap();
    let (from, to) = (terms.constant(8, 0), terms.constant(8, 20));
    let index = terms.symbol("i", Sort::BitVec(8)).unwrap();
    let element = terms.select(array, index);
    let seven = terms.constant(8, 7);
    let body = terms.eq(element, seven);
    let all = terms.forall_symbol(index, from, to, body);
    let (numbers, pieces) = Sender::default().send(&terms, &[all]);
    let mut receiver = Receiver::default();
    assert!(receiver.receive(pieces));
    let their = receiver.terms_of(&numbers).unwrap()[0];
    assert!(receiver.terms.has_quantifier(their));
    let mut model = Model::new();
    for index in 0..20 {
        let holds = Evaluator::new().start(&receiver.terms, &model).holds(their);
        assert_eq!(holds, Some(false));
        model.set_element(SymbolId(0), &Bits::from_u64(8, index), &Bits::from_u64(8, 7));
    }
    assert_eq!(Evaluator::new().start(&receiver.terms, &model).holds(their), Some(true));
}

#[test]
fn numbers_that_were_not_sent_are_refused() {
    let mut terms = dunlin_term::Terms::new();
    let x = terms.symbol("x", Sort::BitVec(8)).unwrap();
    let y = terms.not(x);
    let (numbers, pieces) = Sender::default().send(&terms, &[y]);
    let mut receiver = Receiver::default();
    assert!(!receiver.receive(pieces[1..].to_vec()), "its operand is missing");
    assert!(Receiver::default().terms_of(&numbers).is_none());
}
