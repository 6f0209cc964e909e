//! Strongly connected components (Tarjan's algorithm, without recursion: call chains and
//! control-flow graphs of generated programs are deep).

/// The components of the graph with nodes `0..size`, each after all components that it leads to;
/// the nodes of a component are in ascending order.
pub(crate) fn components<'a>(size: usize, successors: impl Fn(u32) -> &'a [u32]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut number = vec![NEW; size];
    let mut low = vec![0u32; size];
    let mut open = vec![false; size];
    let mut pending: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    let mut time = 0;
    let mut walk: Vec<(u32, usize)> = Vec::new();
    for start in 0..size as u32 {
        if number[start as usize] != NEW {
            continue;
        }
        walk.push((start, 0));
        while let Some(&mut (node, ref mut next)) = walk.last_mut() {
            let at = node as usize;
            if *next == 0 {
                number[at] = time;
                low[at] = time;
                time += 1;
                open[at] = true;
                pending.push(node);
            }
            if let Some(&target) = successors(node).get(*next) {
                *next += 1;
                if number[target as usize] == NEW {
                    walk.push((target, 0));
                } else if open[target as usize] {
                    low[at] = low[at].min(number[target as usize]);
                }
                continue;
            }
            walk.pop();
            if let Some(&(parent, _)) = walk.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == number[at] {
                let mut component = Vec::new();
                loop {
                    let member = pending.pop().expect("the component's root is pending");
                    open[member as usize] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_come_first() {
        let graph: [&[u32]; 5] = [&[1], &[2, 3], &[1], &[], &[4, 0]];
        let found = components(5, |n| graph[n as usize]);
        assert_eq!(found, vec![vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn a_node_with_repeated_self_edges() {
        let graph: [&[u32]; 2] = [&[0, 0, 1], &[0]];
        assert_eq!(components(2, |n| graph[n as usize]), vec![vec![0, 1]]);
    }
}
