//! Random programs, executed: no register, variable or block is ever what the facts exclude.

mod generator;
mod interpreter;

use super::super::places::Places;
use super::facts;
use crate::cfg::Cfg;
use crate::ids::GlobalId;
use crate::inst::{InstKind, Operand};
use crate::points_to::{Object, PointsTo};
use generator::{Random, module};
use interpreter::Run;

const PROGRAMS: u64 = 1500;
const RUNS: u64 = 6;

#[test]
fn executions_stay_within_the_facts() {
    let mut checked = interpreter::Checked::default();
    for seed in 0..PROGRAMS {
        let module = module(seed);
        if let Err(errors) = crate::verify::verify(&module) {
            panic!("seed {seed}: {errors:?} in\n{module}");
        }
        let facts = facts(&module);
        assert!(!facts.is_cut_off());
        for run in 0..RUNS {
            let random = Random::new(seed * RUNS + run + 1);
            Run::new(&module, &facts, random, seed, &mut checked).run();
        }
    }
    // That something was there to be wrong about.
    assert!(checked.registers > 100_000, "{checked:?}");
    assert!(checked.restricted > 10_000, "{checked:?}");
    assert!(checked.globals > 10_000, "{checked:?}");
}

/// What is followed, points-to finds no other access to.
#[test]
fn no_other_store_reaches_what_is_followed() {
    let mut stores = 0;
    for seed in 0..PROGRAMS / 3 {
        let module = module(seed);
        let places = Places::of(&module);
        let points_to = PointsTo::of(&module);
        for id in module.func_ids() {
            let func = module.func(id);
            for &block in Cfg::new(func).reverse_postorder() {
                for inst in &func.block(block).insts {
                    let InstKind::Store { addr: Operand::Reg(addr), .. } = &func.inst(*inst).kind
                    else {
                        continue;
                    };
                    for object in points_to.pointees(id, *addr) {
                        let Object::Global(global) = object else { continue };
                        let known = places.accesses[id.index()].get(inst);
                        let has_cells = |global: GlobalId| {
                            places.cells.iter().any(|cell| cell.global == global && cell.is_written)
                                || places.is_read_only[global.index()]
                        };
                        if has_cells(global) {
                            assert!(known.is_some(), "seed {seed}: {addr} in {id} of\n{module}");
                            stores += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(stores > 100, "{stores}");
}
