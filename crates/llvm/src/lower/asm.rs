//! Inline assembly: the few idioms whose meaning is plain. Everything else is unsupported.

use super::Unsupported;
use super::ffi::Value;
use super::function::{FunctionLowering, Lowered, Scalars};
use dunlin_ir::{InstKind, Type, UnOp};

pub struct Asm {
    template: String,
    /// For each output register, the input that it is tied to, if any.
    outputs: Vec<Option<usize>>,
    /// Whether operands are written through memory.
    has_memory_outputs: bool,
}

impl Asm {
    pub fn new(template: &str, constraints: &str) -> Self {
        let mut outputs = Vec::new();
        let mut inputs = 0;
        let mut has_memory_outputs = false;
        for constraint in constraints.split(',').map(str::trim).filter(|c| !c.is_empty()) {
            if constraint.starts_with('~') {
                continue;
            }
            if let Some(output) = constraint.strip_prefix('=') {
                if output.starts_with('*') {
                    // An indirect output is an argument of the call.
                    has_memory_outputs = true;
                    inputs += 1;
                } else {
                    outputs.push(None);
                }
                continue;
            }
            if let Ok(tied) = constraint.parse::<usize>()
                && let Some(output) = outputs.get_mut(tied)
            {
                *output = Some(inputs);
            }
            inputs += 1;
        }
        Asm { template: template.trim().to_string(), outputs, has_memory_outputs }
    }

    /// Whether the template does nothing that a single-threaded program could notice.
    fn is_nothing(&self) -> bool {
        self.template
            .split([';', '\n'])
            .map(|line| line.split('#').next().unwrap_or_default().trim())
            .all(|line| {
                matches!(
                    line,
                    "" | "nop" | "pause" | "rep" | "rep nop" | "mfence" | "lfence" | "sfence"
                )
            })
    }

    /// The width of the register whose bytes the template swaps, as C libraries write it; `None` in
    /// the result stands for the width of the operand.
    fn byte_swap(&self) -> Option<Option<u32>> {
        let compact: String = self.template.split_whitespace().collect();
        match compact.as_str() {
            "bswap$0" => Some(None),
            "bswapl$0" | "bswap${0:k}" | "bswapl${0:k}" => Some(Some(32)),
            "bswapq$0" | "bswap${0:q}" | "bswapq${0:q}" => Some(Some(64)),
            "rorw$$8,$0" | "rorw$$8,${0:w}" | "rolw$$8,$0" | "rolw$$8,${0:w}"
            | "xchgb${0:b},${0:h}" | "xchgb${0:h},${0:b}" => Some(Some(16)),
            _ => None,
        }
    }
}

impl FunctionLowering<'_, '_> {
    pub fn inline_asm(&mut self, call: Value, asm: &Asm) -> Lowered<Scalars> {
        let reject = || Unsupported(format!("inline assembly `{}`", asm.template));
        let swap = asm.byte_swap();
        // Outputs in memory of an empty template keep their content.
        if !asm.is_nothing() && (swap.is_none() || asm.has_memory_outputs) {
            return Err(reject());
        }
        let tied: Option<Vec<usize>> = asm.outputs.iter().copied().collect();
        let args = call.args();
        let mut out = Scalars::new();
        for input in tied.ok_or_else(reject)? {
            let arg = *args.get(input).ok_or_else(reject)?;
            for (a, &ty) in self.operands(arg)?.into_iter().zip(self.types(arg)?.iter()) {
                out.push(match (swap, ty) {
                    (None, _) => a,
                    (Some(wanted), Type::Int(width))
                        if wanted == Some(width)
                            || wanted.is_none() && matches!(width, 32 | 64) =>
                    {
                        let op = UnOp::ByteSwap;
                        self.define(ty, |dst| InstKind::Unary { op, dst, width, a })
                    }
                    _ => return Err(reject()),
                });
            }
        }
        if self.types(call)?.len() != out.len() {
            return Err(reject());
        }
        Ok(out)
    }
}
