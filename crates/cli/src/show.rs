//! `dunlin show`.

mod distances;

use crate::args::ShowArgs;
use crate::exit;
use crate::load::load_options;
use dunlin_driver::Loaded;
use dunlin_exec::ExecOptions;
use dunlin_ir::callgraph::CallGraph;
use dunlin_ir::{FuncId, Module, dot, listing, print};
use dunlin_load::LoadOptions;
use dunlin_target::place::{self, Spec};

pub fn show(args: &ShowArgs) -> u8 {
    if args.dot && !args.cfg && !args.calls {
        say!("dunlin: --dot draws graphs: use it with --cfg or --calls");
        return exit::BAD_INPUT;
    }
    let target = match args.distances.as_deref().map(str::parse::<Spec>).transpose() {
        Ok(target) => target,
        Err(error) => {
            say!("dunlin: {error}");
            return exit::BAD_INPUT;
        }
    };
    let options = LoadOptions { promote: !args.no_promote, ..load_options(&args.load) };
    let program = match Loaded::new(options, &ExecOptions::default()) {
        Ok(program) => program,
        Err(failure) => return crate::failed(&failure),
    };
    let module = program.module;
    let chosen = match &args.function {
        None => None,
        Some(name) => match module.find_func(name) {
            Some(id) => Some(id),
            None => {
                let mut names: Vec<&str> = module
                    .funcs
                    .iter()
                    .filter(|func| !func.runtime && !func.is_declaration())
                    .map(|func| func.name.as_str())
                    .collect();
                names.truncate(12);
                say!("dunlin: no function `{name}`; functions here: {}", names.join(", "));
                return exit::BAD_INPUT;
            }
        },
    };
    let text = if let Some(target) = target {
        match place::resolve(&module, &target, &Vec::new) {
            Ok(place) => distances::listing(&module, &place, &args.load.entry),
            Err(error) => {
                say!("dunlin: {error}");
                return exit::BAD_INPUT;
            }
        }
    } else if args.calls {
        let graph = CallGraph::new(&module);
        match args.dot {
            true => dot::call_graph_dot(&module, &graph),
            false => listing::calls_text(&module, &graph),
        }
    } else if args.cfg {
        let draw = |id| match args.dot {
            true => dot::cfg_dot(&module, id),
            false => listing::cfg_text(&module, id),
        };
        functions(&module, chosen).map(draw).collect::<Vec<_>>().join("\n")
    } else {
        match chosen {
            Some(id) => print::print_function(&module, id),
            None => module.to_string(),
        }
    };
    // A closed pipe (`dunlin show … | head`) is how the reader says that it has enough.
    crate::say::to_stdout(format_args!("{text}"));
    0
}

/// The chosen function, or all that the program defines.
fn functions(module: &Module, chosen: Option<FuncId>) -> impl Iterator<Item = FuncId> + '_ {
    module.func_ids().filter(move |&id| match chosen {
        Some(chosen) => id == chosen,
        None => !module.func(id).is_declaration() && !module.func(id).runtime,
    })
}
