// A comparison that defined bits decide depends on nothing else.
// run: dunlin run --check-uninitialised
// paths: 1
// exit-status: 0
// replay: off what is not written decides nothing in the engine, and nothing natively
int main(void) {
    unsigned x, result = 0;
    if ((x | 1) == 0)
        result |= 1;
    if ((x | 8) != 0)
        result |= 2;
    if ((x & 7) > 7)
        result |= 4;
    if ((x & 7) <= 7)
        result |= 8;
    if ((int)(x | 0x80000000u) < 0)
        result |= 16;
    if ((int)(x & 0x7fffffff) < 0)
        result |= 32;
    return result == 26 ? 0 : 1;
}
