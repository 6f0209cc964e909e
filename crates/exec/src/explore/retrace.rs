//! Running a program on the inputs of a test: one path, everything concrete, with the conditional
//! transfers that it takes. What a native run of the same test is compared with.

use crate::code::{Op, Pc, Program};
use crate::coverage::{Event, of_mark, switch_target};
use crate::end::{Ended, Outcome};
use crate::machine::{Machine, Output};
use crate::options::ExecOptions;
use crate::state::{Decision, Whereabouts};
use crate::step::Pause;
use dunlin_ir::{FuncId, PointNumber, Terminator};
use dunlin_results::InputBytes;
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::rc::Rc;
use std::time::Instant;

/// Instructions between two looks at the limits.
const SLICE: u64 = 1_000_000;

/// A conditional transfer of the program itself that the front end has numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    pub func: FuncId,
    /// Within the function.
    pub number: u32,
    pub way: Way,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Whether the condition of a branch held.
    Condition(bool),
    /// Where a switch or computed goto led, as an operation: cases with one target are one way.
    To(Pc),
}

pub struct Retraced {
    pub ended: Ended,
    pub transfers: Vec<Transfer>,
    /// For each input of the test that was asked for, in order: where, if that is known.
    pub asked: Vec<Option<PointNumber>>,
    /// The marks of coverage, each once.
    pub marks: Vec<u32>,
    /// The beginning of standard output, as much as was to be kept.
    pub stdout: Vec<u8>,
    /// How many bytes it has; more than `stdout` if they did not fit.
    pub stdout_bytes: u64,
    /// SHA-256 of all of them.
    pub stdout_digest: [u8; 32],
    pub instructions: u64,
    /// An address was used as a number, for example compared with an input. Where objects lie in a native
    /// run is not where they lie here, so that it may go another way.
    pub uses_addresses: bool,
}

impl Retraced {
    /// About how much memory it takes.
    pub fn held_bytes(&self) -> usize {
        let inputs = self.ended.inputs.iter().flatten();
        size_of::<Retraced>()
            + self.transfers.capacity() * size_of::<Transfer>()
            + self.asked.capacity() * size_of::<Option<PointNumber>>()
            + self.marks.capacity() * size_of::<u32>()
            + self.stdout.capacity()
            + self.ended.decisions.capacity() * size_of::<Decision>()
            + self.ended.partial_marks.capacity() * size_of::<u32>()
            + inputs.map(|i| size_of::<InputBytes>() + i.name.len() + i.bytes.len()).sum::<usize>()
    }
}

/// What one run may do.
#[derive(Clone, Copy, Debug)]
pub struct RetraceLimits {
    pub instructions: u64,
    pub transfers: usize,
    /// What is kept of standard output; the rest is only counted.
    pub output_bytes: usize,
    pub deadline: Option<Instant>,
}

/// Keeps the beginning of standard output.
struct Stdout {
    kept: Vec<u8>,
    limit: usize,
    bytes: u64,
    digest: Sha256,
}

impl Output for Stdout {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        if fd == 1 {
            let room = (self.limit - self.kept.len()).min(bytes.len());
            self.kept.extend_from_slice(&bytes[..room]);
            self.bytes += bytes.len() as u64;
            self.digest.update(bytes);
        }
    }
}

/// Runs a program on given inputs, with objects at given addresses.
pub fn retrace(
    program: &Program,
    options: &ExecOptions,
    arguments: &[String],
    (inputs, whereabouts): (Vec<InputBytes>, &Whereabouts),
    limits: RetraceLimits,
) -> Retraced {
    let mut output =
        Stdout { kept: Vec::new(), limit: limits.output_bytes, bytes: 0, digest: Sha256::new() };
    // One path: addresses are numbers.
    let options = ExecOptions { free_addresses: false, ..options.clone() };
    let mut machine = Machine::new(program, &options, &mut output);
    machine.coverage.start_trace();
    let mut state = match machine.initial_state(program.start, arguments) {
        Ok(state) => state,
        Err(end) => {
            let ended = Ended::at_start(*end);
            let (transfers, marks) = (vec![], vec![]);
            return Retraced {
                ended,
                transfers,
                asked: vec![],
                marks,
                stdout: vec![],
                stdout_bytes: 0,
                stdout_digest: Sha256::digest([]).into(),
                instructions: 0,
                uses_addresses: false,
            };
        }
    };
    let given = inputs.len();
    state.knowledge.fixed_inputs = Some(Rc::new(inputs));
    whereabouts.apply(&mut state);
    let outcome = loop {
        match machine.step(&mut state, SLICE).pause {
            Pause::GoesOn | Pause::Marked(_) | Pause::Cut => {}
            Pause::Interrupted | Pause::Postponed => break too_long(),
            Pause::Ended(outcome) => break outcome,
        }
        if state.knowledge.roots.made().len() > given {
            // Of a path without end, a test has the beginning.
            break Outcome::Limit { what: "the test has no more inputs".to_string() };
        }
        // Otherwise a run that prints a lot would hold all of it.
        state.trace.take_plain_output(|fd, bytes| machine.output.write(fd, bytes));
        if state.position.instructions > limits.instructions
            || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || machine.coverage.trace_len() > limits.transfers
            || dunlin_stop::is_asked()
        {
            break too_long();
        }
    };
    let mut marks = machine.coverage.take_passed();
    let trace = machine.coverage.take_trace();
    // Those that were read byte by byte are exposed by the memory itself.
    let exposed = state.memory.objects.exposed_objects().next().is_some();
    let counted = state.position.instructions;
    let made = state.knowledge.roots.made().iter();
    let asked = made.map(|root| root.made.map(|(place, _)| place)).collect();
    let (mut ended, rest) = machine.finish(Box::new(state), outcome);
    if let Outcome::EngineBug { what } = ended.outcome {
        // There is no other path: a bug on this one is the caller's.
        std::panic::resume_unwind(Box::new(what));
    }
    let transfers =
        trace.iter().filter_map(|&(from, mark)| transfer(program, from, mark)).collect();
    marks.extend(trace.iter().map(|&(_, mark)| mark));
    marks.sort_unstable();
    marks.dedup();
    let uses_addresses = whereabouts.decided || machine.uses_addresses || exposed;
    drop(machine);
    for (fd, bytes) in std::mem::take(&mut ended.output) {
        output.write(fd, &bytes);
    }
    let Stdout { kept: stdout, bytes: stdout_bytes, digest, .. } = output;
    let stdout_digest = digest.finalize().into();
    Retraced {
        ended,
        transfers,
        asked,
        marks,
        stdout,
        stdout_bytes,
        stdout_digest,
        instructions: counted + rest,
        uses_addresses,
    }
}

fn too_long() -> Outcome {
    Outcome::Limit { what: "the run is too long to be compared".to_string() }
}

fn transfer(program: &Program, from: Pc, mark: u32) -> Option<Transfer> {
    let (to, event) = of_mark(mark);
    let way = match event {
        Event::BranchHeld => Way::Condition(true),
        Event::BranchFailed => Way::Condition(false),
        Event::Arrived if from != to && !is_call(program, from) => Way::To(to),
        _ => return None,
    };
    let point = program.code.point(from);
    let func = program.module.func(point.func);
    if func.runtime {
        return None;
    }
    let number = func.block(point.block).branch?;
    Some(Transfer { func: point.func, number, way })
}

fn is_call(program: &Program, pc: Pc) -> bool {
    matches!(program.code.ops[pc as usize], Op::Call { .. })
}

/// Finds out what a recorded way of a native run is here.
pub struct Ways<'p> {
    program: &'p Program,
    /// The operations of numbered transfers.
    places: FxHashMap<(FuncId, u32), Pc>,
}

impl<'p> Ways<'p> {
    pub fn new(program: &'p Program) -> Ways<'p> {
        let mut places = FxHashMap::default();
        for id in program.module.func_ids() {
            let (func, code) = (program.module.func(id), &program.code.funcs[id.index()]);
            if func.runtime || func.is_declaration() {
                continue;
            }
            for pc in code.entry..code.end {
                let op = &program.code.ops[pc as usize];
                let transfers = op.branch_target().is_some()
                    || matches!(
                        op,
                        Op::Switch { .. } | Op::SwitchWide { .. } | Op::IndirectJump { .. }
                    );
                let block = program.code.points[pc as usize].block;
                if let Some(number) = func.block(block).branch
                    && transfers
                {
                    places.insert((id, number), pc);
                }
            }
        }
        Ways { program, places }
    }

    /// The way that edge number `outcome` of a transfer is: of a branch 1 if its condition holds.
    /// `None` for a transfer that is not here: one that can only go one way.
    pub fn way(&self, func: FuncId, number: u32, outcome: u32) -> Option<Way> {
        let pc = *self.places.get(&(func, number))?;
        let block = self.program.code.points[pc as usize].block;
        match &self.program.module.func(func).block(block).term {
            Terminator::Branch { .. } => Some(Way::Condition(outcome == 1)),
            Terminator::Switch { cases, .. } => {
                let case = cases.get(outcome as usize).map(|(value, _)| value);
                Some(Way::To(switch_target(&self.program.code, pc, case)?))
            }
            Terminator::IndirectJump { .. } => {
                let Op::IndirectJump { table, .. } = self.program.code.ops[pc as usize] else {
                    return None;
                };
                let &(_, to) = self.program.code.indirect[table as usize].get(outcome as usize)?;
                Some(Way::To(to))
            }
            _ => None,
        }
    }
}
