//! The measurements of one program as text.

use super::ProgramResult;

pub fn program(result: &ProgramResult) -> String {
    let mut text = format!("{} (target in line {})\n", result.program, result.line);
    let header = ["strategy", "found", "cost", "instructions", "solver calls", "states", "ms"];
    text.push_str(&line(header.map(str::to_string)));
    for strategy in &result.strategies {
        text.push_str(&line([
            strategy.strategy.clone(),
            format!("{}/{}", strategy.found, strategy.runs.len()),
            strategy.cost.to_string(),
            strategy.instructions.to_string(),
            strategy.solver_calls.to_string(),
            strategy.states.to_string(),
            strategy.time_ms.to_string(),
        ]));
    }
    text
}

fn line([strategy, found, figures @ ..]: [String; 7]) -> String {
    let mut line = format!("  {strategy:<18} {found:>6}");
    for figure in figures {
        line.push_str(&format!(" {figure:>20}"));
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::{Run, StrategyResult};
    use super::*;

    #[test]
    fn a_line_for_every_strategy() {
        let run = |verdict: &str, instructions| Run {
            seed: 1,
            verdict: verdict.to_string(),
            cost: 50,
            instructions,
            solver_calls: 3,
            states: 2,
            time_ms: 0.25,
        };
        let found = StrategyResult::of("sdse", vec![run("reachable", 10), run("reachable", 20)]);
        let lost = StrategyResult::of("klee", vec![run("unknown", 10), run("unknown", 20)]);
        let result =
            ProgramResult { program: "p".to_string(), line: 7, strategies: vec![found, lost] };
        let text = program(&result);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].contains("line 7"));
        assert!(lines[2].contains("2/2") && lines[2].contains("15 2.5"), "{text}");
        assert!(lines[3].contains("0/2") && lines[3].matches('∞').count() == 5, "{text}");
    }
}
