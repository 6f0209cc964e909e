//! `dunlin solve`: the solver chain on its own.
//!
//! Answers, models and values go to standard output, as SMT-LIB writes them; everything else goes to
//! standard error. No answer is printed that Dunlin itself can see to be wrong: a model is evaluated
//! on all assertions first.

mod advice;
mod statistics;
mod values;

use crate::args::SolveArgs;
use crate::disagreements;
use crate::exit;
use crate::solver_args::SolverArgs;
use dunlin_solver::backend::Reason;
use dunlin_solver::chain::{Chain, Verdict};
use dunlin_term::smt::{Command, Script, Status, parse};
use dunlin_term::{Evaluator, Model, TermId, Terms};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

const UNKNOWN: u8 = 3;

pub fn solve(args: &SolveArgs) -> u8 {
    let mut terms = Terms::new();
    let started = read_script(&args.file, &mut terms)
        .and_then(|script| Ok((script, args.solver.options().chain()?)));
    let (script, chain) = match started {
        Ok(started) => started,
        Err(message) => {
            say!("dunlin: {message}");
            return exit::BAD_INPUT;
        }
    };
    let started = Instant::now();
    let mut session = Session::new(terms, chain, &script, &args.solver);
    for command in &script.commands {
        if matches!(command, Command::Exit) {
            break;
        }
        session.execute(command);
    }
    if args.stats {
        let text = statistics::statistics_text(&session.chain, session.checks, started.elapsed());
        crate::say::to_stderr(format_args!("{text}"));
    }
    session.finish()
}

fn read_script(file: &Path, terms: &mut Terms) -> Result<Script, String> {
    let name = file.display();
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let script = parse(&text, terms).map_err(|error| format!("{name}:{error}"))?;
    let checks =
        |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    if !script.commands.iter().any(checks) {
        return Err(format!("{name} asks nothing: it has no (check-sat)"));
    }
    Ok(script)
}

struct Session<'a> {
    terms: Terms,
    chain: Chain,
    script: &'a Script,
    options: &'a SolverArgs,
    /// One list of assertions per level of push.
    asserted: Vec<Vec<TermId>>,
    expected: Status,
    /// Of the last check, if it was satisfiable.
    model: Option<Rc<Model>>,
    /// Print models without being asked.
    volunteer: bool,
    checks: u64,
    code: u8,
}

impl<'a> Session<'a> {
    fn new(terms: Terms, chain: Chain, script: &'a Script, options: &'a SolverArgs) -> Self {
        let asks = |command: &Command| matches!(command, Command::GetModel | Command::GetValue(_));
        Session {
            terms,
            chain,
            script,
            options,
            asserted: vec![Vec::new()],
            expected: Status::Unknown,
            model: None,
            volunteer: !script.commands.iter().any(asks),
            checks: 0,
            code: 0,
        }
    }

    fn execute(&mut self, command: &Command) {
        let no_model = || "(error \"there is no model\")\n".to_string();
        match command {
            Command::Assert(term) => {
                self.asserted.last_mut().expect("there is a level").push(*term);
            }
            Command::CheckSat => self.check(&[]),
            Command::CheckSatAssuming(assumed) => self.check(assumed),
            Command::Push(levels) => (0..*levels).for_each(|_| self.asserted.push(Vec::new())),
            Command::Pop(levels) => {
                let left = self.asserted.len().saturating_sub(*levels as usize).max(1);
                self.asserted.truncate(left);
            }
            Command::GetModel => say(&self.model.as_ref().map_or_else(no_model, |model| {
                values::model_text(&self.terms, model, self.script)
            })),
            Command::GetValue(asked) => say(&self
                .model
                .as_ref()
                .map_or_else(no_model, |model| values::values_text(&self.terms, model, asked))),
            Command::Status(status) => self.expected = *status,
            Command::Echo(text) => say(&format!("{text}\n")),
            Command::Exit => {}
        }
    }

    fn check(&mut self, assumed: &[TermId]) {
        let constraints: Vec<TermId> =
            self.asserted.iter().flatten().chain(assumed).copied().collect();
        self.checks += 1;
        let mut verdict = self.chain.check(&mut self.terms, &constraints);
        if let Verdict::Sat(witness) = &verdict
            && self.refutes(&witness.model, &constraints)
        {
            verdict = Verdict::Unknown(Reason::WrongModel);
        }
        self.model = None;
        let status = match verdict {
            Verdict::Sat(witness) => {
                say("sat\n");
                if self.volunteer {
                    say(&values::model_text(&self.terms, &witness.model, self.script));
                }
                self.model = Some(witness.model);
                Status::Sat
            }
            Verdict::Unsat(_) => {
                say("unsat\n");
                Status::Unsat
            }
            Verdict::Unknown(reason) => {
                say("unknown\n");
                say!("dunlin: {}", advice::advice(reason, self.options));
                let bug = reason == Reason::WrongModel;
                self.code = self.code.max(if bug { exit::ENGINE_BUG } else { UNKNOWN });
                Status::Unknown
            }
        };
        let known = self.expected != Status::Unknown && status != Status::Unknown;
        if known && status != self.expected {
            say!(
                "dunlin: the script says that this answer is wrong: a bug of Dunlin, or of the script"
            );
            self.code = exit::ENGINE_BUG;
        }
        self.expected = Status::Unknown;
    }

    /// Whether a model makes one of the constraints false.
    fn refutes(&self, model: &Model, constraints: &[TermId]) -> bool {
        let mut evaluator = Evaluator::new();
        let mut evaluation = evaluator.start(&self.terms, model);
        constraints.iter().any(|&constraint| evaluation.holds(constraint) == Some(false))
    }

    /// What is to be told at the end; the exit code.
    fn finish(self) -> u8 {
        let folder = self.options.log_queries.as_deref().unwrap_or(Path::new("."));
        let messages = disagreements::describe(self.chain.disagreements(), folder);
        for message in &messages {
            say!("dunlin: {message}");
        }
        let unlogged = self.chain.portfolio().log().and_then(|log| log.failure());
        if let Some(failure) = unlogged {
            say!("dunlin: the log of queries is not complete: {failure}");
        }
        if self.code == exit::ENGINE_BUG || !messages.is_empty() {
            exit::ENGINE_BUG
        } else if unlogged.is_some() {
            exit::BAD_INPUT
        } else {
            self.code
        }
    }
}

/// Prints to standard output.
fn say(text: &str) {
    // A closed pipe (`dunlin solve … | head`) is how the reader says that it has enough.
    crate::say::to_stdout(format_args!("{text}"));
}
