//! Hunts with hints: a right one leads to the target, a wrong one costs a share and loses nothing, and what was
//! left is resumed with its hints.

use dunlin_exec::{ExecOptions, Hint, Hints, Output, Related, Relation, Which, byte_of_related};
use dunlin_ir::numbering::Numbering;
use dunlin_ir::{BlockId, Callee, FuncId, InstKind, Point, PointNumber};
use dunlin_results::{InputBytes, StopReason};
use dunlin_solver::chain::{Chain, Home, Options, SolverChoice};
use dunlin_target::marks::MarkedProgram;
use dunlin_target::{
    Answer, Hunt, HuntOptions, Left, Look, Proof, SavedHunt, Search, Strategy, Tally, Verdict,
    Watcher,
};
use dunlin_term::Terms;

struct Nowhere;

impl Output for Nowhere {
    fn write(&mut self, _: i32, _: &[u8]) {}
}

/// Says that memory is short at every so many looks.
struct Watches {
    park_every: Option<u64>,
    looks: u64,
}

impl Watcher for Watches {
    fn look(&mut self, _: &Tally) -> Look {
        self.looks += 1;
        match self.park_every {
            Some(every) if self.looks.is_multiple_of(every) => Look::Park,
            _ => Look::GoOn,
        }
    }
}

const HEAD: &str = "module \"m\" target 64 \"x86_64\"
    declare @f0 \"__VERIFIER_nondet_int\"() -> (i32)
    define @f1 \"target\"() {
    b0: return
    }";

/// Figure 1 of Multi-Pass Targeted Dynamic Symbolic Execution: a loop over the input W, and the target behind it if
/// W was `bound`. Before it runs a loop of `before` rounds; and 13 is
/// nothing that it takes.
fn figure_1(before: u32, bound: u32) -> String {
    format!(
        "{HEAD}
        define @f2 \"main\"() -> (i32) {{
        b0: jump b1(i32 0)
        b1(%0: i32):
            %1: i32 = add %0, 1
            %2: i1 = cmp ult i32 %1, {before}
            branch %2, b1(%1), b2
        b2: %3: i32 = call @f0()
            jump b3
        b3: %4: i1 = cmp eq i32 %3, 13
            branch %4, b8, b4(i32 0)
        b4(%5: i32):
            %6: i1 = cmp slt i32 %5, %3
            branch %6, b5, b6
        b5: %7: i32 = add %5, 1
            jump b4(%7)
        b6: %8: i1 = cmp eq i32 %5, {bound}
            branch %8, b7, b8
        b7: call @f1()
            return 1
        b8: return 0
        }}"
    )
}

/// Asks for five numbers, each of which decides about a loop, and reaches the target if they are 11, 12 and so on.
const FIVE: &str = "define @f2 \"main\"() -> (i32) {
    b0: jump b1(i32 0, i32 0)
    b1(%0: i32, %1: i32):
        %2: i1 = cmp ult i32 %0, 5
        branch %2, b2, b6
    b2: %3: i32 = call @f0()
        jump b3(i32 0)
    b3(%4: i32):
        %5: i1 = cmp slt i32 %4, %3
        branch %5, b4, b5
    b4: %6: i32 = add %4, 1
        jump b3(%6)
    b5: %7: i32 = add %0, 11
        %8: i1 = cmp eq i32 %4, %7
        %9: i32 = zext i1 %8
        %10: i32 = add %1, %9
        %11: i32 = add %0, 1
        jump b1(%11, %10)
    b6: %12: i1 = cmp eq i32 %1, 5
        branch %12, b7, b8
    b7: call @f1()
        return 1
    b8: return 0
    }";

/// The program, whose target is the function of that name.
fn marked(text: &str, exec: &ExecOptions) -> MarkedProgram {
    let module = dunlin_ir::parse::parse(text).unwrap_or_else(|error| panic!("{error}"));
    dunlin_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    let target = Point { func: FuncId::new(1), block: BlockId::new(0), index: 0 };
    MarkedProgram::new(module, &[vec![target]], "main", exec).expect("there is a main")
}

/// Where a program asks for its input.
fn site(marked: &MarkedProgram) -> PointNumber {
    let module = &marked.program.module;
    let asks = |kind: &InstKind| matches!(kind, InstKind::Call(call) if call.callee == Callee::Direct(FuncId::new(0)));
    for func in module.func_ids() {
        for (block, content) in module.func(func).blocks.iter().enumerate() {
            let found =
                content.insts.iter().position(|&inst| asks(&module.func(func).inst(inst).kind));
            if let Some(index) = found {
                let point = Point { func, block: BlockId::new(block), index: index as u32 };
                return Numbering::of(module).number(point);
            }
        }
    }
    panic!("it asks for nothing")
}

/// How to hunt.
#[derive(Clone)]
struct Way {
    strategy: Strategy,
    hints: Vec<Hint>,
    /// A relation that says that every input is less than this, if anything.
    below: Option<u64>,
    max_instructions: u64,
    park_every: Option<u64>,
}

fn guided(hints: &[Hint]) -> Way {
    Way {
        strategy: Strategy::Forward(Search::Guided),
        hints: hints.to_vec(),
        below: None,
        max_instructions: 20_000_000,
        park_every: None,
    }
}

fn below(marked: &MarkedProgram, limit: Option<u64>) -> Hints {
    let mut hints = Hints::default();
    let mut terms = Terms::new();
    if let Some(limit) = limit {
        let bytes = [3, 2, 1, 0].map(|offset| byte_of_related(&mut terms, 0, offset));
        let number = bytes.into_iter().reduce(|high, low| terms.concat(high, low));
        let limit = terms.constant(32, limit);
        let condition = terms.ult(number.expect("it has bytes"), limit);
        let input = Related { site: site(marked), which: Which::Back(0) };
        let relation = Relation::new(&mut terms, vec![input], condition).expect("about a byte");
        assert!(hints.relate(relation));
    }
    hints
}

fn number(value: u64) -> Hint {
    Hint::number(None, 4, value)
}

fn resume(text: &str, way: &Way, earlier: Option<SavedHunt>) -> Answer {
    let exec = ExecOptions::default();
    let marked = marked(text, &exec);
    let options = HuntOptions {
        strategy: way.strategy,
        seed: 1,
        arguments: Vec::new(),
        backward: Default::default(),
        bse: Default::default(),
        drop: true,
        matching: Default::default(),
        max_cost: u64::MAX,
        max_instructions: way.max_instructions,
        deadline: None,
    };
    let chain = Chain::new(&Options::default(), SolverChoice::Auto.portfolio(Home::Here, None));
    let mut output = Nowhere;
    let mut watcher = Watches { park_every: way.park_every, looks: 0 };
    let mut hunt = Hunt::new(&marked, 0, &exec, &options, chain, &mut output, &mut watcher);
    let mut hints = Hints::default();
    for hint in &way.hints {
        hints.add(site(&marked), hint.clone());
    }
    hints.extend(&below(&marked, way.below));
    assert_eq!(hunt.add_hints(&hints), hints.count());
    assert_eq!(hunt.add_hints(&hints), 0, "they are there");
    hunt.run(earlier).expect("it is of this hunt")
}

fn hunt(text: &str, way: &Way) -> Answer {
    resume(text, way, None)
}

/// The numbers that lead to the target.
fn inputs(answer: &Answer) -> Vec<u32> {
    let Verdict::Reachable(ended) = &answer.verdict else { panic!("{:?}", answer.verdict) };
    let number = |input: &InputBytes| {
        u32::from_le_bytes(input.bytes[..].try_into().expect("all are numbers"))
    };
    ended.inputs.as_ref().expect("they are known").iter().map(number).collect()
}

/// What is left, written and read.
fn left(answer: Answer) -> SavedHunt {
    assert!(
        matches!(answer.verdict, Verdict::Unknown(Some(StopReason::Instructions))),
        "{:?}",
        answer.verdict
    );
    let Left::Hunt(left) = answer.left else { panic!("it can go on") };
    let written = postcard::to_stdvec(&*left).expect("memory takes everything");
    postcard::from_bytes(&written).expect("written above")
}

#[test]
fn a_right_hint_leads_through_a_loop_on_one_path() {
    for bound in [1000, 100_000] {
        let answer = hunt(&figure_1(1, bound), &guided(&[number(bound.into())]));
        assert_eq!(inputs(&answer), [bound]);
        let Tally { states, solver_calls, .. } = answer.tally;
        assert!(states <= 5 && solver_calls == 0, "{states} states, {solver_calls} queries");
    }
}

#[test]
fn a_wrong_hint_is_dropped_and_the_others_go_on_from_where_it_split_off() {
    let (before, bound) = (20_000, 20);
    let text = figure_1(before, bound);
    let without = hunt(&text, &guided(&[]));
    let with = hunt(&text, &guided(&[number(7)]));
    assert_eq!((inputs(&without), inputs(&with)), (vec![bound], vec![bound]));
    let once = u64::from(before) * 3;
    assert!(without.tally.instructions > once);
    let instructions = with.tally.instructions;
    assert!(instructions < once + once / 2, "{instructions}: the way to the input was gone once");
}

#[test]
fn a_hint_that_never_ends_keeps_no_target_from_being_found() {
    let text = figure_1(1, 20).replace("branch %4, b8,", "branch %4, b3,");
    let answer = hunt(&text, &guided(&[number(13)]));
    assert_eq!(inputs(&answer), [20]);
}

#[test]
fn one_of_several_candidates_is_right() {
    let bound = 5000;
    let hints = [7, 13, u64::from(bound), 9].map(number);
    let answer = hunt(&figure_1(1, bound), &guided(&hints));
    assert_eq!(inputs(&answer), [bound]);
    assert!(answer.tally.states <= 6, "{} states", answer.tally.states);
}

#[test]
fn hints_of_several_occurrences_are_followed_together() {
    let text = format!("{HEAD} {FIVE}");
    let hints: Vec<Hint> = (0..5).map(|n| Hint::number(Some(n), 4, 11 + u64::from(n))).collect();
    let answer = hunt(&text, &guided(&hints));
    assert_eq!(inputs(&answer), [11, 12, 13, 14, 15]);
    let Tally { states, solver_calls, .. } = answer.tally;
    assert!(states == 6 && solver_calls == 0, "{states} states, {solver_calls} queries");
    // One is not known: it is found from where the others lead.
    let answer = hunt(&text, &guided(&[&hints[..3], &hints[4..]].concat()));
    assert_eq!(inputs(&answer), [11, 12, 13, 14, 15]);
    assert!(answer.tally.states < 100, "{} states", answer.tally.states);
}

#[test]
fn a_proof_needs_guided_and_other_states() {
    let text = format!(
        "{HEAD}
        define @f2 \"main\"() -> (i32) {{
        b0: %0: i32 = call @f0()
            %1: i1 = cmp ult i32 %0, 10
            branch %1, b1, b3
        b1: %2: i1 = cmp ugt i32 %0, 20
            branch %2, b2, b3
        b2: call @f1()
            return 1
        b3: return 0
        }}"
    );
    for strategy in [Strategy::Forward(Search::Guided), Strategy::Auto] {
        let way = Way { strategy, ..guided(&[number(5), number(30)]) };
        let answer = hunt(&text, &way);
        assert!(matches!(answer.verdict, Verdict::Unreachable(Proof::Explored)), "{strategy}");
    }
}

#[test]
fn other_strategies_find_the_target_with_hints_as_well() {
    for strategy in ["auto", "bfs", "aimed", "klee", "mix:random-path"] {
        let strategy = strategy.parse().expect("there is one of that name");
        let way = Way { strategy, ..guided(&[number(7), number(9)]) };
        assert_eq!(inputs(&hunt(&figure_1(1, 20), &way)), [20], "{strategy}");
    }
}

#[test]
fn states_that_were_put_away_come_back_with_their_hints() {
    for park_every in [1, 3] {
        let hints = [7, 9, 20].map(number);
        let way = Way { park_every: Some(park_every), ..guided(&hints) };
        assert_eq!(inputs(&hunt(&figure_1(1, 20), &way)), [20]);
        let way = Way { park_every: Some(park_every), ..guided(&hints[..2]) };
        let answer = hunt(&figure_1(1, 20), &way);
        assert_eq!(inputs(&answer), [20]);
        assert!(answer.tally.parked > 0);
    }
}

#[test]
fn a_hunt_that_was_left_goes_on_with_its_hints() {
    let bound = 100_000;
    let text = figure_1(1, bound);
    let way = guided(&[number(9), number(bound.into())]);
    let stopped = Way { max_instructions: 50_000, ..way.clone() };
    let saved = left(hunt(&text, &stopped));
    assert_eq!(saved.states(), 2, "one ends soon, one follows the hint, one follows none");
    // It knows its hints; what is found since comes behind them.
    let way = Way { hints: vec![number(8)], ..way };
    let answer = resume(&text, &way, Some(saved));
    assert_eq!(inputs(&answer), [bound]);
    assert!(answer.tally.states <= 5, "{} states", answer.tally.states);
}

#[test]
fn hints_that_come_later_change_nothing_of_what_was_made() {
    let text = figure_1(1, 200);
    let saved = left(hunt(&text, &Way { max_instructions: 1000, ..guided(&[]) }));
    assert!(saved.states() >= 1);
    let answer = resume(&text, &guided(&[number(200), number(3)]), Some(saved));
    assert_eq!(inputs(&answer), [200]);
}

#[test]
fn states_that_follow_relations_are_put_away_and_come_back() {
    let right = Way { below: Some(21), ..guided(&[number(9)]) };
    for below in [Some(21), Some(5)] {
        for park_every in [1, 3] {
            let way = Way { below, park_every: Some(park_every), ..right.clone() };
            let answer = hunt(&figure_1(1, 20), &way);
            assert_eq!(inputs(&answer), [20]);
            assert!(answer.tally.parked > 0);
        }
        let text = figure_1(1, 200);
        let stopped = Way { below, max_instructions: 300, ..right.clone() };
        let saved = left(hunt(&text, &stopped));
        assert!(saved.states() > 0);
        let way = Way { below: Some(250), ..guided(&[number(8)]) };
        assert_eq!(inputs(&resume(&text, &way, Some(saved))), [200]);
    }
}

#[test]
fn a_relation_keeps_a_proof_complete() {
    let text = figure_1(1, 300).replace(
        "%3: i32 = call @f0()",
        "%9: i32 = call @f0()
            %3: i32 = and %9, 63",
    );
    let way = Way { below: Some(10), ..guided(&[]) };
    let answer = hunt(&text, &way);
    assert!(matches!(answer.verdict, Verdict::Unreachable(Proof::Explored)));
}
