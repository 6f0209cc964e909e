//! Variables, and values that nobody knows.

use super::{Builder, Cursor};
use crate::graph::{Command, Var};
use dunlin_ir::{Operand, Reg, Type};
use dunlin_term::{Sort, TermId};

impl Builder<'_, '_> {
    /// The variable for a register of an activation.
    pub fn register(&mut self, context: u32, reg: Reg) -> Var {
        if let Some(&known) = self.registers.get(&(context, reg)) {
            return known;
        }
        let func = self.contexts[context as usize].func;
        let width = self.func(func).reg_type(reg).bits(&self.functions.module.target);
        let var = self.graph.var(self.terms, Sort::BitVec(width));
        self.registers.insert((context, reg), var);
        var
    }

    pub fn push(&mut self, cursor: &mut Cursor, command: Command) {
        if matches!(command, Command::Assume(TermId::TRUE) | Command::Lose(TermId::FALSE, _)) {
            return;
        }
        cursor.env.execute(self.terms, &self.graph, &command);
        self.size += 1;
        self.graph.nodes[cursor.node.index()].commands.push(command);
    }

    pub fn assign(&mut self, cursor: &mut Cursor, reg: Reg, value: TermId) {
        let var = self.register(cursor.context(), reg);
        self.push(cursor, Command::Assign(var, value));
    }

    /// What a variable holds: a number, if that is known.
    pub fn known(&self, cursor: &Cursor, var: Var) -> TermId {
        cursor.env.get(var).unwrap_or(self.graph.symbol(var))
    }

    /// A value that can be anything.
    pub fn anything(&mut self, width: u32) -> TermId {
        let name = format!("~x{width}.{}", self.next_symbol);
        self.next_symbol += 1;
        self.terms.symbol(&name, Sort::BitVec(width)).expect("the width is part of the name")
    }

    /// A memory that can hold anything.
    pub fn any_array(&mut self, index: u32, element: u32) -> TermId {
        let name = format!("~y{index}.{element}.{}", self.next_symbol);
        self.next_symbol += 1;
        let sort = Sort::Array { index, element };
        self.terms.symbol(&name, sort).expect("the widths are part of the name")
    }

    /// The operand's type in its function.
    pub fn operand_type(&self, cursor: &Cursor, operand: &Operand) -> Type {
        self.func(self.contexts[cursor.context() as usize].func).operand_type(operand)
    }
}
