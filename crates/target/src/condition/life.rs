//! Whether a local variable lives at a point of its function.
//!
//! Scopes are known as lines, but a line may have code from before a variable's life and from after it: a loop
//! on one line, a declaration, the return behind the end of all lives. Reading a variable there would be an
//! error that the program does not have. The front end marks where lives begin and end; a variable without
//! marks lives as long as its function.

use dunlin_ir::{Function, InstKind, Operand, Point, Reg};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Life {
    Lives,
    /// On no way to the point.
    Dead,
    /// On some ways.
    Unsure,
}

/// What can be the case at a place, by the ways that lead there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct May {
    live: bool,
    dead: bool,
}

/// Of the variable whose object this register points to.
pub(super) fn life_at(func: &Function, object: Reg, point: Point) -> Life {
    let mark = |kind: &InstKind| match kind {
        InstKind::Lifetime { addr: Operand::Reg(addr), start, .. } if *addr == object => {
            Some(*start)
        }
        _ => None,
    };
    let insts = || func.blocks.iter().flat_map(|block| &block.insts);
    if !insts().any(|&inst| mark(&func.inst(inst).kind).is_some()) {
        return Life::Lives;
    }
    // The last mark decides; without one it is as at the beginning of the block.
    let after = |block: usize, before: usize, at_start: May| {
        let insts = &func.blocks[block].insts[..before];
        match insts.iter().rev().find_map(|&inst| mark(&func.inst(inst).kind)) {
            Some(live) => May { live, dead: !live },
            None => at_start,
        }
    };
    let mut at_start = vec![May::default(); func.blocks.len()];
    at_start[0].dead = true;
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        let at_end = after(block, func.blocks[block].insts.len(), at_start[block]);
        for edge in func.blocks[block].term.edges() {
            let next = edge.block.index();
            let known = at_start[next];
            let now = May { live: known.live | at_end.live, dead: known.dead | at_end.dead };
            if now != known {
                at_start[next] = now;
                open.push(next);
            }
        }
    }
    let block = point.block.index();
    match after(block, point.index as usize, at_start[block]) {
        May { live: true, dead: false } => Life::Lives,
        May { live: true, dead: true } => Life::Unsure,
        // Nobody comes to a place without any way to it.
        May { live: false, .. } => Life::Dead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_ir::{BlockId, FuncId, parse};

    /// A variable that lives in the body of a loop, one that may be jumped over, one without marks.
    const PROGRAM: &str = "module \"m\"\ntarget 64 \"x86_64-pc-linux-gnu\"\n\
        define @f0 \"f\"(%0: i1) -> () {\n\
        b0:\n  %1: ptr = alloca 4 align 4 site 0\n  %2: ptr = alloca 4 align 4 site 1\n  \
        %3: ptr = alloca 4 align 4 site 2\n  jump b1\n\
        b1:\n  branch %0, b2, b3\n\
        b2:\n  lifetime_start %1 site 3\n  lifetime_start %2 site 4\n  store i32 0 to %1 align 4\n  \
        lifetime_end %1\n  jump b1\n\
        b3:\n  return\n}\n";

    #[test]
    fn lives_begin_and_end() {
        let module = parse::parse(PROGRAM).unwrap_or_else(|problem| panic!("{problem}"));
        let func = &module.funcs[0];
        let life = |reg: u32, block: usize, index| {
            let point = Point { func: FuncId(0), block: BlockId::new(block), index };
            life_at(func, Reg(reg), point)
        };
        assert_eq!([0, 1, 2, 3].map(|block| life(3, block, 0)), [Life::Lives; 4]);
        assert_eq!([0, 1, 2, 3].map(|block| life(1, block, 0)), [Life::Dead; 4]);
        assert_eq!(
            [1, 2, 3, 4].map(|at| life(1, 2, at)),
            [Life::Lives, Life::Lives, Life::Lives, Life::Dead]
        );
        assert_eq!(
            (life(2, 0, 3), life(2, 1, 0), life(2, 2, 2), life(2, 3, 0)),
            (Life::Dead, Life::Unsure, Life::Lives, Life::Unsure)
        );
    }
}
