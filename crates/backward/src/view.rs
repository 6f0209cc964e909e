//! A state as text, for tests that look at every step: the columns of the paper's Table III.

use crate::base::{self, Base};
use crate::history::Event;
use crate::state::{Effect, State};
use dunlin_ir::Module;
use dunlin_term::{Op, TermId, Terms, View, smt};

/// What a state holds, one line for each part that there is something in.
pub fn view(state: &State, terms: &mut Terms, module: &Module) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = |name: &str, parts: Vec<String>| {
        if !parts.is_empty() {
            lines.push(format!("{name}: {}", parts.join(", ")));
        }
    };
    line("abstract", abstract_objects(state, terms, module));
    let made = state.objects.iter().filter(|object| object.met);
    line("made", made.map(|object| text(terms, module, object.base)).collect());
    let reads = state.reads.iter().map(|read| {
        let (symbol, address) =
            (text(terms, module, read.symbol), text(terms, module, read.address));
        format!("{address} -> {symbol}")
    });
    line("holds", reads.collect());
    let stores = state.stores.iter().map(|store| {
        let address = text(terms, module, store.address);
        match &store.effect {
            Effect::Value { value, .. } => format!("{address} := {}", text(terms, module, *value)),
            other => format!("{address} := {other:?}"),
        }
    });
    line("stores", stores.collect());
    let mut open: Vec<TermId> = state.open.iter().map(|want| want.condition).collect();
    open.sort_unstable();
    open.dedup();
    line("conditions", open.into_iter().map(|term| text(terms, module, term)).collect());
    lines
}

/// What has happened since a path had so many events, in the order in which it happened.
pub fn events(state: &State, terms: &Terms, module: &Module, known: usize) -> Vec<String> {
    let mut events: Vec<Event> = state.history.events().map(|(_, event)| event).collect();
    events.reverse();
    let text = |term| text(terms, module, term);
    let written = events[known..].iter().map(|event| match *event {
        Event::Unified { object, place } => format!("u: {} = {}", text(object), text(place)),
        Event::Stored { place, value } => {
            format!("w: {} := {}", text(place), value.map_or("?".into(), text))
        }
        Event::Condition(condition) => format!("c: {}", text(condition)),
    });
    written.collect()
}

/// The unknown pointers that the state speaks of.
fn abstract_objects(state: &State, terms: &mut Terms, module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    let reads = state.reads.iter().flat_map(|read| [read.symbol, read.address]);
    let stores = state.stores.iter().map(|store| store.address);
    let open = state.open.iter().map(|want| want.condition);
    for term in reads.chain(stores).chain(open) {
        for &free in terms.free_variables(term).iter() {
            if matches!(base::of_term(terms, free), Some(Base::Abstract(_))) {
                found.push(free);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|term| text(terms, module, term)).collect()
}

fn text(terms: &Terms, module: &Module, term: TermId) -> String {
    let text = |term| text(terms, module, term);
    match terms.view(term) {
        View::Const(number) => number.to_string(),
        View::Symbol(symbol) => name(&terms.symbol_info(symbol).name, module),
        View::Binary(Op::Add, x, y) => format!("{} + {}", text(x), text(y)),
        View::Binary(Op::Eq, x, y) => format!("{} == {}", text(x), text(y)),
        View::Not(equal) => match terms.view(equal) {
            View::Binary(Op::Eq, x, y) => format!("{} != {}", text(x), text(y)),
            _ => format!("not ({})", text(equal)),
        },
        _ => smt::show(terms, term),
    }
}

/// `~p64.3` is p3; a variable of the program has its name.
fn name(symbol: &str, module: &Module) -> String {
    let name = symbol.strip_prefix('~').expect("all symbols of backward execution begin so");
    let number = name[1..].rsplit('.').next().expect("a symbol has a number");
    match name.as_bytes()[0] {
        b'g' => {
            let global: usize = number.parse().expect("a variable has a number");
            module.globals[global].name.clone()
        }
        _ => format!("{}{number}", &name[..1]),
    }
}
