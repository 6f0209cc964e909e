// A function pointer among the arguments may be null; what else it may be is not explored.
// run: dunlin run --entry apply
// replay: off a native run cannot make the objects of a lazy start
// paths: 1
// error: null-dereference at 8
// unsupported: call through a function pointer that is lazily symbolic input
int apply(int (*function)(int), int x) {
    return function(x);
}
