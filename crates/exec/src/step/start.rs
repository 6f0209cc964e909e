//! The state at the start of a program: its globals, its arguments, and one frame.

use crate::code::{function_object, global_object, slots_of};
use crate::end::{End, site, unsupported};
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::{BlockId, FuncId, Init, RelocTarget, Type};
use dunlin_memory::{Class, Memory, ObjectKind, Value};

impl Machine<'_> {
    /// The state at the start of the program with these arguments (the program's name first).
    pub fn initial_state(&mut self, start: FuncId, args: &[String]) -> Result<State, End> {
        let module = self.module;
        let mut memory = Memory::new(
            module.target.pointer_bits,
            module.funcs.len() as u64,
            self.options.check_uninitialised(),
        );
        if self.options.free_addresses {
            memory.free_addresses();
        }
        let origin = self.program.origin_of(start);
        let mut state = State::new(origin, memory, self.code.funcs[start.index()].entry);
        self.create_globals(&mut state)?;
        let argv = self.create_strings(&mut state, args)?;
        let envp = self.create_strings(&mut state, &[])?;
        self.push_frame(&mut state, start)?;
        let values = [Value::int(args.len() as u64), argv, envp];
        let code = &self.code.funcs[start.index()];
        debug_assert!(code.params.len() == 3 && slots_of(Type::Ptr) == 1);
        for (&slot, value) in code.params.iter().zip(values) {
            state.position.set_reg(slot, value);
        }
        if let Some(environ) = module.find_global("environ") {
            let object = global_object(module, environ);
            let word = state.memory.objects.word();
            if let Ok(object) = state.memory.objects.object_mut(object)
                && object.size() == u64::from(word)
            {
                object.store(0, word, envp, word);
            }
        }
        Ok(state)
    }

    fn create_globals(&mut self, state: &mut State) -> Result<(), End> {
        let module = self.module;
        for (index, global) in module.globals.iter().enumerate() {
            // What is not defined has no bytes: any access is out of its bounds, and `access_error`
            // tells that apart from a program error.
            let size = if global.init == Init::External { 0 } else { global.size };
            let object = state.memory.objects.allocate(
                size,
                u64::from(global.align),
                ObjectKind::Global,
                site(0),
                Class::FIRST,
            );
            let Some(object) = object else {
                return Err(unsupported(format!(
                    "global variable `{}` of {size} bytes",
                    global.name
                )));
            };
            debug_assert_eq!(object, global_object(module, dunlin_ir::GlobalId::new(index)));
        }
        for (index, global) in module.globals.iter().enumerate() {
            let id = global_object(module, dunlin_ir::GlobalId::new(index));
            let word = state.memory.objects.word();
            let object = state.memory.objects.object_mut(id).expect("created above");
            if let Init::Data { bytes, relocs } = &global.init {
                let size = object.size();
                object.plain_bytes_mut(0, size).expect("fresh").copy_from_slice(bytes);
                for reloc in relocs {
                    let (base, offset) = match reloc.target {
                        RelocTarget::Global(global) => (global_object(module, global), 0),
                        RelocTarget::Func(func) => (function_object(func), 0),
                        RelocTarget::Block(func, BlockId(block)) => {
                            (function_object(func), u64::from(block) + 1)
                        }
                    };
                    let offset = offset + reloc.addend as u64;
                    let offset = offset & dunlin_ir::small::mask(module.target.pointer_bits);
                    object.store(reloc.offset, word, Value::pointer(base, offset), word);
                }
            }
            object.info.read_only = global.constant;
        }
        Ok(())
    }

    /// A null-terminated array of strings, as argv is.
    fn create_strings(&mut self, state: &mut State, strings: &[String]) -> Result<Value, End> {
        let word = state.memory.objects.word();
        let too_large = || unsupported("the program's arguments do not fit into its memory");
        let allocate = |state: &mut State, size: u64| {
            let (kind, class) = (ObjectKind::Global, Class::FIRST);
            let object = state.memory.objects.allocate(size, 16, kind, site(0), class);
            object.ok_or_else(too_large)
        };
        let array = allocate(state, (strings.len() as u64 + 1) * u64::from(word))?;
        for (index, string) in strings.iter().enumerate() {
            let object = allocate(state, string.len() as u64 + 1)?;
            let bytes = state.memory.objects.object_mut(object).expect("just made");
            let text = bytes.plain_bytes_mut(0, string.len() as u64);
            text.expect("fresh").copy_from_slice(string.as_bytes());
            let place = index as u64 * u64::from(word);
            let stored = state.memory.objects.store(array, place, word, Value::pointer(object, 0));
            stored.expect("inside the array");
        }
        Ok(Value::pointer(array, 0))
    }
}
