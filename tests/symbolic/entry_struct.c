// A pointer to a struct: null, or an object of that type.
// run: dunlin run --entry area
// replay: off a native run cannot make the objects of a lazy start
// paths: 3
// error: none
struct box {
    int width, height;
    struct box *inner;
};

int area(struct box *box) {
    if (!box)
        return 0;
    if (box->width > 10)
        return -1;
    return box->width * box->height;
}
