// A scope that is entered a million times, with pointers to it, does not take more and more memory.
// run: dunlin run --max-memory 1G
// exit-status: 0
static void set(unsigned *p, unsigned v) { *p = v; }
int main(void) {
    unsigned total = 0;
    for (unsigned i = 0; i < 1000000; i++) {
        unsigned x;
        set(&x, i & 1);
        total += x;
    }
    return total != 500000;
}
