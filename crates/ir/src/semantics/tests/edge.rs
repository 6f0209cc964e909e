//! Conditions of edges: they exclude each other, one always holds, and it is the one that a plain look at
//! the terminator finds.

use crate::bits::Bits;
use crate::ids::{BlockId, FuncId, Reg};
use crate::inst::{Edge, Operand, Terminator};
use crate::semantics::address::label;
use crate::semantics::edge::{condition, switch};
use crate::test_support::target;
use crate::wide::Wide;
use proptest::prelude::*;

const FUNC: FuncId = FuncId(3);
/// Where the function lies.
const CODE: u64 = 0x4000_0000;

/// The numbers of the edges whose conditions hold if the one register is `value`.
fn taken(terminator: &Terminator, value: &Bits) -> Vec<usize> {
    let read = |_: &mut Wide, operand: &Operand| match operand {
        Operand::Reg(_) => value.clone(),
        Operand::BlockAddr(FUNC, block) => Bits::from_u64(64, CODE + label(*block)),
        other => panic!("{other:?} is not in these terminators"),
    };
    let holds = |&index: &usize| {
        let holds = condition(&mut Wide, &target(), FUNC, terminator, index, read);
        assert_eq!(holds.width(), 1);
        holds.bit(0)
    };
    (0..terminator.edges().len()).filter(holds).collect()
}

fn to(block: u32) -> Edge {
    Edge::to(BlockId(block))
}

#[test]
fn jumps_and_branches() {
    let (yes, no) = (Bits::from_u64(1, 1), Bits::from_u64(1, 0));
    assert_eq!(taken(&Terminator::Jump(to(1)), &no), [0]);
    let branch = Terminator::Branch { cond: Reg(0).into(), then: to(1), other: to(2) };
    assert_eq!(taken(&branch, &yes), [0]);
    assert_eq!(taken(&branch, &no), [1]);
}

#[test]
fn a_label_that_is_listed_twice_is_one_way() {
    let targets = vec![to(5), to(2), to(5)];
    let jump = Terminator::IndirectJump { addr: Reg(0).into(), targets };
    let at = |address| taken(&jump, &Bits::from_u64(64, address));
    assert_eq!(at(CODE + label(BlockId(5))), [0]);
    assert_eq!(at(CODE + label(BlockId(2))), [1]);
    assert!(at(CODE + label(BlockId(3))).is_empty(), "no label of this jump");
    assert!(at(0).is_empty());
}

/// A switch, and a value: often one of its cases.
fn switches() -> impl Strategy<Value = (u32, Vec<(Bits, u32)>, Bits)> {
    let widths = prop_oneof![1..=8u32, Just(32), Just(64), 65..=130u32];
    widths.prop_flat_map(|width| {
        let value = any::<u128>().prop_map(move |value| Bits::from_u128(width, value));
        let cases = prop::collection::vec((value.clone(), 0..4u32), 0..12);
        (cases, value, any::<prop::sample::Index>(), any::<bool>()).prop_map(
            move |(mut cases, value, index, hit)| {
                let mut seen = std::collections::HashSet::new();
                cases.retain(|(case, _)| seen.insert(case.clone()));
                let hit = hit && !cases.is_empty();
                let value = if hit { cases[index.index(cases.len())].0.clone() } else { value };
                (width, cases, value)
            },
        )
    })
}

proptest! {
    #[test]
    fn of_a_switch_exactly_the_right_edge_is_taken((width, cases, value) in switches()) {
        let found = cases.iter().position(|(case, _)| *case == value).unwrap_or(cases.len());
        let edges = cases.iter().map(|(case, block)| (case.clone(), to(*block))).collect();
        let terminator =
            Terminator::Switch { width, value: Reg(0).into(), cases: edges, default: to(9) };
        prop_assert_eq!(taken(&terminator, &value), [found]);
    }

    #[test]
    fn a_switch_leads_to_one_target((width, cases, value) in switches(), default in 0..5u32) {
        let found = cases.iter().find(|(case, _)| *case == value).map_or(default, |case| case.1);
        let targets = switch(&mut Wide, width, &value, cases.iter().cloned(), default);
        let holds = targets.iter().filter(|(_, condition)| condition.bit(0));
        prop_assert_eq!(holds.map(|target| target.0).collect::<Vec<u32>>(), [found]);
        // Every target has one condition, in the order in which they are first met.
        let mut order: Vec<u32> = Vec::new();
        for &(_, block) in &cases {
            if block != default && !order.contains(&block) {
                order.push(block);
            }
        }
        order.push(default);
        prop_assert_eq!(targets.iter().map(|target| target.0).collect::<Vec<u32>>(), order);
    }
}
