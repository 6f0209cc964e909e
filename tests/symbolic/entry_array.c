// A pointer to numbers leads to an array of four of them.
// run: dunlin run --entry sum
// replay: off a native run cannot make the objects of a lazy start
// error: out-of-bounds-read at 12
// report: the input `*numbers`, which has 16 bytes
// paths: 7
int sum(const int *numbers, unsigned count) {
    if (!numbers || count > 5)
        return 0;
    int total = 0;
    for (unsigned i = 0; i < count; i++)
        total += numbers[i];
    return total;
}
