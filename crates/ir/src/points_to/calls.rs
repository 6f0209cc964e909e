//! Calls: what arguments and results mean for functions with a body, for those that the engine
//! provides, and for those that nobody knows.

use super::Object;
use super::build::{Builder, Instance, Site};
use super::graph::{self, Node, Use};
use super::known::Known;
use super::set::{PERIOD, Step};
use crate::ids::FuncId;
use crate::inst::{Operand, VarArgValue};
use crate::module::Point;

impl<'m> Builder<'m> {
    /// The call at `site` may reach `func`.
    pub fn link(&mut self, site: u32, func: FuncId) {
        if !self.linked.insert((site, func)) {
            return;
        }
        let module = self.module;
        let callee = module.func(func);
        let Site { caller, call, .. } = self.sites[site as usize];
        if callee.is_declaration() {
            match Known::named(&callee.name) {
                Some(known) => self.link_known(site, known),
                None => self.link_unknown(site),
            }
            return;
        }
        let context = if callee.runtime { self.context_of(site) } else { 0 };
        let instance = self.instance(func, context);
        // The engine refuses calls whose arguments do not fit; more of them are ignored.
        for (arg, &param) in call.args.iter().zip(&callee.params) {
            self.pass(caller, arg, instance.regs + param.0);
        }
        for (&dst, from) in call.dsts.iter().zip(instance.returns..instance.areas) {
            self.graph.flow(from, caller.regs + dst.0);
        }
        if callee.variadic {
            let area = self.argument_area(site, callee.params.len());
            self.graph.point_to(instance.areas, area, 0);
        }
    }

    /// The object in which the arguments lie that are passed beyond `fixed` parameters.
    fn argument_area(&mut self, site: u32, fixed: usize) -> graph::Object {
        let Site { caller, call, point } = self.sites[site as usize];
        let area = self.object(caller.context, Object::Arguments(point));
        let target = &self.module.target;
        for arg in &call.varargs {
            match &arg.value {
                VarArgValue::Scalar { ty, value } => {
                    if let Some(value) = self.node(caller, value) {
                        self.graph.fill(area, arg.offset, ty.store_size(target), value);
                    }
                }
                VarArgValue::Copy { from, size } => {
                    if let Some(from) = self.access(caller, from) {
                        let to = self.new_pointer(area, arg.offset);
                        self.copy_between(to, from, Some(*size));
                    }
                }
            }
        }
        // Surplus arguments come one after the other; where exactly does not matter.
        for arg in call.args.iter().skip(fixed) {
            if let Some(arg) = self.node(caller, arg) {
                self.graph.fill(area, 0, PERIOD, arg);
            }
        }
        area
    }

    /// The value flows into the first result.
    fn give(&mut self, site: u32, value: Node) {
        let Site { caller, call, .. } = self.sites[site as usize];
        if let Some(&dst) = call.dsts.first() {
            self.graph.flow(value, caller.regs + dst.0);
        }
    }

    /// A pointer to the heap object that a call allocates. The engine names it after the place in the program,
    /// also if the runtime allocates it: the call into the runtime.
    fn heap_object(&mut self, site: u32) -> Node {
        let Site { caller, point, .. } = self.sites[site as usize];
        let at = self.program_point(caller, point);
        let object = self.object(0, Object::Heap(at));
        self.new_pointer(object, 0)
    }

    fn program_point(&self, caller: Instance, point: Point) -> Point {
        match caller.context {
            0 => point,
            context => self.contexts[context as usize - 1],
        }
    }

    fn link_known(&mut self, site: u32, known: Known) {
        let Site { caller, call, point } = self.sites[site as usize];
        let arg = |index: usize| call.args.get(index).unwrap_or(&Operand::Null);
        match known {
            Known::Allocate => {
                let new = self.heap_object(site);
                self.give(site, new);
            }
            Known::Reallocate => {
                let new = self.heap_object(site);
                self.give(site, new);
                if let Some(old) = self.access(caller, arg(0)) {
                    self.copy_between(new, old, None);
                }
            }
            Known::Copy => {
                self.copy_memory(caller, arg(0), arg(1), call.args.get(2));
                self.return_argument(site);
            }
            Known::Fill => {
                self.fill_memory(caller, arg(0), arg(2));
                self.return_argument(site);
            }
            Known::Pick => self.return_argument(site),
            Known::Print { fixed, listed, allocates } => {
                self.print(site, fixed, listed);
                if allocates && let Some(to) = self.access(caller, arg(0)) {
                    let from = self.heap_object(site);
                    let size = self.module.target.pointer_bytes();
                    self.graph.add_use(to, Use::Store { from, offset: 0, size });
                }
            }
            Known::Fixed => {
                let object = self.object(0, Object::Fixed(point));
                let start = self.new_pointer(object, 0);
                self.graph.flow_by(start, self.numbers, Step::ANYWHERE);
            }
            Known::LazyGlobals => self.make_globals_lazy(),
            Known::LazyArgument => {
                let lazy = self.lazy();
                self.give(site, lazy);
            }
            Known::Look => {
                for arg in &call.args {
                    self.access(caller, arg);
                }
            }
            Known::Nothing => {}
        }
    }

    /// The function returns what it gets first.
    fn return_argument(&mut self, site: u32) {
        let Site { caller, call, .. } = self.sites[site as usize];
        if let (Some(arg), Some(&dst)) = (call.args.first(), call.dsts.first()) {
            self.pass(caller, arg, caller.regs + dst.0);
        }
    }

    /// The engine reads strings through any of the arguments and moves no pointer.
    fn print(&mut self, site: u32, fixed: usize, listed: bool) {
        let Site { caller, call, .. } = self.sites[site as usize];
        for arg in &call.args {
            self.access(caller, arg);
        }
        for arg in &call.varargs {
            if let VarArgValue::Scalar { value, .. } = &arg.value {
                self.access(caller, value);
            }
        }
        if !listed {
            self.argument_area(site, fixed);
        } else if let Some(list) = call.args.last().and_then(|list| self.node(caller, list)) {
            // The list leads to the area, the area to the strings; on targets where the list is the
            // area itself, the second step reads too much, which does no harm.
            for place in [list, self.all_behind(list)] {
                let inside = self.all_behind(place);
                self.accesses.push(inside);
            }
        }
    }

    /// The node of all that objects hold that a pointer leads to.
    fn all_behind(&mut self, pointer: Node) -> Node {
        let to = self.graph.new_nodes(1);
        self.graph.add_use(pointer, Use::Load { to, offset: 0, size: PERIOD });
        to
    }

    /// Code that nobody knows: it may keep what it gets, and do anything with what it has.
    fn link_unknown(&mut self, site: u32) {
        let Site { caller, call, .. } = self.sites[site as usize];
        let own = self.object(0, Object::Outside);
        let outside = self.outside;
        self.graph.point_to(outside, own, 0);
        for arg in &call.args {
            self.pass(caller, arg, outside);
        }
        for arg in &call.varargs {
            match &arg.value {
                VarArgValue::Scalar { value, .. } => self.pass(caller, value, outside),
                VarArgValue::Copy { from, .. } => {
                    if let Some(from) = self.access(caller, from) {
                        let copied = self.all_behind(from);
                        self.graph.flow(copied, outside);
                    }
                }
            }
        }
        self.take_from_outside(call.dsts.iter().map(|dst| caller.regs + dst.0));
    }

    pub fn call_from_outside(&mut self, func: FuncId) {
        let callee = self.module.func(func);
        if callee.is_declaration() {
            return;
        }
        let instance = self.instance(func, 0);
        self.take_from_outside(callee.params.iter().map(|param| instance.regs + param.0));
        for result in instance.returns..instance.areas {
            self.graph.flow(result, self.outside);
        }
        if callee.variadic {
            let own = self.object(0, Object::Outside);
            self.graph.point_to(self.outside, own, 0);
            self.graph.point_to(instance.areas, own, 0);
        }
    }

    fn take_from_outside(&mut self, nodes: impl Iterator<Item = Node>) {
        for node in nodes {
            self.graph.flow(self.outside, node);
        }
    }
}
