//! What a run leaves behind.
//!
//! The output folder ([`OutputFolder`]) and its files: tests ([`ktest`], [`testcomp`]), readable
//! error reports ([`error_text`]) and the same as SARIF ([`errors_sarif`]), coverage
//! ([`CoverageData`]), statistics ([`StatsWriter`]), the log ([`RunLog`]) and the machine-readable
//! summary ([`Summary`]).
//!
//! For `dunlin verify`, properties of the verification competition ([`Check`]) and its witnesses ([`witness`]).
//!
//! For `dunlin triage`, also the reports of other tools ([`Report`]) and the table of the answers
//! ([`triage_table`]).
//!
//! Nothing here knows how a program is executed: data comes in, text and files come out.

mod check;
pub mod coverage;
mod error;
mod findings;
mod folder;
pub mod ktest;
mod log;
pub mod own_files;
mod queries;
mod sarif;
mod stats;
mod summary;
pub mod testcomp;
mod triage_table;
pub mod witness;

pub use check::Check;
pub use coverage::CoverageData;
pub use error::{error_text, source_excerpt};
pub use findings::{Finding, FindingPlace, Report, ReportProblem};
pub use folder::{OutputFolder, TestExtent, test_name};
pub use ktest::{KtestError, TestCase};
pub use log::RunLog;
pub use queries::{ANSWERERS, AnsweredBy, Queries, Sharing};
pub use sarif::{SarifError, errors_sarif};
pub use stats::{StatsRow, StatsWriter};
pub use summary::{
    BackwardEntry, BackwardFromEntry, CoverageTotals, ErrorEntry, FindingEntry, LeftOutEntry,
    MatchedEntry, MemberEntry, PlaceEntry, PlaceKind, PlaceStanding, Summary, TargetEntry, Verdict,
};
pub use triage_table::{TriageVerdict, Triaged, one_line, triage_summary, triage_table};
