//! `docs/options.md`: written from the definition of the command line and the table of KLEE's
//! spellings, so that it cannot say anything else. The test here fails when the page is out of date;
//! with `DUNLIN_UPDATE=1` it writes the page anew.

use crate::alias_table::{Meaning, Row, TABLE};
use crate::args::Cli;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write;
use std::path::PathBuf;

fn page() -> String {
    let mut page = String::from(
        "# Options\n\
         This page is generated from the definition of the command line: change that, and run\n\
         `DUNLIN_UPDATE=1 cargo test -p dunlin-cli --bin dunlin option_docs`.\n",
    );
    let mut cli = Cli::command();
    cli.build();
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        command_section(&mut page, command);
    }
    klee_section(&mut page);
    page
}

fn command_section(page: &mut String, command: &Command) {
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = write!(page, "\n## dunlin {}\n", command.get_name());
    let _ = writeln!(page, "{}\n\n    {usage}", about.unwrap_or_default());
    // In the order in which groups first occur, those without a heading first.
    let mut headings: Vec<Option<&str>> = vec![None];
    for argument in command.get_arguments() {
        if !headings.contains(&argument.get_help_heading()) {
            headings.push(argument.get_help_heading());
        }
    }
    for heading in headings {
        let shown = |argument: &&Arg| !matches!(argument.get_id().as_str(), "help" | "version");
        let arguments: Vec<&Arg> = command
            .get_arguments()
            .filter(shown)
            .filter(|argument| argument.get_help_heading() == heading && !argument.is_hide_set())
            .collect();
        if arguments.is_empty() {
            continue;
        }
        let title = heading.unwrap_or("General");
        let _ = write!(page, "\n### {title}\n\n| option | meaning | default |\n|---|---|---|\n");
        for argument in arguments {
            let _ = writeln!(page, "{}", option_row(argument));
        }
    }
}

fn option_row(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let value = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ");
    let takes_value = argument.get_action().takes_values();
    let name = match (argument.get_long(), argument.get_short()) {
        (Some(long), _) if takes_value => format!("--{long} {value}"),
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}{value}"),
        (None, None) => value,
    };
    let help = argument.get_long_help().or(argument.get_help());
    let mut meaning = help.map(ToString::to_string).unwrap_or_default();
    let mut default = String::new();
    // A default that only words can tell stands in the help text.
    if let Some((text, told)) = meaning.clone().split_once(" [default: ") {
        meaning = text.to_owned();
        default = told.trim_end_matches(']').to_owned();
    } else if takes_value {
        let values = argument.get_default_values().iter().map(|value| value.to_string_lossy());
        default = values.map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ");
    }
    if takes_value && !argument.is_hide_possible_values_set() {
        for value in argument.get_possible_values() {
            let explained = value.get_help().map(|help| format!(": {help}")).unwrap_or_default();
            let _ = write!(meaning, "<br>`{}`{explained}", value.get_name());
        }
    }
    format!("| `{}` | {} | {default} |", cell(&name), cell(&meaning))
}

/// Text as the content of a cell.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

fn klee_section(page: &mut String) {
    page.push_str(
        "\n## Spellings of KLEE\n\
         `dunlin run` also understands these options of KLEE, with one dash or two, with the value \
         after `=` or\na space, and switches with `=true` or `=false`. What is ignored is named on \
         standard error.\n\n| KLEE | here |\n|---|---|\n",
    );
    for row in TABLE {
        let _ = writeln!(page, "| `--{}` | {} |", row.klee, cell(&here(row)));
    }
}

fn here(row: &Row) -> String {
    match row.meaning {
        Meaning::Flag(ours) | Meaning::Value(ours) if ours == row.klee => "the same".to_owned(),
        Meaning::Flag(ours) => format!("`--{ours}`"),
        Meaning::Value(ours) => format!("`--{ours}` with the same value"),
        Meaning::Switch { ours, on, off } => {
            format!("`--{ours} {on}`, with `=false` `--{ours} {off}`")
        }
        Meaning::OneOf { ours, values } => {
            let is_same = |value: &&(&str, &str, Option<&str>)| value.0 == value.1;
            let same: Vec<_> = values.iter().filter(is_same).collect();
            let other = values.iter().filter(|value| !is_same(value));
            let mut parts = Vec::new();
            if !same.is_empty() {
                let names: Vec<_> = same.iter().map(|(klee, ..)| format!("`{klee}`")).collect();
                parts.push(format!("`--{ours}`; {} are the same", names.join(", ")));
            }
            for (klee, value, why) in other {
                let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
                parts.push(format!("`{klee}` becomes `{value}`{why}"));
            }
            parts.join("; ")
        }
        Meaning::Program => "one more PROGRAM".to_owned(),
        Meaning::AlwaysOn { why } => format!("always on: {why}"),
        Meaning::Ignored { why } | Meaning::IgnoredValue { why } => format!("ignored: {why}"),
    }
}

#[test]
fn the_page_is_up_to_date() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let expected = page();
    if std::env::var_os("DUNLIN_UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&file, &expected).unwrap();
    }
    let actual = std::fs::read_to_string(&file).unwrap_or_default();
    let same = actual.lines().zip(expected.lines()).take_while(|(a, b)| a == b).count();
    assert!(
        actual == expected,
        "docs/options.md differs from the options from line {} on; DUNLIN_UPDATE=1 writes it anew",
        same + 1
    );
}

#[test]
fn every_option_of_run_is_on_the_page() {
    let page = page();
    let cli = Cli::command();
    let run = cli.find_subcommand("run").unwrap();
    let shown = run.get_arguments().filter(|argument| !argument.is_hide_set());
    for long in shown.filter_map(|argument| argument.get_long()) {
        assert!(page.contains(&format!("| `--{long}")), "{long}");
    }
}
