//! What the measurements on a library say, and what they must show.

use serde::Serialize;

use super::{LibraryResult, LineResult, PORTFOLIO};

/// How much more than the best single strategy for a line the portfolio may cost.
const GOAL: f64 = 2.0;

/// The cost of a strategy on each line, divided by the least cost of a single strategy on that line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ratios {
    /// Lines that a single strategy or this one finds.
    pub lines: usize,
    /// Of these, lines that this one does not find.
    pub lost: usize,
    /// Lines within [`GOAL`] times the least cost.
    pub within: usize,
    /// Infinite ones are none.
    pub median: Option<f64>,
    pub ninth_tenth: Option<f64>,
    pub worst: Option<f64>,
}

impl Ratios {
    pub fn of(strategy: &str, lines: &[LineResult]) -> Ratios {
        let mut ratios = Vec::new();
        let mut count = 0;
        for line in lines {
            match (line.cost_of(strategy), line.best()) {
                (None, None) => continue,
                (None, Some(_)) => {}
                (Some(_), None) => ratios.push(0.0),
                (Some(own), Some((_, best))) => ratios.push(own / best.max(1.0)),
            }
            count += 1;
        }
        ratios.sort_by(f64::total_cmp);
        let within = ratios.iter().filter(|ratio| **ratio <= GOAL).count();
        Ratios {
            lines: count,
            lost: count - ratios.len(),
            within,
            median: quantile(&ratios, count, 0.5),
            ninth_tenth: quantile(&ratios, count, 0.9),
            worst: quantile(&ratios, count, 1.0),
        }
    }
}

/// The least ratio that so large a part of the lines is at or below; the lines that are lost come last.
fn quantile(sorted: &[f64], lines: usize, part: f64) -> Option<f64> {
    let at = (part * lines.checked_sub(1)? as f64).ceil() as usize;
    sorted.get(at).copied()
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "∞".to_string(), |value| format!("{value:.digits$}"))
}

pub fn table(result: &LibraryResult) -> String {
    let part = if result.tuned { "tuned on" } else { "held out" };
    let mut text = format!(
        "{} ({part}): {} of {} executed lines\n",
        result.library,
        result.lines.len(),
        result.executed
    );
    for line in &result.lines {
        let best = line.best();
        let (strategy, least) = best.map_or(("nobody", None), |(name, cost)| (name, Some(cost)));
        let own = line.cost_of(PORTFOLIO);
        let ratio = own.zip(least).map(|(own, least)| own / least.max(1.0));
        text += &format!(
            "  {:<28} {PORTFOLIO} {:>9}  best {:>9} {:<18} {:>6} x\n",
            line.line.short(),
            number(own, 0),
            number(least, 0),
            strategy,
            number(ratio, 2)
        );
    }
    text += "  cost by the least of a single strategy on the line:\n";
    text += &format!(
        "  {:<18} {:>8} {:>8} {:>8} {:>6} {:>12}\n",
        "strategy", "median", "90 %", "worst", "lost", "within 2 x"
    );
    for (strategy, ratios) in &result.ratios {
        text += &format!(
            "  {strategy:<18} {:>8} {:>8} {:>8} {:>6} {:>12}\n",
            number(ratios.median, 2),
            number(ratios.ninth_tenth, 2),
            number(ratios.worst, 2),
            ratios.lost,
            format!("{} of {}", ratios.within, ratios.lines)
        );
    }
    text
}

/// Something that was to be shown.
#[derive(Debug, PartialEq)]
pub struct Check {
    pub what: String,
    pub measured: String,
    pub met: bool,
}

impl Check {
    pub fn text(&self) -> String {
        format!("{:<6}  {}: {}", if self.met { "ok" } else { "MISSED" }, self.what, self.measured)
    }
}

pub fn checks(result: &LibraryResult) -> Vec<Check> {
    let name = &result.library;
    let Some((_, own)) = result.ratios.iter().find(|(strategy, _)| strategy == PORTFOLIO) else {
        return Vec::new();
    };
    let others = result.ratios.iter().filter(|(strategy, _)| strategy != PORTFOLIO);
    let rank = |ratios: &Ratios| (ratios.lost, ratios.median.unwrap_or(f64::INFINITY));
    let best = others.min_by(|(_, left), (_, right)| {
        rank(left).partial_cmp(&rank(right)).expect("ratios are numbers")
    });
    let wrong: usize = result.lines.iter().map(|line| line.wrong).sum();
    let mut checks = vec![
        Check {
            what: format!("{name}: {PORTFOLIO} finds every line that a single strategy finds"),
            measured: format!("{} of {} lost", own.lost, own.lines),
            met: own.lost == 0,
        },
        Check {
            what: format!("{name}: every line within {GOAL} x the best strategy for it"),
            measured: format!(
                "{} of {}; median {}, 90 % {}, worst {}",
                own.within,
                own.lines,
                number(own.median, 2),
                number(own.ninth_tenth, 2),
                number(own.worst, 2)
            ),
            met: own.within == own.lines,
        },
        Check {
            what: format!("{name}: no run calls a line unreachable that was executed"),
            measured: format!("{wrong} do"),
            met: wrong == 0,
        },
    ];
    if let Some((strategy, ratios)) = best {
        checks.push(Check {
            what: format!("{name}: no single strategy is better for all lines"),
            measured: format!(
                "{strategy}: {} lost, median {}, 90 % {}",
                ratios.lost,
                number(ratios.median, 2),
                number(ratios.ninth_tenth, 2)
            ),
            met: (own.lost, own.ninth_tenth.unwrap_or(f64::INFINITY))
                <= (ratios.lost, ratios.ninth_tenth.unwrap_or(f64::INFINITY)),
        });
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::super::{Line, StrategyCost};
    use super::*;

    fn line(costs: &[(&str, Option<u64>)]) -> LineResult {
        let strategies =
            costs.iter().map(|&(name, cost)| StrategyCost::of(name, vec![cost])).collect();
        let line = Line { file: "lib.c".to_string(), line: 7 };
        LineResult { line, strategies, wrong: 0 }
    }

    #[test]
    fn ratios_are_by_the_best_strategy_of_each_line() {
        let lines = [
            line(&[("dfs", Some(100)), ("klee", Some(400)), ("auto", Some(150))]),
            line(&[("dfs", None), ("klee", Some(400)), ("auto", Some(1200))]),
            line(&[("dfs", None), ("klee", None), ("auto", None)]),
            line(&[("dfs", Some(10)), ("klee", None), ("auto", None)]),
        ];
        let auto = Ratios::of("auto", &lines);
        assert_eq!((auto.lines, auto.lost, auto.within), (3, 1, 1));
        assert_eq!((auto.median, auto.worst), (Some(3.0), None));
        let klee = Ratios::of("klee", &lines);
        assert_eq!((klee.lost, klee.median), (1, Some(4.0)));
    }

    #[test]
    fn a_lost_line_and_one_beyond_the_goal_are_missed() {
        let lines = vec![
            line(&[("dfs", Some(100)), ("auto", Some(150))]),
            line(&[("dfs", Some(100)), ("auto", Some(300))]),
        ];
        let ratios = ["auto", "dfs"].map(|name| (name.to_string(), Ratios::of(name, &lines)));
        let library = "lib".to_string();
        let mut result =
            LibraryResult { library, tuned: false, executed: 9, lines, ratios: ratios.to_vec() };
        let met: Vec<bool> = checks(&result).iter().map(|check| check.met).collect();
        assert_eq!(met, [true, false, true, false]);
        assert!(checks(&result)[1].text().starts_with("MISSED"));
        assert!(table(&result).contains("3.00 x") && table(&result).contains("held out"));
        result.lines[0].strategies[1].median = None;
        result.ratios[0].1 = Ratios::of("auto", &result.lines);
        assert!(!checks(&result)[0].met);
    }
}
