//! The fields that the memory of a group is split into: each becomes an array of its own.
//!
//! A byte of an object is told by its *place*: its offset modulo [`PERIOD`] bytes. A field is a set of places that the accesses
//! of the program use alike. Types are not asked, they prove nothing in C: where accesses overlap (unions, casts,
//! bytes of a number) or one of them can be at several places (an element of an array), their places fall into one field.
//!
//! Which accesses there are is a guess, and may be wrong. It need not be right: every place belongs to one field
//! whatever the guess is, and where a field is accessed, the address must be at one of its places
//! ([`crate::Loss::Unexpected`]). Places that nobody reads belong to no field, and what is written there is forgotten.

use dunlin_ir::points_to::PERIOD;

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    Numbers,
    Pointers,
    /// Each cell says which of both.
    Both,
}

/// Cells of one width at some places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// A bit for each.
    pub places: u64,
    /// Bytes, a power of two.
    pub cell: u64,
    pub holds: Holds,
}

impl Field {
    /// How many bits an element has.
    pub fn element(self) -> u32 {
        self.cell as u32 * 8 + u32::from(self.holds == Holds::Both)
    }
}

/// A cell that an access uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// How far behind the beginning of the access.
    pub offset: u64,
    pub field: usize,
    /// How many bytes the cell has.
    pub bytes: u64,
}

impl Piece {
    pub fn end(self) -> u64 {
        self.offset + self.bytes
    }
}

/// The fields of a group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields {
    pub all: Vec<Field>,
    /// By place.
    at: [Option<u8>; PERIOD as usize],
}

impl Fields {
    fn at(&self, place: u64) -> Option<usize> {
        self.at[(place % PERIOD) as usize].map(usize::from)
    }

    /// The cells of so many bytes from a place on; none if one would be cut.
    pub fn pieces(&self, first: u64, bytes: u64) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut offset = 0;
        while offset < bytes {
            let place = (first + offset) % PERIOD;
            let Some(field) = self.at(place) else {
                offset += 1;
                continue;
            };
            let cell = self.all[field].cell;
            if !place.is_multiple_of(cell) || offset + cell > bytes {
                return None;
            }
            pieces.push(Piece { offset, field, bytes: cell });
            offset += cell;
        }
        Some(pieces)
    }

    /// Where the cells of a field begin in an object of so many bytes, as far as they are whole.
    pub fn cells_of(&self, field: usize, size: u64) -> impl Iterator<Item = u64> + use<> {
        let Field { places, cell, .. } = self.all[field];
        let is_here = move |offset: &u64| places >> (offset % PERIOD) & 1 != 0;
        (0..size / cell).map(move |number| number * cell).filter(is_here)
    }

    /// The fields of so many bytes from any of some places on.
    pub fn at_any(&self, at: u64, bytes: u64) -> impl Iterator<Item = Field> + '_ {
        let all = places(at).flat_map(move |first| first..first + bytes);
        all.filter_map(|place| self.at(place)).map(|field| self.all[field])
    }

    /// The places from which so many bytes are the same cells as from this one.
    pub fn alike(&self, first: u64, bytes: u64) -> u64 {
        let is_alike = |&other: &u64| {
            (0..bytes.min(PERIOD)).all(|offset| {
                let (here, there) = (first + offset, other + offset);
                let field = self.at(here);
                let cell = field.map_or(1, |field| self.all[field].cell);
                field == self.at(there) && here % cell == there % cell
            })
        };
        (0..PERIOD).filter(is_alike).fold(0, |all, place| all | 1 << place)
    }
}

/// How the bytes of a group are used, as far as accesses have been noted.
#[derive(Clone)]
pub struct Uses {
    /// By place: the way to the place that stands for its field.
    parent: [u8; PERIOD as usize],
    /// By place: the widest cell that the accesses to it allow.
    cell: [u64; PERIOD as usize],
    /// Places that somebody reads, where somebody writes a pointer, or a number.
    read: u64,
    pointers: u64,
    numbers: u64,
}

/// No cells are wider.
const WIDEST: u64 = 8;

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Way {
    pub reads: bool,
    /// It writes, or reads, such values.
    pub pointers: bool,
    pub numbers: bool,
}

impl Default for Uses {
    fn default() -> Uses {
        let parent = std::array::from_fn(|place| place as u8);
        let cell = [WIDEST; PERIOD as usize];
        Uses { parent, cell, read: 0, pointers: 0, numbers: 0 }
    }
}

/// The places of a set, in ascending order.
pub fn places(set: u64) -> impl Iterator<Item = u64> + Clone {
    (0..PERIOD).filter(move |place| set >> place & 1 != 0)
}

/// The widest cell that may begin at a place.
fn aligned(place: u64) -> u64 {
    1 << place.trailing_zeros().min(WIDEST.trailing_zeros())
}

impl Uses {
    /// The place that stands for the field around a place.
    pub fn find(&self, place: u64) -> u64 {
        let mut place = (place % PERIOD) as usize;
        while usize::from(self.parent[place]) != place {
            place = usize::from(self.parent[place]);
        }
        place as u64
    }

    fn unite(&mut self, one: u64, other: u64) {
        let (one, other) = (self.find(one), self.find(other));
        self.parent[one.max(other) as usize] = one.min(other) as u8;
    }

    fn narrow(&mut self, place: u64, cell: u64) {
        let known = &mut self.cell[(place % PERIOD) as usize];
        *known = (*known).min(cell);
    }

    /// A place is used in this way.
    pub fn mark(&mut self, place: u64, way: Way) {
        let bit = 1 << (place % PERIOD);
        for (marks, is) in [
            (&mut self.read, way.reads),
            (&mut self.pointers, way.pointers),
            (&mut self.numbers, way.numbers),
        ] {
            *marks |= if is { bit } else { 0 };
        }
    }

    /// Some bytes at one of these places are one value.
    pub fn value(&mut self, at: u64, bytes: u64, align: u64, way: Way) {
        let fits = places(at)
            .filter(|place| place.is_multiple_of(align.max(1)))
            .fold(0, |all, p| all | 1 << p);
        let at = if fits == 0 { at } else { fits };
        let Some(first) = places(at).next() else { return };
        let cell = aligned(bytes | align);
        for place in places(at) {
            for place in place..place + bytes {
                self.unite(first, place);
                self.narrow(place, cell);
                self.mark(place, way);
            }
        }
    }

    /// A row of bytes begins at one of these places: whatever lies in it is used as it is.
    pub fn row(&mut self, at: u64, bytes: u64, way: Way) {
        let Some(first) = places(at).next() else { return };
        for place in places(at) {
            for offset in 0..bytes.min(PERIOD) {
                self.unite(first + offset, place + offset);
                self.mark(place + offset, way);
            }
            for end in [place, place + bytes] {
                self.narrow(end, aligned(end));
            }
        }
    }

    /// Anything may be done to any byte.
    pub fn anyhow(&mut self, way: Way) {
        for place in 0..PERIOD {
            self.unite(0, place);
            self.narrow(place, 1);
            self.mark(place, way);
        }
    }

    /// Cells of a row are not wider than that.
    pub fn narrow_row(&mut self, at: u64, bytes: u64, cell: u64) {
        for place in places(at) {
            for offset in 0..bytes.min(PERIOD) {
                self.narrow(place + offset, cell);
            }
        }
    }

    /// How the field around a place is used.
    pub fn way(&self, place: u64) -> Way {
        let field = self.field_around(place);
        let is = |marks: u64| marks & field != 0;
        Way { reads: is(self.read), pointers: is(self.pointers), numbers: is(self.numbers) }
    }

    /// The field around a place is used in this way, too. Whether that is news.
    pub fn also(&mut self, place: u64, way: Way) -> bool {
        let before = self.way(place);
        self.mark(place, way);
        before != self.way(place)
    }

    fn field_around(&self, place: u64) -> u64 {
        let root = self.find(place);
        (0..PERIOD).filter(|&other| self.find(other) == root).fold(0, |all, place| all | 1 << place)
    }

    pub fn fields(&self) -> Fields {
        let mut fields = Fields { all: Vec::new(), at: [None; PERIOD as usize] };
        for place in 0..PERIOD {
            let way = self.way(place);
            if fields.at(place).is_some() || !way.reads {
                continue;
            }
            let around = self.field_around(place);
            let widest = places(around).map(|place| self.cell[place as usize]).min();
            let mut cell = widest.unwrap_or(WIDEST);
            // Cells lie in one field.
            while !consists_of(around, cell) {
                cell /= 2;
            }
            let holds = match (way.pointers, way.numbers) {
                (true, true) => Holds::Both,
                (true, false) => Holds::Pointers,
                (false, _) => Holds::Numbers,
            };
            for place in places(around) {
                fields.at[place as usize] = Some(fields.all.len() as u8);
            }
            fields.all.push(Field { places: around, cell, holds });
        }
        fields
    }
}

/// Whether a set of places is made of whole cells.
fn consists_of(set: u64, cell: u64) -> bool {
    let whole = (1u64 << cell) - 1;
    (0..PERIOD).step_by(cell as usize).all(|first| [0, whole].contains(&(set >> first & whole)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Way = Way { reads: true, pointers: false, numbers: true };
    const POINTER: Way = Way { reads: true, pointers: true, numbers: false };
    const WRITE: Way = Way { reads: false, pointers: false, numbers: true };
    const COPY: Way = Way { reads: false, pointers: false, numbers: false };

    /// A field from its first place on, as `places/cell`.
    fn shown(uses: &Uses) -> Vec<String> {
        let fields = uses.fields();
        let range = |set: u64| format!("{}+{}", set.trailing_zeros(), set.count_ones());
        fields.all.iter().map(|field| format!("{}/{}", range(field.places), field.cell)).collect()
    }

    #[test]
    fn a_struct_is_split_where_its_accesses_are_apart() {
        let mut uses = Uses::default();
        uses.value(1, 8, 8, POINTER);
        uses.value(1 << 8, 8, 8, POINTER);
        uses.value(1 << 16, 4, 4, READ);
        // Written, never read.
        uses.value(1 << 20, 4, 4, WRITE);
        // Copied as a whole.
        uses.row(1, 24, COPY);
        assert_eq!(shown(&uses), ["0+8/8", "8+8/8", "16+4/4"]);
        let fields = uses.fields();
        assert_eq!(fields.all[0].holds, Holds::Pointers);
        assert_eq!(fields.all[2].holds, Holds::Numbers);
        let pieces = fields.pieces(0, 24).expect("no cell is cut");
        let shown: Vec<(u64, usize, u64)> =
            pieces.iter().map(|piece| (piece.offset, piece.field, piece.bytes)).collect();
        assert_eq!(shown, [(0, 0, 8), (8, 1, 8), (16, 2, 4)]);
        assert_eq!(fields.pieces(0, 12), None, "the second pointer would be cut");
        assert_eq!(fields.pieces(4, 4), None);
        assert_eq!(fields.alike(0, 8), 1);
        assert_eq!(fields.alike(16, 4), 1 << 16);
    }

    #[test]
    fn what_may_be_at_several_places_is_one_field() {
        let mut uses = Uses::default();
        // `left` or `right`, and a number behind both.
        uses.value(1 | 1 << 8, 8, 8, POINTER);
        uses.value(1 << 16, 4, 4, READ);
        assert_eq!(shown(&uses), ["0+16/8", "16+4/4"]);
        assert_eq!(uses.fields().alike(8, 8), 1 | 1 << 8);
    }

    #[test]
    fn parts_of_a_value_and_the_value_are_one_field() {
        let mut uses = Uses::default();
        uses.value(1, 8, 8, READ);
        uses.value(1 << 6, 1, 1, READ);
        uses.value(1 << 8, 8, 8, READ);
        assert_eq!(shown(&uses), ["0+8/1", "8+8/8"]);
    }

    #[test]
    fn rows_cut_cells_at_their_ends_alone() {
        let mut uses = Uses::default();
        uses.value(1, 8, 8, READ);
        uses.value(1 << 8, 8, 8, READ);
        uses.row(1, 12, COPY);
        assert_eq!(shown(&uses), ["0+8/8", "8+8/4"]);
    }

    #[test]
    fn a_field_is_made_of_whole_cells_whatever_was_noted() {
        let mut uses = Uses::default();
        uses.value(1, 8, 8, READ);
        uses.row(1 | 1 << 3, 1, READ);
        uses.row(1 << 40, 1, READ);
        for field in uses.fields().all {
            assert!(consists_of(field.places, field.cell), "{field:?}");
        }
        uses.anyhow(READ);
        assert_eq!(shown(&uses), ["0+64/1"]);
    }
}
