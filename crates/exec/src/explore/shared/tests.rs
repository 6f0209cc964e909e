//! Workers that only pretend to work: an item with `n` decisions left is worth `2^n` paths.

use super::*;
use crate::state::{Decision, DecisionKind};
use dunlin_ir::PointNumber;
use std::sync::Mutex;

const DEPTH: usize = 9;

fn item(choices: &[u64]) -> WorkItem {
    let at = PointNumber(0);
    let decision =
        |&choice: &u64| Decision { choice, at, kind: DecisionKind::Branch, implied: false };
    WorkItem::new(&choices.iter().map(decision).collect::<Vec<_>>(), &[])
}

fn choices(item: &WorkItem) -> Vec<u64> {
    item.decisions().iter().map(|decision| decision.choice).collect()
}

/// Takes items, splits them, and hands in whole paths, as a worker does. With `break_after`, it
/// panics after so many paths.
fn work(shared: &Shared, found: &Mutex<Vec<Vec<u64>>>, break_after: Option<usize>) {
    let presence = shared.enter();
    let mut states: Vec<Vec<u64>> = Vec::new();
    let mut ended = 0;
    let items = |states: &[Vec<u64>]| states.iter().map(|state| item(state)).collect::<Vec<_>>();
    loop {
        let Some(state) = states.pop() else {
            presence.report(Findings {
                backends: vec![("paths", ended as u64)],
                ..Findings::default()
            });
            match shared.next() {
                Next::Item(item) => states.push(choices(&item)),
                Next::Done => break,
            }
            continue;
        };
        if state.len() == DEPTH {
            found.lock().unwrap_or_else(PoisonError::into_inner).push(state);
            shared.tally.paths.fetch_add(1, Ordering::Relaxed);
            ended += 1;
            assert!(break_after != Some(ended), "as asked for");
        } else {
            for choice in 0..2 {
                let mut next = state.clone();
                next.push(choice);
                states.push(next);
            }
        }
        if shared.wants_attention() {
            if shared.stopped().is_some() {
                break;
            }
            if shared.wants_hold() {
                shared.hold(items(&states));
            }
        }
        if shared.hungry.load(Ordering::Relaxed) && states.len() > 1 {
            let given = states.drain(..states.len() / 2).collect::<Vec<_>>();
            shared.give(items(&given));
        }
        std::thread::yield_now();
    }
    shared.leave(items(&states));
}

/// Every path below these items.
fn below(items: &[WorkItem]) -> Vec<Vec<u64>> {
    let mut paths = Vec::new();
    for item in items {
        let start = choices(item);
        let open = DEPTH - start.len();
        for number in 0..1u64 << open {
            let rest = (0..open).map(|bit| number >> bit & 1);
            paths.push(start.iter().copied().chain(rest).collect());
        }
    }
    paths
}

fn assert_all_paths(mut paths: Vec<Vec<u64>>) {
    paths.sort_unstable();
    assert_eq!(paths.len(), 1 << DEPTH);
    paths.dedup();
    assert_eq!(paths.len(), 1 << DEPTH, "none twice");
}

#[test]
fn a_snapshot_and_what_was_found_before_it_are_the_whole_exploration() {
    for workers in [1, 2, 5] {
        let shared = Shared::new(workers, vec![WorkItem::default()]);
        let found = Mutex::new(Vec::new());
        let mut snapshots = 0;
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| work(&shared, &found, None));
            }
            while !shared.wait(Duration::from_micros(50)) {
                let whole = shared.with_snapshot(Duration::from_secs(60), |items| {
                    let mut paths = found.lock().unwrap().clone();
                    paths.extend(below(&items));
                    paths
                });
                if let Some(paths) = whole {
                    snapshots += 1;
                    assert_all_paths(paths);
                }
            }
            let left = shared.part(|rest| rest.waiting.len() + rest.begun.len());
            assert_eq!(left, 0);
        });
        assert!(snapshots > 0 || workers > 1, "one worker takes longer than the first wait");
        assert_eq!(shared.stop_reason(), None);
        assert_all_paths(found.into_inner().unwrap());
        let told: u64 = shared.findings().iter().map(|worker| worker.backends[0].1).sum();
        assert_eq!(told, 1 << DEPTH);
    }
}

#[test]
fn a_stop_at_any_moment_loses_nothing() {
    for round in 0..60u64 {
        let shared = Shared::new(3, vec![WorkItem::default()]);
        let found = Mutex::new(Vec::new());
        let left = std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| work(&shared, &found, None));
            }
            // A checkpoint may be under way when the stop comes.
            let stopper = scope.spawn(|| {
                while shared.tally.paths.load(Ordering::Relaxed) < round * 8 {
                    std::thread::yield_now();
                }
                shared.stop(StopReason::Interrupted);
            });
            while !shared.wait(Duration::ZERO) {
                shared.with_snapshot(Duration::from_secs(60), |_| ());
            }
            stopper.join().unwrap();
            shared.part(|rest| [rest.waiting, rest.begun].concat())
        });
        assert_eq!(shared.stop_reason().is_some(), !left.is_empty(), "done if nothing is left");
        let mut paths = found.into_inner().unwrap();
        paths.extend(below(&left));
        assert_all_paths(paths);
    }
}

#[test]
fn a_worker_that_is_too_busy_is_not_waited_for() {
    let shared = Shared::new(2, vec![item(&[1])]);
    let (begun, done) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let Next::Item(_) = shared.next() else { panic!("there is one") };
            begun.store(true, Ordering::Relaxed);
            while !done.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            assert!(matches!(shared.next(), Next::Done));
        });
        // The other must not come first and take the item.
        while !begun.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        scope.spawn(|| assert!(matches!(shared.next(), Next::Done)));
        while shared.tally.paths.load(Ordering::Relaxed) == 0
            && !shared.hungry.load(Ordering::Relaxed)
        {
            std::thread::yield_now();
        }
        assert_eq!(shared.with_snapshot(Duration::from_millis(5), |_| ()), None);
        assert!(!shared.wants_attention() && !shared.wants_hold());
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(shared.stop_reason(), None);
}

#[test]
fn a_worker_that_panics_stops_the_others() {
    let shared = Shared::new(2, vec![WorkItem::default()]);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let breaks = scope.spawn(|| work(&shared, &found, Some(1)));
        let other = scope.spawn(|| work(&shared, &found, None));
        while !shared.wait(Duration::from_secs(1)) {}
        assert!(shared.part(|rest| rest.incomplete));
        assert!(breaks.join().is_err());
        assert!(other.join().is_ok());
    });
    assert_eq!(shared.stop_reason(), Some(StopReason::EngineBug));
}
