//! A table as text: a title, a header and lines of cells, numbers to the right.

/// One table.
pub struct Grid {
    pub title: String,
    pub header: Vec<String>,
    /// The first cell of each is a name.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    pub fn new(title: &str, header: impl IntoIterator<Item = impl Into<String>>) -> Grid {
        let header = header.into_iter().map(Into::into).collect();
        Grid { title: title.to_string(), header, rows: Vec::new() }
    }

    pub fn text(&self) -> String {
        let lines = || std::iter::once(&self.header).chain(&self.rows);
        let width = |column: usize| {
            lines().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
        };
        let mut text = format!("{}\n", self.title);
        for line in lines() {
            let mut row = String::from(" ");
            for (column, cell) in line.iter().enumerate() {
                let width = width(column).unwrap_or(0);
                match column {
                    0 => row.push_str(&format!(" {cell:<width$}")),
                    _ => row.push_str(&format!("  {cell:>width$}")),
                }
            }
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut grid = Grid::new("sizes", ["program", "a", "second"]);
        grid.rows.push(vec!["x".to_string(), "1000".to_string(), "2".to_string()]);
        assert_eq!(grid.text(), "sizes\n  program     a  second\n  x        1000       2\n");
    }
}
