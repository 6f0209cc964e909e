// The neighbour in memory does not make an access beyond the end right.
// run: dunlin run
// error: out-of-bounds-write at 11
// report: out-of-bounds-write
// report: table
static short table[8];
static volatile short guard[8];

int main(void) {
    volatile int at = 8;
    table[at] = 1;
    return guard[0];
}
