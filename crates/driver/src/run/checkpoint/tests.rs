//! Round trips, and files that are not what they should be.

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
    let options = vec![("--capacity".to_string(), "4096".to_string())];
    let stamp = Stamp { dunlin: "1".into(), program: [7; 32], options };
    let counts = Counts { tests: 12, time: Duration::from_millis(1500), ..Counts::default() };
    // In the order in which they are read.
    let mut items = vec![item(&[]), item(&[0, 0]), item(&[0, 1, u64::MAX]), item(&[0, 1, 1])];
    items.sort_by(|a, b| a.packed_trace().cmp(b.packed_trace()));
    Saved { stamp, counts, inner, items }
}

fn file_of(saved: &Saved, folder: &Path) -> Vec<u8> {
    let payload = encode(&saved.stamp, &saved.counts, &saved.inner);
    let mut reversed: Vec<_> = saved.items.iter().rev().collect();
    write(folder, &payload, &mut reversed).expect("it is written");
    fs::read(folder.join(NAME)).expect("it is there")
}

#[test]
fn what_is_read_is_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let saved = saved();
    file_of(&saved, folder.path());
    assert_eq!(read(folder.path()).expect("it is whole"), saved);
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, [NAME], "nothing unfinished is left");
}

#[test]
fn truncated_and_changed_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = file_of(&saved(), folder.path());
    for length in 0..bytes.len() {
        assert!(decode(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(decode(&changed).is_err(), "byte {at}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(decode(&longer), Err(Unreadable::Damaged)));
}

/// A right checksum over wrong content, as another program might write it.
#[test]
fn wrong_content_with_a_right_checksum_is_refused_without_a_panic() {
    let payload = file_of(&saved(), tempfile::tempdir().unwrap().path())[HEADER..].to_vec();
    for at in 0..payload.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut changed = payload.clone();
            changed[at] ^= flip;
            if let Some(saved) = decode_payload(&changed) {
                assert!(saved.items.iter().all(|item| item.decisions().len() < 10));
            }
        }
        assert!(decode_payload(&payload[..at]).is_none(), "{at}");
    }
}

#[test]
fn each_problem_has_its_message() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(read(folder.path()).unwrap_err().to_string(), "it is not there");
    fs::write(folder.path().join(NAME), "something else").unwrap();
    assert_eq!(read(folder.path()).unwrap_err().to_string(), "it is no checkpoint of Dunlin");
    let mut bytes = file_of(&saved(), folder.path());
    bytes[MAGIC.len()] = 9;
    let message = decode(&bytes).unwrap_err().to_string();
    assert_eq!(message, format!("it has format 9, this version of Dunlin reads format {FORMAT}"));
}

#[test]
fn a_checkpoint_that_cannot_be_written_leaves_the_last_one() {
    let folder = tempfile::tempdir().unwrap();
    let saved = saved();
    file_of(&saved, folder.path());
    // A folder in the way of the new file.
    fs::create_dir(folder.path().join("state.tmp")).unwrap();
    assert!(write(folder.path(), b"new", &mut []).is_err());
    assert_eq!(read(folder.path()).expect("the old one"), saved);
}

#[test]
fn differences_are_named() {
    let before = saved().stamp;
    let mut now = before.clone();
    assert_eq!(now.difference(&before), None);
    now.program[0] = 8;
    assert_eq!(now.difference(&before).as_deref(), Some("the program is not the same"));
    now.options[0].1 = "64".into();
    assert_eq!(now.difference(&before).as_deref(), Some("--capacity was 4096 and is 64 now"));
    now.dunlin = "2".into();
    assert_eq!(now.difference(&before).as_deref(), Some("it was left by version 1 of Dunlin"));
}
