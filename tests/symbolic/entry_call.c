// A function pointer among the arguments may be null; what else it may be is not explored.
// run: dunlin run --entry apply
// paths: 1
// error: null-dereference at 7
// unsupported: call through a function pointer that is lazily symbolic input
int apply(int (*function)(int), int x) {
    return function(x);
}
