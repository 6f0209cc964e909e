// Nobody checks the second node.
// run: dunlin run --entry second
// replay: off a native run cannot make the objects of a lazy start
// paths: 3
// error: null-dereference at 17
// report: address 8, a null pointer with an offset
struct node {
    struct node *next;
    int value;
};

int second(const struct node *list) {
    if (!list)
        return 0;
    const struct node *next = list->next;
    // Not checked.
    return next->value;
}
