//! Where a native run starts: `main` has to be the function that execution starts at.

use super::build::{self, Builder, Hook, is_plain};
use crate::error::LlvmError;
use crate::lower::ffi::{ModuleRef, Value};

/// Makes `main` start at `entry`. Arguments of another entry than `main` come from the test.
pub fn provide_main(builder: &Builder, llvm: ModuleRef, entry: &str) -> Result<(), LlvmError> {
    if entry == "main" {
        return Ok(());
    }
    let refuse =
        |why: &str| LlvmError::Instrument { message: format!("its entry `{entry}` {why}") };
    let start = llvm.named_function(entry).ok_or_else(|| refuse("does not exist"))?;
    let params: Vec<_> = start.params().into_iter().map(Value::ty).collect();
    if !params.iter().all(|&ty| is_plain(ty)) {
        return Err(refuse("takes arguments that a test cannot hold, such as pointers"));
    }
    if let Some(main) = llvm.named_function("main") {
        build::rename(main, "dunlin.main");
    }
    builder.at_end(builder.add_main());
    let mut args = Vec::new();
    for (ty, position) in params.into_iter().zip(0..) {
        let place = builder.alloca(ty);
        let bytes = builder.int(64, llvm.data_layout().bits(ty).div_ceil(8));
        builder.call(Hook::Argument, &[place, bytes, builder.int(32, position)]);
        args.push(builder.load(ty, place));
    }
    builder.call_program(start, &args);
    builder.return_zero();
    Ok(())
}
