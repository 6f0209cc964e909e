//! Every searcher names only states that it has, and all of them in the end.

use super::*;
use crate::code::Program;
use crate::explore::random::Random;
use crate::{ExecOptions, Machine, Output};
use dunlin_ir::parse::parse;

struct Silent;

impl Output for Silent {
    fn write(&mut self, _: i32, _: &[u8]) {}
}

const KINDS: [SearchKind; 7] = [
    SearchKind::Dfs,
    SearchKind::Bfs,
    SearchKind::RandomPath,
    SearchKind::RandomState,
    SearchKind::Coverage,
    SearchKind::Klee,
    SearchKind::Generational,
];

/// Plays forks and ends with a searcher; the order in which states were picked. `shared`: now and then
/// another searcher of the same states picks.
fn play(kind: SearchKind, seed: u64, shared: bool) -> Vec<StateKey> {
    let text = "module \"m\" target 64 \"x86_64\" define @f0 \"main\"() -> (i32) { b0: return 0 }";
    let module = parse(text).expect("a module");
    let options = ExecOptions::default();
    let program = Program::new(module, "main", &options).expect("it has a main");
    let mut output = Silent;
    let mut machine = Machine::new(&program, &options, &mut output);
    let state = machine.initial_state(program.start, &[]).unwrap_or_else(|_| panic!("it starts"));
    let reached = vec![false; program.code.ops.len() * 4];
    let view = View { code: &program.code, reached: &reached, reached_count: 0 };

    let mut searcher = searcher(kind, seed, false);
    let mut random = Random::new(99);
    let mut alive = vec![StateKey(0)];
    let mut next = 1;
    searcher.add(None, &[(StateKey(0), &state)]);
    let mut picked = Vec::new();
    let mut current = None;
    while !alive.is_empty() {
        let key = if shared && random.below(3) == 0 {
            alive[random.below(alive.len() as u64) as usize]
        } else {
            searcher.pick(current.map(|key| (key, &state)), &view)
        };
        assert!(alive.contains(&key), "{kind:?} picked {key:?}, which is gone");
        picked.push(key);
        current = Some(key);
        if next < 300 && (alive.len() == 1 || random.below(3) > 0) {
            let new: Vec<StateKey> = (0..1 + random.below(2)).map(|i| StateKey(next + i)).collect();
            next += new.len() as u64;
            let added: Vec<(StateKey, &State)> = new.iter().map(|&key| (key, &state)).collect();
            searcher.add(Some(key), &added);
            alive.extend(new);
        } else {
            searcher.remove(key);
            alive.retain(|&other| other != key);
            current = None;
        }
        // Now and then a state is taken away from elsewhere, as when work is handed out.
        if random.below(10) == 0 && alive.len() > 2 {
            let other = alive.swap_remove(random.below(alive.len() as u64) as usize);
            if current != Some(other) {
                searcher.remove(other);
            } else {
                alive.push(other);
            }
        }
    }
    picked
}

#[test]
fn every_state_is_run_and_the_same_seed_gives_the_same_order() {
    for kind in KINDS {
        let first = play(kind, 5, false);
        assert!(first.len() > 100, "{kind:?}");
        assert_eq!(first, play(kind, 5, false), "{kind:?}");
    }
}

#[test]
fn no_state_is_lost_when_others_pick_too() {
    for kind in KINDS {
        for seed in 0..20 {
            assert!(play(kind, seed, true).len() > 100, "{kind:?}");
        }
    }
}

#[test]
fn seeds_matter_where_chance_does() {
    for kind in [SearchKind::RandomPath, SearchKind::RandomState, SearchKind::Klee] {
        assert_ne!(play(kind, 5, false), play(kind, 6, false), "{kind:?}");
    }
}
