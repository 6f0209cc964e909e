//! The ways to explore that must not matter: memory models, how they are tuned, caches, and layers of the
//! solver.
//!
//! A way is written as the options of `dunlin run`, so that a difference can be tried by hand.

use dunlin_exec::{MemoryModel, MemoryOptions};
use dunlin_solver::chain::Options;

/// What all others are compared with.
pub const BASELINE: &str = "--memory fork --cache exact";

/// Every way. A new model, option or cache is one more line.
pub const WAYS: [&str; 32] = [
    "--memory ite",
    "--memory segments",
    "--memory static-segments",
    "--memory auto",
    "--memory segments --segment-budget 24",
    "--memory fork --split-objects 8 --split-threshold 8",
    "--memory auto --split-objects 8 --split-threshold 8",
    "--memory fork --split-objects 24 --split-threshold 16",
    "--memory auto --split-objects 24 --split-threshold 16",
    "--memory fork --split-objects 13 --split-threshold 13",
    "--memory auto --split-objects 13 --split-threshold 13",
    "--memory ite --split-objects 3 --split-threshold 3",
    "--memory segments --resolve-context 0",
    "--memory segments --resolve-context 2 --reuse-segments",
    "--memory fork --resolve-context 1",
    "--memory ite --resolve-context 4 --cache off",
    "--memory auto --relocate-every 1",
    "--memory fork --cache off --counterexamples off",
    "--memory segments --relocate-every 2 --counterexamples off",
    "--memory auto --workers 3",
    "--memory segments --reuse-segments --split-objects 16 --split-threshold 24 --workers 2",
    "--memory static-segments --split-objects 13 --split-threshold 13 --workers 2",
    "--memory fork --cache address-aware",
    "--memory auto --cache exact",
    "--memory segments --cache exact",
    "--memory fork --cache address-aware --value-sets off --counterexamples off --neighbours off",
    "--memory auto --cache address-aware --value-sets off --counterexamples off --neighbours off",
    "--memory segments --cache address-aware --relocate-every 1 --value-sets off",
    "--memory auto --cache exact --relocate-every 3",
    "--memory fork --cache address-aware --relocate-every 1",
    "--memory static-segments --relocate-every 1",
    "--memory static-segments --cache exact --relocate-every 2 --counterexamples off",
];

/// Every answer is asked again of the layers below, and every solution is evaluated. The layers that
/// answer without the address-aware cache are off, so that much is asked of it.
pub const CHECKED: [&str; 3] = [
    "--memory fork --cache address-aware --value-sets off --counterexamples off --neighbours off --check-solver",
    "--memory auto --cache address-aware --value-sets off --counterexamples off --neighbours off --check-solver",
    "--memory segments --cache address-aware --value-sets off --counterexamples off --neighbours off --check-solver",
];

/// A way as the engine wants it.
#[derive(Clone, Debug)]
pub struct Way {
    pub name: &'static str,
    pub memory: MemoryOptions,
    pub solver: Options,
    pub workers: usize,
}

impl Way {
    /// Panics if the options are not known here: they are constants of this file.
    pub fn new(name: &'static str) -> Way {
        let mut way =
            Way { name, memory: MemoryOptions::default(), solver: Options::default(), workers: 1 };
        let mut words = name.split(' ');
        while let Some(option) = words.next() {
            let mut word = || words.next().expect("the option has a value");
            let mut number = || word().parse().expect("a number");
            let memory = &mut way.memory;
            match option {
                "--segment-budget" => memory.segment_budget = number(),
                "--split-objects" => memory.split_objects = Some(number()),
                "--split-threshold" => memory.split_threshold = number(),
                "--resolve-context" => memory.resolve_context = Some(number() as u32),
                "--reuse-segments" => memory.reuse_segments = true,
                "--relocate-every" => memory.relocate_every = Some(number()),
                "--workers" => way.workers = number() as usize,
                "--memory" => memory.model = model(word()),
                "--cache" => {
                    let (exact, aware) = match word() {
                        "off" => (false, false),
                        "exact" => (true, false),
                        "address-aware" => (true, true),
                        cache => panic!("no cache is called {cache}"),
                    };
                    (way.solver.exact_cache, way.solver.address_aware) = (exact, aware);
                }
                "--counterexamples" => way.solver.counterexamples = word() == "on",
                "--neighbours" => way.solver.neighbours = word() == "on",
                "--value-sets" => match word() {
                    "off" => way.solver.value_sets = None,
                    sets => panic!("value sets are on, or off, not {sets}"),
                },
                "--check-solver" => way.solver.check = true,
                _ => panic!("{option} is no option of a way"),
            }
        }
        way
    }

    /// All but the baseline.
    pub fn all() -> Vec<Way> {
        WAYS.into_iter().map(Way::new).collect()
    }

    /// Those that ask again.
    pub fn checked() -> Vec<Way> {
        CHECKED.into_iter().map(Way::new).collect()
    }

    /// Whether execution forks wherever the baseline does, and elsewhere for parts of objects.
    pub fn may_fork_more(&self) -> bool {
        self.memory.split_objects.is_some()
    }
}

fn model(name: &str) -> MemoryModel {
    match name {
        "fork" => MemoryModel::Fork,
        "ite" => MemoryModel::Ite,
        "segments" => MemoryModel::Segments,
        "static-segments" => MemoryModel::StaticSegments,
        "auto" => MemoryModel::Auto,
        _ => panic!("no model is called {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_mean_what_they_say() {
        let ways = Way::all();
        let models: Vec<MemoryModel> = ways.iter().map(|way| way.memory.model).collect();
        let expected = [MemoryModel::Fork, MemoryModel::Ite, MemoryModel::Segments];
        assert!(expected.iter().all(|model| models.contains(model)));
        assert!(models.contains(&MemoryModel::StaticSegments));
        let budget = ways.iter().find(|way| way.memory.segment_budget == 24).expect("a budget");
        assert_eq!(budget.name, "--memory segments --segment-budget 24");
        let split = Way::new("--memory auto --split-objects 13 --split-threshold 7 --workers 2");
        assert_eq!((split.memory.split_objects, split.memory.split_threshold), (Some(13), 7));
        assert_eq!((split.workers, split.may_fork_more()), (2, true));
        let cache = Way::new("--memory fork --cache off --counterexamples off");
        assert!(!cache.solver.exact_cache && !cache.solver.counterexamples);
        assert!(!cache.solver.address_aware && cache.solver.neighbours);
        let baseline = Way::new(BASELINE);
        assert_eq!(baseline.memory.model, MemoryModel::Fork);
        assert!(baseline.solver.exact_cache && !baseline.solver.address_aware);
        for way in Way::checked() {
            assert!(way.solver.check && way.solver.address_aware, "{}", way.name);
            assert!(way.solver.value_sets.is_none() && !way.solver.neighbours, "{}", way.name);
        }
    }

    #[test]
    fn no_way_occurs_twice() {
        let names: std::collections::BTreeSet<&str> = WAYS.into_iter().collect();
        assert!(names.len() == WAYS.len() && !names.contains(BASELINE));
    }
}
