// A pointer from a table at a symbolic place: a path for each place, where it is null (one report) or
// leads to an object.
// run: dunlin run --entry look_up
// replay: off a native run cannot make the objects of a lazy start
// paths: 161
// error: null-dereference at 13
static int *table[80];

int look_up(unsigned i) {
    if (i >= 80)
        return -1;
    // Not checked.
    int found = *table[i];
    return found > 5 ? 1 : 0;
}
