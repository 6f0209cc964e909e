//! `dunlin solve`: the solver on its own.

use crate::args::SolveArgs;
use crate::exit;
use dunlin_ir::Bits;
use dunlin_solver::backend::{Answer, Backend, Budget};
use dunlin_solver::native::Native;
use dunlin_term::smt::{Command, Script, SmtSort, Status, parse};
use dunlin_term::{ArrayValue, Evaluator, Model, TermId, Terms};
use std::fmt::Write as _;

const UNKNOWN: u8 = 3;

pub fn solve(args: &SolveArgs) -> u8 {
    let name = args.file.display();
    let text = match std::fs::read_to_string(&args.file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("dunlin: cannot read {name}: {error}");
            return exit::BAD_INPUT;
        }
    };
    let mut terms = Terms::new();
    let script = match parse(&text, &mut terms) {
        Ok(script) => script,
        Err(error) => {
            eprintln!("dunlin: {name}:{error}");
            return exit::BAD_INPUT;
        }
    };
    let checks =
        |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    if !script.commands.iter().any(checks) {
        eprintln!("dunlin: {name} asks nothing: it has no (check-sat)");
        return exit::BAD_INPUT;
    }
    let asks = |command: &Command| matches!(command, Command::GetModel | Command::GetValue(_));
    let mut session = Session {
        terms,
        backend: Native::new(),
        budget: Budget::conflicts(args.max_conflicts),
        asserted: vec![Vec::new()],
        expected: Status::Unknown,
        model: None,
        volunteer: !script.commands.iter().any(asks),
        code: 0,
    };
    for command in &script.commands {
        if matches!(command, Command::Exit) {
            break;
        }
        session.execute(command, &script);
    }
    session.code
}

struct Session {
    terms: Terms,
    backend: Native,
    budget: Budget,
    /// One list of assertions per level of push.
    asserted: Vec<Vec<TermId>>,
    expected: Status,
    /// Of the last check, if it was satisfiable.
    model: Option<Model>,
    /// Print models without being asked.
    volunteer: bool,
    code: u8,
}

impl Session {
    fn execute(&mut self, command: &Command, script: &Script) {
        match command {
            Command::Assert(term) => {
                self.asserted.last_mut().expect("there is a level").push(*term);
            }
            Command::CheckSat => self.check(&[], script),
            Command::CheckSatAssuming(assumed) => self.check(assumed, script),
            Command::Push(levels) => (0..*levels).for_each(|_| self.asserted.push(Vec::new())),
            Command::Pop(levels) => {
                let left = self.asserted.len().saturating_sub(*levels as usize).max(1);
                self.asserted.truncate(left);
            }
            Command::GetModel => match &self.model {
                Some(model) => print!("{}", show_model(&self.terms, model, script)),
                None => println!("(error \"there is no model\")"),
            },
            Command::GetValue(asked) => match &self.model {
                Some(model) => {
                    let mut evaluator = Evaluator::new();
                    let values: Vec<String> = asked
                        .iter()
                        .map(|asked| {
                            let (term, sort) = (asked.value.term, asked.value.sort);
                            let value = show_value(&self.terms, model, &mut evaluator, term, sort);
                            format!("({} {value})", asked.text)
                        })
                        .collect();
                    println!("({})", values.join("\n "));
                }
                None => println!("(error \"there is no model\")"),
            },
            Command::Status(status) => self.expected = *status,
            Command::Echo(text) => println!("{text}"),
            Command::Exit => {}
        }
    }

    fn check(&mut self, assumed: &[TermId], script: &Script) {
        let constraints: Vec<TermId> =
            self.asserted.iter().flatten().chain(assumed).copied().collect();
        let answer = self.backend.check(&self.terms, &constraints, self.budget);
        self.model = None;
        let status = match answer {
            Answer::Sat(model) => {
                println!("sat");
                if self.volunteer {
                    print!("{}", show_model(&self.terms, &model, script));
                }
                self.model = Some(model);
                Status::Sat
            }
            Answer::Unsat => {
                println!("unsat");
                Status::Unsat
            }
            Answer::Unknown(reason) => {
                println!("unknown");
                eprintln!("dunlin: {reason}");
                self.code = self.code.max(UNKNOWN);
                Status::Unknown
            }
        };
        let known = self.expected != Status::Unknown && status != Status::Unknown;
        if known && status != self.expected {
            eprintln!(
                "dunlin: the script says that this answer is wrong: a bug of Dunlin, or of the script"
            );
            self.code = exit::ENGINE_BUG;
        }
        self.expected = Status::Unknown;
    }
}

fn show_model(terms: &Terms, model: &Model, script: &Script) -> String {
    let mut evaluator = Evaluator::new();
    let mut text = String::from("(\n");
    for declared in &script.declared {
        let value = show_value(terms, model, &mut evaluator, declared.symbol, declared.sort);
        let _ = writeln!(
            text,
            "  (define-fun {} () {} {value})",
            quoted(&declared.name),
            declared.sort
        );
    }
    text + ")\n"
}

/// Names that are not plain symbols stand between bars.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if starts_well && name.chars().all(plain) { name.to_string() } else { format!("|{name}|") }
}

fn show_value(
    terms: &Terms,
    model: &Model,
    evaluator: &mut Evaluator,
    term: TermId,
    sort: SmtSort,
) -> String {
    let unknown = || "(error \"this value cannot be computed\")".to_string();
    match sort {
        SmtSort::Array { .. } => match evaluator.start(terms, model).eval_array(term) {
            Some(array) => show_array(&array, sort),
            None => unknown(),
        },
        _ => match (evaluator.eval(terms, model, term), sort) {
            (None, _) => unknown(),
            (Some(bits), SmtSort::Bool) => (!bits.is_zero()).to_string(),
            (Some(bits), SmtSort::Float(_)) => {
                let to_fp = sort.to_string().replace("FloatingPoint", "to_fp");
                format!("({to_fp} {})", literal(&bits))
            }
            (Some(bits), _) => literal(&bits),
        },
    }
}

fn show_array(array: &ArrayValue, sort: SmtSort) -> String {
    let mut text = format!("((as const {sort}) {})", literal(array.default_element()));
    for (index, element) in array.entries() {
        text = format!("(store {text} {} {})", literal(&index), literal(&element));
    }
    text
}

fn literal(bits: &Bits) -> String {
    let width = bits.width() as usize;
    if width.is_multiple_of(4) {
        format!("#x{:0>digits$}", bits.to_hex(), digits = width / 4)
    } else {
        let digits: String =
            (0..bits.width()).rev().map(|i| if bits.bit(i) { '1' } else { '0' }).collect();
        format!("#b{digits}")
    }
}
