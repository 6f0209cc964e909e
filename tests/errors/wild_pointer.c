// An address that belongs to no object.
// run: dunlin run
// error: out-of-bounds-read at 7
// report: out-of-bounds-read
int main(void) {
    volatile unsigned long long address = 0x7654321;
    return *(int *)address;
}
