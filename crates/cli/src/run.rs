//! `dunlin run`.

use crate::args::RunArgs;
use crate::exit;
use crate::load::{load, program_names};
use crate::output::ProgramOutput;
use crate::progress::{Progress, Snapshot, group_digits};
use dunlin_exec::{ErrorReport, ExecOptions, Machine, Outcome, Pause, Program, State};
use dunlin_report::{ErrorEntry, OutputFolder, Paths, Summary, Verdict, error_text};
use std::path::Path;
use std::time::{Duration, Instant};

const ERRORS_FOUND: u8 = 1;
const INCOMPLETE: u8 = 3;

/// Instructions between two looks at the clock.
const SLICE: u64 = 4_000_000;

/// How the one path of a concrete run ended.
enum PathEnd {
    Outcome(Outcome),
    Limit(&'static str),
}

struct Execution {
    end: PathEnd,
    report: Option<ErrorReport>,
    /// Where the path stood.
    place: String,
    instructions: u64,
}

pub fn run(args: &RunArgs) -> u8 {
    let loading = Instant::now();
    let module = match load(&args.load, true) {
        Ok(module) => module,
        Err(code) => return code,
    };
    let options = ExecOptions {
        check_overflow: args.check_overflow,
        check_shift: args.check_shift,
        check_uninitialised: args.check_uninitialised,
        leaks: args.leaks,
        ..ExecOptions::default()
    };
    let program = match Program::new(module, &args.load.entry, &options) {
        Ok(program) => program,
        Err(error) => {
            eprintln!("dunlin: {error}");
            return exit::BAD_INPUT;
        }
    };
    let load_ms = loading.elapsed().as_secs_f64() * 1e3;

    let mut folder = match OutputFolder::create(args.output.as_deref(), Path::new(".")) {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!(
                "dunlin: cannot create the output folder: {error}; choose another with --output DIR"
            );
            return exit::BAD_INPUT;
        }
    };
    let progress = Progress::new();
    let mut output = match ProgramOutput::open(&args.program_output, args.json, &progress) {
        Ok(output) => output,
        Err(error) => {
            eprintln!(
                "dunlin: cannot write the program's output to {}: {error}",
                args.program_output
            );
            return exit::BAD_INPUT;
        }
    };

    let started = Instant::now();
    let execution = execute(&program, &options, args, &mut output, &progress);
    let time = started.elapsed();
    progress.finish();
    output.finish();
    if let Some(problem) = &output.problem {
        eprintln!("dunlin: the program's output is not complete: {problem}");
    }

    let mut summary = summarise(args, &program, &execution, load_ms, time);
    if let Some(report) = &execution.report {
        let text = error_text(&program.module, report);
        let name = match folder.add_error(&text) {
            Ok(name) => name,
            Err(error) => {
                eprintln!("dunlin: cannot write the error report: {error}");
                String::new()
            }
        };
        summary.errors.push(error_entry(&program, report, name));
        eprint!("\n{text}\n");
    }
    if let Err(error) = folder.write("summary.json", &summary.to_json()) {
        eprintln!("dunlin: cannot write {}/summary.json: {error}", folder.path().display());
    }
    tell(&summary, &folder);
    if args.json {
        print!("{}", summary.to_json());
    }
    match summary.verdict {
        Verdict::NoErrors => 0,
        Verdict::Errors => ERRORS_FOUND,
        Verdict::Incomplete => INCOMPLETE,
    }
}

fn execute(
    program: &Program,
    options: &ExecOptions,
    args: &RunArgs,
    output: &mut ProgramOutput,
    progress: &Progress,
) -> Execution {
    let mut machine = Machine { module: &program.module, code: &program.code, options, output };
    let mut arguments = vec![args.load.programs[0].display().to_string()];
    arguments.extend(args.arguments.iter().cloned());
    let mut state = match machine.initial_state(program.start, &arguments) {
        Ok(state) => state,
        Err(end) => {
            return Execution {
                end: PathEnd::Outcome(*end),
                report: None,
                place: String::from("the start of the program"),
                instructions: 0,
            };
        }
    };
    let end = step_to_end(&mut machine, &mut state, args, progress);
    let report = match &end {
        PathEnd::Outcome(Outcome::Error(error)) => Some(machine.report(&state, error)),
        _ => None,
    };
    let place = machine.current_place(&state);
    let place = match place.pos {
        Some(pos) => format!("{} in `{}`", program.module.show_pos(pos), place.function),
        None => format!("`{}`", place.function),
    };
    let ended = matches!(end, PathEnd::Outcome(_));
    let instructions = machine.instructions(&state, ended);
    Execution { end, report, place, instructions }
}

fn step_to_end(
    machine: &mut Machine,
    state: &mut State,
    args: &RunArgs,
    progress: &Progress,
) -> PathEnd {
    let started = Instant::now();
    loop {
        let left =
            args.max_instructions.map_or(u64::MAX, |max| max.saturating_sub(state.instructions));
        if left == 0 {
            return PathEnd::Limit("max-instructions");
        }
        match machine.run(state, left.min(SLICE)) {
            Pause::End(end) => return PathEnd::Outcome(*end),
            Pause::Budget => progress.update(&Snapshot {
                instructions: state.instructions,
                call_depth: Some(state.frames.len()),
                ..Snapshot::default()
            }),
        }
        if args.max_time.is_some_and(|max| started.elapsed() >= max) {
            return PathEnd::Limit("max-time");
        }
        if args.max_memory.is_some_and(|max| resident_bytes() >= max) {
            return PathEnd::Limit("max-memory");
        }
    }
}

fn summarise(
    args: &RunArgs,
    program: &Program,
    execution: &Execution,
    load_ms: f64,
    time: Duration,
) -> Summary {
    let mut paths = Paths::default();
    let mut stopped_by = None;
    let mut exit_status = None;
    let mut unsupported = Vec::new();
    let (verdict, why) = match &execution.end {
        PathEnd::Outcome(Outcome::Finished { status }) => {
            paths.finished = 1;
            exit_status = Some(*status);
            (Verdict::NoErrors, format!("the only path finished with exit status {status}"))
        }
        PathEnd::Outcome(Outcome::Error(error)) => {
            paths.errors = 1;
            (
                Verdict::Errors,
                format!("{} at {}", error.kind.name(), error_place(program, execution)),
            )
        }
        PathEnd::Outcome(Outcome::Unsupported { what }) => {
            paths.unsupported = 1;
            let why = format!("{what} at {}", execution.place);
            unsupported.push(why.clone());
            (Verdict::Incomplete, why)
        }
        PathEnd::Limit(limit) => {
            paths.limited = 1;
            stopped_by = Some(*limit);
            (Verdict::Incomplete, format!("stopped by --{limit} at {}", execution.place))
        }
    };
    Summary {
        dunlin: env!("CARGO_PKG_VERSION"),
        command: "run",
        program: program_names(&args.load),
        verdict,
        why,
        complete: verdict != Verdict::Incomplete,
        stopped_by,
        exit_status,
        paths,
        instructions: execution.instructions,
        load_ms,
        time_ms: time.as_secs_f64() * 1e3,
        peak_memory_bytes: peak_memory_bytes(),
        unsupported,
        ..Summary::default()
    }
}

fn error_place(program: &Program, execution: &Execution) -> String {
    let place = execution.report.as_ref().and_then(|report| report.place());
    match place.and_then(|place| place.pos) {
        Some(pos) => program.module.show_pos(pos),
        None => execution.place.clone(),
    }
}

fn error_entry(program: &Program, report: &ErrorReport, name: String) -> ErrorEntry {
    let place = report.place();
    let pos = place.and_then(|place| place.pos);
    ErrorEntry {
        kind: report.kind.name(),
        message: report.message.clone(),
        file: pos.map(|pos| program.module.file(pos.file).name.clone()),
        line: pos.map(|pos| pos.line),
        column: pos.map(|pos| pos.column).filter(|&column| column > 0),
        function: place.map_or_else(String::new, |place| place.function.clone()),
        report: name,
        ..ErrorEntry::default()
    }
}

/// The closing lines for a person.
fn tell(summary: &Summary, folder: &OutputFolder) {
    let seconds = summary.time_ms / 1e3;
    let verdict = match summary.verdict {
        Verdict::NoErrors => "no errors",
        Verdict::Errors => "error found",
        Verdict::Incomplete => "incomplete",
    };
    eprintln!("dunlin: {verdict}: {}", summary.why);
    eprintln!(
        "dunlin: {} instructions in {seconds:.3} s (loading took {:.3} s); results in {}",
        group_digits(summary.instructions),
        summary.load_ms / 1e3,
        folder.path().display(),
    );
}

fn peak_memory_bytes() -> u64 {
    // SAFETY: `rusage` is plain data for which all zeros is valid, and the call only fills it.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    usage.ru_maxrss as u64 * 1024
}

/// The memory in use now; zero where the system does not tell.
fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
