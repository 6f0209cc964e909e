//! Calls of mathematical functions.

use crate::code::Math;
use crate::end::End;
use crate::machine::Machine;
use crate::state::State;
use dunlin_ir::semantics::nan::settle;
use dunlin_ir::small::Small;
use dunlin_ir::{FloatBinOp, FloatFormat};
use dunlin_memory::Value;

impl Machine<'_> {
    /// The remainder of x87 `long double`s, each of which comes and goes as two slots.
    pub(super) fn fmodl(&mut self, state: &mut State, args: &[Value]) -> Result<[Value; 2], End> {
        let mut operands = [0u128; 2];
        for (index, operand) in operands.iter_mut().enumerate() {
            let low = self.argument(state, args, 2 * index)?;
            let high = self.argument(state, args, 2 * index + 1)?;
            *operand = u128::from(high) << 64 | u128::from(low);
        }
        let [x, y] = operands;
        let bits = dunlin_ir::float::binary(FloatBinOp::Rem, FloatFormat::X87, x, y);
        Ok([Value::int(bits as u64), Value::int((bits >> 64) as u64)])
    }

    pub(super) fn math(
        &mut self,
        state: &mut State,
        function: Math,
        args: &[Value],
    ) -> Result<Value, End> {
        let format = function.format();
        if let Math::Fmod { .. } = function
            && args.iter().any(|arg| arg.meta.is_symbolic())
        {
            // The remainder is exact: terms have it. Of the others only the C library knows the bits.
            return self.float_slow(state, FloatBinOp::Rem, format, args[0], args[1]);
        }
        let x = self.argument(state, args, 0)?;
        let y = if function.arity() == 2 { self.argument(state, args, 1)? } else { 0 };
        let (result, rule) = (function.compute(x, y), self.module.target.nan_rule());
        Ok(Value::int(settle(&mut Small, rule, format, result)))
    }
}
