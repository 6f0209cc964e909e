//! Work items: a state that is given up on its way along one stays that item.

use crate::support::program;
use dunlin_exec::{Decision, DecisionKind, ExecOptions, Machine, Output, WorkItem};
use dunlin_ir::PointNumber;
use dunlin_results::InputBytes;

struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: i32, _: &[u8]) {}
}

#[test]
fn a_state_that_is_given_up_on_its_way_stays_its_item() {
    let text = "module \"m\" target 64 \"x86_64\"
        define @f0 \"main\"() -> (i32) {
        b0: return 0
        }";
    let module = dunlin_ir::parse::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let options = ExecOptions::default();
    let program = program(module, &options);
    let mut output = Nowhere;
    let mut machine = Machine::new(&program, &options, &mut output);
    let decisions = [(1, 40), (0, 44)].map(|(choice, at)| Decision {
        choice,
        at: PointNumber(at),
        kind: DecisionKind::Branch,
        implied: false,
    });
    let item = WorkItem::new(&decisions, &[InputBytes { name: "x".into(), bytes: vec![1, 0, 2] }]);
    let mut state = machine.initial_state(program.start, &[]).expect("it starts");
    item.clone().set_out(&mut state);
    assert_eq!(WorkItem::of(&state), item);
    state.take_back();
    assert_eq!(WorkItem::of(&state), item, "the rest of its way is not forgotten");
}
