// Structs that the caller passes and gets in memory: their addresses are never null.
// run: dunlin run --entry scale
// replay: off a native run cannot make the objects of a lazy start
// paths: 2
// error: none
struct large {
    long values[5];
    int kind;
};

struct large scale(struct large in, int by) {
    struct large out = in;
    if (in.kind == by)
        out.values[4] *= by;
    return out;
}
