// A local that is a register is one value for each activation: it does not change between two reads.
// run: dunlin reach --target @read --target @changed
// verdict: @read reachable
// verdict: @changed unreachable
// exit: 1
int main(void) {
    int x;
    int first = x;
    if (first == 12345)
        return 1; // target read
    if (first != x)
        return 2; // target changed
    return 0;
}
