//! Every point of a module has a number: function by function, block by block, in order.
//!
//! For tables by point, and to name a place in few bytes. The numbers are those of one module: whoever keeps
//! them longer must know that the module is the same.

use crate::ids::{BlockId, FuncId};
use crate::module::{Module, Point};

/// The number of a [`Point`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PointNumber(pub u32);

/// The numbers of all points of a module.
#[derive(Debug)]
pub struct Numbering {
    /// By function: where its blocks begin in `blocks`; and where those of the last one end.
    funcs: Vec<u32>,
    /// By block: the number of its first point; and one behind the last of all.
    blocks: Vec<u32>,
}

impl Numbering {
    pub fn of(module: &Module) -> Numbering {
        let (mut funcs, mut blocks) = (vec![0], vec![0]);
        let mut next = 0;
        for func in &module.funcs {
            for block in &func.blocks {
                // One for the terminator.
                next += block.insts.len() as u32 + 1;
                blocks.push(next);
            }
            funcs.push(blocks.len() as u32 - 1);
        }
        Numbering { funcs, blocks }
    }

    /// The number of a point of the module.
    pub fn number(&self, point: Point) -> PointNumber {
        let block = self.funcs[point.func.index()] as usize + point.block.index();
        PointNumber(self.blocks[block] + point.index)
    }

    /// The point with a number, if there is one.
    pub fn point(&self, number: PointNumber) -> Option<Point> {
        let block = self.blocks.partition_point(|&first| first <= number.0).checked_sub(1)?;
        if block + 1 >= self.blocks.len() {
            return None;
        }
        // Functions without blocks begin where the next one does, which is the one that is meant.
        let func = self.funcs.partition_point(|&first| first as usize <= block) - 1;
        Some(Point {
            func: FuncId::new(func),
            block: BlockId::new(block - self.funcs[func] as usize),
            index: number.0 - self.blocks[block],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_one_number_and_back() {
        let text = "module \"m\"\ntarget 64 \"t\"\n\n\
            declare @f0 \"outside\"()\n\n\
            define @f1 \"main\"() -> (i32) {\n\
            b0:\n  %0: i32 = add 1, 2\n  branch 1, b1, b2\nb1:\n  return %0\nb2:\n  return 0\n}\n\n\
            declare @f2 \"another\"()\n\n\
            define @f3 \"last\"() {\nb0:\n  call @f0()\n  return\n}\n";
        let module = crate::parse::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let numbering = Numbering::of(&module);
        let mut next = 0;
        for func in module.func_ids() {
            for (block, content) in module.func(func).blocks.iter().enumerate() {
                for index in 0..=content.insts.len() as u32 {
                    let point = Point { func, block: BlockId::new(block), index };
                    assert_eq!(numbering.number(point), PointNumber(next));
                    assert_eq!(numbering.point(PointNumber(next)), Some(point));
                    next += 1;
                }
            }
        }
        assert_eq!((next, numbering.point(PointNumber(next))), (6, None));
    }
}
