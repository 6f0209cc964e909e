//! What the measurements on a library say, and what they must show.

use serde::Serialize;

use super::{LibraryResult, LineResult, PORTFOLIO};
use crate::check::Check;

/// How much more than the best single strategy the portfolio may cost.
const GOAL: f64 = 2.0;

/// One strategy on all lines of a library that anybody finds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    pub strategy: String,
    /// Lines that somebody finds, and of these the lines that this one finds.
    pub lines: usize,
    pub found: usize,
    /// The geometric mean of its costs. A line that it does not find counts as twice the limit.
    pub geometric_mean: f64,
    /// By the cost of the library's best single strategy.
    pub to_best: Ratios,
    /// By the least cost of a single strategy on each line.
    pub to_least: Ratios,
}

/// The cost of a strategy on each line, divided by another one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ratios {
    /// Of the lines, with those that it does not find as above.
    pub geometric_mean: f64,
    pub median: f64,
    /// Lines within [`GOAL`].
    pub within: usize,
}

impl Ratios {
    fn of(mut ratios: Vec<f64>) -> Ratios {
        ratios.sort_by(f64::total_cmp);
        Ratios {
            geometric_mean: geometric_mean(&ratios),
            median: ratios.get(ratios.len() / 2).copied().unwrap_or(1.0),
            within: ratios.iter().filter(|ratio| **ratio <= GOAL).count(),
        }
    }
}

fn geometric_mean(values: &[f64]) -> f64 {
    let logarithms: f64 = values.iter().map(|value| value.max(1.0e-9).ln()).sum();
    (logarithms / values.len().max(1) as f64).exp()
}

/// The single strategy with the least geometric mean of its costs, and the figures of all, the portfolio first.
pub fn of(strategies: &[&str], lines: &[LineResult], max_cost: u64) -> (String, Vec<Figures>) {
    let lost = 2.0 * max_cost as f64;
    let found: Vec<&LineResult> =
        lines.iter().filter(|line| line.strategies.iter().any(|s| s.median.is_some())).collect();
    let cost = |line: &LineResult, strategy: &str| line.cost_of(strategy).unwrap_or(lost).max(1.0);
    let costs =
        |strategy: &str| -> Vec<f64> { found.iter().map(|line| cost(line, strategy)).collect() };
    let mean = |strategy: &str| geometric_mean(&costs(strategy));
    let single = strategies.iter().filter(|strategy| **strategy != PORTFOLIO);
    let best = single.min_by(|left, right| mean(left).total_cmp(&mean(right)));
    let best = best.copied().unwrap_or(PORTFOLIO);
    let figures = |strategy: &str| {
        let by = |other: &dyn Fn(&LineResult) -> f64| {
            Ratios::of(found.iter().map(|line| cost(line, strategy) / other(line)).collect())
        };
        Figures {
            strategy: strategy.to_string(),
            lines: found.len(),
            found: found.iter().filter(|line| line.cost_of(strategy).is_some()).count(),
            geometric_mean: mean(strategy),
            to_best: by(&|line| cost(line, best)),
            to_least: by(&|line| line.best().map_or(lost, |(_, least)| least.max(1.0))),
        }
    };
    let mut all: Vec<Figures> = strategies.iter().map(|strategy| figures(strategy)).collect();
    all.sort_by(|left, right| {
        let order = |figures: &Figures| (figures.strategy != PORTFOLIO, figures.geometric_mean);
        order(left).partial_cmp(&order(right)).expect("costs are numbers")
    });
    (best.to_string(), all)
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "∞".to_string(), |value| format!("{value:.0}"))
}

/// Every line, then a row for each strategy in the form of the docs.
pub fn table(result: &LibraryResult) -> String {
    let mut text = format!(
        "{}: {} of {} executed lines\n",
        result.library,
        result.lines.len(),
        result.executed
    );
    for line in &result.lines {
        let best = line.best();
        let (strategy, least) = best.map_or(("nobody", None), |(name, cost)| (name, Some(cost)));
        text += &format!(
            "  {:<28} {PORTFOLIO} {:>9}  {} {:>9}  least {:>9} {strategy}\n",
            line.line.short(),
            number(line.cost_of(PORTFOLIO)),
            result.best,
            number(line.cost_of(&result.best)),
            number(least),
        );
    }
    text += "\n| library | strategy | found | mean cost | by the best strategy: mean, median, within 2 | \
             by the least cost: mean, median, within 2 |\n|---|---|---|---|---|---|\n";
    for figures in &result.figures {
        let ratios = |ratios: &Ratios| {
            format!("{:.2}, {:.2}, {}", ratios.geometric_mean, ratios.median, ratios.within)
        };
        text += &format!(
            "| {} | {} | {} of {} | {:.0} | {} | {} |\n",
            result.library,
            figures.strategy,
            figures.found,
            figures.lines,
            figures.geometric_mean,
            ratios(&figures.to_best),
            ratios(&figures.to_least)
        );
    }
    text
}

pub fn checks(result: &LibraryResult) -> Vec<Check> {
    let (name, best) = (&result.library, &result.best);
    let figures = |name: &str| result.figures.iter().find(|figures| figures.strategy == name);
    let (Some(own), Some(other)) = (figures(PORTFOLIO), figures(best)) else { return Vec::new() };
    let wrong: usize = result.lines.iter().map(|line| line.wrong).sum();
    vec![
        Check {
            what: format!(
                "{name}: {PORTFOLIO} within {GOAL} x the cost of the best strategy, {best}"
            ),
            measured: format!(
                "mean {:.2}, median {:.2}; {} of {} lines",
                own.to_best.geometric_mean, own.to_best.median, own.to_best.within, own.lines
            ),
            met: own.to_best.geometric_mean <= GOAL && own.to_best.median <= GOAL,
        },
        Check {
            what: format!("{name}: {PORTFOLIO} loses at most one line in ten that {best} finds"),
            measured: format!("{} and {} of {} found", own.found, other.found, own.lines),
            met: own.found + own.lines / 10 >= other.found,
        },
        Check {
            what: format!("{name}: no run calls a line unreachable that was executed"),
            measured: format!("{wrong} do"),
            met: wrong == 0,
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::super::{Line, StrategyCost};
    use super::*;

    const STRATEGIES: [&str; 3] = ["dfs", "klee", PORTFOLIO];

    fn result(lines: &[[Option<u64>; 3]]) -> LibraryResult {
        let line = |costs: &[Option<u64>; 3]| LineResult {
            line: Line { file: "lib.c".to_string(), line: 7 },
            strategies: STRATEGIES
                .iter()
                .zip(costs)
                .map(|(name, cost)| StrategyCost::of(name, vec![*cost]))
                .collect(),
            wrong: 0,
        };
        let lines: Vec<LineResult> = lines.iter().map(line).collect();
        let (best, figures) = of(&STRATEGIES, &lines, 1000);
        LibraryResult { library: "lib".to_string(), executed: 9, lines, best, figures }
    }

    #[test]
    fn the_best_strategy_has_the_least_mean_and_a_lost_line_costs_twice_the_limit() {
        let result = result(&[
            [Some(10), Some(80), Some(20)],
            [None, Some(80), Some(80)],
            [None, None, None],
        ]);
        assert_eq!(result.best, "klee");
        let auto = &result.figures[0];
        assert_eq!((auto.strategy.as_str(), auto.found, auto.lines), (PORTFOLIO, 2, 2));
        assert!((auto.geometric_mean - 40.0).abs() < 1e-9);
        assert!((auto.to_best.geometric_mean - 0.5).abs() < 1e-9);
        assert!((auto.to_least.geometric_mean - 2.0_f64.sqrt()).abs() < 1e-9);
        assert_eq!((auto.to_best.within, auto.to_least.within), (2, 2));
        let dfs = result.figures.iter().find(|figures| figures.strategy == "dfs").unwrap();
        assert!((dfs.geometric_mean - 20_000.0_f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn beyond_the_goal_and_lost_lines_are_missed() {
        let good = result(&[[Some(100), Some(400), Some(150)]]);
        assert!(checks(&good).iter().all(|check| check.met));
        assert!(table(&good).contains("| lib | auto | 1 of 1 | 150 | 1.50, 1.50, 1 |"));
        let slow = result(&[[Some(100), None, Some(300)]]);
        let met: Vec<bool> = checks(&slow).iter().map(|check| check.met).collect();
        assert_eq!(met, [false, true, true]);
        assert!(checks(&slow)[0].text().starts_with("MISSED"));
        let lost = result(&[[Some(900), None, None]]);
        assert!(!checks(&lost)[0].met && !checks(&lost)[1].met);
    }

    #[test]
    fn a_line_that_was_executed_and_called_unreachable_is_missed() {
        let mut wrong = result(&[[Some(100), Some(400), Some(150)]]);
        wrong.lines[0].wrong = 1;
        assert!(!checks(&wrong)[2].met);
    }
}
