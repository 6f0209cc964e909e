//! Terms: how fast the smart constructors are, what a term costs, how fast a model is evaluated.
//!
//! The stream of terms is what a symbolic executor makes: bytes of a symbolic buffer, words put
//! together from them, address arithmetic, masks, comparisons. Every round has constants of its own,
//! so that most requests are for new terms and the others are found again or folded.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use dunlin_ir::Bits;
use dunlin_term::{ArrayValue, Evaluator, Model, Sort, TermId, Terms, View};
use serde::Serialize;

use crate::tools;

/// What must be reached.
const GOAL_NODES_PER_SECOND: f64 = 5e6;
const GOAL_BYTES_PER_NODE: f64 = 48.0;
const GOAL_EVALUATION: Duration = Duration::from_micros(200);

/// A usual size of an arena, and a large one, where every new term costs a cache miss.
const NODES: usize = 1_000_000;
const MANY_NODES: usize = 5_000_000;
const DAG_NODES: usize = 10_000;
const RUNS: usize = 5;

/// The results, as they are written to `terms.json`.
#[derive(Debug, Serialize)]
struct Report {
    nodes: usize,
    nodes_per_second: f64,
    many_nodes: usize,
    many_nodes_per_second: f64,
    bytes_per_node: f64,
    dag_nodes: usize,
    evaluation_us: f64,
    goals: Goals,
}

#[derive(Debug, Serialize)]
struct Goals {
    nodes_per_second: f64,
    bytes_per_node: f64,
    evaluation_us: f64,
}

/// Prints the measurements and writes them as JSON; true when all goals are reached.
pub fn run() -> Result<bool> {
    let nodes_per_second = building_speed(NODES);
    let many_nodes_per_second = building_speed(MANY_NODES);
    // Table and arena grow in steps: the worst moment is just after one.
    let mut bytes_per_node = 0f64;
    let mut size = 100_000.0;
    while size < NODES as f64 {
        let mut terms = Terms::new();
        build(&mut terms, size as usize);
        bytes_per_node = bytes_per_node.max(terms.memory_bytes() as f64 / terms.len() as f64);
        size *= 1.05;
    }
    let evaluation = evaluation_time();
    let rows = [
        ("million nodes per second", nodes_per_second / 1e6, GOAL_NODES_PER_SECOND / 1e6, true),
        ("the same, of five million", many_nodes_per_second / 1e6, 0.0, true),
        ("bytes per node, at most", bytes_per_node, GOAL_BYTES_PER_NODE, false),
        (
            "µs to evaluate 10,000 nodes",
            microseconds(evaluation),
            microseconds(GOAL_EVALUATION),
            false,
        ),
    ];
    let mut reached = true;
    println!("{:<30} {:>10} {:>10}", "terms", "measured", "goal");
    for (what, measured, goal, more_is_better) in rows {
        let good = if more_is_better { measured >= goal } else { measured <= goal };
        reached &= good;
        let verdict = if good { "" } else { "  NOT REACHED" };
        let goal = if goal == 0.0 { "-".into() } else { format!("{goal:.1}") };
        println!("{what:<30} {measured:>10.1} {goal:>10}{verdict}");
    }
    let report = Report {
        nodes: NODES,
        nodes_per_second,
        many_nodes: MANY_NODES,
        many_nodes_per_second,
        bytes_per_node,
        dag_nodes: DAG_NODES,
        evaluation_us: microseconds(evaluation),
        goals: Goals {
            nodes_per_second: GOAL_NODES_PER_SECOND,
            bytes_per_node: GOAL_BYTES_PER_NODE,
            evaluation_us: microseconds(GOAL_EVALUATION),
        },
    };
    let path = tools::result_folder("bench")?.join("terms.json");
    std::fs::write(path, serde_json::to_string_pretty(&report)? + "\n")?;
    Ok(reached)
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The processor time that this thread has used. Unlike the time of day it does not count other
/// programs on the machine.
pub(crate) fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only fills in `time`.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(failed, 0, "every Linux has a clock per thread");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// New terms per second of an arena that grows to `nodes` terms: the best of some runs.
fn building_speed(nodes: usize) -> f64 {
    let mut best = 0f64;
    for _ in 0..RUNS {
        let mut terms = Terms::new();
        let start = processor_time();
        build(&mut terms, nodes);
        let time = processor_time() - start;
        best = best.max(terms.len() as f64 / time.as_secs_f64());
    }
    best
}

/// Builds until there are `nodes` terms.
fn build(terms: &mut Terms, nodes: usize) {
    let buffer = terms.symbol("buffer", Sort::Array { index: 64, element: 8 }).expect("a new name");
    let mut variables = Vec::new();
    for i in 0..64 {
        variables.push(terms.symbol(&format!("v{i}"), Sort::BitVec(64)).expect("a new name"));
    }
    let mut round = 0u64;
    while terms.len() < nodes {
        build_round(terms, buffer, &variables, round);
        round += 1;
    }
}

/// One read of a word at a varying place and what a program does with it.
fn build_round(terms: &mut Terms, buffer: TermId, variables: &[TermId], round: u64) {
    let variable = |i: u64| variables[(i % variables.len() as u64) as usize];
    let four = terms.constant(64, 4);
    let scaled = terms.mul(variable(round), four);
    let start = terms.constant(64, round << 3);
    let address = terms.add(scaled, start);
    let mut word = terms.select(buffer, address);
    for i in 1..4 {
        let offset = terms.constant(64, i);
        let next = terms.add(address, offset);
        let byte = terms.select(buffer, next);
        word = terms.concat(byte, word);
    }
    let wide = terms.zext(64, word);
    let sum = terms.add(wide, variable(round / 7 + 1));
    let mask = terms.constant(64, round << 8 | 0xff);
    let masked = terms.and(sum, mask);
    let limit = terms.constant(64, round + 100);
    let below = terms.ult(masked, limit);
    let same = terms.eq(sum, limit);
    let not_same = terms.not(same);
    let both = terms.and(below, not_same);
    let choice = terms.ite(both, masked, sum);
    let low = terms.extract(31, 0, choice);
    let difference = terms.sub(choice, variable(round / 3));
    black_box((low, difference));
}

/// The time of one evaluation of a DAG of [`DAG_NODES`] terms, all of which are needed.
fn evaluation_time() -> Duration {
    let mut terms = Terms::new();
    let (root, model) = dag(&mut terms);
    let mut evaluator = Evaluator::new();
    let mut best = Duration::MAX;
    for _ in 0..200 {
        let start = Instant::now();
        black_box(evaluator.holds(&terms, &model, black_box(root)));
        best = best.min(start.elapsed());
    }
    best
}

/// A term with about so many different parts, and a model for it.
fn dag(terms: &mut Terms) -> (TermId, Model) {
    let buffer = terms.symbol("buffer", Sort::Array { index: 32, element: 8 }).expect("a new name");
    let mut model = Model::new();
    let bytes: Vec<u8> = (0..=255).collect();
    if let View::Symbol(id) = terms.view(buffer) {
        model.set_array(id, ArrayValue::of_bytes(32, &bytes));
    }
    let mut pool = Vec::new();
    for i in 0..32u64 {
        let symbol = terms.symbol(&format!("v{i}"), Sort::BitVec(32)).expect("a new name");
        if let View::Symbol(id) = terms.view(symbol) {
            model.set(id, &Bits::from_u64(32, i.wrapping_mul(0x9e37_79b9)));
        }
        pool.push(symbol);
    }
    // All parts go into one sum at the end, or else some would not be evaluated.
    let mut total = pool[0];
    let mut step = 0usize;
    while terms.len() < DAG_NODES {
        let (x, y) = (pool[step * 7 % pool.len()], pool[pool.len() - 1 - step % 16]);
        let made = match step % 8 {
            0 => terms.add(x, y),
            1 => terms.xor(x, y),
            2 => terms.mul(x, y),
            3 => terms.lshr(x, y),
            4 => {
                let byte = terms.select(buffer, x);
                terms.zext(32, byte)
            }
            5 => terms.and(x, y),
            6 => {
                let less = terms.ult(x, y);
                terms.ite(less, x, y)
            }
            _ => terms.or(x, y),
        };
        pool.push(made);
        total = terms.xor(total, made);
        step += 1;
    }
    let zero = terms.constant(32, 0);
    (terms.eq(total, zero), model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dag_is_as_large_as_it_says() {
        let mut terms = Terms::new();
        let (root, _) = dag(&mut terms);
        let reachable = terms.collect([root]).live;
        assert!(reachable * 10 >= DAG_NODES * 9, "{reachable}");
    }

    #[test]
    fn a_round_makes_new_terms() {
        let mut terms = Terms::new();
        build(&mut terms, 10_000);
        assert!((10_000..10_100).contains(&terms.len()));
        assert!(processor_time() > Duration::ZERO);
    }
}
