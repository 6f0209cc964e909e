//! Round trips, and content that is not what it should be.

use super::super::results::{Bug, ErrorKey, FoundError};
use super::*;
use dunlin_exec::{Decision, DecisionKind, Whereabouts};
use dunlin_ir::PointNumber;
use dunlin_results::{
    CallStack, ErrorKind, ErrorReport, InputBytes, LeftOut, LeftOutAt, LeftOutKind, SourcePlace,
};

fn decisions(choices: &[u64]) -> Vec<Decision> {
    let decision = |&choice: &u64| Decision {
        choice,
        at: PointNumber(40 + choice as u32 % 9),
        kind: DecisionKind::Value,
        implied: choice == 3,
    };
    choices.iter().map(decision).collect()
}

fn item(choices: &[u64]) -> WorkItem {
    let inputs = vec![InputBytes { name: "x".into(), bytes: vec![1, 2, 3] }];
    WorkItem::new(&decisions(choices), &inputs)
}

fn saved() -> Saved {
    let place = SourcePlace { function: "main".into(), position: None, runtime: false };
    let report = ErrorReport {
        kind: ErrorKind::DivisionByZero,
        message: "divides 1 by zero".into(),
        stack: CallStack::new([place]),
        object: None,
    };
    let key = ErrorKey {
        kind: ErrorKind::DivisionByZero,
        function: "main".into(),
        position: None,
        runtime_function: None,
        number: 0,
    };
    let trace = decisions(&[1, 0, 7]);
    let found = FoundError {
        report,
        trace,
        inputs: None,
        test: Some(3),
        paths: 9,
        whereabouts: Whereabouts::default(),
    };
    let mut inner = Inner { covered: vec![true, false, true], ..Inner::default() };
    inner.errors.insert(key, found);
    inner.paths.errors = 9;
    inner.notes.push("a note".into());
    let left = LeftOut::new(LeftOutKind::Unsupported, "long double", "");
    let at = SourcePlace { function: "main".into(), position: None, runtime: false };
    inner.left_out.insert(LeftOutAt { left, place: at }, 2);
    inner.engine_bugs.push(Bug { what: "a bug".into(), trace: decisions(&[1]), inputs: None });
    let counts = Counts { tests: 12, time: Duration::from_millis(1500), ..Counts::default() };
    // In the order in which they are read.
    let mut items = vec![item(&[]), item(&[0, 0]), item(&[0, 1, u64::MAX]), item(&[0, 1, 1])];
    items.sort_by(|a, b| a.trace().cmp(b.trace()));
    let inputs = vec![InputBytes { name: "x".into(), bytes: vec![4] }];
    let seeds = vec![Seed { name: "a.ktest".into(), inputs }];
    Saved { counts, inner, seeds, items }
}

fn content_of(saved: &Saved) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let payload = encode(&saved.counts, &saved.inner, &saved.seeds);
    let stamp = Stamp::new("run", [7; 32], &serde_json::json!({}));
    let reversed: Vec<_> = saved.items.iter().rev().collect();
    write(&folder.path().join("checkpoint"), &stamp, &payload, reversed).expect("it is written");
    let earlier =
        checkpoint::find(folder.path(), "run").expect("it is whole").expect("it is there");
    earlier.content(&stamp).expect("the same stamp").to_vec()
}

#[test]
fn what_is_read_is_what_was_written() {
    let saved = saved();
    assert_eq!(decode(&content_of(&saved)), Some(saved));
}

/// A right checksum over wrong content, as another program might write it.
#[test]
fn wrong_content_with_a_right_checksum_is_refused_without_a_panic() {
    let content = content_of(&saved());
    for at in 0..content.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut changed = content.clone();
            changed[at] ^= flip;
            if let Some(saved) = decode(&changed) {
                assert!(saved.items.iter().all(|item| item.decisions().len() < 10));
            }
        }
        assert!(decode(&content[..at]).is_none(), "{at}");
    }
}
