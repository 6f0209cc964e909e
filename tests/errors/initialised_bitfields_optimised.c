// LLVM writes bit-fields with an addition where the bits do not overlap.
// run: dunlin run -O1 --check-uninitialised
// run: dunlin run -O2 --check-uninitialised
// exit-status: 23
struct fields {
    unsigned low : 5;
    unsigned high : 7;
};

__attribute__((noinline)) static void set(struct fields *f, unsigned low, unsigned high) {
    f->low = low;
    f->high = high;
}

int main(void) {
    struct fields f;
    set(&f, 3, 20);
    return (int)(f.low + f.high);
}
