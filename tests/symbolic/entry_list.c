// A list whose nodes are made as they are visited: of no, one, two and three nodes. Longer ones are
// beyond the depth: left out.
// run: dunlin run --entry length --lazy-depth 3
// replay: off a native run cannot make the objects of a lazy start
// paths: 4
// left-out: only null was explored 4 pointers away
// tests: 4
// error: none
struct node {
    struct node *next;
    int value;
};

int length(const struct node *list) {
    int count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}
