// A string of at most seven characters: eight bytes that need not have an end.
// run: dunlin run --entry count --lazy-array 8
// replay: off a native run cannot make the objects of a lazy start
// error: out-of-bounds-read at 12
// report: the input `*text`, which has 8 bytes
// paths: 10
int count(const char *text) {
    int n = 0;
    if (!text)
        return 0;
    for (;;) {
        if (!text[n])
            return n;
        n++;
    }
}
