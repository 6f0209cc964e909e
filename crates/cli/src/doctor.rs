//! `dunlin doctor`: what works on this machine and what is missing.
//!
//! Nothing is assumed: the sandbox is set up once, clang is asked for its version, every solver gets a query.

use crate::args::DoctorArgs;
use dunlin_sandbox::{Access, ConfinedLimits, Confinement, Means, Rule, Sandbox};
use dunlin_solver::chain::{Chain, Home, Options, SolverChoice, Verdict};
use dunlin_term::Terms;
use dunlin_term::smt::{Command as Smt, parse};
use serde::Serialize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Nothing can be run natively here.
const NO_REPLAY: u8 = 3;

/// What was found.
#[derive(Serialize)]
struct Findings {
    /// Whether tests can be run natively, and errors be confirmed.
    replay: bool,
    sandbox: SandboxFindings,
    clang: ClangFindings,
    /// What confines compilers, if anything does.
    compilers: Option<String>,
    solvers: Vec<SolverFindings>,
}

#[derive(Serialize)]
struct SandboxFindings {
    /// Missing if there is none.
    isolation: Option<String>,
    /// Why there is no stronger one.
    stronger: Vec<String>,
    /// Why there is none.
    problem: Option<String>,
    rules: Vec<RuleFindings>,
}

#[derive(Serialize)]
struct RuleFindings {
    name: &'static str,
    promise: &'static str,
    holds: bool,
    /// Why it does not hold.
    why: Option<String>,
}

#[derive(Serialize)]
struct ClangFindings {
    program: String,
    /// The first line that it says about itself.
    version: Option<String>,
    problem: Option<String>,
}

#[derive(Serialize)]
struct SolverFindings {
    name: &'static str,
    works: bool,
}

pub fn doctor(args: &DoctorArgs) -> u8 {
    let clang = ask_clang(args.clang.as_deref());
    let sandbox = ask_sandbox();
    let replay = clang.version.is_some() && sandbox.isolation.is_some();
    let findings =
        Findings { replay, sandbox, clang, compilers: ask_confinement(), solvers: ask_solvers() };
    if args.json {
        match serde_json::to_string_pretty(&findings) {
            Ok(text) => answer!("{text}"),
            Err(error) => say!("dunlin: {error}"),
        }
    } else {
        answer!("{}", text_of(&findings));
    }
    if replay { 0 } else { NO_REPLAY }
}

fn ask_sandbox() -> SandboxFindings {
    let sandbox = match Sandbox::detect() {
        Ok(sandbox) => sandbox,
        Err(error) => {
            let problem = Some(error.to_string());
            return SandboxFindings {
                isolation: None,
                stronger: Vec::new(),
                problem,
                rules: Vec::new(),
            };
        }
    };
    let missing = sandbox.missing();
    let rule = |rule: Rule| {
        let holds = sandbox.rules().contains(rule);
        let missing = missing.iter().find(|missing| missing.rule == rule);
        // What does not hold for no reason is not needed here.
        (holds || missing.is_some()).then(|| RuleFindings {
            name: rule.name(),
            promise: rule.promise(),
            holds,
            why: missing.map(|missing| missing.why.clone()),
        })
    };
    let stronger = sandbox.stronger().into_iter();
    SandboxFindings {
        isolation: Some(sandbox.isolation().to_string()),
        stronger: stronger.map(|(isolation, why)| format!("{isolation}: {why}")).collect(),
        problem: None,
        rules: Rule::ALL.into_iter().filter_map(rule).collect(),
    }
}

fn ask_clang(chosen: Option<&Path>) -> ClangFindings {
    let program = dunlin_load::compiler(chosen);
    let asked = Command::new(&program).arg("--version").stdin(Stdio::null()).output();
    let (version, problem) = match asked {
        Ok(output) if output.status.success() => {
            let text = String::from_utf8_lossy(&output.stdout);
            (Some(text.lines().next().unwrap_or_default().to_owned()), None)
        }
        Ok(output) => (None, Some(format!("it ends with {}", output.status))),
        Err(error) => (None, Some(error.to_string())),
    };
    ClangFindings { program: program.display().to_string(), version, problem }
}

/// A mount namespace is tried only when it is entered: it works if the sandbox has one.
fn ask_confinement() -> Option<String> {
    let limits =
        ConfinedLimits { memory_bytes: u64::MAX, cpu_time: Duration::MAX, file_bytes: u64::MAX };
    let means = Confinement::new(&Access::default(), limits).ok()?.means()?;
    let has_mounts =
        || Sandbox::detect().is_ok_and(|sandbox| sandbox.rules().contains(Rule::Files));
    (means == Means::Landlock || has_mounts()).then(|| means.to_string())
}

fn ask_solvers() -> Vec<SolverFindings> {
    /// No layer above the solvers can answer it.
    const QUERY: &str =
        "(declare-const x (_ BitVec 16)) (assert (= (bvmul x x) #x0931)) (check-sat)";
    let solvers = [
        ("native", SolverChoice::Native),
        ("bitwuzla", SolverChoice::Bitwuzla),
        ("z3", SolverChoice::Z3),
    ];
    let ask = |(name, choice): (&'static str, SolverChoice)| {
        let mut terms = Terms::new();
        let constraints: Vec<_> = parse(QUERY, &mut terms).map_or_else(
            |_| Vec::new(),
            |script| {
                let asserted = script.commands.iter().filter_map(|command| match command {
                    Smt::Assert(term) => Some(*term),
                    _ => None,
                });
                asserted.collect()
            },
        );
        let mut chain = Chain::new(&Options::default(), choice.portfolio(Home::Apart, None));
        let works = matches!(chain.check(&mut terms, &constraints), Verdict::Sat(_));
        SolverFindings { name, works }
    };
    solvers.into_iter().map(ask).collect()
}

fn text_of(findings: &Findings) -> String {
    let Findings { replay, sandbox, clang, compilers, solvers } = findings;
    let mut lines = Vec::new();
    lines.push(match (&clang.version, &clang.problem) {
        (Some(version), _) => format!("clang     {}: {version}", clang.program),
        (None, Some(problem)) => format!("clang     {}: {problem}", clang.program),
        (None, None) => format!("clang     {}", clang.program),
    });
    lines.push(match compilers {
        Some(means) => format!("compilers confined by {means}"),
        None => {
            "compilers cannot be confined: sources are compiled only with --allow-read /".to_owned()
        }
    });
    let works = |solver: &SolverFindings| match solver.works {
        true => solver.name.to_owned(),
        false => format!("{} (does not answer)", solver.name),
    };
    lines.push(format!("solvers   {}", solvers.iter().map(works).collect::<Vec<_>>().join(", ")));
    match (&sandbox.isolation, &sandbox.problem) {
        (Some(isolation), _) => {
            let holding = sandbox.rules.iter().filter(|rule| rule.holds).count();
            let all = sandbox.rules.len();
            lines.push(format!("sandbox   {isolation}; {holding} of {all} rules hold"));
            lines.extend(sandbox.stronger.iter().map(|why| format!("          no {why}")));
        }
        (None, problem) => lines.push(format!("sandbox   {}", problem.clone().unwrap_or_default())),
    }
    for rule in &sandbox.rules {
        let mark = if rule.holds { "holds  " } else { "MISSING" };
        lines.push(format!("  {mark} {:15} {}", rule.name, rule.promise));
        if let Some(why) = &rule.why {
            lines.push(format!("          {:15} It does not hold here: {why}.", ""));
        }
    }
    lines.push(match replay {
        true => "Tests can be run natively, and errors can be confirmed.".to_owned(),
        false => "Nothing can be run natively here: errors stay unconfirmed.".to_owned(),
    });
    lines.join("\n")
}
