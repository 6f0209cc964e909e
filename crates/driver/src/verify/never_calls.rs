//! Is a function never called? The search of `reach` decides it.

use super::{
    OVERFLOW_WRAPS, Outside, Truth, VerifyResult, Work, ends_the_program, not_allowed, threads,
    without_options,
};
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::options::{HuntSettings, ReachOptions};
use crate::reach::{TargetAnswer, reach_with_answers};
use dunlin_exec::ExecOptions;
use dunlin_load::{LoadOptions, SourceChecks};
use dunlin_report::{Check, Verdict};
use dunlin_target::Proof;

/// The functions that the competition's properties are about. A program without them is one that never calls them.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

impl Work<'_> {
    pub fn never_calls(&self, function: &str) -> Result<VerifyResult, Failure> {
        let given = &self.options.hunt;
        // It is undefined, and natively something else than here.
        let exec = ExecOptions { check_shift: true, ..given.exec.clone() };
        let checks = SourceChecks { overflow: false, shift: true };
        let load = LoadOptions { checks, ..self.load.clone() };
        let program = Loaded::with_all_lines(load.clone(), false)?;
        let bits = program.module.target.pointer_bits;
        let compiled = self.compile(&program, &exec)?;
        let outside = Outside::new(&compiled);
        if program.module.find_func(function).is_none() {
            return self.without_function(function, &outside, bits);
        }
        if let Some(result) = threads(&outside) {
            return Ok(result);
        }
        if !ERROR_FUNCTIONS.contains(&function) && outside.is_of_library(function) {
            let why = format!(
                "`{function}` is a function of the library, whose calls are not the program's"
            );
            return Ok(VerifyResult::unknown(why));
        }
        let hunt = HuntSettings { exec: exec.clone(), ..given.clone() };
        let reach_options =
            ReachOptions { targets: vec![function.to_string()], condition: None, hunt };
        let found = reach_with_answers(program, &reach_options, self.watcher, self.stop)?;
        let (found, answers) = found;
        let target = &found.summary.targets[0];
        let (truth, why) = truth(function, &answers[0], &outside);
        let mut result = VerifyResult {
            truth: if found.engine_bug && truth == Truth::True { Truth::Unknown } else { truth },
            why,
            notes: target.notes.clone(),
            problems: found.problems,
            engine_bug: found.engine_bug,
            folder: Some(found.folder.clone()),
        };
        match (result.truth, &target.test) {
            (Truth::True, _) => self.write_proof(bits, &mut result),
            (Truth::False(_), Some(test)) => {
                self.write_violation(&found.folder.join(test), &load, &exec, bits, &mut result);
            }
            _ => {}
        }
        Ok(result)
    }

    /// Nothing in the program has or calls the function.
    fn without_function(
        &self,
        function: &str,
        outside: &Outside<'_>,
        bits: u32,
    ) -> Result<VerifyResult, Failure> {
        if !ERROR_FUNCTIONS.contains(&function) {
            let why = format!("the program has no function `{function}`, and calls none");
            return Err(Failure::bad_input(why));
        }
        let why = format!("the program has no `{function}`, and nothing calls it");
        Ok(match outside.unknown_code(function) {
            Some(unknown) => VerifyResult::unknown(format!("{why}; but {unknown}")),
            None => {
                let mut result = VerifyResult::new(Truth::True, why);
                self.write_proof(bits, &mut result);
                result
            }
        })
    }
}

/// What the search says about the property.
fn truth(function: &str, answer: &TargetAnswer, outside: &Outside<'_>) -> (Truth, String) {
    let target = &answer.entry;
    let why = without_options(&target.why);
    match (target.verdict, &answer.proof) {
        (Verdict::Reachable, _) if target.confirmed => (Truth::False(Check::UnreachCall), why),
        (Verdict::Unreachable, Some(unreachable)) => {
            let undefined = answer.error_kinds.iter().find(|kind| !ends_the_program(**kind));
            // Who has executed every path has executed all that is not known, and said so.
            let unknown = match unreachable.proof {
                Proof::Explored => None,
                _ => outside.unknown_code(function),
            };
            if let Some(kind) = undefined {
                return (Truth::Unknown, format!("{why}; but paths end in {}", kind.name()));
            }
            if let Some(unknown) = unknown {
                return (Truth::Unknown, format!("{why}; but {unknown}"));
            }
            if let Some(assumed) = not_allowed(&unreachable.assumed) {
                let why = format!("{why}; that is only an assumption: {assumed}");
                return (Truth::Unknown, why);
            }
            (Truth::True, with_assumptions(why, unreachable.proof, outside))
        }
        _ => (Truth::Unknown, why),
    }
}

/// The sentence of a proof with what else it takes for granted.
fn with_assumptions(mut why: String, proof: Proof, outside: &Outside<'_>) -> String {
    let mut assumed = Vec::new();
    if proof != Proof::NoWay && outside.has_signed_arithmetic() {
        assumed.push(OVERFLOW_WRAPS);
    }
    // Nobody has looked for errors before the place.
    if matches!(proof, Proof::Contradiction | Proof::Condensed) {
        assumed.push("nothing undefined happens before");
    }
    if !assumed.is_empty() {
        why += if why.contains("assuming that") { ", and that " } else { "; assuming that " };
        why += &assumed.join(", and that ");
    }
    why
}
