//! Where the scopes of a function's variables are open for sure.
//!
//! A front end may mark where the scope of a variable in memory begins and ends. Outside of it the variable is dead, and
//! one whose scope begins again is another object. A variable without marks lives as long as its activation.

use dunlin_ir::{BlockId, Function, InstKind, Operand, Point, Reg};
use rustc_hash::FxHashSet;

/// The variables that may be dead at the beginning of each block, of those that have marks.
pub struct Scopes {
    /// By block.
    may_be_dead: Vec<FxHashSet<Reg>>,
    /// The variables with marks.
    marked: FxHashSet<Reg>,
    /// A mark names something else than a variable: nothing is known.
    unclear: bool,
}

impl Scopes {
    pub fn new(func: &Function) -> Scopes {
        let mut variables: FxHashSet<Reg> = FxHashSet::default();
        let mut marks: Vec<&Operand> = Vec::new();
        for inst in &func.insts {
            match &inst.kind {
                InstKind::Alloca { dst, .. } => drop(variables.insert(*dst)),
                InstKind::Lifetime { addr, .. } => marks.push(addr),
                _ => {}
            }
        }
        let named: Option<FxHashSet<Reg>> =
            marks.iter().map(|addr| addr.reg().filter(|reg| variables.contains(reg))).collect();
        let unclear = named.is_none();
        let marked = named.unwrap_or_default();
        let mut scopes =
            Scopes { may_be_dead: vec![FxHashSet::default(); func.blocks.len()], marked, unclear };
        if !scopes.marked.is_empty() {
            scopes.spread(func);
        }
        scopes
    }

    /// Along all edges, until nothing changes. In the beginning no scope is open.
    fn spread(&mut self, func: &Function) {
        let entry = BlockId::new(0);
        self.may_be_dead[entry.index()] = self.marked.clone();
        let mut open = vec![entry];
        let mut visited: FxHashSet<BlockId> = FxHashSet::default();
        while let Some(block) = open.pop() {
            visited.insert(block);
            let mut dead = self.may_be_dead[block.index()].clone();
            let end = func.block(block).insts.len();
            pass_marks(func, block, end, &mut dead);
            for edge in func.block(block).term.edges() {
                let known = &mut self.may_be_dead[edge.block.index()];
                let before = known.len();
                known.extend(dead.iter().copied());
                if known.len() > before || !visited.contains(&edge.block) {
                    open.push(edge.block);
                }
            }
        }
    }

    /// Whether a variable lives only in its scope.
    pub fn has_marks(&self, variable: Reg) -> bool {
        self.unclear || self.marked.contains(&variable)
    }

    /// Whether the scope of a variable is open at a point of its function on every path.
    pub fn is_open(&self, func: &Function, variable: Reg, at: Point) -> bool {
        if self.unclear {
            return false;
        }
        let mut dead = self.may_be_dead[at.block.index()].clone();
        pass_marks(func, at.block, at.index as usize, &mut dead);
        !dead.contains(&variable)
    }
}

/// What the first instructions of a block do to the variables that may be dead.
fn pass_marks(func: &Function, block: BlockId, count: usize, dead: &mut FxHashSet<Reg>) {
    for &inst in func.block(block).insts.iter().take(count) {
        let InstKind::Lifetime { addr, start, .. } = &func.inst(inst).kind else { continue };
        let Some(reg) = addr.reg() else { continue };
        match start {
            true => drop(dead.remove(&reg)),
            false => drop(dead.insert(reg)),
        }
    }
}

/// The variable that an instruction makes, if it makes one.
pub fn variable_made_at(func: &Function, at: Point) -> Option<Reg> {
    let inst = *func.block(at.block).insts.get(at.index as usize)?;
    match func.inst(inst).kind {
        InstKind::Alloca { dst, .. } => Some(dst),
        _ => None,
    }
}
