// A pointer that may lead to any of two elements: the one before it exists for the second only. One path
// for null, one error before the first element, one for the second element.
// run: dunlin run --entry f --lazy-array 2 --lazy-inside on
// paths: 3
// error: null-dereference at 9
// error: out-of-bounds-read at 9
// replay: off a native run cannot make the objects of a lazy start
int f(const int *p) {
    return p[-1] == 7 ? 1 : 2;
}
