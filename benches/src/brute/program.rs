//! A program in two forms: as Dunlin gets it, and checked, for the oracle.
//!
//! A program is a list of scenes (see [`super::scenes`]), each in a block of its own, some of them below a
//! condition. Scenes share only the input bytes `x` and `y` and the number `r`, so that a program without
//! some of its scenes is still a program: that makes failing ones small.
//!
//! A scene is a template. The first character of each line says what it is:
//! `=` is in both forms; `>` too, and is a line that is looked at: the checked form says that it was reached;
//! `~` is the same for code that a compiler may remove; `-` is in the plain form only, `+` in the checked form only. After
//! `=>` stands what the checked form has instead. In it, `@` is the number of the line in the plain form. `#` is
//! the number of the scene.

use super::scenes::{self, Feature, Open, Template};
use crate::solver::random::Random;
use std::collections::BTreeSet;

/// One program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub seed: u64,
    pub plain: String,
    pub checked: String,
    /// Lines with code, and those that a compiler may remove.
    pub lines: Vec<u32>,
    pub removable: Vec<u32>,
    /// What nobody decides and it depends on.
    pub open: Option<Open>,
    pub scenes: usize,
    /// It runs for ever: the oracle knows only its first rounds.
    pub endless: bool,
}

const TOP: &str = "#include <assert.h>\n#include <klee/klee.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// The program of a seed, of which only some scenes are kept.
pub fn generate(seed: u64, features: &[Feature], kept: impl Fn(usize) -> bool) -> Program {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9) ^ 0x62_7275_7465);
    let count = random.between(3, 6) as usize;
    let (mut scenes, mut conditions) = (Vec::new(), Vec::new());
    for _ in 0..count {
        scenes.push(scenes::scene(&mut random, features, &scenes));
        conditions.push(random.percent(45).then(|| scenes::condition(&mut random)));
    }
    let scenes: Vec<(Template, Option<String>)> = scenes.into_iter().zip(conditions).collect();
    let mut writer = Writer::new(seed);
    writer.program.scenes = count;
    let mut once = BTreeSet::new();
    for (number, (scene, _)) in scenes.iter().enumerate().filter(|(number, _)| kept(*number)) {
        // What has no number in its name is there once.
        if scene.top.contains('#') || once.insert(&scene.top) {
            writer.template(&scene.top, number);
        }
        writer.program.open = writer.program.open.or(scene.open);
    }
    writer.both("int main(void) {");
    writer.pair("unsigned char x, y;", "unsigned char x = X, y = Y;");
    writer.pair("klee_make_symbolic(&x, 1, \"x\");", "");
    writer.pair("klee_make_symbolic(&y, 1, \"y\");", "");
    writer.both("int r = 0;");
    for (number, (scene, below)) in scenes.iter().enumerate().filter(|(number, _)| kept(*number)) {
        match below {
            Some(condition) => writer.template(&format!("> if ({condition}) {{"), number),
            None => writer.both("{"),
        }
        writer.template(&scene.body, number);
        writer.both("}");
        // Later conditions depend on it, and it stays small.
        writer.template("> r &= 255;", number);
    }
    writer.template("> return r & 63;", 0);
    writer.both("}");
    writer.finish()
}

pub(super) struct Writer {
    pub program: Program,
    plain_lines: u32,
}

impl Writer {
    pub fn new(seed: u64) -> Writer {
        let plain_lines = TOP.lines().count() as u32;
        let program = Program { seed, plain: TOP.to_string(), ..Program::default() };
        Writer { program, plain_lines }
    }

    pub fn both(&mut self, text: &str) {
        self.pair(text, text);
    }

    pub fn pair(&mut self, plain: &str, checked: &str) {
        self.plain_lines += 1;
        self.program.plain.push_str(plain);
        self.program.plain.push('\n');
        self.checked(checked);
    }

    fn checked(&mut self, text: &str) {
        self.program.checked.push_str(text);
        self.program.checked.push('\n');
    }

    pub fn template(&mut self, template: &str, scene: usize) {
        for line in template.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (how, text) = line.split_at(1);
            let here = self.plain_lines + 1;
            let text = text.trim().replace('#', &scene.to_string());
            let (plain, checked) = text.split_once("=>").unwrap_or((&text, &text));
            let (plain, checked) = (plain.trim(), checked.trim().replace('@', &here.to_string()));
            match how {
                "=" => self.pair(plain, &checked),
                "-" => self.pair(plain, ""),
                "+" => self.checked(&checked),
                ">" | "~" => {
                    let list = match how {
                        ">" => &mut self.program.lines,
                        _ => &mut self.program.removable,
                    };
                    list.push(here);
                    self.pair(plain, &format!("L({here}); {checked}"));
                }
                _ => unreachable!("a template has lines of five kinds: {line}"),
            }
        }
    }

    pub fn finish(self) -> Program {
        let Writer { mut program, .. } = self;
        program.checked = program.checked.replace("int main(void)", "static int prog(void)");
        program
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_program() {
        let scenes: Vec<Feature> = scenes::all().collect();
        for seed in 0..50 {
            let all = generate(seed, &scenes, |_| true);
            assert_eq!(all.plain, generate(seed, &scenes, |_| true).plain);
            assert!(all.lines.len() > 8, "{}", all.plain);
            assert!(!all.plain.contains(['@', '$']), "{}", all.plain);
        }
    }

    #[test]
    fn a_program_without_a_scene_keeps_the_others() {
        let scenes: Vec<Feature> = scenes::all().collect();
        let all = generate(7, &scenes, |_| true);
        let fewer = generate(7, &scenes, |number| number != 1);
        assert!(fewer.plain.len() < all.plain.len());
        let kept = |line: &&str| fewer.plain.contains(*line);
        assert!(all.plain.lines().filter(kept).count() >= fewer.plain.lines().count() - 1);
    }
}
