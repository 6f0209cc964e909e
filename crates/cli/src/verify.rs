//! `dunlin verify`: does a program have a property of the verification competition?

use crate::exit;
use crate::load::load_options;
use crate::progress::Progress;
use crate::teller::Teller;
use crate::verify_args::{DataModel, VerifyArgs};
use dunlin_driver::{
    Failure, FailureKind, HuntSettings, Property, RunOptions, Stop, Truth, VerifyOptions,
    VerifyResult,
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

const FALSE: u8 = 1;

/// Whatever happens, the last line is a result, but for input that is refused.
pub fn verify(args: &VerifyArgs) -> u8 {
    catch_unwind(AssertUnwindSafe(|| decide(args))).unwrap_or_else(|panic| {
        answer!("unknown");
        resume_unwind(panic)
    })
}

fn decide(args: &VerifyArgs) -> u8 {
    let options = match verify_options(args) {
        Ok(options) => options,
        Err(problem) => {
            say!("dunlin: {problem}");
            return exit::BAD_INPUT;
        }
    };
    let mut load = load_options(&args.load);
    load.clang_args.extend(args.data_model.map(|model| match model {
        DataModel::Ilp32 => "-m32".to_string(),
        DataModel::Lp64 => "-m64".to_string(),
    }));
    let progress = Progress::new();
    let teller = Teller::new(&progress, "discard", true);
    let result = dunlin_driver::verify(&load, &options, &teller, &Stop::new());
    teller.finish();
    match result {
        Ok(result) => tell(&result),
        Err(failure) => failed(&failure),
    }
}

fn verify_options(args: &VerifyArgs) -> Result<VerifyOptions, String> {
    let path = args.property.display();
    let content = std::fs::read_to_string(&args.property)
        .map_err(|error| format!("cannot read {path}: {error}"))?;
    let property = Property::parse(&content).map_err(|error| format!("{path}: {error}"))?;
    let solver = args.solver.options();
    let run = RunOptions {
        solver: solver.clone(),
        matching: args.matching.options(false),
        max_memory: args.max_memory,
        output: args.output.clone(),
        ..RunOptions::default()
    };
    let hunt = HuntSettings {
        matching: args.matching.options(false),
        solver,
        max_memory: args.max_memory,
        output: args.output.clone(),
        ..HuntSettings::default()
    };
    let (witness, test_suite) = (args.witness.clone(), args.test_suite.clone());
    Ok(VerifyOptions { property, run, hunt, witness, test_suite })
}

/// Before there was anything to find.
fn failed(failure: &Failure) -> u8 {
    let code = crate::failed(failure);
    if failure.kind != FailureKind::BadInput {
        answer!("unknown");
    }
    code
}

/// Tells the result, its name in the competitions last; the exit code.
fn tell(result: &VerifyResult) -> u8 {
    for note in &result.notes {
        say!("dunlin: {note}");
    }
    for problem in &result.problems {
        say!("dunlin: {problem}");
    }
    say!("dunlin: {}", result.why);
    if let Some(folder) = &result.folder {
        say!("dunlin: results in {}", folder.display());
    }
    let code = match result.truth {
        Truth::True => {
            answer!("true");
            0
        }
        Truth::False(check) => {
            answer!("false({})", check.name());
            FALSE
        }
        Truth::Done => {
            answer!("done");
            0
        }
        Truth::Unknown => {
            answer!("unknown");
            exit::INCOMPLETE
        }
    };
    if result.engine_bug { exit::ENGINE_BUG } else { code }
}
