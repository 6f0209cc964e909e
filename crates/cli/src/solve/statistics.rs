//! The table of `--stats`: who answered, how often and how fast.

use dunlin_solver::chain::Chain;
use std::fmt::Write as _;
use std::time::Duration;

/// A row for each layer that was asked, from the top, then for each backend that was.
pub fn statistics_text(chain: &Chain, checks: u64, time: Duration) -> String {
    let mut text = format!(
        "{checks} check-sat in {}; layers see one question per assertion, then one per independent group\n",
        milliseconds(time)
    );
    let heading = ["who", "asked", "sat", "unsat", "unknown", "conflicts", "time"];
    row(&mut text, heading.map(String::from));
    for (name, counters) in chain.counters().into_iter().filter(|(_, done)| done.asked > 0) {
        let [asked, sat, unsat] =
            [counters.asked, counters.sat, counters.unsat].map(|count| count.to_string());
        let none = || "-".to_string();
        row(
            &mut text,
            [name.into(), asked, sat, unsat, none(), none(), milliseconds(counters.time)],
        );
    }
    for member in chain.portfolio().members() {
        let done = member.statistics();
        if done.queries == 0 {
            continue;
        }
        let [asked, sat, unsat, unknown, conflicts] =
            [done.queries, done.sat, done.unsat, done.unknown, done.conflicts]
                .map(|count| count.to_string());
        let time = milliseconds(member.time());
        row(&mut text, [member.name().into(), asked, sat, unsat, unknown, conflicts, time]);
    }
    for member in chain.portfolio().members() {
        for (reason, count) in member.handed_over() {
            let _ = writeln!(text, "{} had no answer to {count} of them: {reason}", member.name());
        }
    }
    if let Some(log) = chain.portfolio().log() {
        let _ = writeln!(text, "{} queries written", log.written());
    }
    text
}

fn row(text: &mut String, [name, rest @ ..]: [String; 7]) {
    let _ = write!(text, "  {name:<16}");
    for cell in rest {
        let _ = write!(text, " {cell:>11}");
    }
    text.push('\n');
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
