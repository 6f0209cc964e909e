//! The spellings of KLEE's options that `dunlin run` understands.
//!
//! One table ([`crate::alias_table::TABLE`]) says what becomes of each; [`translate`] applies it to
//! the command line before it is parsed. What it does not know, it leaves as it is. KLEE also takes
//! options with a single dash (`-max-time=60`), values after a space, and `=true` or `=false` for
//! switches; all of that works for the options in the table, and for Dunlin's own in the single-dash
//! and `=true` forms.

use crate::alias_table::{Meaning, Row, TABLE};
use crate::args::Cli;
use clap::CommandFactory;
use std::ffi::OsString;

/// A command line in Dunlin's spelling.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Translated {
    pub list: Vec<OsString>,
    /// What the user should know, such as an option that was ignored.
    pub notes: Vec<String>,
}

/// Translates a command line, program name first. Only `run` has options of KLEE's, and what comes
/// after `--` belongs to the analysed program.
pub fn translate(arguments: impl IntoIterator<Item = OsString>) -> Translated {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if arguments.get(1).is_none_or(|command| command != "run") {
        return Translated { list: arguments, notes: Vec::new() };
    }
    let own = OwnOptions::of_run();
    let mut done = Translated::default();
    let mut rest = arguments.into_iter();
    done.list.extend(rest.by_ref().take(2));
    while let Some(argument) = rest.next() {
        if argument == "--" {
            done.list.push(argument);
            done.list.extend(rest);
            break;
        }
        let Some(option) = argument.to_str().and_then(Spelled::parse) else {
            // After a short option of ours, such as `-I`, comes its value.
            let short = own.shorts.iter().any(|short| argument == format!("-{short}").as_str());
            done.list.push(argument);
            if short {
                done.list.extend(rest.next());
            }
            continue;
        };
        if let Some(row) = TABLE.iter().find(|row| row.klee == option.name) {
            let value = match option.value {
                Some(value) => Some(value.to_owned()),
                None if row.takes_value() => {
                    rest.next().map(|value| value.to_string_lossy().into_owned())
                }
                None => None,
            };
            done.apply(row, &option, value.as_deref());
        } else if own.flags.iter().any(|flag| flag == option.name) {
            done.flag(option.name, option.value);
        } else if own.valued.iter().any(|name| name == option.name) {
            done.push(option.name, option.value);
            if option.value.is_none() {
                done.list.extend(rest.next());
            }
        } else {
            done.list.push(argument);
        }
    }
    done.one_search();
    done
}

/// An argument that looks like an option.
struct Spelled<'a> {
    name: &'a str,
    value: Option<&'a str>,
}

impl<'a> Spelled<'a> {
    fn parse(argument: &'a str) -> Option<Spelled<'a>> {
        let body = argument.strip_prefix("--").or_else(|| argument.strip_prefix('-'))?;
        let (name, value) = match body.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (body, None),
        };
        // A single letter is a short option.
        (name.len() > 1).then_some(Spelled { name, value })
    }
}

/// The names of Dunlin's own options for `run`.
struct OwnOptions {
    flags: Vec<String>,
    valued: Vec<String>,
    /// Short options with a value.
    shorts: Vec<char>,
}

impl OwnOptions {
    fn of_run() -> OwnOptions {
        let (mut flags, mut valued, mut shorts) = (Vec::new(), Vec::new(), Vec::new());
        let cli = Cli::command();
        let run = cli.find_subcommand("run").map(|run| run.get_arguments());
        for argument in run.into_iter().flatten() {
            let takes_value = argument.get_action().takes_values();
            if let Some(long) = argument.get_long() {
                if takes_value { &mut valued } else { &mut flags }.push(long.to_owned());
            }
            shorts.extend(argument.get_short().filter(|_| takes_value));
        }
        OwnOptions { flags, valued, shorts }
    }
}

/// The truth values that LLVM's command lines know.
fn truth(value: Option<&str>) -> Option<bool> {
    match value {
        None | Some("true" | "TRUE" | "True" | "1" | "") => Some(true),
        Some("false" | "FALSE" | "False" | "0") => Some(false),
        Some(_) => None,
    }
}

impl Translated {
    fn push(&mut self, name: &str, value: Option<&str>) {
        self.list.push(match value {
            Some(value) => format!("--{name}={value}").into(),
            None => format!("--{name}").into(),
        });
    }

    /// A flag, unless its value says no. A value that is no truth value is left for the parser to
    /// complain about.
    fn flag(&mut self, name: &str, value: Option<&str>) {
        match truth(value) {
            Some(true) => self.push(name, None),
            Some(false) => {}
            None => self.push(name, value),
        }
    }

    fn apply(&mut self, row: &Row, option: &Spelled, value: Option<&str>) {
        match row.meaning {
            Meaning::Flag(ours) => self.flag(ours, value),
            Meaning::Value(ours) => self.push(ours, value),
            Meaning::Switch { ours, on, off } => {
                let state = truth(value).map(|state| if state { on } else { off });
                self.push(ours, state.or(value));
            }
            Meaning::OneOf { ours, values } => {
                let known = values.iter().find(|(klee, ..)| Some(*klee) == value);
                self.push(ours, known.map(|(_, ours, _)| *ours).or(value));
                if let Some((klee, ours_value, Some(why))) = known {
                    let name = option.name;
                    self.notes.push(format!("--{name}={klee} became --{ours}={ours_value}: {why}"));
                }
            }
            Meaning::Program => self.list.extend(value.map(OsString::from)),
            Meaning::AlwaysOn { why } => {
                if truth(value) == Some(false) {
                    self.notes.push(format!("ignored: --{}=false ({why})", option.name));
                }
            }
            Meaning::Ignored { why } | Meaning::IgnoredValue { why } => {
                self.notes.push(format!("ignored: --{} ({why})", option.name));
            }
        }
    }

    /// KLEE takes turns between several searchers. Its own default pair is our `klee`; otherwise the
    /// first one counts.
    fn one_search(&mut self) {
        let end = self.list.iter().position(|argument| argument == "--");
        let options = &self.list[..end.unwrap_or(self.list.len())];
        let search_of = |argument: &OsString| {
            argument.to_str().and_then(|text| text.strip_prefix("--search=")).map(str::to_owned)
        };
        let searches: Vec<(usize, String)> = options
            .iter()
            .enumerate()
            .filter_map(|(index, argument)| Some((index, search_of(argument)?)))
            .collect();
        let [(first, order), others @ ..] = searches.as_slice() else { return };
        if others.is_empty() {
            return;
        }
        let asked = |order: &str| searches.iter().any(|(_, search)| search == order);
        let order = if asked("random-path") && asked("coverage") { "klee" } else { order.as_str() };
        self.notes.push(format!("several --search became --search={order}: one order at a time"));
        self.list[*first] = format!("--search={order}").into();
        for (index, _) in others.iter().rev() {
            self.list.remove(*index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The translation of options, and the notes.
    fn translated(options: &[&str]) -> (Vec<String>, Vec<String>) {
        let line = ["dunlin", "run"].iter().chain(options).map(OsString::from);
        let done = translate(line);
        let list = done.list[2..].iter().map(|argument| argument.to_str().unwrap().to_owned());
        (list.collect(), done.notes)
    }

    #[track_caller]
    fn check(options: &[&str], expected: &[&str]) {
        assert_eq!(translated(options).0, expected, "{options:?}");
    }

    /// An example of a row's use, with a value where it takes one.
    fn example(row: &Row) -> String {
        match row.meaning {
            Meaning::OneOf { values, .. } => format!("--{}={}", row.klee, values[0].0),
            _ if row.takes_value() => format!("--{}=7", row.klee),
            _ => format!("--{}", row.klee),
        }
    }

    #[test]
    fn every_row_gives_what_the_parser_accepts() {
        for row in TABLE {
            let (mut list, notes) = translated(&[&example(row)]);
            assert!(
                !list.is_empty()
                    || !notes.is_empty()
                    || matches!(row.meaning, Meaning::AlwaysOn { .. }),
                "{} has no effect and no note",
                row.klee
            );
            list.splice(..0, ["dunlin", "run", "a.c"].map(str::to_owned));
            if let Err(error) = Cli::try_parse_from(&list) {
                panic!("{}: {list:?}: {error}", row.klee);
            }
        }
    }

    #[test]
    fn every_row_works_with_one_dash_and_with_a_value_after_a_space() {
        for row in TABLE {
            let option = example(row);
            let double = translated(&[&option]);
            assert_eq!(translated(&[&option[1..]]), double, "{}", row.klee);
            if row.takes_value() {
                let (name, value) = option.split_once('=').unwrap();
                assert_eq!(translated(&[name, value]), double, "{}", row.klee);
            }
        }
    }

    #[test]
    fn every_value_of_a_list_is_accepted() {
        for row in TABLE {
            let Meaning::OneOf { values, .. } = row.meaning else { continue };
            for (klee, _, why) in values {
                let (mut list, notes) = translated(&[&format!("--{}={klee}", row.klee)]);
                assert_eq!(notes.len(), usize::from(why.is_some()), "{klee}");
                list.splice(..0, ["dunlin", "run", "a.c"].map(str::to_owned));
                assert!(Cli::try_parse_from(&list).is_ok(), "{list:?}");
            }
        }
    }

    #[test]
    fn the_table_is_sorted_and_has_nothing_twice() {
        assert!(TABLE.is_sorted_by(|a, b| a.klee < b.klee));
    }

    #[test]
    fn the_usual_options_of_klee() {
        check(&["--max-time=60s", "--max-memory=2000"], &["--max-time=60s", "--max-memory=2000"]);
        check(&["-max-time", "1h", "a.c"], &["--max-time=1h", "a.c"]);
        check(&["--output-dir=out", "--entry-point", "f"], &["--output=out", "--entry=f"]);
        check(&["--only-output-states-covering-new"], &["--only-new-coverage"]);
        check(&["--emit-all-errors", "--write-no-tests"], &["--all-errors", "--no-tests"]);
        check(
            &["--max-solver-time=5s", "--max-tests=9"],
            &["--solver-timeout=5s", "--max-paths=9"],
        );
        check(&["--seed-dir=a", "--seed-file=b.ktest"], &["--seeds=a", "--seeds=b.ktest"]);
        check(&["--solver-backend=z3"], &["--solver=z3"]);
        check(&["--use-cex-cache=false"], &["--counterexamples=off"]);
        check(&["--rng-initial-seed=5"], &["--seed=5"]);
        check(&["--link-llvm-lib=b.bc", "a.c"], &["b.bc", "a.c"]);
    }

    #[test]
    fn switches_take_truth_values() {
        check(&["-exit-on-error=true", "--check-overshift=0"], &["--exit-on-error"]);
        check(&["--optimize=false", "--optimize=1"], &["--optimize"]);
        check(&["--malloc-may-fail=false", "-leaks"], &["--leaks"]);
        check(&["--exit-on-error=perhaps"], &["--exit-on-error=perhaps"]);
    }

    #[test]
    fn searchers() {
        check(&["--search=nurs:covnew"], &["--search=coverage"]);
        check(&["--search=dfs", "a.c"], &["--search=dfs", "a.c"]);
        check(&["--search=random-path", "a.c", "-search=nurs:covnew"], &["--search=klee", "a.c"]);
        check(&["--search", "bfs", "--search", "dfs"], &["--search=bfs"]);
        check(&["--search=best"], &["--search=best"]);
        let (_, notes) = translated(&["--search=nurs:qc"]);
        assert!(notes[0].contains("became --search=random-state"), "{notes:?}");
        let (_, notes) = translated(&["--search=bfs", "--search=dfs"]);
        assert!(notes[0].contains("became --search=bfs"), "{notes:?}");
    }

    #[test]
    fn what_has_no_meaning_here_is_named() {
        let (list, notes) = translated(&["--libc=uclibc", "-posix-runtime", "--batch-time", "5s"]);
        assert!(list.is_empty(), "{list:?}");
        assert!(notes[0].starts_with("ignored: --libc ("), "{notes:?}");
        assert!(notes[1].starts_with("ignored: --posix-runtime ("), "{notes:?}");
        assert_eq!(notes.len(), 3);
        assert_eq!(translated(&["--check-div-zero"]).1, Vec::<String>::new());
        assert!(translated(&["--check-div-zero=false"]).1[0].contains("always checked"));
    }

    #[test]
    fn what_is_not_klees_stays_as_it_is() {
        let own = ["-m32", "-march=native", "-O2", "-Iinclude", "-I", "-optimize", "-DX=1", "a.c"];
        check(&own, &own);
        check(&["--clang-arg", "-optimize", "a.c"], &["--clang-arg", "-optimize", "a.c"]);
        check(&["--unknown=3", "-"], &["--unknown=3", "-"]);
        check(
            &["a.c", "--", "-max-time=3", "--libc=klee"],
            &["a.c", "--", "-max-time=3", "--libc=klee"],
        );
        let other = ["dunlin", "show", "--entry-point=f"].map(OsString::from);
        assert_eq!(translate(other.clone()).list, other);
    }

    #[test]
    fn a_missing_value_is_left_to_the_parser() {
        check(&["a.c", "--output-dir"], &["a.c", "--output"]);
        assert!(Cli::try_parse_from(["dunlin", "run", "a.c", "--output"]).is_err());
    }

    #[test]
    fn arguments_that_are_no_text_pass() {
        use std::os::unix::ffi::OsStringExt;
        let odd = OsString::from_vec(vec![b'-', b'-', 0xff]);
        let line = [OsString::from("dunlin"), "run".into(), odd.clone()];
        assert_eq!(translate(line).list[2], odd);
    }
}
