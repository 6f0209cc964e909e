//! The options about tests: which are written, in which format, and whether they are replayed.

use clap::{Args, ValueEnum};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tests")]
pub struct TestArgs {
    /// The format of tests
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TestFormat::Ktest)]
    pub test_format: TestFormat,

    /// Which paths have tests that end where a state was seen before
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Which::Needed)]
    pub tests: Which,

    /// Write a test only for errors and for paths that cover something new
    #[arg(long)]
    pub only_new_coverage: bool,

    /// Write no tests
    #[arg(long, conflicts_with = "only_new_coverage")]
    pub no_tests: bool,

    /// Do not run tests of errors natively to confirm them
    #[arg(long)]
    pub no_replay: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those that cover something new
    Needed,
    /// All of them
    All,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestFormat {
    /// KLEE's binary format
    Ktest,
    /// The XML of the competition on software testing
    TestComp,
}

#[cfg(test)]
mod tests {
    use crate::args::{Cli, Command};
    use crate::test_args::{TestArgs, TestFormat, Which};
    use clap::Parser;

    fn parse(options: &[&str]) -> Option<TestArgs> {
        let all = ["dunlin", "run", "a.c"].iter().chain(options);
        match Cli::try_parse_from(all).ok()?.command {
            Command::Run(args) => Some(args.tests),
            _ => None,
        }
    }

    #[test]
    fn options_about_tests() {
        let defaults = parse(&[]).unwrap();
        assert_eq!(defaults.test_format, TestFormat::Ktest);
        assert!(!defaults.only_new_coverage && !defaults.no_tests && !defaults.no_replay);
        let args =
            parse(&["--test-format", "test-comp", "--only-new-coverage", "--no-replay"]).unwrap();
        assert_eq!(args.test_format, TestFormat::TestComp);
        assert!(args.only_new_coverage && args.no_replay);
        assert_eq!(
            (defaults.tests, parse(&["--tests", "all"]).unwrap().tests),
            (Which::Needed, Which::All)
        );
        assert!(parse(&["--no-tests"]).unwrap().no_tests);
        assert!(parse(&["--no-tests", "--only-new-coverage"]).is_none());
        assert!(parse(&["--test-format", "json"]).is_none());
    }
}
